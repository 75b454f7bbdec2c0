import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import type { DecisionDialogProps } from "./client.ts";
import { ClientFacts } from "./client-facts.tsx";
import { useDecide } from "./use-decide.ts";

export function ClientApproveDialog({ client, onClose, onDecided }: DecisionDialogProps) {
  const { decide, pending, error } = useDecide(client, `${client.companyName} is approved`, onDecided);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Approve ${client.companyName}?`}
      confirmLabel="Approve"
      onConfirm={() => decide("approved")}
      pending={pending}
      error={error}
    >
      <p className="mb-5 text-muted">They can log in, build quotes and order. We tell them by mail.</p>
      <ClientFacts client={client} />
    </ConfirmDialog>
  );
}
