import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { DateText, Truncated } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportButton } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { useAddress } from "#client/lib/address.ts";
import { usePages } from "#client/lib/api.ts";
import { formatDateTime } from "#client/lib/format.ts";
import { AuditEntryDialog } from "./audit-entry-dialog.tsx";
import { AUDIT_ADDRESS, AuditFilterBar, auditQuery, NO_FILTERS } from "./audit-filter-bar.tsx";
import { type AuditEntry, actionWords, differences, thingWords } from "./audit-words.ts";

/** The audit trail (rule K5). It can only be read. */
export default function AuditPage() {
  const { shown: filters, change } = useAddress(AUDIT_ADDRESS);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const backwards = filters.from !== null && filters.to !== null && filters.from > filters.to;
  const entries = usePages("audit", "list", { query: auditQuery(filters) }, { enabled: !backwards });
  // The list is filtered by this person, so any entry tells the e-mail. Without an entry its field shows the number.
  const actor = entries.data?.find((entry) => entry.actor?.id === filters.actorId)?.actor;

  return (
    <>
      <PageHeader
        title="Audit trail"
        description="Who did what, and on whose behalf. Nothing in the portal changes or deletes an entry."
        action={backwards ? undefined : <ExportButton feature="audit" name="list" query={auditQuery(filters)} />}
      />
      <AuditFilterBar filters={filters} person={actor?.email ?? null} onChange={change} />
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
            Nothing was recorded that matches what you look for.
          </EmptyState>
        ) : (
          <EmptyState title="No entries yet">What people do in the portal is recorded here.</EmptyState>
        )
      }
      caption="Audit trail"
      wide
      columns={AUDIT_COLUMNS}
      rowKey={({ id }) => id}
      onRowClick={onView}
      rowLabel={(entry) => `${formatDateTime(entry.at)}, ${actionWords(entry.action)}, ${thingWords(entry)}`}
    />
  );
}

const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { id: "when", header: "Time", cell: ({ at }) => <DateText value={at} time /> },
  { id: "who", header: "Who", place: "line", cell: (entry) => <Who {...entry} /> },
  { id: "what", header: "What", place: "head", cell: ({ action }) => actionWords(action) },
  { id: "thing", header: "Thing", place: "end", cell: (entry) => thingWords(entry) },
  { id: "change", header: "Change", wrap: true, cell: (entry) => <Change {...entry} /> },
];

function Who({ actor, onBehalfOf }: AuditEntry) {
  return (
    <span className="block max-w-64 min-w-0">
      <Truncated text={actor?.email ?? "Nobody signed in"} className={actor ? "" : "text-muted"} />
      {onBehalfOf && <Truncated text={`as ${onBehalfOf.email}`} className="text-xs text-muted" />}
    </span>
  );
}

const SHOWN = 2;

/** The first changes in a line. The dialog shows all of them. */
function Change({ before, after }: AuditEntry) {
  const changes = differences(before, after);
  if (changes.length === 0) return <span className="text-muted">–</span>;
  const more = changes.length - SHOWN;
  return (
    <span className="line-clamp-2 min-w-0 wrap-anywhere">
      {changes.slice(0, SHOWN).map((change, index) => (
        <Fragment key={change.name}>
          {index > 0 && <span className="text-muted"> · </span>}
          <span className="text-muted">{change.name} </span>
          {change.before !== null && (
            <>
              <span className="text-muted">{change.before}</span>
              <span aria-hidden> → </span>
              <span className="sr-only"> to </span>
            </>
          )}
          {change.after ?? "none"}
        </Fragment>
      ))}
      {more > 0 && <span className="text-muted"> and {more} more</span>}
    </span>
  );
}
