import type { DecisionDialogProps } from "./client.ts";
import { ClientReasonForm } from "./client-reason-form.tsx";

export default function ClientDeclineDialog({ client, onClose, onDecided }: DecisionDialogProps) {
  return (
    <ClientReasonForm
      client={client}
      to="rejected"
      title={`Decline ${client.companyName}?`}
      consequence="They cannot log in. We tell them by mail. You can still approve them later."
      submitLabel="Decline"
      success={`${client.companyName} is declined`}
      onClose={onClose}
      onDecided={onDecided}
    />
  );
}
