import { DateText } from "#client/components/facts/date-text.tsx";
import { StatusBadge } from "#client/components/facts/status-badge.tsx";
import { EmptyState } from "#client/components/loading/empty-state.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Truncated } from "#client/components/ui/display/truncated.tsx";
import { type Reply, usePages } from "#client/lib/api.ts";
import { formatCount, formatDateTime } from "#client/lib/format.ts";
import type { ErrorSeverity, ErrorStatus } from "#shared/domain/status.ts";
import { ERROR_STATUS_LOOK, SEVERITY_LOOK } from "./error-words.ts";

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

type ErrorRow = Reply<"errors", "list">[number];

const ERROR_COLUMNS: readonly Column<ErrorRow>[] = [
  { id: "time", header: "Time", cell: ({ createdAt }) => <DateText value={createdAt} time /> },
  { id: "type", header: "Type", cell: ({ errorType }) => <Truncated text={errorType} className="max-w-48" /> },
  {
    id: "message",
    header: "Message",
    wrap: true,
    place: "line",
    cell: ({ errorMessage, count }) => (
      <span className="block min-w-0">
        <span title={errorMessage} className="line-clamp-2 wrap-anywhere">
          {errorMessage}
        </span>
        {count > 1 && <span className="block text-xs text-muted">{formatCount(count)} times</span>}
      </span>
    ),
  },
  { id: "path", header: "Path", cell: ({ requestPath }) => <Truncated text={requestPath} className="max-w-40" /> },
  { id: "severity", header: "Severity", place: "head", cell: ({ severity }) => <StatusBadge {...SEVERITY_LOOK[severity]} /> },
  { id: "status", header: "Status", place: "head", cell: ({ status }) => <StatusBadge {...ERROR_STATUS_LOOK[status]} /> },
];
