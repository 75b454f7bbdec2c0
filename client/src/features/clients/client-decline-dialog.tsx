import type { Client } from "./client.ts";
import { ClientReasonForm } from "./client-reason-form.tsx";

export function ClientDeclineDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  return (
    <ClientReasonForm
      client={client}
      to="rejected"
      title={`Decline ${client.companyName}?`}
      consequence="They cannot log in. We tell them by mail. You can still approve them later."
      submitLabel="Decline"
      success={`${client.companyName} is declined`}
      onClose={onClose}
    />
  );
}
