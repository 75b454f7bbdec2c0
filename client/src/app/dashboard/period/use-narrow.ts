import { useSyncExternalStore } from "react";

/** Where two months don't fit beside each other: they are 34 rem wide, and 41 where days are as large as a thumb. */
const NARROW = "(width < 37.5rem), (pointer: coarse) and (width < 44rem)";

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia?.(NARROW);
  query?.addEventListener("change", onChange);
  return () => query?.removeEventListener("change", onChange);
};

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia?.(NARROW).matches ?? false);
