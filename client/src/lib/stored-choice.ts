import { useState } from "react";
import { withStorage } from "./browser/browser.ts";

/**
 * Stores on the device how a list is displayed. A stored value that is no longer possible counts as
 * none.
 */
export function useStoredChoice<Value extends string>(
  key: string,
  isPossible: (stored: string) => stored is Value,
): [Value | null, (value: Value) => void] {
  const [value, setValue] = useState(() => readStoredChoice(key, isPossible));
  const keep = (next: Value) => {
    withStorage((storage) => storage.setItem(key, next));
    setValue(next);
  };
  return [value, keep];
}

export function readStoredChoice<Value extends string>(key: string, isPossible: (stored: string) => stored is Value): Value | null {
  const stored = withStorage((storage) => storage.getItem(key)) ?? null;
  return stored !== null && isPossible(stored) ? stored : null;
}
