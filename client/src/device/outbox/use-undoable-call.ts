import { useDevice } from "#client/device/device.ts";
import { call, type Input } from "#client/lib/api.ts";
import type { HeldChanges } from "./open-outbox.ts";
import type { AnyStoredCall, StoredFeature, StoredName } from "./outbox-store.ts";

/**
 * Holds changes that can still be undone (rule S17). A supplier's device stores them immediately,
 * so that none is lost with the page; elsewhere only the page has them.
 */
export function useUndoableCall<F extends StoredFeature, N extends StoredName<F>>(
  feature: F,
  name: N,
  describe: (input: Input<F, N>) => string,
) {
  const device = useDevice();
  return (pressed: readonly { readonly input: Input<F, N>; readonly key: string }[]) => {
    let heldChanges: HeldChanges | null = null;
    const holding = device
      .outbox()
      .then(async (outbox) => {
        const changes = pressed.map(({ input, key }) => ({
          ...({ feature, name, input } as unknown as AnyStoredCall),
          words: describe(input),
          key,
        }));
        if (outbox) heldChanges = await outbox.hold(changes);
        return heldChanges;
      })
      // A change that the device cannot store goes directly to the server.
      .catch(() => null);
    return {
      /** @returns true if the device sends the changes, false where the caller has to */
      release: async (): Promise<boolean> => {
        const kept = await holding;
        await kept?.release();
        return kept !== null;
      },
      drop: () => void holding.then((kept) => kept?.drop()),
      /** Sends all changes together as the page closes, because no later code runs. */
      leave: () => {
        if (heldChanges) heldChanges.sendLeaving();
        else for (const { input } of pressed) void call(feature, name, { ...input, keepalive: true }).catch(() => {});
      },
    };
  };
}
