import { FailureNote } from "#client/components/form/failure-note.tsx";
import { SegmentedControl } from "#client/components/ui/control/segmented-control.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { ERROR_STATUSES, type ErrorStatus } from "#shared/domain/status.ts";
import { ERROR_STATUS_LOOK } from "./error-words.ts";

const FAILED = "Failed to update error status";
const OPTIONS = ERROR_STATUSES.map((value) => ({ value, label: ERROR_STATUS_LOOK[value].word }));

/** Changed in its place; what was pressed shows at once, and the old one is back if that fails. */
export function ErrorStatusControl({ error }: { error: { readonly id: number; readonly status: ErrorStatus } }) {
  const change = useCall("errors", "changeStatus", { success: "Error status updated successfully", failure: FAILED });
  const shown = change.isPending ? change.variables.body.status : error.status;
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl<ErrorStatus>
        label="Status"
        showLabel
        value={shown}
        options={OPTIONS}
        onChange={(status) => !change.isPending && change.mutate({ params: { id: error.id }, body: { status } })}
      />
      {change.isError && <FailureNote>{failureSentence(change.error, FAILED)}</FailureNote>}
    </div>
  );
}
