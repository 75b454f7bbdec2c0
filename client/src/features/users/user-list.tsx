import { useState } from "react";
import { EmptyState } from "#client/components/loading/empty-state.tsx";
import { SearchField } from "#client/components/page/search-field.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { Truncated } from "#client/components/ui/display/truncated.tsx";
import { text, useAddress } from "#client/lib/address.ts";
import { usePages } from "#client/lib/api.ts";
import { ROLE_LABEL } from "#shared/domain/roles.ts";
import type { UserRow } from "./user.ts";
import { UserActions } from "./user-actions.tsx";
import { UserDeleteDialog } from "./user-delete-dialog.tsx";

/** `/users?search=…`: what is looked for is in the address. */
export function UserList() {
  const { shown, change } = useAddress({ search: text });
  const searchFor = (words: string) => change({ search: words.trim() });
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
  { id: "company", header: "Company", cell: ({ companyName }) => companyName, wrap: true },
  { id: "contact", header: "Contact", cell: ({ contactName }) => contactName, wrap: true },
  { id: "email", header: "Email", cell: ({ email }) => <Truncated text={email} className="max-w-72" /> },
  { id: "role", header: "Role", place: "head", cell: ({ role }) => ROLE_LABEL[role] },
];
