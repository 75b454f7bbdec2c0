import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { ListedDate, Truncated } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { useAddress } from "#client/lib/address.ts";
import { usePages } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { type AuditEntry, AuditEntryDialog } from "./audit-entry-dialog.tsx";
import { AUDIT_ADDRESS, AuditFilterBar, auditQuery, NO_FILTERS } from "./audit-filter-bar.tsx";

/** The read-only audit trail (rule K5). */
export default function AuditPage() {
  const { address: filters, change } = useAddress(AUDIT_ADDRESS);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const backwards = filters.from !== null && filters.to !== null && filters.from > filters.to;
  const entries = usePages("audit", "list", { query: auditQuery(filters) }, { enabled: !backwards });
  // All entries have the filter's person, so any entry contains the name. If there are no entries,
  // the field shows the id.
  const actor = entries.data?.find((entry) => entry.actor?.id === filters.actorId)?.actor;

  return (
    <>
      <PageHeader
        title="Audit trail"
        description="Who did what, and on whose behalf. Nothing in the portal changes or deletes an entry."
        action={backwards ? undefined : <ExportItem feature="audit" name="list" query={auditQuery(filters)} />}
      />
      <AuditFilterBar filters={filters} person={actor?.name ?? actor?.email ?? null} onChange={change} />
      {backwards ? (
        <Alert tone="danger">From cannot be after to</Alert>
      ) : (
        <AuditList
          entries={entries}
          filtered={Object.keys(auditQuery(filters)).length > 0}
          onView={setOpened}
          onClearFilters={() => change(NO_FILTERS)}
        />
      )}
      {opened && (
        <AuditEntryDialog
          entry={opened}
          onClose={() => setOpened(null)}
          onOnly={(part) => {
            setOpened(null);
            change({ ...NO_FILTERS, ...part });
          }}
        />
      )}
    </>
  );
}

type AuditListProps = {
  entries: UseInfiniteQueryResult<AuditEntry[]>;
  filtered: boolean;
  onView: (entry: AuditEntry) => void;
  onClearFilters: () => void;
};

function AuditList({ entries, filtered, onView, onClearFilters }: AuditListProps) {
  return (
    <PagedTable
      query={entries}
      noun={["entry", "entries"]}
      failure="Failed to fetch the audit trail"
      empty={
        filtered ? (
          <EmptyState title="No entries found" action={<Button onClick={onClearFilters}>Show the whole trail</Button>}>
            No entries match your search.
          </EmptyState>
        ) : (
          <EmptyState title="No entries yet" icon={<ScrollText />}>
            What people do in the portal is recorded here.
          </EmptyState>
        )
      }
      caption="Audit trail"
      wide
      columns={AUDIT_COLUMNS}
      rowKey={({ id }) => id}
      onRowClick={onView}
      rowLabel={(entry) => `${formatListed(entry.at, { time: true })}, ${entry.text}`}
    />
  );
}

const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { id: "when", header: "Time", cell: ({ at }) => <ListedDate value={at} time /> },
  { id: "who", header: "Who", name: true, place: "line", cell: (entry) => <Who {...entry} /> },
  { id: "what", header: "What", place: "whole", name: true, cell: ({ text }) => <span className="wrap-anywhere">{text}</span> },
  { id: "thing", header: "Thing", name: true, place: "end", cell: (entry) => <Thing {...entry} /> },
];

function Who({ actor, onBehalfOf, tokenName }: AuditEntry) {
  return (
    <span className="block max-w-88 min-w-0">
      {actor ? <Person person={actor} withEmail /> : <span className="text-muted">Nobody signed in</span>}
      {onBehalfOf && (
        <span className="flex items-center gap-1 text-xs text-muted">
          as <Person person={onBehalfOf} />
        </span>
      )}
      {tokenName !== null && <span className="block text-xs text-muted">by token {tokenName}</span>}
    </span>
  );
}

type PersonProps = { person: NonNullable<AuditEntry["actor"]>; withEmail?: boolean };

/** The name and, if there is room, the email. A deleted account has only its email and no link. */
function Person({ person: { name, email }, withEmail = false }: PersonProps) {
  if (name === null) return <Truncated text={email} />;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 stacked:inline">
      <Link
        href={`/users?${new URLSearchParams({ search: email })}`}
        title={email}
        className={`${linkClass} flex min-h-6 min-w-0 items-center stacked:inline-flex`}
      >
        <span className="line-clamp-1 break-all">{name}</span>
      </Link>
      {withEmail && <Truncated text={email} className="text-xs text-muted stacked:hidden!" />}
    </span>
  );
}

/** An entry about the acting person's own account names the person once. */
function Thing({ thing, path, actor }: AuditEntry) {
  if (path === null) return <Truncated text={thing} />;
  if (thing === actor?.name) return <span className="text-muted stacked:hidden">–</span>;
  return (
    <Link href={path} title={thing} className={linkClass}>
      <span className="line-clamp-2">{thing}</span>
    </Link>
  );
}
