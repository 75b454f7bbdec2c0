import { ChoiceFilter } from "#client/components/page/choice-filter.tsx";
import { FilterBar } from "#client/components/page/filter-bar.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { ExportButton } from "#client/components/table/export-button.tsx";
import { number, oneOf, useAddress } from "#client/lib/address.ts";
import { ERROR_SEVERITIES, ERROR_STATUSES } from "#shared/domain/status.ts";
import { ErrorDetailsDialog } from "./error-details-dialog.tsx";
import { ErrorList } from "./error-list.tsx";
import { ERROR_STATUS_WORDS, SEVERITY_WORDS } from "./error-words.ts";

const ADDRESS = { status: oneOf(ERROR_STATUSES), severity: oneOf(ERROR_SEVERITIES), error: number };

/** Faults of ours, for those who put them right (rule K4). */
export default function ErrorsPage() {
  const { shown, change } = useAddress(ADDRESS);
  const { status, severity, error } = shown;
  return (
    <>
      <PageHeader
        title="Error Tracking"
        description="What went wrong in the portal. The same error again is one row, with its count."
        action={<ExportButton feature="errors" name="list" query={{ ...(status && { status }), ...(severity && { severity }) }} />}
      />
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
        onView={(id) => change({ error: id }, { replace: false })}
        onClearFilters={() => change({ status: "", severity: "" })}
      />
      {error !== null && <ErrorDetailsDialog key={error} id={error} onClose={() => change({ error: null })} />}
    </>
  );
}
