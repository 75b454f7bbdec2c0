import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { DataTable } from "#client/components/data-table.tsx";
import { EmptyState } from "#client/components/empty-state.tsx";
import { QueryView } from "#client/components/query-view.tsx";
import { SearchField } from "#client/components/search-field.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cx } from "#client/components/ui/class-names.ts";
import { Panel } from "#client/components/ui/panel.tsx";
import { pages } from "#client/lib/api.ts";
import type { UserRow } from "./user.ts";
import { UserActions } from "./user-actions.tsx";
import { USER_COLUMNS } from "./user-columns.tsx";
import { UserDeleteDialog } from "./user-delete-dialog.tsx";

/** `/users?search=…`: what is looked for is in the address. */
export function UserList() {
  const [address, setAddress] = useSearchParams();
  const search = address.get("search") ?? "";
  const searchFor = (text: string) => setAddress(text.trim() ? { search: text.trim() } : {}, { replace: true });
  const users = useInfiniteQuery({ ...pages("users", "list", { query: { search } }), placeholderData: keepPreviousData });
  const [deleting, setDeleting] = useState<UserRow | null>(null);

  return (
    <Panel
      title="User List"
      flush
      actions={<SearchField label="Search users" placeholder="Company, contact or email" value={search} onChange={searchFor} />}
    >
      <QueryView
        query={users}
        failure="Failed to fetch users"
        skeleton={<p className="border-t px-4 py-10 text-center text-muted">Loading...</p>}
        empty={
          <EmptyState plain title="No users found" action={<Button onClick={() => searchFor("")}>Show all users</Button>}>
            Nobody matches “{search}”.
          </EmptyState>
        }
      >
        {(rows) => (
          <div aria-busy={users.isPlaceholderData || undefined} className={cx(users.isPlaceholderData && "opacity-60")}>
            <DataTable
              caption="User List"
              frame="flush"
              columns={USER_COLUMNS}
              rows={rows}
              rowKey={({ id }) => id}
              actions={(row) => <UserActions row={row} onDelete={() => setDeleting(row)} />}
              more={{
                noun: ["user", "users"],
                hasMore: users.hasNextPage,
                pending: users.isFetchingNextPage,
                onLoadMore: () => void users.fetchNextPage(),
              }}
            />
          </div>
        )}
      </QueryView>
      {deleting && <UserDeleteDialog row={deleting} onClose={() => setDeleting(null)} />}
    </Panel>
  );
}
