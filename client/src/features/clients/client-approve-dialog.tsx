import type { Client } from "./client.ts";
import { ClientDecideForm } from "./client-decide-form.tsx";

export function ClientApproveDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  return (
    <ClientDecideForm
      client={client}
      to="approved"
      title={`Approve ${client.companyName}?`}
      consequence="They can log in, build quotes and order. We tell them by mail."
      submitLabel="Approve"
      success={`${client.companyName} is approved`}
      onClose={onClose}
    />
  );
}
