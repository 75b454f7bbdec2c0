import { addMakersOwn, toDrawable } from "#client/components/window/window-drawing.tsx";
import type { Reply } from "#client/lib/api.ts";
import { weigh } from "#shared/domain/window/saw/hardware.ts";
import type { PieceState } from "./pieces.ts";

/**
 * Weighs shutters with their frames, as the server weighs a parcel.
 * @returns the kilograms of one shutter, and of several, to a tenth
 */
export function weighShutters(order: Reply<"orders", "read">) {
  const kilograms = new Map(
    addMakersOwn(order.quote.items, order).map((item) => {
      const make = order.make?.find(({ itemId }) => itemId === item.id) ?? null;
      return [item.id, weigh({ ...toDrawable(item), make }).total];
    }),
  );
  const kgOf = ({ itemId }: Pick<PieceState, "itemId">): number => kilograms.get(itemId) ?? 0;
  const sum = (pieces: readonly Pick<PieceState, "itemId">[]): number =>
    Math.round(pieces.reduce((kg, piece) => kg + kgOf(piece), 0) * 10) / 10;
  return { kgOf, sum };
}
