import { useRef } from "react";
import type { Reply } from "#client/lib/api.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { recutInWords } from "#shared/domain/window/saw/recuts.ts";
import { useStoredCall } from "./use-stored-call.ts";

type Recut = Reply<"workshop", "recut">;
interface Cutting {
  /** False undoes the cutting. */
  readonly cut: boolean;
  /** The newest mark that the person knew. */
  readonly seen?: string | undefined;
}
type Texts = { readonly success?: string; readonly failure: string | null };

/**
 * Marks the parts of a recut as cut by hand, or undoes that, also without a network (rule
 * W117).
 */
export function useCutRecut(orderId: number, texts: Texts): (recut: Recut, cutting: Cutting) => Promise<unknown> {
  // A recut that is cut is no longer in the order.
  const words = useRef(new Map<number, string>());
  const stored = useStoredCall("workshop", "cutRecut", {
    ...texts,
    describe: ({ params, body }) =>
      [body.cut ? "Cut again" : "Cut undone", words.current.get(Number(params.recutId)), orderNumber(orderId)].filter(Boolean).join(", "),
  });
  return (recut, { cut, seen }) => {
    words.current.set(recut.id, recutInWords(recut));
    return stored.mutateAsync({ params: { id: orderId, recutId: recut.id }, body: { cut, ...(seen !== undefined && { seen }) }, recut });
  };
}
