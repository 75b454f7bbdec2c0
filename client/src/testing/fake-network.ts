import type { Network } from "#client/lib/network.ts";

/** Returns a network that is away until the test calls `comeBack`. */
export function fakeNetwork(): Network & { comeBack(): void } {
  const listeners = new Set<() => void>();
  let isAway = true;
  return {
    isAway: () => isAway,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    comeBack() {
      isAway = false;
      for (const onChange of listeners) onChange();
    },
  };
}
