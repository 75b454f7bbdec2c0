import type { DecisionDialogProps } from "./client.ts";
import { ClientReasonForm } from "./client-reason-form.tsx";

export default function ClientSuspendDialog({ client, onClose, onDecided }: DecisionDialogProps) {
  return (
    <ClientReasonForm
      client={client}
      to="suspended"
      title={`Suspend ${client.companyName}?`}
      consequence="They are signed out at once and cannot log in until you reinstate them. Their quotes and orders stay."
      submitLabel="Suspend"
      success={`${client.companyName} is suspended`}
      onClose={onClose}
      onDecided={onDecided}
    />
  );
}
