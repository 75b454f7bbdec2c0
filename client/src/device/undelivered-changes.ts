import { keepsOnDevice } from "#client/lib/forget-device.ts";
import type { User } from "#client/lib/session.ts";
import { removeUnfinished, unfinishedHere } from "#client/lib/unfinished.ts";
import { type Entry, mayHoldChanges, openOutboxStore } from "./outbox/outbox-store.ts";
import { removePhotos } from "./photo-store.ts";

/** What would be lost with the device: changes that wait, and forms that nobody has finished. */
type Left = Pick<Entry, "feature"> | { readonly feature: "unfinished" };
export type LeftOfPerson = Left & { readonly person: number; readonly who?: string | undefined; readonly company?: number };

/**
 * What people left on this device: what they did not send, and what they did not finish. A browser
 * that keeps no changes may still keep forms.
 */
export const leftBehind = async (): Promise<readonly LeftOfPerson[]> => [...(await waitingHere()), ...unfinishedLeft()];

/** A person's own that are not finished, or everybody's. */
export const unfinishedLeft = (person?: number): readonly LeftOfPerson[] =>
  unfinishedHere()
    .filter((form) => person === undefined || form.person === person)
    .map((form) => ({ feature: "unfinished", person: form.person, who: form.who }));

/** Nothing where nobody changed anything. What the server has made since is lost to nobody. */
async function waitingHere(): Promise<readonly Entry[]> {
  if (!(await mayHoldChanges())) return [];
  const store = await openOutboxStore();
  try {
    return (await store.all()).filter(({ made }) => made === undefined);
  } finally {
    store.close();
  }
}

const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);
/** `1 change`, `3 quotes and 1 unfinished quote`: what waits on a device, or did. */
export function inWords(left: readonly Left[]): string {
  const waiting = left.filter(({ feature }) => feature !== "unfinished");
  const unfinished = left.length - waiting.length;
  const one = waiting.length > 0 && waiting.every(({ feature }) => feature === "quotes") ? "quote" : "change";
  const parts = unfinished > 0 && waiting.length === 0 ? [] : [counted(waiting.length, one)];
  return [...parts, ...(unfinished > 0 ? [counted(unfinished, "unfinished quote")] : [])].join(" and ");
}
export const changes = (count: number): string => counted(count, "change");

/** `2 changes of Tomasz Zieliński, Northmoor Joinery Works`; empty where there are none. */
export function whoseInWords(left: readonly LeftOfPerson[]): string {
  const whoOf = ({ who }: LeftOfPerson) => who ?? "somebody";
  return [...new Set(left.map(whoOf))].map((each) => `${inWords(left.filter((entry) => whoOf(entry) === each))} of ${each}`).join("; ");
}

/**
 * What this person may not find here (rules W56 and Q11). It is removed only where the person says
 * so.
 */
export const lostBy = <Each extends LeftOfPerson>(user: User, left: readonly Each[]): readonly Each[] =>
  left.filter((each) => isNotFor(user, each));

/**
 * A colleague's changes at the bench wait for the colleague; a quote is its maker's alone (rule
 * Q27). Who views the portal as somebody has their own forms here.
 */
function isNotFor(user: User, { person, company, feature }: LeftOfPerson): boolean {
  if (feature === "unfinished") return person !== user.id && !user.isImpersonating;
  if (!keepsOnDevice(user)) return true;
  return feature === "quotes" || user.role !== "supplier" ? person !== user.id : company !== user.companyId;
}

/** Removes them; for a person whose device keeps nothing, the store too. */
export async function removeLost(user: User): Promise<void> {
  if (!user.isImpersonating) await removeForms((person) => person !== user.id);
  if (!(await mayHoldChanges())) return;
  const store = await openOutboxStore();
  if (!keepsOnDevice(user)) return store.delete();
  try {
    for (const entry of await store.all()) if (isNotFor(user, entry)) await store.remove(entry.id);
  } finally {
    store.close();
  }
}

async function removeForms(isGone: (person: number) => boolean): Promise<void> {
  removeUnfinished(isGone);
  await removePhotos(({ person }) => isGone(person));
}

/** At sign-out: what the person made and did not send. A colleague's waits on. */
export async function removeOwn(person: number): Promise<void> {
  await removeForms((each) => each === person);
  const store = await openOutboxStore();
  const all = await store.all();
  for (const entry of all) if (entry.person === person) await store.remove(entry.id);
  if (all.every((entry) => entry.person === person)) await store.delete();
  else store.close();
}
