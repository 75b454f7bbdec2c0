import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { Truncated } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { SearchField } from "#client/components/page/filters.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { text, useAddress } from "#client/lib/address.ts";
import { calls, type Reply, useCall, usePages } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { can, type User, useNewSession, userQuery, useUser } from "#client/lib/session.ts";
import { ROLE_LABEL } from "#shared/domain/roles.ts";

type UserRow = Reply<"users", "list">[number];
type Reader = Pick<User, "id" | "role" | "isImpersonating">;

/** Rule A11: not a super admin, not oneself, only approved accounts, and only one at a time. */
const canViewAs = (reader: Reader, row: UserRow): boolean =>
  can(reader, calls.users.impersonate) &&
  !reader.isImpersonating &&
  row.role !== "super_admin" &&
  row.id !== reader.id &&
  row.approvalStatus === "approved" &&
  !row.invited;

/** Not oneself. Only the server knows whether a super admin is the last one. */
const canDelete = (reader: Reader, row: UserRow): boolean => can(reader, calls.users.delete) && row.id !== reader.id;

/** The search is in the address: `/users?search=…`. */
export function UserList() {
  const { shown, change } = useAddress({ search: text });
  const searchFor = (search: string) => change({ search });
  const users = usePages("users", "list", { query: shown });
  const [deleting, setDeleting] = useState<UserRow | null>(null);

  return (
    <Panel
      title="User List"
      flush
      actions={<SearchField label="Search users" placeholder="Company, contact or email" value={shown.search} onChange={searchFor} />}
    >
      <PagedTable
        query={users}
        noun={["user", "users"]}
        failure="Failed to fetch users"
        skeleton={<p className="border-t px-4 py-10 text-center text-muted">Loading...</p>}
        empty={
          <EmptyState plain title="No users found" action={<Button onClick={() => searchFor("")}>Show all users</Button>}>
            Nobody matches “{shown.search}”.
          </EmptyState>
        }
        caption="User List"
        frame="flush"
        columns={USER_COLUMNS}
        rowKey={({ id }) => id}
        actions={(row) => <UserActions row={row} onDelete={() => setDeleting(row)} />}
      />
      {deleting && <UserDeleteDialog row={deleting} onClose={() => setDeleting(null)} />}
    </Panel>
  );
}

const USER_COLUMNS: readonly Column<UserRow>[] = [
  { id: "company", header: "Company", cell: ({ companyName }) => companyName, name: true },
  { id: "contact", header: "Contact", cell: ({ contactName }) => contactName, name: true },
  { id: "email", header: "Email", name: true, place: "line", cell: ({ email }) => <Truncated text={email} /> },
  { id: "role", header: "Role", place: "head", cell: (user) => <RoleText {...user} /> },
];

/** Who was invited has an account, but no password yet. */
const RoleText = ({ role, invited }: Pick<UserRow, "role" | "invited">) => (
  <span className="inline-flex flex-wrap items-center gap-2">
    {ROLE_LABEL[role]}
    {invited && <StatusBadge word="Invited" tone="warning" />}
  </span>
);

type UserActionsProps = { row: UserRow; onDelete: () => void };

function UserActions({ row, onDelete }: UserActionsProps) {
  const reader = useUser();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const newSession = useNewSession();
  const viewAs = useCall("users", "impersonate", {
    failure: "Failed to impersonate user",
    onSuccess: ({ user }) => {
      newSession(user);
      // What a customer is told besides (how orders go) comes with the next look at who is signed in.
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
      navigate("/");
    },
  });
  if (row.id === reader.id) return <span className="px-3 text-muted">You</span>;
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
      {canDelete(reader, row) && (
        <Button
          size="sm"
          variant="ghost"
          className="text-danger!"
          aria-label={`Delete ${row.contactName}, ${row.companyName}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      )}
    </>
  );
}

const FAILED = "Failed to delete user";

function UserDeleteDialog({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const remove = useCall("users", "delete", {
    success: "User deleted successfully",
    failure: FAILED,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${row.contactName}?`}
      confirmLabel="Delete user"
      danger
      onConfirm={() => remove.mutate({ params: { id: row.id } })}
      pending={remove.isPending}
      error={remove.isError ? failureSentence(remove.error, FAILED) : null}
    >
      <p>
        {row.email} of <bdi>{row.companyName}</bdi> is signed out at once and cannot log in again. Quotes, orders and remakes stay, under
        the company's name. This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
