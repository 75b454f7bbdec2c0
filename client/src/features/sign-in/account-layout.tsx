import { type ReactNode, useId } from "react";
import { Mark, productName } from "#client/components/ui/display/brand.tsx";

const USUAL_LINE = "Login or register for your wholesale account";

/** The layout of screens without a session: a form, and a picture of shutters if there is room. */
export function AccountLayout({ line = USUAL_LINE, children }: { line?: string; children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(0,7fr)_minmax(30rem,6fr)]">
      <div aria-hidden className="sticky top-0 h-dvh overflow-hidden bg-accent-soft text-accent max-lg:hidden">
        <LouvreMotif className="size-full" />
      </div>
      {/* The form is not centred vertically, so that the header does not move when the form
          changes. */}
      <main className="mx-auto w-full max-w-108 px-page pt-[clamp(2rem,12vh,8rem)] pb-12">
        <header className="mb-6">
          <div className="flex items-center gap-3">
            <Mark className="size-10 shrink-0 text-accent" />
            <h1 className="min-w-0 text-xl font-semibold">{productName()}</h1>
          </div>
          <p className="mt-2 text-muted">{line}</p>
        </header>
        {children}
      </main>
    </div>
  );
}

/**
 * A ref for an element that replaces the focused one, so that keyboard and screen reader continue
 * there.
 */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

const WIDTH = 900;
const HEIGHT = 1200;
const PANEL_EDGES = [0, 300, 600];
const PANEL = 300;
const STILE = 30;
const RAIL = 56;
const LOUVRES = 22;
const PITCH = (HEIGHT - 2 * RAIL) / LOUVRES;

/** Shutters, closed at the top and open at the bottom. An inline SVG uses the theme's colours. */
function LouvreMotif({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMin slice" className={className}>
      <defs>
        <linearGradient id={`${id}-daylight`} x1="0" y1="0" x2="0.3" y2="1">
          <stop offset="0.1" stopColor="var(--accent-soft)" />
          <stop offset="0.9" stopColor="var(--surface)" />
        </linearGradient>
        <linearGradient id={`${id}-louvre`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.08" />
          <stop offset="0.85" stopColor="currentColor" stopOpacity="0.26" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0.38" />
        </linearGradient>
      </defs>
      <rect width={WIDTH} height={HEIGHT} fill={`url(#${id}-daylight)`} />
      {PANEL_EDGES.map((x) => (
        <g key={x} transform={`translate(${x} 0)`} fill="currentColor">
          <Louvres fill={`url(#${id}-louvre)`} />
          <PanelFrame />
          <rect x={PANEL / 2 - 2} y={RAIL + PITCH * 0.7} width={4} height={HEIGHT - 2 * RAIL - PITCH * 1.4} rx={2} opacity={0.55} />
        </g>
      ))}
    </svg>
  );
}

/** An open louvre looks narrower from the front than a closed one. */
function Louvres({ fill }: { fill: string }) {
  return Array.from({ length: LOUVRES }, (_, index) => {
    const angle = (index / (LOUVRES - 1)) * (Math.PI / 2);
    const depth = PITCH * (0.12 + 0.86 * Math.cos(angle) ** 1.5);
    const y = RAIL + (index + 0.5) * PITCH - depth / 2;
    // biome-ignore lint/suspicious/noArrayIndexKey: a drawing's parts have no identity
    return <rect key={index} x={STILE + 2} y={y} width={PANEL - 2 * STILE - 4} height={depth} rx={Math.min(5, depth / 2)} fill={fill} />;
  });
}

/** The stiles and rails in one path, and the line between two panels. */
function PanelFrame() {
  const opening = `M${STILE} ${RAIL}V${HEIGHT - RAIL}H${PANEL - STILE}V${RAIL}Z`;
  return (
    <>
      <path d={`M0 0H${PANEL}V${HEIGHT}H0Z${opening}`} fillRule="evenodd" opacity={0.13} />
      <path d={`M0 0V${HEIGHT}${opening}`} fill="none" stroke="currentColor" strokeWidth={1.5} opacity={0.22} />
    </>
  );
}
