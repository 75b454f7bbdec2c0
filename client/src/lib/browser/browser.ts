import { useSyncExternalStore } from "react";

/** Moves the focus to the screen's heading, for the keyboard and screen readers to go on from. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** Whether the element that had the focus is gone. The browser then gives the focus to the page as a whole. */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body;

/** The storage key of a person's unfinished work. */
export const personalKey = (userId: number, what: string): string => `person:${userId}:${what}`;

/** Uses the browser's storage. Where it is full or forbidden nothing is kept, and the work goes on. */
export function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
}

/** At sign-out: others may use the same device. */
export function forgetPerson(userId: number): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(personalKey(userId, ""))) storage.removeItem(key);
  });
}

/** Whether a media query is met now, for what styles alone cannot do. */
export function useMedia(query: string): boolean {
  const subscribe = (onChange: () => void) => {
    const media = window.matchMedia?.(query);
    media?.addEventListener("change", onChange);
    return () => media?.removeEventListener("change", onChange);
  };
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false);
}
