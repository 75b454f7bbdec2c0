import { useQuery } from "@tanstack/react-query";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { FactsSkeleton } from "#client/components/ui/display/skeleton.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { query } from "#client/lib/api.ts";
import { ErrorDetails } from "./error-details.tsx";

type ErrorDetailsDialogProps = { id: number; onClose: () => void };

/** One record: where it came from, and how far the work on it is. Mount it to open it. */
export function ErrorDetailsDialog({ id, onClose }: ErrorDetailsDialogProps) {
  const error = useQuery(query("errors", "read", { params: { id } }));
  return (
    <Dialog open onCloseRequest={onClose} title={error.data?.errorType ?? "Error"} size="lg">
      <DialogBody>
        <QueryView query={error} failure="Failed to load error details" skeleton={<FactsSkeleton facts={8} />}>
          {(details) => <ErrorDetails error={details} />}
        </QueryView>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
