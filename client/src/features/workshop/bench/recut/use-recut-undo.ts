import { useCutRecut } from "#client/device/use-cut-recut.ts";
import { type Reply, useCall } from "#client/lib/api.ts";
import { offerUndo } from "#client/lib/undo.ts";
import { isUnsent } from "#client/lib/unsent-id.ts";
import { recutInWords } from "#shared/domain/window/saw/recuts.ts";
import { type useWorkshopCall, WORKSHOP_PLACE } from "../use-workshop-call.ts";

type Recut = Reply<"workshop", "recut">;

/**
 * Marks recuts as cut, and offers to undo a recut and its cutting right after the press (rule
 * W117).
 */
export function useRecutUndo(
  orderId: number,
  { mark, seenOf, refuseAt }: Pick<ReturnType<typeof useWorkshopCall>, "mark" | "seenOf" | "refuseAt">,
) {
  const cutByHand = useCutRecut(orderId, { failure: "Failed to mark the parts as cut" });
  const uncut = useCutRecut(orderId, { failure: null });
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
    markAsCut: async (recut: Recut) => {
      // The server does not know the recut yet: a mark of its shutter as cut finishes it (rule W96).
      if (isUnsent(recut)) return mark([{ orderId, itemId: recut.itemId, piece: recut.piece, step: "cut", done: true }]);
      await cutByHand(recut, { cut: true });
      const seen = seenOf({ orderId, itemId: recut.itemId, piece: recut.piece });
      const undo = () => void uncut(recut, { cut: false, seen }).catch(refused(recut, "Cut undone"));
      offerUndo({ place: WORKSHOP_PLACE, words: `Cut again: ${recutInWords(recut)}`, undo });
    },
  };
}
