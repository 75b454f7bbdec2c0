import { DataTable } from "#client/components/data-table.tsx";
import { EmptyState } from "#client/components/empty-state.tsx";
import { QueryView } from "#client/components/query-view.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { TableSkeleton } from "#client/components/ui/skeleton.tsx";
import { usePages } from "#client/lib/api.ts";
import type { ApprovalStatus } from "#shared/domain/status.ts";
import type { Client } from "./client.ts";
import { ClientActions } from "./client-actions.tsx";
import { CLIENT_COLUMNS } from "./client-columns.tsx";
import type { ClientDialog } from "./client-dialogs.tsx";

type ClientListProps = {
  search: string;
  approvalStatus: ApprovalStatus | undefined;
  onClearFilters: () => void;
  onOpen: (dialog: ClientDialog, client: Client) => void;
};

export function ClientList({ search, approvalStatus, onClearFilters, onOpen }: ClientListProps) {
  const clients = usePages("clients", "list", { query: { search, approvalStatus } });
  const filtered = search !== "" || approvalStatus !== undefined;
  return (
    <QueryView
      query={clients}
      failure="Failed to fetch clients"
      skeleton={<TableSkeleton columns={6} />}
      empty={
        filtered ? (
          <EmptyState title="No clients found" action={<Button onClick={onClearFilters}>Show all clients</Button>}>
            None matches what you are looking for.
          </EmptyState>
        ) : (
          <EmptyState title="No clients yet">Companies that register appear here, and wait for you to approve them.</EmptyState>
        )
      }
    >
      {(rows) => (
        <DataTable
          caption="Clients"
          columns={CLIENT_COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          onRowClick={(client) => onOpen("details", client)}
          actions={(client) => <ClientActions client={client} onOpen={onOpen} />}
          more={{
            noun: ["client", "clients"],
            hasMore: clients.hasNextPage,
            pending: clients.isFetchingNextPage,
            onLoadMore: () => void clients.fetchNextPage(),
          }}
        />
      )}
    </QueryView>
  );
}
