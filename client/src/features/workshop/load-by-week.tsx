import { useQuery } from "@tanstack/react-query";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { type Column, DataTable } from "#client/components/table/data-table.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import { formatDate } from "#client/lib/format.ts";
import { addDays, type Day, londonDay } from "#shared/domain/period.ts";

import { areaInWords } from "./board.ts";

type Load = Reply<"workshop", "load">[number];

/** "This week, 16 Nov – 22 Nov" */
function weekInWords(monday: Day | null, today: Day): string {
  if (monday === null) return "No date";
  const [from, to] = [monday, addDays(monday, 6)].map((day) => formatDate(day).replace(` ${today.slice(0, 4)}`, ""));
  const [week] = ["This week", "Next week"].filter(
    (_, weeks) => monday <= addDays(today, 7 * weeks) && addDays(today, 7 * weeks) < addDays(monday, 7),
  );
  return [week, `${from} – ${to}`].filter(Boolean).join(", ");
}

/** How much each supplier has to make in each week (rule W26). A row opens the supplier's orders. */
export default function LoadByWeek({ onSupplier }: { onSupplier: (id: number | null) => void }) {
  const load = useQuery(query("workshop", "load", {}));
  const today = londonDay(new Date());
  const columns: readonly Column<Load>[] = [
    { id: "week", header: "Week", cell: ({ week }) => weekInWords(week, today) },
    { id: "supplier", header: "Supplier", wrap: true, place: "line", cell: ({ supplier }) => supplier?.companyName ?? "Any supplier" },
    { id: "windows", header: "Windows", align: "right", cell: ({ windows }) => windows.toLocaleString("en-GB") },
    { id: "shutters", header: "Shutters", align: "right", place: "head", cell: ({ shutters }) => <Count of={shutters} noun="shutter" /> },
    { id: "area", header: "Area", align: "right", place: "end", cell: ({ areaM2 }) => areaInWords(areaM2) },
    {
      id: "late",
      header: "Late orders",
      align: "right",
      place: "head",
      cell: ({ late }) =>
        late > 0 && (
          <span className="font-medium text-danger">
            {late}
            <span className="hidden stacked:inline"> late</span>
          </span>
        ),
    },
  ];
  return (
    <QueryView
      query={load}
      failure="Failed to fetch the load by week"
      empty={<EmptyState title="Nothing to make">Each week's load stands here by supplier.</EmptyState>}
    >
      {(rows) => (
        <DataTable
          caption="Load by week"
          columns={columns}
          rows={rows}
          rowKey={({ week, supplier }) => `${week} ${supplier?.id}`}
          onRowClick={({ supplier }) => onSupplier(supplier?.id ?? null)}
          rowLabel={({ week, supplier }) => [weekInWords(week, today), supplier?.companyName].filter(Boolean).join(", ")}
        />
      )}
    </QueryView>
  );
}

/** In a block, where there is no column head, with what it counts. */
const Count = ({ of, noun }: { of: number; noun: string }) => (
  <>
    {of.toLocaleString("en-GB")}
    <span className="hidden stacked:inline"> {of === 1 ? noun : `${noun}s`}</span>
  </>
);
