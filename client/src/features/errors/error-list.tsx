import { EmptyState } from "#client/components/loading/empty-state.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { usePages } from "#client/lib/api.ts";
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
  const errors = usePages("errors", "list", { query: { ...(status && { status }), ...(severity && { severity }) } });
  return (
    <PagedTable
      query={errors}
      noun={["error", "errors"]}
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
      caption="Errors"
      columns={ERROR_COLUMNS}
      rowKey={({ id }) => id}
      onRowClick={({ id }) => onView(id)}
      rowLabel={({ createdAt, errorType, errorMessage }) => `${formatDateTime(createdAt)}, ${errorType}: ${errorMessage}`}
      actions={({ id, errorType }) => (
        <Button size="sm" aria-label={`View ${errorType}`} onClick={() => onView(id)}>
          View
        </Button>
      )}
    />
  );
}
