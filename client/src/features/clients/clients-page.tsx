import { useState } from "react";
import { useLocation } from "wouter";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { ChoiceFilter, FilterBar, SearchField } from "#client/components/page/filters.tsx";
import { PageHeader, ScreenLinks } from "#client/components/page/page-header.tsx";
import { useColumns } from "#client/components/table/use-columns.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { oneOf, text, useAddress } from "#client/lib/address.ts";
import { useIsClose, usePages } from "#client/lib/api.ts";
import { PEOPLE_SEARCH } from "#client/lib/search-hints.ts";
import { useUser } from "#client/lib/session.ts";
import { APPROVAL_STATUS_LABEL, APPROVAL_STATUSES, type ApprovalStatus } from "#shared/domain/trade/status.ts";
import { ClientDialogs, type Opened } from "./client-dialogs.tsx";
import { CLIENT_COLUMNS, ClientList } from "./client-list.tsx";

const ClientPage = lazyPanel(() => import("./client-page.tsx"), <TableSkeleton />);

const ADDRESS = { search: text, approvalStatus: oneOf(APPROVAL_STATUSES) };

/** Renders the list of clients, or one client at its own address. */
export default function ClientsPage() {
  const [path] = useLocation();
  const id = /^\/clients\/(\d+)$/.exec(path)?.[1];
  return id === undefined ? <Clients /> : <ClientPage key={id} id={Number(id)} />;
}

const NO_CLIENTS = {
  pending: "No company waits for approval. One that registers appears here.",
  approved: "No company is approved yet. Companies that wait are under Pending.",
  rejected: "You have not rejected any company.",
  suspended: "You have not suspended any company.",
} as const satisfies Record<ApprovalStatus, string>;

/**
 * The list of clients, with its filters in the address: `/clients?search=…&approvalStatus=pending`.
 */
function Clients() {
  const { address, change } = useAddress(ADDRESS);
  const { search, approvalStatus } = address;
  const query = { search, ...(approvalStatus && { approvalStatus }) };
  const clients = usePages("clients", "list", { query });
  const isClose = useIsClose("clients", "list", { query });
  const [opened, setOpened] = useState<Opened | null>(null);
  // A dialog may change the client, so the dialog beneath reads the list's current row.
  const current = clients.data?.find(({ id }) => id === opened?.client.id) ?? opened?.client;
  const columns = useColumns("clients", CLIENT_COLUMNS);
  const isSuperAdmin = useUser().role === "super_admin";

  return (
    <>
      <PageHeader
        title="Client Management"
        description="Manage customer accounts and settings"
        action={
          <>
            <ExportItem feature="clients" name="list" query={query} />
            {isSuperAdmin && (
              <ScreenLinks
                screens={[
                  { path: "/users", label: "Users" },
                  { path: "/referrals", label: "Referrals" },
                ]}
              />
            )}
          </>
        }
      />
      {columns.dialog}
      <FilterBar label="Search clients">
        <SearchField
          label="Search by company, contact or email"
          placeholder="Name, email"
          finds={PEOPLE_SEARCH}
          value={search}
          onChange={(search) => change({ search })}
        />
        <ChoiceFilter
          label="Approval status"
          all="All statuses"
          choices={APPROVAL_STATUSES}
          words={APPROVAL_STATUS_LABEL}
          value={approvalStatus}
          onChange={(value) => change({ approvalStatus: value })}
        />
      </FilterBar>
      <ClientList
        clients={clients}
        columns={columns.shown}
        isClose={isClose}
        filtered={search !== "" || approvalStatus !== ""}
        emptyReason={search === "" && approvalStatus !== "" ? NO_CLIENTS[approvalStatus] : "No clients match your search."}
        onClearFilters={() => change({ search: "", approvalStatus: "" })}
        onOpen={(dialog, client) => setOpened({ client, details: dialog === "details", doing: dialog === "details" ? null : dialog })}
      />
      {opened && current && <ClientDialogs opened={{ ...opened, client: current }} onChange={setOpened} />}
    </>
  );
}
