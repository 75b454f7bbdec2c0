import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import type { DecisionDialogProps } from "./client.ts";
import { ClientFacts } from "./client-facts.tsx";
import { useDecide } from "./use-decide.ts";

export function ClientReinstateDialog({ client, onClose, onDecided }: DecisionDialogProps) {
  const { decide, pending, error } = useDecide(client, `${client.companyName} is reinstated`, onDecided);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Reinstate ${client.companyName}?`}
      confirmLabel="Reinstate"
      onConfirm={() => decide("approved")}
      pending={pending}
      error={error}
    >
      <p className="mb-5 text-muted">They can log in again. We tell them by mail.</p>
      <ClientFacts client={client} />
    </ConfirmDialog>
  );
}
