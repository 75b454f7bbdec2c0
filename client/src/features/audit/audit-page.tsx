import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "#client/components/loading/empty-state.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { ExportButton } from "#client/components/table/export-button.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { useAddress } from "#client/lib/address.ts";
import { usePages } from "#client/lib/api.ts";
import { formatDateTime } from "#client/lib/format.ts";
import { AUDIT_COLUMNS } from "./audit-columns.tsx";
import { AuditEntryDialog } from "./audit-entry-dialog.tsx";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { AUDIT_ADDRESS, auditQuery, NO_FILTERS } from "./audit-filters.ts";
import { type AuditEntry, actionWords, thingWords } from "./audit-words.ts";

/** Who did what, on whose behalf, to which thing, and when (rule K5). Nothing here changes or deletes an entry. */
export default function AuditPage() {
  const { shown: filters, change } = useAddress(AUDIT_ADDRESS);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const backwards = filters.from !== null && filters.to !== null && filters.from > filters.to;
  const entries = usePages("audit", "list", { query: auditQuery(filters) }, { enabled: !backwards });
  // All that is shown is theirs, so the first entry says who they are; with no entry, their number has to do.
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
