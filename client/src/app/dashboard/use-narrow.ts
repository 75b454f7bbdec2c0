import { useSyncExternalStore } from "react";

/** The specification's mobile breakpoint, 768 px. */
const NARROW = "(width < 48rem)";

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia?.(NARROW);
  query?.addEventListener("change", onChange);
  return () => query?.removeEventListener("change", onChange);
};

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia?.(NARROW).matches ?? false);
