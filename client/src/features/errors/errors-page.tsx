import { ExportButton } from "#client/components/export-button.tsx";
import { PageHeader } from "#client/components/page-header.tsx";
import { ErrorDetailsDialog } from "./error-details-dialog.tsx";
import { ErrorFilters } from "./error-filters.tsx";
import { ErrorList } from "./error-list.tsx";
import { useErrorsAddress } from "./use-errors-address.ts";

/** Faults of ours, for those who put them right (§2 Error Tracking, decisions §11). */
export default function ErrorsPage() {
  const { status, severity, error, change } = useErrorsAddress();
  return (
    <>
      <PageHeader
        title="Error Tracking"
        description="What went wrong in the portal. The same error again is one row, with its count."
        action={<ExportButton feature="errors" name="list" query={{ ...(status && { status }), ...(severity && { severity }) }} />}
      />
      <ErrorFilters status={status} severity={severity} onChange={(filters) => change(filters)} />
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
