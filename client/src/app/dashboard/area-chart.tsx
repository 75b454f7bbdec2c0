import type { PointerEvent } from "react";

type AreaChartProps = {
  label: string;
  /** The picked point's figure in words, for screen readers. */
  value: string;
  values: readonly number[];
  /** Formats the top of the scale. */
  write: (value: number) => string;
  /** The first and the last day of the series. */
  ends: readonly [string, string];
  /** The last point's period is not over, so its line is dashed. */
  unfinished: boolean;
  index: number;
  onPick: (index: number) => void;
};

const lineOf = (spots: readonly Spot[]) => spots.map(({ x, y }) => `${x},${y}`).join(" ");

/**
 * Draws one series as an area from zero. Screen readers use the slider around it and the table
 * instead.
 */
export function AreaChart({ label, value, values, write, ends, unfinished, index, onPick }: AreaChartProps) {
  const top = findNiceTop(values);
  const spots = placeSpots(values, top);
  const picked = spots[index];
  const solid = unfinished && spots.length > 1 ? spots.slice(0, -1) : spots;
  const [first, last] = [spots[0], spots.at(-1)];
  const pick = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) onPick(findNearest((event.clientX - left) / width, values.length));
  };
  return (
    <div className="min-w-0">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-muted">{label}</span>
        <span className="font-semibold tabular-nums">{value}</span>
      </p>
      <div className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div aria-hidden className="flex min-w-14 flex-col justify-between text-right text-xs/none text-muted tabular-nums">
          <span>{write(top)}</span>
          <span>0</span>
        </div>
        <div
          aria-hidden
          data-chart={label}
          onPointerMove={pick}
          onPointerDown={pick}
          className="relative h-28 touch-pan-y border-y border-b-border-strong"
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
            <title>{label}</title>
            {first && last && <polygon points={`${first.x},100 ${lineOf(spots)} ${last.x},100`} className="fill-accent-soft" />}
            <polyline points={lineOf(solid)} className={line} />
            {solid !== spots && <polyline points={lineOf(spots.slice(-2))} strokeDasharray="4 4" className={line} />}
          </svg>
          {picked && (
            <>
              <span style={{ left: `${picked.x}%` }} className="absolute inset-y-0 w-px bg-border-strong" />
              <span
                style={{ left: `${picked.x}%`, top: `${picked.y}%` }}
                className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-surface bg-accent"
              />
            </>
          )}
        </div>
        <p aria-hidden className="col-start-2 mt-1 flex justify-between text-xs text-muted">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </p>
      </div>
    </div>
  );
}

const line = "fill-none stroke-accent stroke-2 [stroke-linejoin:round] [vector-effect:non-scaling-stroke]";

/** The lowest of 1, 2, 5, 10, 20, 50, … that is at least every value. */
export function findNiceTop(values: readonly number[]): number {
  const highest = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= highest) ?? highest;
}

interface Spot {
  /** Percentages from the left and from the top, 0 to 100. */
  readonly x: number;
  readonly y: number;
}

/** Places values from edge to edge with zero at the bottom. A single value is centred. */
export const placeSpots = (values: readonly number[], top: number): Spot[] =>
  values.map((value, index) => ({ x: values.length === 1 ? 50 : (100 * index) / (values.length - 1), y: 100 - (100 * value) / top }));

/** The index of the value nearest to a position from 0 (left edge) to 1 (right edge). */
export const findNearest = (place: number, count: number): number => Math.min(count - 1, Math.max(0, Math.round(place * (count - 1))));
