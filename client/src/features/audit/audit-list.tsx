import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { EmptyState } from "#client/components/loading/empty-state.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { formatDateTime } from "#client/lib/format.ts";
import { AUDIT_COLUMNS } from "./audit-columns.tsx";
import { type AuditEntry, actionWords, thingWords } from "./audit-words.ts";

type AuditListProps = {
  entries: UseInfiniteQueryResult<AuditEntry[]>;
  filtered: boolean;
  onView: (entry: AuditEntry) => void;
  onClearFilters: () => void;
};

export function AuditList({ entries, filtered, onView, onClearFilters }: AuditListProps) {
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
