import { useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { toDrawable } from "#client/components/window/window-drawing.tsx";
import { calls, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { can, useUser } from "#client/lib/session.ts";
import { isInWorkshop, orderNumber } from "#shared/domain/trade/status.ts";
import { makeInWords } from "#shared/domain/window/saw/make-in-words.ts";
import { isWholeWindow } from "#shared/domain/window/saw/window-make.ts";
import { type Make, makeToSend, PartsField } from "./parts-field.tsx";

type Order = Reply<"orders", "read">;
type OrderMakeProps = { order: Pick<Order, "id" | "make" | "orderStatus" | "progress" | "quote"> };

/**
 * The parts that a remake's order makes, window by window, and the way to change them until a part
 * is cut (rule W103). A reply that an earlier build stored has no such list.
 */
export function OrderMake({ order }: OrderMakeProps) {
  const user = useUser();
  const [editing, setEditing] = useState(false);
  const make = order.make ?? [];
  if (make.length === 0) return null;
  const mayChange = can(user, calls.workshop.changeMake) && isInWorkshop(order.orderStatus) && order.progress.cut === 0;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <ul className="flex min-w-0 flex-col gap-1">
        {order.quote.items.map((item) => {
          const each = make.find(({ itemId }) => itemId === item.id);
          return (
            <li key={item.id} className="wrap-anywhere">
              <span className="text-muted">{item.name}: </span>
              <span className={isWholeWindow(each) ? "" : "font-semibold"}>{makeInWords(toDrawable(item), each)}</span>
            </li>
          );
        })}
      </ul>
      {mayChange && (
        <Button size="sm" needsNetwork onClick={() => setEditing(true)}>
          Change what is made
        </Button>
      )}
      {editing && <MakeDialog order={order} make={make} onClose={() => setEditing(false)} />}
    </div>
  );
}

const FAILED = "Failed to change what is made";

type MakeDialogProps = OrderMakeProps & { make: NonNullable<Order["make"]>; onClose: () => void };

function MakeDialog({ order, make, onClose }: MakeDialogProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Make>>(() => new Map(make.map(({ itemId, ...each }) => [itemId, each])));
  const change = useCall("workshop", "changeMake", { success: "Saved", failure: null, onSuccess: onClose });
  const asked = [...chosen].map(([itemId, each]) => ({ itemId, ...makeToSend(each) }));
  return (
    <Dialog open title={`What is made of ${orderNumber(order.id)}`} onCloseRequest={() => !change.isPending && onClose()}>
      <DialogBody className="flex flex-col gap-4">
        <p className="text-muted">Choose panels and parts of each window. If you choose none, the whole window is made.</p>
        <ul className="flex flex-col gap-4 divide-y">
          {order.quote.items.map((item) => (
            <li key={item.id} className="flex flex-col gap-2 pt-4 first:pt-0">
              <h3 className="font-semibold wrap-anywhere">{item.name}</h3>
              <PartsField
                name={item.name}
                window={{ ...toDrawable(item), make: null }}
                make={chosen.get(item.id) ?? { panels: [], parts: [] }}
                onChange={(next) => setChosen(new Map([...chosen, [item.id, next]]))}
                disabled={change.isPending}
              />
            </li>
          ))}
        </ul>
        {change.error && <FailureNote>{failureSentence(change.error, FAILED)}</FailureNote>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={change.isPending}>
          Cancel
        </Button>
        <Button
          variant="primary"
          needsNetwork
          pending={change.isPending}
          onClick={() => change.mutate({ params: { id: order.id }, body: { make: asked } })}
        >
          Save
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
