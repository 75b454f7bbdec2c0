import { useMutation } from "@tanstack/react-query";
import { type CallOptions, call, type Input, type Reply, useAfterCall } from "#client/lib/api.ts";
import { toast } from "#client/lib/toasts.ts";
import { settleUndo } from "#client/lib/undo.ts";
import { useDevice } from "./device.ts";
import type { Fate, WaitReason } from "./outbox/outbox.ts";
import type { Along, StoredFeature, StoredName } from "./outbox/outbox-store.ts";

type KeptOptions<R, I> = Omit<CallOptions<R>, "onSuccess"> & {
  /** Describes the change in words: "Cut, Kitchen left, ORD-12". */
  readonly describe: (input: I) => string;
  /** Called with the reply, or with null where the change is stored for later. */
  readonly onSuccess?: ((reply: R | null) => unknown) | undefined;
};

/**
 * Announces that a change waits: for the network, or for a busy portal (rule S31). A signed-out
 * person reads the outbox's own toast.
 */
export function announceWait(reason: WaitReason, sentences: { readonly network: string; readonly busy: string }): void {
  if (reason === "no-network") toast({ title: "Kept on this device", description: sentences.network });
  if (reason === "busy") toast({ title: "Not saved yet", description: sentences.busy });
}
const SENTENCES = {
  network: "It will be sent once the portal can be reached.",
  busy: "The portal is busy. It will be sent again automatically.",
};

/**
 * A write that the person's device stores and sends in turn (rules W51 and Q27). The device also
 * refetches the affected queries. Other people's writes go directly to the server.
 */
export function useStoredCall<F extends StoredFeature, N extends StoredName<F>>(
  feature: F,
  name: N,
  options: KeptOptions<Reply<F, N>, Input<F, N>>,
) {
  const device = useDevice();
  const after = useAfterCall(feature, name, options);
  // A quote is stored only where the device also has New Quote.
  const outboxFor = async ({ quote }: Along) => (name === "create" && !quote ? null : device.outbox());
  return useMutation({
    mutationFn: async ({ quote, recut, ...given }: Input<F, N> & Along): Promise<Fate<Reply<F, N>>> => {
      const input = given as unknown as Input<F, N>;
      // Changes that can still be undone are sent first, so that a shutter is marked before its
      // order ships.
      await settleUndo();
      const outbox = await outboxFor({ quote });
      return outbox
        ? outbox.keep(feature, name, input, options.describe(input), { quote, recut })
        : { reply: await call(feature, name, input) };
    },
    onSuccess: async (fate, along) => {
      if ("reply" in fate) await after.succeeded(fate.reply);
      else {
        if (options.success !== undefined) announceWait(fate.waits, SENTENCES);
        await options.onSuccess?.(null);
      }
      if (!(await outboxFor(along))) await after.fetchAgain();
    },
    onError: after.failed,
  });
}
