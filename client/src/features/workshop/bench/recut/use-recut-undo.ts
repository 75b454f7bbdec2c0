import { type Reply, useCall } from "#client/lib/api.ts";
import { offerUndo } from "#client/lib/undo.ts";
import { recutInWords } from "#shared/domain/window/saw/recuts.ts";
import { type useWorkshopCall, WORKSHOP_PLACE } from "../use-workshop-call.ts";

type Recut = Reply<"workshop", "recut">;

/** Offers to undo a recut, and its cutting by hand, right after the press (rule W117). */
export function useRecutUndo(orderId: number, { seenOf, refuseAt }: Pick<ReturnType<typeof useWorkshopCall>, "seenOf" | "refuseAt">) {
  const uncut = useCall("workshop", "cutRecut", { failure: null });
  const remove = useCall("workshop", "deleteRecut", { failure: null });
  const refused =
    ({ itemId, piece }: Recut, words: string) =>
    (error: unknown) =>
      refuseAt({ orderId, itemId, piece, words }, error);
  return {
    offerAfterRecut: (recut: Recut) => {
      const undo = () => void remove.mutateAsync({ params: { id: orderId, recutId: recut.id } }).catch(refused(recut, "Recut undone"));
      offerUndo({ place: WORKSHOP_PLACE, words: `To recut: ${recutInWords(recut)}`, undo });
    },
    offerAfterCut: (recut: Recut) => {
      const seen = seenOf({ orderId, itemId: recut.itemId, piece: recut.piece });
      const body = { cut: false, ...(seen !== undefined && { seen }) };
      const undo = () => void uncut.mutateAsync({ params: { id: orderId, recutId: recut.id }, body }).catch(refused(recut, "Cut undone"));
      offerUndo({ place: WORKSHOP_PLACE, words: `Cut again: ${recutInWords(recut)}`, undo });
    },
  };
}
