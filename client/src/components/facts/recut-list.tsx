import { Button } from "#client/components/ui/control/button.tsx";
import { calls, type Reply, useCall } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { isInWorkshop } from "#shared/domain/trade/status.ts";
import { RECUT_REASON_LABEL, recutInWords } from "#shared/domain/window/saw/recuts.ts";

type Order = Pick<Reply<"orders", "read">, "id" | "orderStatus" | "recuts" | "quote">;
type Recut = NonNullable<Order["recuts"]>[number];

/** The spoiled parts of an order that are still to be cut again (rule W95). */
export function RecutList({ order }: { order: Order }) {
  return (
    <ul className="flex flex-col gap-2">
      {order.recuts?.map((recut) => (
        <RecutLine key={recut.id} order={order} recut={recut} />
      ))}
    </ul>
  );
}

function RecutLine({ order, recut }: { order: Order; recut: Recut }) {
  const user = useUser();
  const mayMark = isInWorkshop(order.orderStatus) && can(user, calls.workshop.mark);
  // Cutting is said for the whole shutter, so that it can be packed.
  const finish = useCall("workshop", "mark", { success: "The parts are cut", failure: "Failed to mark the parts as cut" });
  const item = order.quote.items.find(({ id }) => id === recut.itemId);
  const { itemId, piece, reason, note, createdAt, by } = recut;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          {recutInWords(recut)} <span className="font-normal text-muted">{item?.name}</span>
        </span>
        <span className="block text-sm wrap-anywhere text-muted">
          {[RECUT_REASON_LABEL[reason], note, `${by.contactName}, ${formatListed(createdAt, { time: true })}`].filter(Boolean).join(" · ")}
        </span>
      </span>
      {mayMark && (
        <Button
          pending={finish.isPending}
          aria-label={`${recutInWords(recut)}: they are cut`}
          onClick={() => finish.mutate({ params: { id: order.id }, body: { itemId, piece, step: "cut", done: true } })}
        >
          They are cut
        </Button>
      )}
    </li>
  );
}
