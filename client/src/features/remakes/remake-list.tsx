import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { DataTable } from "#client/components/data-table.tsx";
import { EmptyState } from "#client/components/empty-state.tsx";
import { QueryView } from "#client/components/query-view.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cx } from "#client/components/ui/class-names.ts";
import { pages } from "#client/lib/api.ts";
import { remakeNumber } from "#client/lib/references.ts";
import { useUser } from "#client/lib/session.ts";
import type { RemakeStatus } from "#shared/domain/status.ts";
import { RemakeActions } from "./remake-actions.tsx";
import { remakeColumns } from "./remake-columns.tsx";
import { RemakeDeleteDialog } from "./remake-delete-dialog.tsx";
import { RemakeStatusDialog } from "./remake-status-dialog.tsx";

type RemakeListProps = {
  search: string;
  status: RemakeStatus | "";
  onView: (id: number) => void;
  onClearFilters: () => void;
  /** The button that makes the first one; nothing for those who can't. */
  request: ReactNode;
};

export function RemakeList({ search, status, onView, onClearFilters, request }: RemakeListProps) {
  const user = useUser();
  // While a search is under way the rows of the one before stay, so that the page does not jump with each word.
  const remakes = useInfiniteQuery({
    ...pages("remakes", "list", { query: { search, ...(status && { status }) } }),
    placeholderData: keepPreviousData,
  });
  const [dialog, setDialog] = useState<{ verb: "status" | "delete"; id: number } | null>(null);
  const close = () => setDialog(null);
  const filtered = search !== "" || status !== "";

  return (
    <QueryView
      query={remakes}
      failure="Failed to load remakes"
      empty={filtered ? <NothingFound onClear={onClearFilters} /> : <NoRemakesYet request={request} />}
    >
      {(rows) => {
        const moving = dialog?.verb === "status" && rows.find((row) => row.id === dialog.id);
        return (
          <div aria-busy={remakes.isPlaceholderData || undefined} className={cx(remakes.isPlaceholderData && "opacity-60")}>
            <DataTable
              caption="Remakes"
              wide={user.role !== "customer"}
              columns={remakeColumns(user, (id) => setDialog({ verb: "status", id }))}
              rows={rows}
              rowKey={({ id }) => id}
              onRowClick={({ id }) => onView(id)}
              rowLabel={({ id, order }) => `${remakeNumber(id)}, ${order.user.companyName}`}
              actions={({ id }) => <RemakeActions id={id} onView={() => onView(id)} onDelete={() => setDialog({ verb: "delete", id })} />}
              more={{
                noun: ["remake", "remakes"],
                hasMore: remakes.hasNextPage,
                pending: remakes.isFetchingNextPage,
                onLoadMore: () => void remakes.fetchNextPage(),
              }}
            />
            {moving && <RemakeStatusDialog remake={moving} onClose={close} />}
            {dialog?.verb === "delete" && <RemakeDeleteDialog id={dialog.id} onClose={close} />}
          </div>
        );
      }}
    </QueryView>
  );
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="No remakes found" action={<Button onClick={onClear}>Clear the filters</Button>}>
    Nothing matches what you look for.
  </EmptyState>
);

const NoRemakesYet = ({ request }: { request: ReactNode }) => (
  <EmptyState title="No remakes" icon={<RotateCcw />} action={request}>
    {request
      ? "If something arrives faulty, request a remake with a few photos, and follow it here."
      : "What customers ask to be made again appears here."}
  </EmptyState>
);
