import { useDevice } from "#client/device/device.ts";
import { call, type Input } from "#client/lib/api.ts";
import type { HeldChanges } from "./open-outbox.ts";
import type { Kept, KeptFeature, KeptName } from "./outbox-store.ts";

/**
 * Changes that can still be undone (rule S17). A supplier's device keeps them from now on, so that
 * none is lost with it; elsewhere the page alone knows them.
 */
export function useHeldCall<F extends KeptFeature, N extends KeptName<F>>(feature: F, name: N, describe: (input: Input<F, N>) => string) {
  const device = useDevice();
  return (pressed: readonly { readonly input: Input<F, N>; readonly key: string }[]) => {
    let held: HeldChanges | null = null;
    const holding = device
      .outbox()
      .then(async (outbox) => {
        const changes = pressed.map(({ input, key }) => ({
          ...({ feature, name, input } as unknown as Kept),
          words: describe(input),
          key,
        }));
        if (outbox) held = await outbox.hold(changes);
        return held;
      })
      // What the device can't keep is made like any other.
      .catch(() => null);
    return {
      /** @returns whether the device sends them; else whoever asked does */
      release: async (): Promise<boolean> => {
        const kept = await holding;
        await kept?.release();
        return kept !== null;
      },
      drop: () => void holding.then((kept) => kept?.drop()),
      /** As the page goes: all at once, for nothing runs after this. */
      leave: () => {
        if (held) held.sendLeaving();
        else for (const { input } of pressed) void call(feature, name, { ...input, keepalive: true }).catch(() => {});
      },
    };
  };
}
