import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { DataTableSkeleton } from "./data-table-skeleton.tsx";

type PagedTableProps<Row> = Omit<DataTableProps<Row>, "rows" | "more" | "empty"> & {
  /** `usePages(…)`. While the next choice is fetched, its rows are those of the choice before, and are dimmed. */
  query: UseInfiniteQueryResult<Row[]>;
  /** What a row is: `["order", "orders"]`. */
  noun: readonly [one: string, many: string];
  /** What happened when it can't be had: "Failed to fetch orders". */
  failure: string;
  /** What stands here when there is no row, for a reason that it gives. */
  empty: ReactNode;
  skeleton?: ReactNode;
  className?: string;
};

const shapeOf = <Row,>({
  columns,
  wide,
  frame,
  actions,
  actionsBesideName,
}: Pick<DataTableProps<Row>, "columns" | "wide" | "frame" | "actions" | "actionsBesideName">) => ({
  columns,
  wide,
  frame,
  actionsBesideName,
  actions: actions !== undefined,
});

/** A list as every screen shows it: waiting, failed, empty, or its rows so far with "Load more". */
export function PagedTable<Row>({ query, noun, failure, empty, skeleton, className, ...table }: PagedTableProps<Row>) {
  const stale = query.isPlaceholderData;
  return (
    <QueryView query={query} failure={failure} empty={empty} skeleton={skeleton ?? <DataTableSkeleton {...shapeOf(table)} />}>
      {(rows) => (
        <div aria-busy={stale || undefined} className={clsx(className, stale && "opacity-60")}>
          <DataTable
            {...table}
            rows={rows}
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
