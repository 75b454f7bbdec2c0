/** Where the keyboard and a screen reader go on when what they were at is gone: the heading of the screen. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** Something that is gone leaves the focus to the page as a whole, which is nowhere. */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body;

/** What a person's unfinished work is kept under on this device. Signing out removes it all: the device may be shared. */
export const personalKey = (userId: number, what: string): string => `person:${userId}:${what}`;

/** A full or forbidden storage costs the safety net, never the work at hand. */
export function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
}

export function forgetPerson(userId: number): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(personalKey(userId, ""))) storage.removeItem(key);
  });
}
