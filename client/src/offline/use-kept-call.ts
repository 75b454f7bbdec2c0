import { useMutation } from "@tanstack/react-query";
import { type CallOptions, call, type Input, type Reply, useAfterCall } from "#client/lib/api.ts";
import { toast } from "#client/lib/toasts.ts";
import { settleUndo } from "#client/lib/undo.ts";
import { useDevice } from "./device.ts";
import type { KeptFeature, KeptName } from "./outbox-store.ts";

type KeptOptions<R, I> = Omit<CallOptions<R>, "onSuccess"> & {
  /** The change in words: "Cut, Kitchen left, ORD-12". */
  readonly describe: (input: I) => string;
  readonly onSuccess?: (() => unknown) | undefined;
};

/**
 * A write that a supplier's device keeps and sends in its turn (rule W51). While it waits the reply
 * is null. The device fetches what it made stale. Elsewhere it is a call like any other.
 */
export function useKeptCall<F extends KeptFeature, N extends KeptName<F>>(
  feature: F,
  name: N,
  options: KeptOptions<Reply<F, N>, Input<F, N>>,
) {
  const device = useDevice();
  const after = useAfterCall(feature, name, options);
  return useMutation({
    mutationFn: async (input: Input<F, N>): Promise<Reply<F, N> | null> => {
      // What was done before and can still be undone goes before it: a shutter is marked before its
      // order leaves.
      await settleUndo();
      const outbox = await device.outbox();
      return outbox ? outbox.keep(feature, name, input, options.describe(input)) : call(feature, name, input);
    },
    onSuccess: async (reply) => {
      if (reply !== null) await after.succeeded(reply);
      else {
        if (options.success !== undefined)
          toast({ title: "Kept", description: "It is on this device, and is sent when there is a network." });
        await options.onSuccess?.();
      }
      if (!(await device.outbox())) await after.fetchAgain();
    },
    onError: after.failed,
  });
}
