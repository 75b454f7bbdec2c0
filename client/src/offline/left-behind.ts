import type { User } from "#client/lib/session.ts";
import { keepsOnDevice } from "./forget-device.ts";
import { type Entry, mayHoldChanges, openOutboxStore } from "./outbox-store.ts";

/**
 * What others changed on this device and did not send. Nothing where the browser keeps nothing, or
 * nobody changed anything. What the server has made since is lost to nobody.
 */
export async function leftBehind(): Promise<readonly Entry[]> {
  if (!(await mayHoldChanges())) return [];
  const store = await openOutboxStore();
  try {
    return (await store.all()).filter(({ made }) => made === undefined);
  } finally {
    store.close();
  }
}

const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);
/** `1 change`, `3 quotes`: what waits on a device, or did. */
export const inWords = (entries: readonly Pick<Entry, "feature">[]): string =>
  counted(entries.length, entries.length > 0 && entries.every(({ feature }) => feature === "quotes") ? "quote" : "change");
export const changes = (count: number): string => counted(count, "change");

/** `2 changes of Tomasz Zieliński, Northmoor Joinery Works`; empty where there are none. */
export function whoseInWords(left: readonly Entry[]): string {
  const whoOf = ({ who }: Entry) => who ?? "somebody";
  return [...new Set(left.map(whoOf))].map((each) => `${inWords(left.filter((entry) => whoOf(entry) === each))} of ${each}`).join("; ");
}

/**
 * The changes that this person may not find here (rule W56). They are removed only where the person
 * says so.
 */
export const lostBy = (user: User, left: readonly Entry[]): readonly Entry[] => left.filter((entry) => isNotFor(user, entry));

/**
 * A colleague's changes at the bench wait for the colleague; a quote is its maker's alone (rule
 * Q27).
 */
function isNotFor(user: User, { person, company, feature }: Entry): boolean {
  if (!keepsOnDevice(user)) return true;
  return feature === "quotes" || user.role !== "supplier" ? person !== user.id : company !== user.companyId;
}

/** Removes them; for a person whose device keeps nothing, the store too. */
export async function removeLost(user: User): Promise<void> {
  if (!(await mayHoldChanges())) return;
  const store = await openOutboxStore();
  if (!keepsOnDevice(user)) return store.delete();
  try {
    for (const entry of await store.all()) if (isNotFor(user, entry)) await store.remove(entry.id);
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
