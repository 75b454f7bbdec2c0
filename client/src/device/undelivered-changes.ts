import { keepsOnDevice } from "#client/lib/session/forget-device.ts";
import type { User } from "#client/lib/session.ts";
import { readUnfinishedForms, removeUnfinished } from "#client/lib/unfinished.ts";
import { countOf } from "#shared/domain/text.ts";
import { type Entry, hasOutbox, openOutboxStore } from "./outbox/outbox-store.ts";
import { removePhotos } from "./photo-store.ts";

/** The data that would be lost: waiting changes and unfinished forms. */
type Left = Pick<Entry, "feature"> | { readonly feature: "unfinished" };
export type UndeliveredOfPerson = Left & { readonly person: number; readonly who?: string | undefined; readonly company?: number };

/**
 * Returns the unsent changes and unfinished forms of all people on this device. A browser that
 * stores no changes may still store forms.
 */
export const findUndelivered = async (): Promise<readonly UndeliveredOfPerson[]> => [...(await waitingHere()), ...findUnfinishedForms()];

/** Returns one person's unfinished forms, or everybody's. */
export const findUnfinishedForms = (person?: number): readonly UndeliveredOfPerson[] =>
  readUnfinishedForms()
    .filter((form) => person === undefined || form.person === person)
    .map((form) => ({ feature: "unfinished", person: form.person, who: form.who }));

/**
 * Returns the waiting changes of all people. Quotes that the server has created are excluded,
 * because nobody loses them.
 */
async function waitingHere(): Promise<readonly Entry[]> {
  if (!(await hasOutbox())) return [];
  const store = await openOutboxStore();
  try {
    return (await store.all()).filter(({ made }) => made === undefined);
  } finally {
    store.close();
  }
}

/** Describes waiting changes as `1 change` or `3 quotes and 1 unfinished quote`. */
export function describeUndelivered(left: readonly Left[]): string {
  const waiting = left.filter(({ feature }) => feature !== "unfinished");
  const unfinished = left.length - waiting.length;
  const one = waiting.length > 0 && waiting.every(({ feature }) => feature === "quotes") ? "quote" : "change";
  const parts = unfinished > 0 && waiting.length === 0 ? [] : [countOf(waiting.length, one)];
  return [...parts, ...(unfinished > 0 ? [countOf(unfinished, "unfinished quote")] : [])].join(" and ");
}

/**
 * Describes waiting changes with their owners, for example `2 changes of Tomasz Zieliński,
 * Northmoor Joinery Works`. Without any the text is empty.
 */
export function describeOwners(left: readonly UndeliveredOfPerson[]): string {
  const whoOf = ({ who }: UndeliveredOfPerson) => who ?? "somebody";
  return [...new Set(left.map(whoOf))]
    .map((each) => `${describeUndelivered(left.filter((entry) => whoOf(entry) === each))} of ${each}`)
    .join("; ");
}

/**
 * Returns the data that must not be on this person's device (rules W56 and Q11). They are removed
 * only after the person confirms.
 */
export const selectLost = <Each extends UndeliveredOfPerson>(user: User, left: readonly Each[]): readonly Each[] =>
  left.filter((each) => isNotFor(user, each));

/**
 * A colleague's changes at the bench may wait for the colleague, while a quote belongs to its
 * author alone (rule Q27). A super admin with View As has their own forms on this device.
 */
function isNotFor(user: User, { person, company, feature }: UndeliveredOfPerson): boolean {
  if (feature === "unfinished") return person !== user.id && !user.isImpersonating;
  if (!keepsOnDevice(user)) return true;
  return feature === "quotes" || user.role !== "supplier" ? person !== user.id : company !== user.companyId;
}

/** Removes the data, and the store for a person whose device stores nothing. */
export async function removeLost(user: User): Promise<void> {
  if (!user.isImpersonating) await removeForms((person) => person !== user.id);
  if (!(await hasOutbox())) return;
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

/** Removes the person's unsent changes and forms at sign-out. A colleague's changes remain. */
export async function removeOwn(person: number): Promise<void> {
  await removeForms((each) => each === person);
  const store = await openOutboxStore();
  const all = await store.all();
  for (const entry of all) if (entry.person === person) await store.remove(entry.id);
  if (all.every((entry) => entry.person === person)) await store.delete();
  else store.close();
}
