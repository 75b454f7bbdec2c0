import { personalKey, withStorage } from "./browser/browser.ts";

/**
 * The key contains the format's version, so that a draft from an older portal is not parsed as
 * today's format.
 */
export const UNFINISHED = "unfinished-quote:2";
/** Returns the storage key of New Quote, or of the form for the given thing. */
export const unfinishedKey = (person: number, what?: number | string): string =>
  personalKey(person, what === undefined ? UNFINISHED : `${UNFINISHED}:${what}`);

/** A form expires after 14 days (rule Q11). */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;
export const isFresh = ({ savedAt }: { readonly savedAt: number }, now: number): boolean => savedAt <= now && now - savedAt < KEPT_MS;

/** Describes the owner of data for the next person who uses the device. */
export const describeOwner = ({ contactName, companyName }: { readonly contactName: string; readonly companyName: string }): string =>
  `${contactName}, ${companyName}`;

/** An unfinished form on this device. */
export interface Unfinished {
  readonly person: number;
  /**
   * The person's name and company, for example "Jane Doe, Harbour Blinds". Older builds stored
   * none.
   */
  readonly who: string | undefined;
  /** The keys of its windows' photos. */
  readonly photosKeys: readonly string[];
}

const OF_SOMEBODY = new RegExp(`^person:(\\d+):${UNFINISHED}(:|$)`);

/** Returns the unfinished forms of all people on this device, without unreadable ones. */
export function readUnfinishedForms(now = Date.now()): readonly Unfinished[] {
  const read = (storage: Storage) =>
    Object.keys(storage).flatMap((key) => {
      const [, person] = OF_SOMEBODY.exec(key) ?? [];
      const form = person === undefined ? null : contentOf(storage.getItem(key), now);
      return form ? [{ person: Number(person), ...form }] : [];
    });
  return withStorage(read) ?? [];
}

function contentOf(text: string | null, now: number): Omit<Unfinished, "person"> | null {
  try {
    const { savedAt, who, values } = JSON.parse(text ?? "");
    if (!isFresh({ savedAt }, now)) return null;
    return { who, photosKeys: values.windows.flatMap(({ photosKey }: { photosKey?: string }) => photosKey ?? []) };
  } catch {
    return null;
  }
}

/** Returns a function that is true for photos whose window is still in a stored form. */
export function createPhotoCheck(): (photos: { readonly person: number; readonly key: string }) => boolean {
  const forms = readUnfinishedForms();
  return ({ person, key }) => forms.some((form) => form.person === person && form.photosKeys.includes(key));
}

/** Removes these people's forms from the device. */
export function removeUnfinished(isGone: (person: number) => boolean): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      const [, person] = OF_SOMEBODY.exec(key) ?? [];
      if (person !== undefined && isGone(Number(person))) storage.removeItem(key);
    }
  });
}
