import { RotateCcw, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { EmptyState } from "#client/components/loading/states.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { DropdownMenu } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { calls, usePages } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { remakeNumber } from "#shared/domain/references.ts";
import type { RemakeStatus } from "#shared/domain/status.ts";
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
  const remakes = usePages("remakes", "list", { query: { search, ...(status && { status }) } });
  const [dialog, setDialog] = useState<{ verb: "status" | "delete"; id: number } | null>(null);
  const close = () => setDialog(null);
  const moving = dialog?.verb === "status" && remakes.data?.find((row) => row.id === dialog.id);
  const filtered = search !== "" || status !== "";

  return (
    <>
      <PagedTable
        query={remakes}
        noun={["remake", "remakes"]}
        failure="Failed to load remakes"
        empty={filtered ? <NothingFound onClear={onClearFilters} /> : <NoRemakesYet request={request} />}
        caption="Remakes"
        wide={user.role !== "customer"}
        columns={remakeColumns(user, (id) => setDialog({ verb: "status", id }))}
        rowKey={({ id }) => id}
        onRowClick={({ id }) => onView(id)}
        rowLabel={({ id, order }) => `${remakeNumber(id)}, ${order.user.companyName}`}
        actionsBesideName
        actions={({ id }) => <RemakeActions id={id} onView={() => onView(id)} onDelete={() => setDialog({ verb: "delete", id })} />}
      />
      {moving && <RemakeStatusDialog remake={moving} onClose={close} />}
      {dialog?.verb === "delete" && <RemakeDeleteDialog id={dialog.id} onClose={close} />}
    </>
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

type RemakeActionsProps = { id: number; onView: () => void; onDelete: () => void };

function RemakeActions({ id, onView, onDelete }: RemakeActionsProps) {
  const user = useUser();
  return (
    <>
      <Button size="sm" aria-label={`View Details of ${remakeNumber(id)}`} onClick={onView}>
        View Details
      </Button>
      {can(user, calls.remakes.delete) && (
        <DropdownMenu
          label={`More actions for ${remakeNumber(id)}`}
          items={[{ label: "Delete", icon: <Trash2 />, danger: true, onSelect: onDelete }]}
        />
      )}
    </>
  );
}
