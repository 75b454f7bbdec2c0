import type { PointerEvent } from "react";
import { nearest, niceTop, type Spot, spotsOf } from "./chart-scale.ts";

type AreaChartProps = {
  label: string;
  /** The figure of the point that is picked, written out. */
  value: string;
  values: readonly number[];
  /** How the top of the scale is written. */
  write: (value: number) => string;
  /** The first and the last day. */
  ends: readonly [string, string];
  /** The last point's days are not over: the line to it is dashed. */
  unfinished: boolean;
  at: number;
  onPick: (index: number) => void;
};

const lineOf = (spots: readonly Spot[]) => spots.map(({ x, y }) => `${x},${y}`).join(" ");

/** One series as an area under a line, from nought. It is drawn for the eye alone: what it says is in the slider around it and in the table. */
export function AreaChart({ label, value, values, write, ends, unfinished, at, onPick }: AreaChartProps) {
  const top = niceTop(values);
  const spots = spotsOf(values, top);
  const picked = spots[at];
  const solid = unfinished && spots.length > 1 ? spots.slice(0, -1) : spots;
  const [first, last] = [spots[0], spots.at(-1)];
  const pick = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) onPick(nearest((event.clientX - left) / width, values.length));
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
