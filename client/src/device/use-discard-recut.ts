import type { Reply } from "#client/lib/api.ts";
import { useDevice } from "./device.ts";

type Recut = Reply<"workshop", "recut">;

/** Discards a recut of an order that waits on this device (rule W52). */
export function useDiscardRecut(orderId: number): (recut: Recut) => void {
  const device = useDevice();
  return ({ itemId, piece, createdAt }) => {
    const entry = device.view().waiting.find((each) => {
      if (each.name !== "recut" || Number(each.input.params.id) !== orderId) return false;
      return each.at === createdAt && each.input.body.itemId === itemId && each.input.body.piece === piece;
    });
    if (entry) void device.outbox().then((outbox) => outbox?.discard(entry));
  };
}
