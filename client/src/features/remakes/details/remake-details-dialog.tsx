import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { DetailsDialog, JobLine } from "#client/components/facts/details-dialog.tsx";
import { DiscardDialog } from "#client/components/form/confirm-dialog.tsx";
import { DocumentLink } from "#client/components/page/document-link.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { calls, query, useKnown } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { remakeNumber } from "#shared/domain/trade/status.ts";
import { RemakeStatusBadge, RemakeStatusDialog } from "../remake-status.tsx";
import { RemakeFacts, RemakeParts, RemakePartsComing } from "./remake-details.tsx";
import { RemakeOrderDialog } from "./remake-order-dialog.tsx";

type RemakeDetailsDialogProps = { id: number; onClose: () => void };

export default function RemakeDetailsDialog({ id, onClose }: RemakeDetailsDialogProps) {
  const user = useUser();
  const [, navigate] = useLocation();
  const read = useQuery(query("remakes", "read", { params: { id } }));
  const known = useKnown("remakes", id, read.error);
  const remake = read.data ?? known;
  // An approved remake is made next, and its order changes the status.
  const mayOrder = remake?.status === "approved" && !remake.replacement && can(user, calls.remakes.order);
  const [moving, setMoving] = useState(false);
  const [ordering, setOrdering] = useState(false);
  const [writing, setWriting] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = () => (writing ? setAsking(true) : onClose());
  return (
    <DetailsDialog
      title="Remake Request Details"
      number={remakeNumber(id)}
      description={remake && <JobLine {...remake.order} total={undefined} />}
      aside={remake && <RemakeStatusBadge status={remake.status} />}
      tall
      query={read}
      failure="Failed to load remake details"
      facts={6}
      known={known}
      coming={<RemakePartsComing />}
      onCloseRequest={close}
      actions={
        <>
          {!can(user, calls.remakes.changeStatus) && <Button onClick={close}>Close</Button>}
          {remake && <DocumentLink name="remakeJobCard" id={id} windows={remake.windows.length} />}
          {remake && can(user, calls.quotes.create) && (
            <Button onClick={() => (writing ? setAsking(true) : navigate(`/quotes?new=remake-${id}`))}>Order again</Button>
          )}
          {remake && can(user, calls.remakes.changeStatus) && (
            <Button variant={mayOrder ? "secondary" : "primary"} onClick={() => setMoving(true)}>
              Update Status
            </Button>
          )}
          {mayOrder && (
            <Button variant="primary" onClick={() => setOrdering(true)}>
              Make free of charge
            </Button>
          )}
        </>
      }
      over={
        <>
          {moving && remake && <RemakeStatusDialog remake={remake} onClose={() => setMoving(false)} />}
          {ordering && read.data && <RemakeOrderDialog remake={read.data} onClose={() => setOrdering(false)} />}
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
      {(loaded) => (
        <>
          <RemakeFacts remake={loaded} />
          {"replies" in loaded && <RemakeParts remake={loaded} onWriting={setWriting} />}
        </>
      )}
    </DetailsDialog>
  );
}
