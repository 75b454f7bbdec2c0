import { clsx } from "clsx";
import { ChevronDown, RotateCcw, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Job } from "#client/components/facts/job.tsx";
import { ListedDate } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { useColumns } from "#client/components/table/use-columns.tsx";
import { ViewButton } from "#client/components/table/view-button.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { DropdownMenu } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { calls, type Input, type Reply, useCall, useIsClose, usePages } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { can, type User, useUser } from "#client/lib/session.ts";
import { countOf } from "#shared/domain/text.ts";
import { FAULT_LABEL } from "#shared/domain/trade/remake-faults.ts";
import { orderNumber, REMAKE_STATUS_LABEL, remakeNumber } from "#shared/domain/trade/status.ts";
import { describeRemadeWindows } from "./remade-windows.ts";
import { RemakeStatusBadge, RemakeStatusDialog } from "./remake-status.tsx";
import { describeReplacement } from "./replacement.tsx";

type RemakeListProps = {
  filters: NonNullable<Input<"remakes", "list">["query"]>;
  onView: (id: number) => void;
  onClearFilters: () => void;
  /**
   * Renders the area above the list, with the button that chooses columns and the first row's
   * company name.
   */
  above: (companyName: string | undefined) => ReactNode;
  /** The button of an empty list, if the person may request a remake. */
  request: ReactNode;
};

export function RemakeList({ filters, onView, onClearFilters, above, request }: RemakeListProps) {
  const user = useUser();
  const remakes = usePages("remakes", "list", { query: filters });
  const isClose = useIsClose("remakes", "list", { query: filters });
  const [dialog, setDialog] = useState<{ verb: "status" | "delete"; id: number } | null>(null);
  const close = () => setDialog(null);
  const moving = dialog?.verb === "status" && remakes.data?.find((row) => row.id === dialog.id);
  const filtered = Boolean(filters.search || filters.status || filters.companyId);
  const columns = useColumns(
    "remakes",
    remakeColumns(user, (id) => setDialog({ verb: "status", id })),
  );

  return (
    <>
      {columns.dialog}
      {above(remakes.data?.[0]?.order.user.companyName)}
      <PagedTable
        query={remakes}
        isClose={isClose}
        noun={["remake", "remakes"]}
        failure="Failed to load remakes"
        empty={filtered ? <NothingFound onClear={onClearFilters} /> : <NoRemakesYet request={request} />}
        caption="Remakes"
        wide
        columns={columns.shown}
        rowKey={({ id }) => id}
        onRowClick={({ id }) => onView(id)}
        rowLabel={({ id, order }) => `${remakeNumber(id)}, ${order.user.companyName}`}
        actions={({ id }) => <RemakeActions id={id} onView={() => onView(id)} onDelete={() => setDialog({ verb: "delete", id })} />}
      />
      {moving && <RemakeStatusDialog remake={moving} onClose={close} />}
      {dialog?.verb === "delete" && <RemakeDeleteDialog id={dialog.id} onClose={close} />}
    </>
  );
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="No remakes found" action={<Button onClick={onClear}>Clear the filters</Button>}>
    No remakes match your search.
  </EmptyState>
);

const NoRemakesYet = ({ request }: { request: ReactNode }) => (
  <EmptyState title="No remakes" icon={<RotateCcw />} action={request}>
    {request
      ? "If something arrives faulty, request a remake with a few photos, and follow it here."
      : "Customers' remake requests appear here."}
  </EmptyState>
);

type RemakeActionsProps = { id: number; onView: () => void; onDelete: () => void };

function RemakeActions({ id, onView, onDelete }: RemakeActionsProps) {
  const user = useUser();
  return (
    <>
      <ViewButton label="View Details" of={remakeNumber(id)} onClick={onView} />
      {can(user, calls.remakes.delete) && (
        <DropdownMenu
          label={`More actions for ${remakeNumber(id)}`}
          items={[{ label: "Delete", icon: <Trash2 />, danger: true, onSelect: onDelete }]}
        />
      )}
    </>
  );
}

export type RemakeRow = Reply<"remakes", "list">[number];

/**
 * The columns of each role (rule S4). Customers see only their own remakes, so they have no company
 * column.
 */
function remakeColumns(user: Pick<User, "role">, onUpdateStatus: (id: number) => void): readonly Column<RemakeRow>[] {
  const columns: readonly (Column<RemakeRow> | false)[] = [
    { id: "remake", header: "Remake #", cell: ({ id }) => remakeNumber(id) },
    { id: "order", header: "Order #", cell: ({ orderId }) => orderNumber(orderId) },
    {
      id: "job",
      header: user.role === "customer" ? "Job" : "Company",
      name: true,
      place: "line",
      cell: ({ order }) => <Job {...order} {...(user.role !== "customer" && { company: order.user })} />,
    },
    {
      id: "status",
      header: "Status",
      place: "head",
      cell: can(user, calls.remakes.changeStatus)
        ? (remake) => <StatusButton {...remake} onPress={() => onUpdateStatus(remake.id)} />
        : ({ status }) => <RemakeStatusBadge status={status} />,
    },
    { id: "reason", header: "Reason", name: true, place: "line", cell: (remake) => <Reason {...remake} /> },
    { id: "created", header: "Created", rare: true, cell: ({ createdAt }) => <ListedDate value={createdAt} /> },
  ];
  return columns.filter((column) => column !== false);
}

function StatusButton({ id, status, onPress }: Pick<RemakeRow, "id" | "status"> & { onPress: () => void }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`Update Status of ${remakeNumber(id)}, now ${REMAKE_STATUS_LABEL[status]}`}
      title="Update Status"
      onClick={onPress}
      className="-mx-2 px-2! stacked:relative stacked:-mb-6 stacked:items-start stacked:py-0!"
    >
      <RemakeStatusBadge status={status} />
      <ChevronDown aria-hidden className="size-4 text-muted" />
    </Button>
  );
}

/**
 * The kind of fault and the windows come first, because people search for those; the replacement's
 * shipping day comes last.
 */
function Reason({ fault, windows, reason, photos, repliesCount, replacement }: RemakeRow) {
  const what = [fault && FAULT_LABEL[fault], describeRemadeWindows(windows)].filter(Boolean).join(": ");
  const more = [photos.length > 0 && countOf(photos.length, "photo"), repliesCount > 0 && countOf(repliesCount, "reply", "replies")].filter(
    Boolean,
  );
  const replacementWords = replacement && `${orderNumber(replacement.orderId)} ${describeReplacement(replacement)}`;
  return (
    <span className="block min-w-0 py-1">
      {/* A block truncates the end of its sentence, so the shipping day is first. */}
      {replacementWords && <span className="hidden text-text">{replacementWords}</span>}
      {what && (
        <span title={what} className="line-clamp-2 font-medium wrap-anywhere stacked:font-normal">
          {what}
        </span>
      )}
      <span title={reason} className={clsx("wrap-anywhere", what ? "line-clamp-2" : "line-clamp-3")}>
        {reason}
      </span>
      {(more.length > 0 || replacementWords) && (
        <span className="block text-xs text-muted">
          {more.join(", ")}
          {replacementWords && (
            <span className="stacked:hidden!">
              {more.length > 0 && ", "}
              {replacementWords}
            </span>
          )}
        </span>
      )}
    </span>
  );
}

const FAILED = "Failed to delete remake. Please try again.";

type RemakeDeleteDialogProps = { id: number; onClose: () => void };

function RemakeDeleteDialog({ id, onClose }: RemakeDeleteDialogProps) {
  const remove = useCall("remakes", "delete", { success: `Remake #${id} has been deleted.`, failure: FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${remakeNumber(id)}?`}
      confirmLabel="Delete remake"
      danger
      onConfirm={() => remove.mutate({ params: { id } })}
      pending={remove.isPending}
      error={remove.error && failureSentence(remove.error, FAILED)}
    >
      Are you sure you want to delete remake #{id}? This action cannot be undone.
    </ConfirmDialog>
  );
}
