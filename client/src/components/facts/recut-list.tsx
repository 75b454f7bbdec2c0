import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { addMakersOwn, type MakersOwn, toDrawable } from "#client/components/window/window-drawing.tsx";
import { calls, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatListed } from "#client/lib/format.ts";
import { useIsAway } from "#client/lib/network.ts";
import { can, useUser } from "#client/lib/session.ts";
import { isUnsent } from "#client/lib/unsent-id.ts";
import { isInWorkshop } from "#shared/domain/trade/status.ts";
import { stilesInWords } from "#shared/domain/window/saw/panel-facts.ts";
import { RECUT_REASON_LABEL, recutInWords, recutLengthsInWords } from "#shared/domain/window/saw/recuts.ts";

type Order = Pick<Reply<"orders", "read">, "id" | "orderStatus" | "recuts" | "quote"> & MakersOwn;
type Recut = NonNullable<Order["recuts"]>[number];

type RecutListProps = {
  order: Order;
  /** Marks the parts of a recut as cut. */
  onCut: (recut: Recut) => Promise<unknown>;
  /** Discards a recut that this device has not sent; absent where none waits. */
  onDiscard?: (recut: Recut) => void;
};

/** The spoiled parts of an order that are still to be cut again (rule W95). */
export function RecutList({ order, onCut, onDiscard }: RecutListProps) {
  const [deleting, setDeleting] = useState<Recut | null>(null);
  return (
    <>
      <ul className="flex flex-col gap-2">
        {order.recuts?.map((recut) => (
          <RecutLine key={recut.id} order={order} recut={recut} onCut={onCut} onDiscard={onDiscard} onDelete={() => setDeleting(recut)} />
        ))}
      </ul>
      {deleting && isUnsent(deleting) && (
        <ConfirmDialog
          open
          onClose={() => setDeleting(null)}
          title={`Discard the recut of ${recutOf(order, deleting).words}?`}
          confirmLabel="Discard recut"
          cancelLabel="Keep it"
          onConfirm={() => {
            onDiscard?.(deleting);
            setDeleting(null);
          }}
          pending={false}
          danger
        >
          It is on this device only, and will not be sent.
        </ConfirmDialog>
      )}
      {deleting && !isUnsent(deleting) && <DeleteRecutDialog order={order} recut={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

type RecutLineProps = RecutListProps & { recut: Recut; onDelete: () => void };

function RecutLine({ order, recut, onCut, onDiscard, onDelete }: RecutLineProps) {
  const user = useUser();
  const mayChange = isInWorkshop(order.orderStatus) && can(user, calls.workshop.cutRecut);
  const finish = useMutation({ mutationFn: () => onCut(recut) });
  const { window, words, lengths } = recutOf(order, recut);
  const { reason, note, createdAt, by } = recut;
  const isWaiting = isUnsent(recut);
  const isAway = useIsAway();
  // The mark that finishes a waiting recut finishes every recut of its shutter.
  const isOnly = order.recuts?.filter(({ itemId, piece }) => itemId === recut.itemId && piece === recut.piece).length === 1;
  const recorded = [by.contactName, formatListed(createdAt, { time: true })].filter(Boolean).join(", ");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          {words} <span className="font-normal text-muted">{window?.name}</span>
        </span>
        {window && <span className="block font-semibold wrap-anywhere tabular-nums">{lengths}</span>}
        <span className="block text-sm wrap-anywhere text-muted">
          {[RECUT_REASON_LABEL[reason], note, recorded].filter(Boolean).join(" · ")}
        </span>
        {isWaiting && isAway && (
          <span className="block text-sm font-medium wrap-anywhere text-warning">
            Not sent yet.{!isOnly && " It can be marked as cut once it is sent."}
          </span>
        )}
      </span>
      {mayChange && (
        <span className="flex gap-2">
          {(!isWaiting || isOnly) && (
            <Button pending={finish.isPending} aria-label={`${words}: mark as cut`} onClick={() => finish.mutate()}>
              Mark as cut
            </Button>
          )}
          {(!isWaiting || (onDiscard && isAway)) && (
            <Button variant="ghost" aria-label={`${words}: ${isWaiting ? "discard" : "delete"}`} onClick={onDelete}>
              {isWaiting ? "Discard" : "Delete"}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

/**
 * Returns the window of a recut as the workshop makes it, and the recut's parts and lengths with a
 * chosen stile's side.
 */
function recutOf(order: Order, recut: Recut) {
  const item = order.quote.items.find(({ id }) => id === recut.itemId);
  const [window] = item ? addMakersOwn([item], order) : [];
  if (!window) return { window, words: recutInWords(recut), lengths: null };
  const stilesOf = (panel: number) => stilesInWords(toDrawable(window), panel);
  return { window, words: recutInWords(recut, stilesOf), lengths: recutLengthsInWords(toDrawable(window), recut.parts, stilesOf) };
}

/** A recut that was recorded by mistake is deleted while none of its parts is cut (rule W117). */
function DeleteRecutDialog({ order, recut, onClose }: { order: Order; recut: Recut; onClose: () => void }) {
  const remove = useCall("workshop", "deleteRecut", { failure: null, success: "The recut is deleted", onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete the recut of ${recutOf(order, recut).words}?`}
      needsNetwork
      confirmLabel="Delete recut"
      onConfirm={() => remove.mutate({ params: { id: order.id, recutId: recut.id } })}
      pending={remove.isPending}
      error={remove.error ? failureSentence(remove.error, "Failed to delete the recut") : null}
      danger
    >
      The parts leave the cut list and the next bar plan, and do not count as scrap.
    </ConfirmDialog>
  );
}
