import { ShieldCheck } from "lucide-react";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ListedDate, Truncated } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { ChoiceFilter, FilterBar } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { useColumns } from "#client/components/table/use-columns.tsx";
import { ViewButton } from "#client/components/table/view-button.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { number, oneOf, useAddress } from "#client/lib/address.ts";
import { type Reply, usePages } from "#client/lib/api.ts";
import { formatCount, formatListed } from "#client/lib/format.ts";
import { ERROR_SEVERITIES, ERROR_STATUSES, type ErrorSeverity, type ErrorStatus } from "#shared/domain/trade/status.ts";
import { ErrorDetailsDialog } from "./error-details-dialog.tsx";
import { ERROR_STATUS_LOOK, ERROR_STATUS_WORDS, SEVERITY_LOOK, SEVERITY_WORDS } from "./error-words.ts";

const ADDRESS = { status: oneOf(ERROR_STATUSES), severity: oneOf(ERROR_SEVERITIES), error: number };

/** The portal's own errors, for the people who fix them (rule K4). */
export default function ErrorsPage() {
  const { address, change } = useAddress(ADDRESS);
  const { status, severity, error } = address;
  const columns = useColumns("errors", ERROR_COLUMNS);
  return (
    <>
      <PageHeader
        title="Error Tracking"
        description="Errors in the portal. A repeated error is one row with its count."
        action={<ExportItem feature="errors" name="list" query={{ ...(status && { status }), ...(severity && { severity }) }} />}
      />
      {columns.dialog}
      <FilterBar label="Filter errors">
        <ChoiceFilter
          label="Status"
          all="All statuses"
          choices={ERROR_STATUSES}
          words={ERROR_STATUS_WORDS}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <ChoiceFilter
          label="Severity"
          all="All severities"
          choices={ERROR_SEVERITIES}
          words={SEVERITY_WORDS}
          value={severity}
          onChange={(value) => change({ severity: value })}
        />
      </FilterBar>
      <ErrorList
        status={status}
        severity={severity}
        columns={columns.shown}
        onView={(id) => change({ error: id }, { replace: false })}
        onClearFilters={() => change({ status: "", severity: "" })}
      />
      {error !== null && <ErrorDetailsDialog key={error} id={error} onClose={() => change({ error: null })} />}
    </>
  );
}

type ErrorListProps = {
  status: ErrorStatus | "";
  severity: ErrorSeverity | "";
  columns: readonly Column<ErrorRow>[];
  onView: (id: number) => void;
  onClearFilters: () => void;
};

function ErrorList({ status, severity, columns, onView, onClearFilters }: ErrorListProps) {
  const errors = usePages("errors", "list", { query: { ...(status && { status }), ...(severity && { severity }) } });
  return (
    <PagedTable
      query={errors}
      noun={["error", "errors"]}
      failure="Failed to fetch errors"
      empty={
        status || severity ? (
          <EmptyState title="No errors found" action={<Button onClick={onClearFilters}>Show all errors</Button>}>
            No errors match your filters.
          </EmptyState>
        ) : (
          <EmptyState title="No errors" icon={<ShieldCheck />}>
            Errors in the portal are recorded here.
          </EmptyState>
        )
      }
      caption="Errors"
      columns={columns}
      rowKey={({ id }) => id}
      onRowClick={({ id }) => onView(id)}
      rowLabel={({ createdAt, errorType, errorMessage }) => `${formatListed(createdAt, { time: true })}, ${errorType}: ${errorMessage}`}
      actions={({ id, errorType }) => <ViewButton label="View" of={errorType} onClick={() => onView(id)} />}
    />
  );
}

type ErrorRow = Reply<"errors", "list">[number];

const ERROR_COLUMNS: readonly Column<ErrorRow>[] = [
  { id: "time", header: "Time", cell: ({ createdAt }) => <ListedDate value={createdAt} time /> },
  { id: "type", header: "Type", name: true, cell: ({ errorType }) => <Truncated text={errorType} /> },
  {
    id: "message",
    header: "Message",
    name: true,
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
  { id: "path", header: "Path", name: true, cell: ({ requestPath }) => <Truncated text={requestPath} /> },
  { id: "severity", header: "Severity", place: "head", cell: ({ severity }) => <StatusBadge {...SEVERITY_LOOK[severity]} /> },
  { id: "status", header: "Status", place: "head", cell: ({ status }) => <StatusBadge {...ERROR_STATUS_LOOK[status]} /> },
];
