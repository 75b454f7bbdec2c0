import type { Client } from "./client.ts";
import { ClientDecideForm } from "./client-decide-form.tsx";

export function ClientDeclineDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  return (
    <ClientDecideForm
      client={client}
      to="rejected"
      title={`Decline ${client.companyName}?`}
      consequence="They cannot log in. We tell them by mail. You can still approve them later."
      submitLabel="Decline"
      success={`${client.companyName} is declined`}
      danger
      onClose={onClose}
    />
  );
}
