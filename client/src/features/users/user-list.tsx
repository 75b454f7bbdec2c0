import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { useLocation } from "wouter";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ListedDate, TwoLines } from "#client/components/facts/values.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { SearchField } from "#client/components/page/filters.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { DropdownMenu } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { text, useAddress } from "#client/lib/address.ts";
import { calls, useCall, usePages } from "#client/lib/api.ts";
import { useMedia } from "#client/lib/browser/browser.ts";
import { PEOPLE_SEARCH } from "#client/lib/search-hints.ts";
import { can, useNewSession, userQuery, useUser } from "#client/lib/session.ts";
import { ROLE_LABEL } from "#shared/domain/roles.ts";
import { canDelete, canViewAs, listSteps, STEPS, type Step, type UserRow } from "./user.ts";
import { UserDeleteDialog, UserStepDialog } from "./user-dialogs.tsx";

const RemoveFactorsDialog = lazyDialog(() => import("./remove-factors-dialog.tsx"), { size: "sm", fields: 1 });

interface Opened {
  readonly row: UserRow;
  readonly step: Step | "delete" | "factors";
}

/** The list of users, with its search in the address: `/users?search=…`. */
export function UserList() {
  const { address, change } = useAddress({ search: text });
  const searchFor = (search: string) => change({ search });
  const users = usePages("users", "list", { query: address });
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);

  return (
    <Panel
      title="User List"
      flush
      actions={
        <SearchField
          label="Search users"
          placeholder="Company, contact or email"
          finds={PEOPLE_SEARCH}
          value={address.search}
          onChange={searchFor}
        />
      }
    >
      <PagedTable
        query={users}
        noun={["user", "users"]}
        failure="Failed to fetch users"
        skeleton={<p className="border-t px-4 py-10 text-center text-muted">Loading...</p>}
        empty={
          <EmptyState plain title="No users found" action={<Button onClick={() => searchFor("")}>Show all users</Button>}>
            No users match “{address.search}”.
          </EmptyState>
        }
        caption="User List"
        frame="flush"
        columns={USER_COLUMNS}
        rowKey={({ id }) => id}
        actions={(row) => <UserActions row={row} onOpen={(step) => setOpened({ row, step })} />}
      />
      {opened &&
        (opened.step === "delete" ? (
          <UserDeleteDialog row={opened.row} onClose={close} />
        ) : opened.step === "factors" ? (
          <RemoveFactorsDialog row={opened.row} onClose={close} />
        ) : (
          <UserStepDialog row={opened.row} step={opened.step} onClose={close} />
        ))}
    </Panel>
  );
}

const USER_COLUMNS: readonly Column<UserRow>[] = [
  { id: "company", header: "Company", cell: ({ companyName }) => <TwoLines text={companyName} />, name: true },
  { id: "contact", header: "Contact", cell: ({ contactName }) => <TwoLines text={contactName} />, name: true },
  { id: "email", header: "Email", name: true, place: "line", cell: (user) => <Email {...user} /> },
  { id: "role", header: "Role", place: "head", cell: (user) => <RoleText {...user} /> },
];

/** An email of usual length is never truncated. A block displays the person's name before it. */
const Email = ({ contactName, email }: UserRow) => (
  <>
    <span className="hidden text-text stacked:inline">{contactName}</span>
    <span title={email} className="block max-w-56 truncate min-[88rem]:max-w-72 stacked:max-w-none stacked:whitespace-normal">
      {email}
    </span>
  </>
);

/**
 * The role and the day of the last visit. An invited person has an account, but no password yet.
 */
const RoleText = ({ role, invited, hasPassword, suspended, lastSeenAt, seesOpenOrders }: UserRow) => (
  <span className="flex flex-col stacked:flex-row stacked:items-center stacked:gap-x-2">
    {ROLE_LABEL[role]}
    {invited && <StatusBadge word="Invited" tone="warning" />}
    {!invited && !hasPassword && <StatusBadge word="No password yet" tone="warning" />}
    {suspended && <StatusBadge word="Suspended" tone="danger" />}
    {seesOpenOrders === false && <span className="text-xs text-muted">Only its own orders</span>}
    {!invited && (
      <span className={clsx("text-xs text-muted", suspended && "max-sm:hidden")}>
        {lastSeenAt && "Last seen "}
        <ListedDate value={lastSeenAt} missing="Not seen yet" />
      </span>
    )}
  </span>
);

type UserActionsProps = { row: UserRow; onOpen: (step: Opened["step"]) => void };

function UserActions({ row, onOpen }: UserActionsProps) {
  const reader = useUser();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const newSession = useNewSession();
  const viewAs = useCall("users", "impersonate", {
    failure: "Failed to impersonate user",
    onSuccess: ({ user }) => {
      newSession(user);
      // The next session query loads the customer's notifications.
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
      navigate("/");
    },
  });
  const changeOpenOrders = useCall("company", "changeOpenOrders", {
    success: ({ companyName, seesOpenOrders }) =>
      seesOpenOrders ? `${companyName} sees open orders now` : `${companyName} sees only its own orders now`,
    failure: "Failed to change the supplier",
  });
  // A phone has no room for the buttons beside the names, so they are in the menu.
  const isPhone = useMedia("(width < 40rem)");
  if (row.id === reader.id) return <span className="px-3 text-muted">You</span>;
  const deletes = canDelete(reader, row);
  const items = [
    ...listSteps(reader, row).map((step) => ({ label: STEPS[step].label, danger: step === "suspend", onSelect: () => onOpen(step) })),
    ...(row.seesOpenOrders !== null && can(reader, calls.company.changeOpenOrders)
      ? [
          {
            label: row.seesOpenOrders ? "Hide open orders" : "Show open orders",
            onSelect: () => changeOpenOrders.mutate({ params: { id: row.companyId }, body: { seesOpenOrders: !row.seesOpenOrders } }),
          },
        ]
      : []),
    ...(can(reader, calls.users.removeFactors) && row.hasPassword && !row.suspended
      ? [{ label: "Remove second factors…", onSelect: () => onOpen("factors") }]
      : []),
    ...(deletes && isPhone ? [{ label: "Delete", danger: true, onSelect: () => onOpen("delete") }] : []),
  ];
  return (
    <>
      {canViewAs(reader, row) && (
        <Button
          size="sm"
          aria-label={`View As ${row.contactName}, ${row.companyName}`}
          pending={viewAs.isPending}
          onClick={() => viewAs.mutate({ params: { id: row.id } })}
        >
          View As
        </Button>
      )}
      {deletes && !isPhone && (
        <Button size="sm" variant="ghost" aria-label={`Delete ${row.contactName}, ${row.companyName}`} onClick={() => onOpen("delete")}>
          Delete
        </Button>
      )}
      {items.length === 0 ? (
        <span aria-hidden className="w-control stacked:-mr-3" />
      ) : (
        <DropdownMenu label={`More actions for ${row.contactName}, ${row.companyName}`} items={items} />
      )}
    </>
  );
}
