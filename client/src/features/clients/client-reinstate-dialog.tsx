import type { Client } from "./client.ts";
import { ClientDecideForm } from "./client-decide-form.tsx";

export function ClientReinstateDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  return (
    <ClientDecideForm
      client={client}
      to="approved"
      title={`Reinstate ${client.companyName}?`}
      consequence="They can log in again. We tell them by mail."
      submitLabel="Reinstate"
      success={`${client.companyName} is reinstated`}
      onClose={onClose}
    />
  );
}
