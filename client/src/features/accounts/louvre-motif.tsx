const WIDTH = 800;
const HEIGHT = 1000;
const PANELS = 3;
const GAP = 6;
const STILE = 26;
const RAIL = 44;
const LOUVRES = 19;

/** A row of shutters, closed at the top and opening downwards. Drawn, so that it takes the theme's colours. */
export function LouvreMotif({ className }: { className?: string }) {
  const panelWidth = WIDTH / PANELS;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" className={className}>
      <defs>
        <linearGradient id="daylight" x1="0" y1="0" x2="0.35" y2="1">
          <stop offset="0" stopColor="var(--accent-soft)" />
          <stop offset="1" stopColor="var(--surface)" />
        </linearGradient>
      </defs>
      <rect width={WIDTH} height={HEIGHT} fill="url(#daylight)" />
      {Array.from({ length: PANELS }, (_, panel) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing's parts have no identity
        <Panel key={panel} x={panel * panelWidth + GAP / 2} width={panelWidth - GAP} />
      ))}
    </svg>
  );
}

function Panel({ x, width }: { x: number; width: number }) {
  const pitch = (HEIGHT - 2 * RAIL) / LOUVRES;
  const left = x + STILE;
  const inner = width - 2 * STILE;
  return (
    <g fill="currentColor">
      {Array.from({ length: LOUVRES }, (_, index) => {
        const closed = 1 - index / (LOUVRES - 1);
        const thickness = pitch * (0.14 + 0.8 * closed * closed);
        const y = RAIL + (index + 0.5) * pitch - thickness / 2;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing's parts have no identity
          <g key={index}>
            <rect x={left} y={y} width={inner} height={thickness} rx={Math.min(4, thickness / 2)} opacity={0.16 + 0.1 * (1 - closed)} />
            <rect x={left} y={y + thickness - 1.5} width={inner} height={1.5} opacity={0.3} />
          </g>
        );
      })}
      <g opacity={0.2}>
        <rect x={x} y={0} width={STILE} height={HEIGHT} />
        <rect x={x + width - STILE} y={0} width={STILE} height={HEIGHT} />
        <rect x={left} y={0} width={inner} height={RAIL - 4} />
        <rect x={left} y={HEIGHT - RAIL + 4} width={inner} height={RAIL - 4} />
      </g>
      <rect x={x + width / 2 - 2.5} y={RAIL + pitch * 0.6} width={5} height={HEIGHT - 2 * RAIL - pitch * 1.2} rx={2.5} opacity={0.4} />
    </g>
  );
}
