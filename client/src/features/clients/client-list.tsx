import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useLocation } from "wouter";
import { ListedDate, Money, Truncated, TwoLines } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { DropdownMenu } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { calls } from "#client/lib/api.ts";
import { formatCount } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { type Client, DECISIONS, listDecisions } from "./client.ts";
import { ApprovalBadge } from "./client-details.tsx";
import type { Doing } from "./client-dialogs.tsx";

type ClientListProps = {
  /** The result of `usePages("clients", "list", …)`. */
  clients: UseInfiniteQueryResult<Client[]>;
  columns: readonly Column<Client>[];
  isClose: boolean;
  filtered: boolean;
  /** The reason why the filtered list is empty. */
  emptyReason: string;
  onClearFilters: () => void;
  onOpen: (dialog: "details" | Doing, client: Client) => void;
};

export function ClientList({ clients, columns, isClose, filtered, emptyReason, onClearFilters, onOpen }: ClientListProps) {
  return (
    <PagedTable
      query={clients}
      isClose={isClose}
      noun={["client", "clients"]}
      failure="Failed to fetch clients"
      empty={
        filtered ? (
          <EmptyState title="No clients found" action={<Button onClick={onClearFilters}>Show all clients</Button>}>
            {emptyReason}
          </EmptyState>
        ) : (
          <EmptyState title="No clients yet" icon={<Building2 />}>
            Companies that register appear here, and wait for you to approve them.
          </EmptyState>
        )
      }
      caption="Clients"
      columns={columns}
      rowKey={({ id }) => id}
      onRowClick={(client) => onOpen("details", client)}
      actions={(client) => <ClientActions client={client} onOpen={onOpen} />}
    />
  );
}

type ClientActionsProps = { client: Client; onOpen: (dialog: "details" | Doing, client: Client) => void };

/**
 * Staff open the list to approve registrations, so Approve is a button. Rarer decisions are in the
 * menu.
 */
function ClientActions({ client, onOpen }: ClientActionsProps) {
  const user = useUser();
  const [, navigate] = useLocation();
  const decisions = can(user, calls.clients.decide) ? listDecisions(client) : [];
  return (
    <>
      {client.approvalStatus === "pending" && decisions.includes("approve") && (
        <Button ref={handOver} size="sm" aria-label={`Approve ${client.companyName}`} onClick={() => onOpen("approve", client)}>
          Approve
        </Button>
      )}
      <DropdownMenu
        label={`More actions for ${client.companyName}`}
        items={[
          { label: "Open account", onSelect: () => navigate(`/clients/${client.id}`) },
          { label: "View details", onSelect: () => onOpen("details", client) },
          ...(can(user, calls.clients.changeProfile) ? [{ label: "Edit details", onSelect: () => onOpen("edit", client) }] : []),
          ...(can(user, calls.clients.changeTerms) ? [{ label: "Terms", onSelect: () => onOpen("terms", client) }] : []),
          ...decisions.map((decision) => ({
            label: DECISIONS[decision].label,
            danger: decision === "decline" || decision === "suspend",
            onSelect: () => onOpen(decision, client),
          })),
        ]}
      />
    </>
  );
}

/**
 * The Approve button disappears once the client is approved. If it has the focus then, the focus
 * moves to the menu beside it.
 */
const handOver = (button: HTMLButtonElement | null) => () => {
  if (button && document.activeElement === button) button.parentElement?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
};

export const CLIENT_COLUMNS: readonly Column<Client>[] = [
  { id: "company", header: "Company", cell: ({ companyName }) => <TwoLines text={companyName} />, name: true },
  { id: "contact", header: "Contact", cell: (client) => <Contact {...client} />, name: true, place: "line" },
  { id: "status", header: "Status", place: "head", cell: ({ approvalStatus }) => <ApprovalBadge status={approvalStatus} /> },
  { id: "orders", header: "Orders", cell: ({ ordersCount }) => formatCount(ordersCount), align: "right" },
  {
    id: "total",
    header: "Orders total",
    place: "head",
    isEmpty: ({ ordersCount }) => ordersCount === 0,
    cell: (client) => <OrdersTotal {...client} />,
    align: "right",
  },
  { id: "last", header: "Last order", cell: ({ lastOrderAt }) => <ListedDate value={lastOrderAt} missing="None yet" /> },
  { id: "registered", header: "Registered", cell: ({ createdAt }) => <ListedDate value={createdAt} /> },
];

/** Name and email share a column, so that all columns fit on a laptop. */
function Contact({ contactName, email, people }: Pick<Client, "contactName" | "email" | "people">) {
  return (
    <span className="block min-w-0 eased:min-w-62">
      <span title={contactName} className="line-clamp-2">
        {contactName}
        {people > 1 && <span className="text-muted"> and {formatCount(people - 1)} more</span>}
      </span>
      <Truncated text={email} className="text-xs text-muted" />
    </span>
  );
}

/**
 * A client without orders has a dash. A block displays the total only if the status leaves room.
 */
const OrdersTotal = ({ ordersCount, ordersTotal }: Client) => (
  <span className={ordersCount > 0 ? "stacked:@max-xl/table:hidden" : "stacked:hidden"}>
    <Money amount={ordersCount > 0 ? ordersTotal : null} />
  </span>
);
