import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type Input, query } from "#client/lib/api.ts";
import { A_SHIFT, areaInWords, loadInWords } from "./board.ts";

type Filters = NonNullable<Input<"workshop", "totals">["query"]>;

/** The cache time equals that of the board's rows, so that a restored page has the same height. */
export const useTotals = (filters: Filters) => useQuery({ ...query("workshop", "totals", { query: filters }), gcTime: A_SHIFT });

/**
 * The totals of the visible orders. Nothing is rendered while they are unavailable: the board does
 * not depend on them.
 */
export function Totals({ filters }: { filters: Filters }) {
  const { data } = useTotals(filters);
  const inWords = (count: number) => count.toLocaleString("en-GB");
  const facts = data
    ? ([
        ["Orders", data.orders, inWords],
        ["Windows", data.windows, inWords],
        ["Shutters", data.shutters, inWords],
        ["Louvres", data.louvres, inWords],
        ["Frames", data.frames, inWords],
        ["Area", data.areaM2, areaInWords],
      ] as const)
    : [];
  // The device does not know each sum without an order that it has shipped.
  const known = facts.filter(([, value]) => Number.isFinite(value));
  return (
    <dl aria-label="In all" className="mb-4 flex min-h-11 flex-wrap gap-x-4 gap-y-1 sm:gap-x-6">
      {known.map(([term, value, formatted]) => (
        <div key={term} className={term === "Orders" ? "max-sm:hidden" : undefined}>
          <dt className="text-xs text-muted">{term}</dt>
          <dd className="text-base font-semibold tabular-nums">{formatted(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * This week's load of the supplier's own orders, in the board's header: `18.5 of 15 m² this week`.
 * Nothing is rendered while it is unavailable.
 */
export function LoadOfWeek() {
  const { data } = useQuery({ ...query("workshop", "load", {}), gcTime: A_SHIFT });
  const week = data?.[0];
  if (!week) return null;
  return (
    <span className={clsx("tabular-nums", week.over ? "font-semibold text-warning" : "text-muted")}>{loadInWords(week)} this week</span>
  );
}
