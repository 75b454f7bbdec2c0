import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ListedDate } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { type Column, DataTable } from "#client/components/table/data-table.tsx";
import { Button, Link } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import type { User } from "#client/lib/session.ts";
import { scopeWords } from "./token-scopes.ts";

const TokenCreateDialog = lazyDialog(() => import("./token-create-dialog.tsx"), { size: "sm", fields: 4 });

type Token = Reply<"tokens", "list">[number];

/** A person's API tokens (rule A32). */
export function TokensPanel({ user }: { user: User }) {
  const tokens = useQuery(query("tokens", "list", {}));
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  return (
    <Panel
      title="API tokens"
      description={
        <>
          A program uses a token to read and write in your name. <Link href="/api/docs">All calls are described here.</Link>
        </>
      }
      flush
      actions={<Button onClick={() => setCreating(true)}>Create a token</Button>}
    >
      <QueryView
        query={tokens}
        failure="Failed to load your tokens"
        skeleton={<TableSkeleton rows={1} columns={4} />}
        empty={<p className="border-t px-4 py-6 text-muted">No program has a token of yours.</p>}
      >
        {(rows) => (
          <DataTable
            caption="API tokens"
            frame="flush"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            actions={(row) => (
              <Button size="sm" variant="ghost" aria-label={`Revoke ${row.name}`} onClick={() => setRevoking(row)}>
                Revoke
              </Button>
            )}
          />
        )}
      </QueryView>
      {isCreating && <TokenCreateDialog role={user.role} onClose={() => setCreating(false)} />}
      {revoking && <TokenRevokeDialog token={revoking} onClose={() => setRevoking(null)} />}
    </Panel>
  );
}

const COLUMNS: readonly Column<Token>[] = [
  {
    id: "name",
    header: "Token",
    name: true,
    cell: ({ name, lastFour }) => (
      <span className="block min-w-0">
        <span className="line-clamp-2">{name}</span>
        <span className="text-xs text-muted">ends in {lastFour}</span>
      </span>
    ),
  },
  { id: "scopes", header: "May", name: true, place: "line", cell: ({ scopes }) => scopeWords(scopes) },
  {
    id: "used",
    header: "Last used",
    cell: ({ lastUsedAt }) => <ListedDate value={lastUsedAt} time missing="Not used yet" />,
  },
  {
    id: "expires",
    header: "Ends",
    place: "head",
    cell: ({ expiresAt }) => (
      <>
        <span className="hidden text-muted stacked:inline">Ends </span>
        <ListedDate value={expiresAt} />
      </>
    ),
  },
];

const FAILED = "Failed to revoke the token";

function TokenRevokeDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const revoke = useCall("tokens", "revoke", { success: "Token revoked", failure: FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Revoke ${token.name}?`}
      confirmLabel="Revoke"
      danger
      onConfirm={() => revoke.mutate({ params: { id: token.id } })}
      pending={revoke.isPending}
      error={revoke.isError ? failureSentence(revoke.error, FAILED) : null}
    >
      <p>The program that uses it is refused at once. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
