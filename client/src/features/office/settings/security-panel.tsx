import { useQuery } from "@tanstack/react-query";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ListedDate } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { type Column, DataTable } from "#client/components/table/data-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { calls, query, type Reply, useCall } from "#client/lib/api.ts";
import { can, type User } from "#client/lib/session.ts";
import { CalendarPanel } from "./calendar-panel.tsx";
import { EmailPanel } from "./email/email-panel.tsx";
import { FactorsPanel } from "./factors/factors-panel.tsx";
import { RequiredFactorPanel } from "./factors/required-factor-panel.tsx";
import { TokensPanel } from "./tokens-panel.tsx";

type Session = Reply<"sessions", "list">[number];

/**
 * A person's own email address, factors, sessions, calendar and API tokens (rules A30, A32, A34 and
 * A37).
 */
export default function SecurityPanel({ user }: { user: User }) {
  const hasTokens = can(user, calls.tokens.create) && user.mayManage && !user.isImpersonating;
  return (
    <div className="flex flex-col gap-6">
      {!user.isImpersonating && <EmailPanel user={user} />}
      {!user.isImpersonating && <FactorsPanel />}
      {can(user, calls.security.save) && <RequiredFactorPanel />}
      <SessionsPanel />
      {!user.isImpersonating && <CalendarPanel />}
      {hasTokens && <TokensPanel user={user} />}
    </div>
  );
}

function SessionsPanel() {
  const sessions = useQuery(query("sessions", "list", {}));
  const endOthers = useCall("sessions", "endOthers", {
    success: "You are signed out everywhere else",
    failure: "Failed to end the other sessions",
  });
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false;
  return (
    <Panel
      title="Where you are signed in"
      description="End a session that you don't know, then change your password."
      flush
      actions={
        hasOthers && (
          <Button pending={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <QueryView query={sessions} failure="Failed to load your sessions" skeleton={<TableSkeleton rows={2} columns={3} />}>
        {(rows) => (
          <DataTable
            caption="Where you are signed in"
            frame="flush"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            actions={(row) => (row.current ? null : <EndButton session={row} />)}
          />
        )}
      </QueryView>
    </Panel>
  );
}

const COLUMNS: readonly Column<Session>[] = [
  {
    id: "device",
    header: "Device",
    name: true,
    cell: ({ device, current, viewedByName, viewing }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        {device}
        {current && <StatusBadge word="This device" tone="positive" />}
        {viewedByName && <span className="text-xs text-muted">{viewedByName} views the portal as you</span>}
        {viewing && <span className="text-xs text-muted">You view the portal as {viewing}</span>}
      </span>
    ),
  },
  {
    id: "since",
    header: "Signed in",
    place: "head",
    cell: ({ createdAt }) => (
      <>
        <span className="hidden text-muted stacked:inline">Signed in </span>
        <ListedDate value={createdAt} time />
      </>
    ),
  },
  {
    id: "seen",
    header: "Last seen",
    place: "line",
    cell: ({ lastSeenAt }) => (
      <>
        <span className="hidden text-muted stacked:inline">Last seen </span>
        <ListedDate value={lastSeenAt} time />
      </>
    ),
  },
];

function EndButton({ session: { id, device } }: { session: Session }) {
  const end = useCall("sessions", "end", { success: `${device} is signed out`, failure: "Failed to end the session" });
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`Sign out ${device}`}
      pending={end.isPending}
      onClick={() => end.mutate({ params: { id } })}
    >
      Sign out
    </Button>
  );
}
