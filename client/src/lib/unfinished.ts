import { personalKey, withStorage } from "./browser/browser.ts";

/**
 * The key holds the format's version, so that a draft from an older portal is not read as today's
 * format.
 */
export const UNFINISHED = "unfinished-quote:2";
/** Under which New Quote is kept, or what else the form was opened for. */
export const unfinishedKey = (person: number, what?: number | string): string =>
  personalKey(person, what === undefined ? UNFINISHED : `${UNFINISHED}:${what}`);

/** After 14 days a form is no longer offered (rule Q11). */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;
export const isFresh = ({ savedAt }: { readonly savedAt: number }, now: number): boolean => savedAt <= now && now - savedAt < KEPT_MS;

/** Whose something is, for whoever takes up the device next. */
export const whoIs = ({ contactName, companyName }: { readonly contactName: string; readonly companyName: string }): string =>
  `${contactName}, ${companyName}`;

/** A form that somebody has not finished on this device. */
export interface Unfinished {
  readonly person: number;
  /** "Jane Doe, Harbour Blinds"; an older build kept none. */
  readonly who: string | undefined;
  /** By which its windows' photos are known. */
  readonly photosKeys: readonly string[];
}

const OF_SOMEBODY = new RegExp(`^person:(\\d+):${UNFINISHED}(:|$)`);

/** Everybody's that are kept here. What can't be read is none. */
export function unfinishedHere(now = Date.now()): readonly Unfinished[] {
  const read = (storage: Storage) =>
    Object.keys(storage).flatMap((key) => {
      const [, person] = OF_SOMEBODY.exec(key) ?? [];
      const found = person === undefined ? null : contentOf(storage.getItem(key), now);
      return found ? [{ person: Number(person), ...found }] : [];
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

/** Whether a form that is kept here still has a window with these photos. */
export function isMentioned(): (photos: { readonly person: number; readonly key: string }) => boolean {
  const forms = unfinishedHere();
  return ({ person, key }) => forms.some((form) => form.person === person && form.photosKeys.includes(key));
}

/** Takes these people's forms off the device. */
export function removeUnfinished(isGone: (person: number) => boolean): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      const [, person] = OF_SOMEBODY.exec(key) ?? [];
      if (person !== undefined && isGone(Number(person))) storage.removeItem(key);
    }
  });
}
