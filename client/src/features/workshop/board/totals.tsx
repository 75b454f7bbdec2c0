import { useQuery } from "@tanstack/react-query";
import { type Input, query } from "#client/lib/api.ts";
import { A_SHIFT, areaInWords } from "./board.ts";

/** How much what is shown adds up to. Nothing stands there where it can't be said: the board is what counts. */
export function Totals({ asked }: { asked: NonNullable<Input<"workshop", "totals">["query"]> }) {
  // Kept as long as the board's rows: who comes back to them finds all of the page as high as it was.
  const { data } = useQuery({ ...query("workshop", "totals", { query: asked }), gcTime: A_SHIFT });
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
