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
