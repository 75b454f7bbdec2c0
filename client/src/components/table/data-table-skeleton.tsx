import { Skeleton } from "#client/components/ui/display/skeleton.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import type { Column } from "./data-table-column.ts";

type DataTableSkeletonProps<Row> = Pick<DataTableProps<Row>, "columns" | "wide" | "frame" | "actionsBesideName"> & { actions: boolean };

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/** The table itself with a grey bar in each cell: the heads, columns and blocks stand where they will stand. */
export function DataTableSkeleton<Row>({ columns, actions, ...shape }: DataTableSkeletonProps<Row>) {
  const bars = columns.map((column): Column<number> => ({ ...column, cell: () => <Skeleton className={barOf(column)} /> }));
  return (
    <div aria-hidden>
      <DataTable
        {...shape}
        caption="Loading"
        columns={bars}
        rows={ROWS}
        rowKey={(row) => row}
        actions={actions ? () => <Skeleton className="h-8 w-24 pointer-coarse:h-control" /> : undefined}
      />
    </div>
  );
}

function barOf({ place, wrap, align }: Pick<Column<never>, "place" | "wrap" | "align">): string {
  if (place === "field") return "h-control w-29 max-w-full stacked:w-full";
  return `h-3.5 ${wrap ? "w-24" : "w-14"} ${align === "right" ? "ml-auto stacked:ml-0" : ""}`;
}
