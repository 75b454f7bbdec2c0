import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { CLOSE_MATCHES } from "#client/components/loading/states.tsx";
import { Skeleton } from "#client/components/ui/display/waiting.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import type { Column } from "./data-table-row.tsx";

type PagedTableProps<Row> = Omit<DataTableProps<Row>, "rows" | "more" | "empty"> & {
  /** The result of `usePages(…)`. During a new search the previous rows stay visible and dimmed. */
  query: UseInfiniteQueryResult<Row[]>;
  /** Singular and plural: `["order", "orders"]`. */
  noun: readonly [one: string, many: string];
  /** The message when loading fails: "Failed to fetch orders". */
  failure: string;
  /** The title where there is no network and the device has no copy of the list. */
  awayTitle?: string;
  /** True if the rows only resemble the search term (rule O17). */
  isClose?: boolean;
  /** Content for an empty list, with the reason. */
  empty: ReactNode;
  skeleton?: ReactNode;
  /** Returns the row as it will be after actions that can still be undone. */
  asShown?: (row: Row) => Row;
  className?: string;
};

const shapeOf = <Row,>({ columns, wide, frame, actions }: Pick<DataTableProps<Row>, "columns" | "wide" | "frame" | "actions">) => ({
  columns,
  wide,
  frame,
  actions: actions !== undefined,
});

/** Displays a screen's list as loading, failed, empty, or its loaded rows with "Load more". */
export function PagedTable<Row>({
  query,
  noun,
  failure,
  awayTitle,
  isClose = false,
  empty,
  skeleton,
  asShown,
  className,
  ...table
}: PagedTableProps<Row>) {
  const stale = query.isPlaceholderData;
  return (
    <QueryView
      query={query}
      failure={failure}
      awayTitle={awayTitle}
      empty={empty}
      skeleton={skeleton ?? <DataTableSkeleton {...shapeOf(table)} />}
    >
      {(rows) => (
        <div aria-busy={stale || undefined} className={clsx(className, stale && "opacity-60")}>
          {isClose && (
            <p role="status" className="mb-2 text-muted">
              {CLOSE_MATCHES}
            </p>
          )}
          <DataTable
            {...table}
            rows={asShown ? rows.map(asShown) : rows}
            more={{
              noun,
              hasMore: query.hasNextPage,
              pending: query.isFetchingNextPage,
              onLoadMore: () => void query.fetchNextPage(),
            }}
          />
        </div>
      )}
    </QueryView>
  );
}

type DataTableSkeletonProps<Row> = Pick<DataTableProps<Row>, "columns" | "wide" | "frame"> & { actions: boolean };

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Displays a grey bar in each cell of the same table, so that nothing moves when the rows arrive.
 */
function DataTableSkeleton<Row>({ columns, actions, ...shape }: DataTableSkeletonProps<Row>) {
  const bars = columns.map(
    (column): Column<number> => ({ ...column, cell: () => <Skeleton className={barOf(column)} />, extra: undefined, isEmpty: undefined }),
  );
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

function barOf({ place, name, align }: Pick<Column<never>, "place" | "name" | "align">): string {
  if (place === "field") return "h-control w-29 max-w-full stacked:w-full";
  return `h-3.5 ${name ? "w-24" : "w-14"} ${align === "right" ? "ml-auto stacked:ml-0" : ""}`;
}
