import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { DataTable } from "#client/components/data-table.tsx";
import { EmptyState } from "#client/components/empty-state.tsx";
import { QueryView } from "#client/components/query-view.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cx } from "#client/components/ui/class-names.ts";
import { pages } from "#client/lib/api.ts";
import { formatDateTime } from "#client/lib/format.ts";
import type { ErrorSeverity, ErrorStatus } from "#shared/domain/status.ts";
import { ERROR_COLUMNS } from "./error-columns.tsx";

type ErrorListProps = {
  status: ErrorStatus | "";
  severity: ErrorSeverity | "";
  onView: (id: number) => void;
  onClearFilters: () => void;
};

export function ErrorList({ status, severity, onView, onClearFilters }: ErrorListProps) {
  const errors = useInfiniteQuery({
    ...pages("errors", "list", { query: { ...(status && { status }), ...(severity && { severity }) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView
      query={errors}
      failure="Failed to fetch errors"
      empty={
        status || severity ? (
          <EmptyState title="No errors found" action={<Button onClick={onClearFilters}>Show all errors</Button>}>
            None has this status and severity.
          </EmptyState>
        ) : (
          <EmptyState title="No errors">What goes wrong in the portal is recorded here.</EmptyState>
        )
      }
    >
      {(rows) => (
        <div aria-busy={errors.isPlaceholderData || undefined} className={cx(errors.isPlaceholderData && "opacity-60")}>
          <DataTable
            caption="Errors"
            columns={ERROR_COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            onRowClick={({ id }) => onView(id)}
            rowLabel={({ createdAt, errorType, errorMessage }) => `${formatDateTime(createdAt)}, ${errorType}: ${errorMessage}`}
            actions={({ id, errorType }) => (
              <Button size="sm" aria-label={`View ${errorType}`} onClick={() => onView(id)}>
                View
              </Button>
            )}
            more={{
              noun: ["error", "errors"],
              hasMore: errors.hasNextPage,
              pending: errors.isFetchingNextPage,
              onLoadMore: () => void errors.fetchNextPage(),
            }}
          />
        </div>
      )}
    </QueryView>
  );
}
