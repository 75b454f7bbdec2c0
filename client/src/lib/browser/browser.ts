import { useSyncExternalStore } from "react";

/** Moves the focus to the screen's heading, where the keyboard and screen readers continue. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/**
 * Returns true if the focused element has been removed. The browser then focuses the page itself.
 */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body;

/** Returns the storage key of a person's unfinished work. */
export const personalKey = (userId: number, what: string): string => `person:${userId}:${what}`;

/**
 * Uses the browser's storage. Where it is full or forbidden, nothing is stored and no error is
 * thrown.
 */
export function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
}

/** Removes a person's data at sign-out, because other people may use the same device. */
export function forgetPerson(userId: number): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(personalKey(userId, ""))) storage.removeItem(key);
  });
}

/** Returns true while a media query matches, for cases that styles cannot handle. */
export function useMedia(query: string): boolean {
  const subscribe = (onChange: () => void) => {
    const media = window.matchMedia?.(query);
    media?.addEventListener("change", onChange);
    return () => media?.removeEventListener("change", onChange);
  };
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false);
}

const PHONE = "(width < 48rem)";

/**
 * Returns true on a screen as narrow as a phone, where rows are blocks (`stacked` in styles.css).
 */
export const isPhone = (): boolean => window.matchMedia?.(PHONE).matches ?? false;
