import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { DetailsDialog, JobLine } from "#client/components/facts/details-dialog.tsx";
import { DiscardDialog } from "#client/components/form/confirm-dialog.tsx";
import { DocumentLink } from "#client/components/page/exports.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { calls, query } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { remakeNumber } from "#shared/domain/trade/status.ts";
import { RemakeStatusBadge, RemakeStatusDialog } from "../remake-status.tsx";
import { RemakeDetails } from "./remake-details.tsx";
import { RemakeOrderDialog } from "./remake-order-dialog.tsx";

type RemakeDetailsDialogProps = { id: number; onClose: () => void };

/** One remake: its facts, windows, photos and replies. */
export default function RemakeDetailsDialog({ id, onClose }: RemakeDetailsDialogProps) {
  const user = useUser();
  const [, navigate] = useLocation();
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
      description={remake.data && <JobLine {...remake.data.order} total={undefined} />}
      aside={remake.data && <RemakeStatusBadge status={remake.data.status} />}
      query={remake}
      failure="Failed to load remake details"
      facts={6}
      onCloseRequest={close}
      actions={
        <>
          {!can(user, calls.remakes.changeStatus) && <Button onClick={close}>Close</Button>}
          {remake.data && <DocumentLink name="remakeJobCard" id={id} />}
          {remake.data && can(user, calls.quotes.create) && (
            <Button onClick={() => (writing ? setAsking(true) : navigate(`/quotes?new=remake-${id}`))}>Order again</Button>
          )}
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
