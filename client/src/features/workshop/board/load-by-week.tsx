import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { headClass } from "#client/components/table/data-table.tsx";
import { cellClass, openerClass } from "#client/components/table/data-table-row.tsx";
import { Table } from "#client/components/ui/display/table.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { addDays, type Day, londonDay } from "#shared/domain/period.ts";

import { areaInWords } from "./board.ts";

type Load = Reply<"workshop", "load">[number];

/** Formats "This week, 16 Nov – 22 Nov". */
function weekInWords(monday: Day | null, today: Day): string {
  if (monday === null) return "No date";
  const [from, to] = [monday, addDays(monday, 6)].map((day) => formatListed(day));
  const [week] = ["This week", "Next week"].filter(
    (_, weeks) => monday <= addDays(today, 7 * weeks) && addDays(today, 7 * weeks) < addDays(monday, 7),
  );
  return [week, `${from} – ${to}`].filter(Boolean).join(", ");
}

/** Each supplier's work per week (rule W26). A row opens the supplier's orders. */
export default function LoadByWeek({ onSupplier }: { onSupplier: (id: number | null) => void }) {
  const load = useQuery(query("workshop", "load", {}));
  const today = londonDay(new Date());
  return (
    <QueryView
      query={load}
      failure="Failed to fetch the load by week"
      empty={<EmptyState title="Nothing to make">Each week's load appears here by supplier.</EmptyState>}
    >
      {(rows) => (
        <div className="rounded-lg border bg-surface">
          <Table>
            <caption className="sr-only">Load by week</caption>
            <thead>
              <tr>
                <th className={clsx(headClass, "w-full text-left")}>Supplier</th>
                <th className={clsx(headClass, "text-right max-sm:hidden")}>Windows</th>
                <th className={clsx(headClass, "text-right")}>Shutters</th>
                <th className={clsx(headClass, "text-right")}>Area</th>
                <th className={clsx(headClass, "text-right")}>
                  Late<span className="max-sm:sr-only"> orders</span>
                </th>
              </tr>
            </thead>
            {/* Each week is one heading, followed by its suppliers. */}
            {[...new Set(rows.map(({ week }) => week))].map((week) => (
              <tbody key={week} className="last:[&>:last-child>td]:border-b-0">
                <tr>
                  <th scope="rowgroup" colSpan={5} className="border-b bg-raised px-4 py-2 text-left font-semibold">
                    {weekInWords(week, today)}
                    {rows.some((row) => row.week === week && row.over) && (
                      <span className="ml-3 inline-flex">
                        <StatusBadge tone="danger" word="Over capacity" />
                      </span>
                    )}
                  </th>
                </tr>
                {rows
                  .filter((row) => row.week === week)
                  .map((row) => (
                    <SupplierRow key={row.supplier?.id ?? "any"} load={row} week={weekInWords(week, today)} onSupplier={onSupplier} />
                  ))}
              </tbody>
            ))}
          </Table>
        </div>
      )}
    </QueryView>
  );
}

type SupplierRowProps = { load: Load; week: string; onSupplier: (id: number | null) => void };

function SupplierRow({ load: { supplier, windows, shutters, areaM2, capacityM2, over, late }, week, onSupplier }: SupplierRowProps) {
  const name = supplier?.companyName ?? "Any supplier";
  return (
    // The row handles the press; the button makes the row reachable by keyboard.
    <tr onClick={() => onSupplier(supplier?.id ?? null)} className="group/row cursor-pointer hover:bg-raised/60">
      <td className={clsx(cellClass, "min-w-32 wrap-anywhere")}>
        <button type="button" data-opener aria-label={`${name}, ${week}`} className={openerClass}>
          {name}
        </button>
      </td>
      <td className={clsx(figureClass, "max-sm:hidden")}>{windows.toLocaleString("en-GB")}</td>
      <td className={figureClass}>{shutters.toLocaleString("en-GB")}</td>
      <td className={figureClass}>
        <span className={clsx(over && "font-semibold text-danger")}>{areaInWords(areaM2)}</span>
        {capacityM2 !== null && <span className="block text-sm text-muted">of {capacityM2.toLocaleString("en-GB")} m²</span>}
      </td>
      <td className={clsx(figureClass, "font-medium text-danger")}>{late > 0 && late}</td>
    </tr>
  );
}

const figureClass = clsx(cellClass, "text-right whitespace-nowrap tabular-nums");
