import { useId } from "react";
import { Alert } from "#client/components/ui/display/alert.tsx";
import type { Reply } from "#client/lib/api.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import {
  alikeBars,
  type BarPiece,
  barsInWords,
  colourOfBars,
  countedPieceInWords,
  groupEqualPieces,
} from "#shared/domain/window/saw/bars.ts";
import type { Profile as CutProfile } from "#shared/domain/window/saw/profiles.ts";
import { profileName } from "#shared/domain/window/saw/workshop-stock.ts";

type Profile = Reply<"workshop", "barPlan">["profiles"][number];
/** Names the order and the window of a piece. */
export type Called = (piece: BarPiece) => string;

const mm = (length: number): string => inMillimetres(length * 10);
const inWords = (pieces: readonly BarPiece[], called: Called): string =>
  groupEqualPieces(pieces)
    .map((piece) => `${countedPieceInWords(piece)} ${called(piece)}`)
    .join(" · ");

/** The bars of one profile. Bars with the same cuts are listed once. */
export function BarsOfProfile({ plan, called }: { plan: Profile; called: Called }) {
  const { profile, material, color, bars, stockMm, kerfMm, tooLong } = plan;
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-6">
      <h2 id={heading} className="text-lg font-semibold">
        {profileName(profile as CutProfile)} · {material} · {colourOfBars(color)}
      </h2>
      <p className="text-sm text-muted">
        {barsInWords(plan)}; kerf {mm(kerfMm)} mm
      </p>
      {tooLong.length > 0 && (
        <Alert tone="warning" className="mt-2">
          Longer than {mm(stockMm)} mm, on no bar: {inWords(tooLong, called)}
        </Alert>
      )}
      <ol className="mt-3 grid gap-4">
        {alikeBars(bars).map((bar) => (
          <li key={bar.first} className="flex gap-2">
            <p className="w-16 shrink-0">
              <span className="text-lg font-semibold tabular-nums">{bar.times} ×</span>
              <span className="block text-xs text-muted tabular-nums">
                {bar.times === 1 ? `Bar ${bar.first}` : `${bar.first} to ${bar.first + bar.times - 1}`}
              </span>
            </p>
            <div className="min-w-0 flex-1">
              <BarPicture bar={bar} stockMm={stockMm} kerfMm={kerfMm} />
              <p className="mt-1 text-sm tabular-nums">
                {inWords(bar.pieces, called)} · <span className="text-muted">offcut {mm(bar.offcutMm)} mm</span>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

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
