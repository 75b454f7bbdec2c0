import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { PaperLink } from "#client/components/page/document-link.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { toDrawable } from "#client/components/window/window-drawing.tsx";
import { calls, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatDate } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { parcelPaperPath, parcelPapers } from "#shared/contract/parts/papers.ts";
import { londonDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { piecesInWords } from "#shared/domain/trade/parcels.ts";
import { isInWorkshop, orderNumber, wasShipped } from "#shared/domain/trade/status.ts";
import { amountToMake } from "#shared/domain/window/saw/make-amount.ts";
import { isWholeWindow } from "#shared/domain/window/saw/window-make.ts";
import { Tracking } from "./tracking.tsx";

const TrackingDialog = lazyDialog(() => import("./parcel-tracking-dialog.tsx"), { size: "sm", fields: 2 });

type Order = Pick<Reply<"orders", "read">, "id" | "make" | "orderStatus" | "parcels" | "quote" | "shutters">;
type Parcel = Order["parcels"][number];

/** One parcel with the whole order is described by the order's own facts. */
export const hasParcels = ({ parcels, orderStatus }: Pick<Order, "parcels" | "orderStatus">): boolean =>
  parcels.length > 1 || (parcels.length > 0 && isInWorkshop(orderStatus));

/** The order's parcels: what is in each, its tracking and its papers (rule W85). */
export function ParcelList({ order }: { order: Order }) {
  const user = useUser();
  const [deleting, setDeleting] = useState<Parcel | null>(null);
  const [correcting, setCorrecting] = useState<Parcel | null>(null);
  const mayCorrect = (isInWorkshop(order.orderStatus) || wasShipped(order.orderStatus)) && can(user, calls.workshop.changeParcel);
  const mayDelete = isInWorkshop(order.orderStatus) && can(user, calls.workshop.deleteParcel);
  const today = londonDay(new Date());
  return (
    <>
      <ol className="flex flex-col gap-3">
        {order.parcels.map((parcel) => (
          <li key={parcel.id} className="flex flex-col gap-1 border-t pt-3 first:border-t-0 first:pt-0">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium">Parcel {parcel.n}</span>
              <span className="text-sm text-muted">
                {[formatDate(parcel.shippingDate), amountIn(order, parcel), `${parcel.kg.toFixed(1)} kg`].join(" · ")}
              </span>
            </span>
            {parcel.pieces.length > 0 && (
              <span className="text-sm wrap-anywhere">{piecesInWords(order.quote.items, parcel.pieces).join("; ")}</span>
            )}
            {(parcel.carrier || parcel.trackingNumber) && (
              <span className="text-sm">
                <Tracking {...parcel} />
              </span>
            )}
            <span className="flex flex-wrap items-center gap-x-4">
              <Paper name="deliveryNote" order={order} parcel={parcel}>
                Delivery note
              </Paper>
              <Paper name="labels" order={order} parcel={parcel}>
                Labels
              </Paper>
              {mayCorrect && (
                <Button variant="ghost" onClick={() => setCorrecting(parcel)}>
                  {parcel.trackingNumber ? "Change number" : "Add number"} <span className="sr-only">of parcel {parcel.n}</span>
                </Button>
              )}
              {mayDelete && londonDay(new Date(parcel.createdAt)) === today && (
                <Button variant="ghost" onClick={() => setDeleting(parcel)}>
                  Delete <span className="sr-only">parcel {parcel.n}</span>
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
      {correcting && <TrackingDialog orderId={order.id} parcel={correcting} onClose={() => setCorrecting(null)} />}
      {deleting && <DeleteParcelDialog order={order} parcel={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

/** Names the amount in a parcel: `2 shutters`, and of a remake of parts `3 louvres`. */
function amountIn({ make = [], quote }: Order, { pieces, shutters }: Parcel): string {
  const windows = quote.items.flatMap((item) => {
    const quantity = pieces.filter(({ itemId }) => itemId === item.id).length;
    return quantity > 0 ? [{ ...toDrawable(item), quantity, make: make.find(({ itemId }) => itemId === item.id) ?? null }] : [];
  });
  const isOfParts = windows.some((window) => !isWholeWindow(window.make));
  return isOfParts ? amountToMake({ windows: windows.length, shutters }, windows) : countOf(shutters, "shutter");
}

type PaperProps = { name: keyof typeof parcelPapers; order: Order; parcel: Parcel; children: ReactNode };

/** A link to a paper of the parcel, for the roles that may read it. */
function Paper({ name, order, parcel, children }: PaperProps) {
  const user = useUser();
  if (!(parcelPapers[name].roles as readonly string[]).includes(user.role)) return null;
  const what = `the ${String(children).toLowerCase()} of parcel ${parcel.n} of ${orderNumber(order.id)}`;
  return (
    <PaperLink
      path={parcelPaperPath(name, order.id, parcel.id)}
      making={{ paper: name, what, windows: name === "labels" ? parcel.shutters : order.quote.items.length }}
      className={`${linkClass} inline-flex min-h-control items-center gap-1 text-sm`}
    >
      {children} <span className="sr-only">of parcel {parcel.n}</span>
    </PaperLink>
  );
}

function DeleteParcelDialog({ order, parcel, onClose }: { order: Order; parcel: Parcel; onClose: () => void }) {
  const remove = useCall("workshop", "deleteParcel", {
    failure: null,
    success: `Parcel ${parcel.n} of ${orderNumber(order.id)} deleted`,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete parcel ${parcel.n} of ${orderNumber(order.id)}?`}
      needsNetwork
      confirmLabel="Delete parcel"
      onConfirm={() => remove.mutate({ params: { id: order.id, parcelId: parcel.id } })}
      pending={remove.isPending}
      error={remove.error ? failureSentence(remove.error, "Failed to delete the parcel") : null}
      danger
    >
      Its {countOf(parcel.shutters, "shutter")} can be shipped again. Steps that you marked stay; steps that were marked only because of
      this parcel are removed. The customer is notified that it was recorded by mistake.
    </ConfirmDialog>
  );
}
