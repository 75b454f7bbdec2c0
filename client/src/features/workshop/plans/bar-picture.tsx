import { useId } from "react";
import { mm } from "./plan-parts.ts";

/**
 * Shares of the width below which a length does not fit inside its piece, on a phone and on wider
 * screens.
 */
const ROOM = { phone: 0.15, wider: 0.07 } as const;

type BarPictureProps = {
  bar: { readonly pieces: readonly { readonly lengthMm: number }[] };
  stockMm: number;
  kerfMm: number;
  /** The length that is trimmed off before the first piece. */
  trimMm?: number;
};

/**
 * A bar to scale: pieces with their lengths, gaps for the saw, the offcut hatched. The text below
 * contains the same facts.
 */
export function BarPicture({ bar: { pieces }, stockMm, kerfMm, trimMm = 0 }: BarPictureProps) {
  const hatch = useId();
  const percent = (length: number) => `${(100 * length) / stockMm}%`;
  let position = trimMm;
  const placed = pieces.map(({ lengthMm }) => {
    const from = position;
    position += lengthMm + kerfMm;
    return { from, lengthMm };
  });
  return (
    <svg aria-hidden height="32" className="block w-full overflow-visible" stroke="currentColor" data-testid="bar">
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" x2="0" y2="6" strokeOpacity="0.4" />
      </pattern>
      <rect width="100%" height="100%" fill="none" strokeOpacity="0.4" />
      {position < stockMm && (
        <rect x={percent(position)} width={percent(stockMm - position)} height="100%" fill={`url(#${hatch})`} stroke="none" />
      )}
      {placed.map(({ from, lengthMm }) => (
        <g key={from}>
          <rect x={percent(from)} width={percent(lengthMm)} height="100%" fill="currentColor" fillOpacity="0.06" />
          {lengthMm > ROOM.wider * stockMm && (
            <text
              x={percent(from + lengthMm / 2)}
              y="50%"
              dominantBaseline="central"
              textAnchor="middle"
              fill="currentColor"
              stroke="none"
              className={`text-xs tabular-nums ${lengthMm > ROOM.phone * stockMm ? "" : "max-sm:hidden"}`}
            >
              {mm(lengthMm)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
