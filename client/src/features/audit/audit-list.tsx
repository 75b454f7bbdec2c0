import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { DataTable } from "#client/components/data-table.tsx";
import { EmptyState } from "#client/components/empty-state.tsx";
import { QueryView } from "#client/components/query-view.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cx } from "#client/components/ui/class-names.ts";
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
    <QueryView
      query={entries}
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
    >
      {(rows) => (
        <div aria-busy={entries.isPlaceholderData || undefined} className={cx(entries.isPlaceholderData && "opacity-60")}>
          <DataTable
            caption="Audit trail"
            wide
            columns={AUDIT_COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            onRowClick={onView}
            rowLabel={(entry) => `${formatDateTime(entry.at)}, ${actionWords(entry.action)}, ${thingWords(entry)}`}
            more={{
              noun: ["entry", "entries"],
              hasMore: entries.hasNextPage,
              pending: entries.isFetchingNextPage,
              onLoadMore: () => void entries.fetchNextPage(),
            }}
          />
        </div>
      )}
    </QueryView>
  );
}
