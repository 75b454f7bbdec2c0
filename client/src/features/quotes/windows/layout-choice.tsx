import { clsx } from "clsx";
import type { ReactNode } from "react";
import { postsOf, sectionsOf } from "#shared/domain/window/fields/panels.ts";

type LayoutChoiceProps = {
  name: string;
  /** Blank if the opening direction determines the layout. */
  value: string;
  /** The usual layouts for the window's width. The list also includes the chosen one. */
  usual: readonly string[];
  onChange: (code: string) => void;
  /** The field of the opening direction, which is the same choice. */
  opening: ReactNode;
};

/**
 * Chooses the layout by one press: the opening direction, or a code as a small drawing of its
 * panels, posts and hinges. Native radio buttons support the arrow keys.
 */
export function LayoutChoice({ name, value, usual, onChange, opening }: LayoutChoiceProps) {
  const codes = value === "" || usual.includes(value) ? usual : [...usual, value];
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Layout</legend>
      <div className="flex flex-wrap items-end gap-2">
        {opening}
        {codes.map((code) => (
          <label
            key={code}
            className={clsx(
              "relative flex min-h-12 min-w-14 flex-col items-center justify-end gap-1 rounded border border-border-strong px-2 py-1 text-xs transition-colors duration-150 hover:bg-raised",
              "has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
            )}
          >
            <input
              type="radio"
              name={name}
              value={code}
              aria-label={layoutInWords(code)}
              className="absolute inset-0 appearance-none rounded outline-none"
              checked={value === code}
              onChange={() => onChange(code)}
            />
            <LayoutGlyph code={code} />
            <span>{CALLED[code] ? `${code} · ${CALLED[code]}` : code}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const CALLED: Readonly<Record<string, string>> = { LR: "Pair", LBLRBR: "Bay", LCR: "Corner" };
const SPOKEN: Readonly<Record<string, string>> = { L: "left", R: "right", T: "post", B: "bay post", C: "corner post" };

/** Spells a code out: `Left, post, right`. */
const layoutInWords = (code: string): string => {
  const words = [...code].map((letter) => SPOKEN[letter]).join(", ");
  return `${CALLED[code] ? `${CALLED[code]}: ` : ""}${words}`;
};

const PANEL_WIDTH = 12;
/** A bay post is drawn as two posts that meet, a corner post as a square. */
const POST_WIDTHS = { T: 3, B: 5, C: 7 } as const;
const HEIGHT = 22;

/**
 * Draws the panels from left to right as seen from inside; each panel's lines meet at its hinges.
 */
function LayoutGlyph({ code }: { code: string }) {
  const sections = sectionsOf(code);
  const posts = postsOf(code);
  let x = 0.5;
  const parts = sections.flatMap((hangs, section) => {
    const letter = posts[section - 1];
    const wide = letter ? POST_WIDTHS[letter] : 0;
    x += wide;
    const middle = x - wide / 2;
    return [
      ...(letter === "B"
        ? [{ path: `M${middle - 1.5} 0V${HEIGHT}M${middle + 1.5} 0V${HEIGHT}`, width: 2 }]
        : [{ path: letter ? `M${middle} 0V${HEIGHT}` : "", width: wide }]),
      ...hangs.map((hang) => {
        const [from, to] = hang === "left" ? [x + PANEL_WIDTH, x] : [x, x + PANEL_WIDTH];
        const path = `M${x} .5h${PANEL_WIDTH}v${HEIGHT - 1}h${-PANEL_WIDTH}zM${from} .5L${to} ${HEIGHT / 2}L${from} ${HEIGHT - 0.5}`;
        x += PANEL_WIDTH;
        return { path, width: 1 };
      }),
    ];
  });
  return (
    <svg aria-hidden width={x + 0.5} height={HEIGHT} viewBox={`0 0 ${x + 0.5} ${HEIGHT}`} fill="none" stroke="currentColor">
      {parts.map(({ path, width }) => path && <path key={path} d={path} strokeWidth={width} />)}
    </svg>
  );
}
