import type { User } from "#client/lib/session.ts";
import { keepsOnDevice } from "./forget-device.ts";
import { type Entry, mayHoldChanges, openOutboxStore } from "./outbox-store.ts";

/**
 * What others changed on this device and did not send. Nothing where the browser keeps nothing, or
 * nobody changed anything.
 */
export async function leftBehind(): Promise<readonly Entry[]> {
  if (!(await mayHoldChanges())) return [];
  const store = await openOutboxStore();
  try {
    return await store.all();
  } finally {
    store.close();
  }
}

export const changes = (count: number): string => (count === 1 ? "1 change" : `${count} changes`);
/** `2 changes of Tomasz Zieliński, Northmoor Joinery Works`; empty where there are none. */
export function whoseInWords(left: readonly Entry[]): string {
  const people = left.map(({ who }) => who ?? "somebody");
  return [...new Set(people)].map((each) => `${changes(people.filter((other) => other === each).length)} of ${each}`).join("; ");
}

/**
 * The changes that this person may not find here (rule W56). They are removed only where the person
 * says so.
 */
export const lostBy = (user: User, left: readonly Entry[]): readonly Entry[] =>
  keepsOnDevice(user) ? left.filter(({ company }) => company !== user.companyId) : left;

/** Removes them; for a person whose device keeps nothing, the store too. */
export async function removeLost(user: User): Promise<void> {
  if (!(await mayHoldChanges())) return;
  const store = await openOutboxStore();
  if (!keepsOnDevice(user)) return store.delete();
  try {
    for (const { id } of lostBy(user, await store.all())) await store.remove(id);
  } finally {
    store.close();
  }
}

/** At sign-out: what the person made and did not send. A colleague's waits on. */
export async function removeOwn(person: number): Promise<void> {
  const store = await openOutboxStore();
  const all = await store.all();
  for (const entry of all) if (entry.person === person) await store.remove(entry.id);
  if (all.every((entry) => entry.person === person)) await store.delete();
  else store.close();
}
