import { EmptyState } from "#client/components/loading/empty-state.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { usePages } from "#client/lib/api.ts";
import type { ApprovalStatus } from "#shared/domain/status.ts";
import type { Client } from "./client.ts";
import { ClientActions } from "./client-actions.tsx";
import { CLIENT_COLUMNS } from "./client-columns.tsx";
import type { ClientDialog } from "./client-dialogs.tsx";

type ClientListProps = {
  search: string;
  approvalStatus: ApprovalStatus | "";
  onClearFilters: () => void;
  onOpen: (dialog: ClientDialog, client: Client) => void;
};

export function ClientList({ search, approvalStatus, onClearFilters, onOpen }: ClientListProps) {
  const clients = usePages("clients", "list", { query: { search, ...(approvalStatus && { approvalStatus }) } });
  const filtered = search !== "" || approvalStatus !== "";
  return (
    <PagedTable
      query={clients}
      noun={["client", "clients"]}
      failure="Failed to fetch clients"
      empty={
        filtered ? (
          <EmptyState title="No clients found" action={<Button onClick={onClearFilters}>Show all clients</Button>}>
            None matches what you are looking for.
          </EmptyState>
        ) : (
          <EmptyState title="No clients yet">Companies that register appear here, and wait for you to approve them.</EmptyState>
        )
      }
      caption="Clients"
      columns={CLIENT_COLUMNS}
      rowKey={({ id }) => id}
      onRowClick={(client) => onOpen("details", client)}
      actionsBesideName
      actions={(client) => <ClientActions client={client} onOpen={onOpen} />}
    />
  );
}
