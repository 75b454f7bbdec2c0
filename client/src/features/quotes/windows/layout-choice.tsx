import { clsx } from "clsx";
import { sectionsOf } from "#shared/domain/window/panels.ts";

type LayoutChoiceProps = {
  name: string;
  /** Blank: the opening direction says it. */
  value: string;
  /** What is usual for the width at hand. The chosen one is offered too. */
  usual: readonly string[];
  onChange: (code: string) => void;
  disabled: boolean;
};

/** The layout by one press: each code as a small drawing of its panels, posts and hinges. Real radio buttons, so the arrow keys choose. */
export function LayoutChoice({ name, value, usual, onChange, disabled }: LayoutChoiceProps) {
  const codes = value === "" || usual.includes(value) ? usual : [...usual, value];
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-1 text-sm font-medium">
        Layout <span className="font-normal text-muted">(optional)</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {["", ...codes].map((code) => (
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
              aria-label={code === "" ? "By opening direction" : layoutInWords(code)}
              className="absolute inset-0 appearance-none rounded outline-none"
              checked={value === code}
              onChange={() => onChange(code)}
            />
            {code === "" ? <span className="my-auto text-center">By opening</span> : <LayoutGlyph code={code} />}
            {code !== "" && <span>{code === "LR" ? "LR · Pair" : code}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A code as a person says it: `Left, post, right`. */
const layoutInWords = (code: string): string => {
  const words = [...code].map((letter) => (letter === "L" ? "left" : letter === "R" ? "right" : "post")).join(", ");
  return `${code === "LR" ? "Pair: " : ""}${words}`;
};

const PANEL_WIDTH = 12;
const POST_WIDTH = 3;
const HEIGHT = 22;

/** Panels from left to right as seen from inside; the lines of each meet where it hangs. */
function LayoutGlyph({ code }: { code: string }) {
  const sections = sectionsOf(code);
  let at = 0.5;
  const parts = sections.flatMap((hangs, section) => {
    if (section > 0) at += POST_WIDTH;
    const post = section > 0 ? `M${at - POST_WIDTH / 2} 0V${HEIGHT}` : "";
    return [
      { path: post, width: POST_WIDTH },
      ...hangs.map((hang) => {
        const [from, to] = hang === "left" ? [at + PANEL_WIDTH, at] : [at, at + PANEL_WIDTH];
        const path = `M${at} .5h${PANEL_WIDTH}v${HEIGHT - 1}h${-PANEL_WIDTH}zM${from} .5L${to} ${HEIGHT / 2}L${from} ${HEIGHT - 0.5}`;
        at += PANEL_WIDTH;
        return { path, width: 1 };
      }),
    ];
  });
  return (
    <svg aria-hidden width={at + 0.5} height={HEIGHT} viewBox={`0 0 ${at + 0.5} ${HEIGHT}`} fill="none" stroke="currentColor">
      {parts.map(({ path, width }) => path && <path key={path} d={path} strokeWidth={width} />)}
    </svg>
  );
}
