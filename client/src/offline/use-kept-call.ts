import { useMutation } from "@tanstack/react-query";
import { type CallOptions, call, type Input, type Reply, useAfterCall } from "#client/lib/api.ts";
import { toast } from "#client/lib/toasts.ts";
import { settleUndo } from "#client/lib/undo.ts";
import { useDevice } from "./device.ts";
import type { KeptFeature, KeptName, QuoteAlong } from "./outbox-store.ts";

type KeptOptions<R, I> = Omit<CallOptions<R>, "onSuccess"> & {
  /** The change in words: "Cut, Kitchen left, ORD-12". */
  readonly describe: (input: I) => string;
  /** Null: it is kept for later. */
  readonly onSuccess?: ((reply: R | null) => unknown) | undefined;
};

/**
 * A write that this person's device keeps and sends in its turn (rules W51 and Q27). While it waits
 * the reply is null. The device fetches what it made stale. Elsewhere it is a call like any other.
 */
export function useKeptCall<F extends KeptFeature, N extends KeptName<F>>(
  feature: F,
  name: N,
  options: KeptOptions<Reply<F, N>, Input<F, N>>,
) {
  const device = useDevice();
  const after = useAfterCall(feature, name, options);
  // A quote is kept where New Quote is on the device too.
  const outboxFor = async (quote: QuoteAlong | undefined) => (name === "create" && !quote ? null : device.outbox());
  return useMutation({
    mutationFn: async ({ quote, ...given }: Input<F, N> & { readonly quote?: QuoteAlong }): Promise<Reply<F, N> | null> => {
      const input = given as unknown as Input<F, N>;
      // What was done before and can still be undone goes before it: a shutter is marked before its
      // order leaves.
      await settleUndo();
      const outbox = await outboxFor(quote);
      return outbox ? outbox.keep(feature, name, input, options.describe(input), quote) : call(feature, name, input);
    },
    onSuccess: async (reply, { quote }) => {
      if (reply !== null) await after.succeeded(reply);
      else {
        if (options.success !== undefined)
          toast({ title: "Kept on this device", description: "It is sent as soon as the portal can be reached." });
        await options.onSuccess?.(null);
      }
      if (!(await outboxFor(quote))) await after.fetchAgain();
    },
    onError: after.failed,
  });
}
