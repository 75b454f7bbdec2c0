import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { DetailsDialog, Section } from "#client/components/facts/details-dialog.tsx";
import { DefinitionList } from "#client/components/facts/fact-list.tsx";
import { DateText } from "#client/components/facts/values.tsx";
import { DiscardDialog } from "#client/components/form/confirm-dialog.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { drawable } from "#client/components/window/window-drawing.tsx";
import { WindowFacts } from "#client/components/window/window-list.tsx";
import { MarkedWindow } from "#client/components/window/window-thumbnail.tsx";
import { calls, query, type Reply } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { orderNumber, remakeNumber } from "#shared/domain/status.ts";
import { RemakeStatusBadge, RemakeStatusDialog } from "../remake-status.tsx";
import { RemakeOrderDialog } from "./remake-order-dialog.tsx";
import { PhotoGrid } from "./remake-photos.tsx";
import { RemakeReplies, ReplyForm } from "./remake-replies.tsx";

type RemakeDetailsDialogProps = { id: number; onClose: () => void };

/** One remake: its facts, window, photos and replies. */
export default function RemakeDetailsDialog({ id, onClose }: RemakeDetailsDialogProps) {
  const user = useUser();
  const remake = useQuery(query("remakes", "read", { params: { id } }));
  const [moving, setMoving] = useState(false);
  const [ordering, setOrdering] = useState(false);
  const [writing, setWriting] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = () => (writing ? setAsking(true) : onClose());
  return (
    <DetailsDialog
      title="Remake Request Details"
      number={remakeNumber(id)}
      aside={remake.data && <RemakeStatusBadge status={remake.data.status} />}
      query={remake}
      failure="Failed to load remake details"
      facts={6}
      onCloseRequest={close}
      actions={
        <>
          {!can(user, calls.remakes.changeStatus) && <Button onClick={close}>Close</Button>}
          {remake.data?.status === "approved" && !remake.data.madeAsOrderId && can(user, calls.remakes.order) && (
            <Button onClick={() => setOrdering(true)}>Make free of charge</Button>
          )}
          {remake.data && can(user, calls.remakes.changeStatus) && (
            <Button variant="primary" onClick={() => setMoving(true)}>
              Update Status
            </Button>
          )}
        </>
      }
      over={
        <>
          {moving && remake.data && <RemakeStatusDialog remake={remake.data} onClose={() => setMoving(false)} />}
          {ordering && remake.data && <RemakeOrderDialog remake={remake.data} onClose={() => setOrdering(false)} />}
          <DiscardDialog
            open={asking}
            title="Discard your reply?"
            keepLabel="Keep writing"
            onKeep={() => setAsking(false)}
            onDiscard={onClose}
          >
            It has not been sent, and can't be brought back.
          </DiscardDialog>
        </>
      }
    >
      {(details) => <RemakeDetails remake={details} onWriting={setWriting} />}
    </DetailsDialog>
  );
}

export type RemakeFacts = Reply<"remakes", "read">;

type RemakeDetailsProps = {
  remake: RemakeFacts;
  /** The reply has text, or is empty again. */
  onWriting: (writing: boolean) => void;
};

export function RemakeDetails({ remake, onWriting }: RemakeDetailsProps) {
  const user = useUser();
  const { id, orderId, madeAsOrderId, order, reason, createdAt, photos, replies, window } = remake;
  return (
    <div className="flex flex-col gap-6">
      <DefinitionList
        facts={[
          {
            term: "Order",
            value: (
              <Link href={`/orders?order=${orderId}`} className={linkClass}>
                {orderNumber(orderId)}
              </Link>
            ),
          },
          typeof madeAsOrderId === "number" && {
            term: "Made again as",
            value: (
              <Link href={`/orders?order=${madeAsOrderId}`} className={linkClass}>
                {orderNumber(madeAsOrderId)}
              </Link>
            ),
          },
          { term: "Created", value: <DateText value={createdAt} time /> },
          user.role !== "customer" && { term: "Client", value: `${order.user.companyName}\n${order.user.contactName}`, whole: true },
          { term: "Reason", value: <span className="block max-w-prose">{reason}</span>, whole: true },
        ]}
      />
      {window && (
        <Section title="Window">
          <RemakeWindow window={window} />
        </Section>
      )}
      <Section title={photos.length > 0 ? `Photos (${photos.length})` : "Photos"}>
        {photos.length > 0 ? <PhotoGrid remakeId={id} photos={photos} /> : <p className="text-muted">No photos were sent.</p>}
      </Section>
      <Section title={replies.length > 0 ? `Replies (${replies.length})` : "Replies"}>
        <RemakeReplies replies={replies} />
        <ReplyForm remakeId={id} onWriting={onWriting} />
      </Section>
    </div>
  );
}

/** The window that the remake is about, with its facts. */
function RemakeWindow({ window }: { window: NonNullable<RemakeFacts["window"]> }) {
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <MarkedWindow name={window.name} window={drawable(window)} mark={window.mark} />
      <div className="min-w-0">
        <h4 className="mb-2 text-base font-semibold break-words">{window.name}</h4>
        <WindowFacts item={window} />
      </div>
    </div>
  );
}
