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
  const facts = data && {
    Orders: data.orders.toLocaleString("en-GB"),
    Windows: data.windows.toLocaleString("en-GB"),
    Shutters: data.shutters.toLocaleString("en-GB"),
    Louvres: data.louvres.toLocaleString("en-GB"),
    Frames: data.frames.toLocaleString("en-GB"),
    Area: areaInWords(data.areaM2),
  };
  return (
    <dl aria-label="In all" className="mb-4 flex min-h-11 flex-wrap gap-x-4 gap-y-1 sm:gap-x-6">
      {Object.entries(facts ?? {}).map(([term, value]) => (
        <div key={term} className={term === "Orders" ? "max-sm:hidden" : undefined}>
          <dt className="text-xs text-muted">{term}</dt>
          <dd className="text-base font-semibold tabular-nums">{value}</dd>
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
