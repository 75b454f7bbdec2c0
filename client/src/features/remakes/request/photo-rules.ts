import { MOST_PHOTO_BYTES, MOST_PHOTOS } from "#shared/contract/remakes.ts";

/** Said before anything is uploaded; the server looks at the content, and has the last word (rule R2). */
export const ACCEPTED_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;

const MEGABYTE = 1024 * 1024;
const MOST_MEGABYTES = MOST_PHOTO_BYTES / MEGABYTE;
export const PHOTOS_HINT = `Up to ${MOST_PHOTOS}, at most ${MOST_MEGABYTES} MB each: JPEG, PNG, WebP or AVIF.`;

/** `4.2 MB`, or for little ones `86 kB`. */
export const fileSize = (bytes: number): string =>
  bytes < MEGABYTE / 10 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** What is wrong with a file, in a sentence; null when it may be sent. */
export function photoFault(file: File): string | null {
  // A type that the browser does not know is for the server to judge.
  if (file.type !== "" && !(ACCEPTED_TYPES as readonly string[]).includes(file.type))
    return `“${file.name}” is not a picture we can read. JPEG, PNG, WebP and AVIF pictures are accepted.`;
  if (file.size > MOST_PHOTO_BYTES) return `“${file.name}” is too large (${fileSize(file.size)}): at most ${MOST_MEGABYTES} MB each.`;
  if (file.size === 0) return `“${file.name}” is empty.`;
  return null;
}

const isSame = (one: File) => (other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** Which of the newly chosen files come to those that are there, and why the others don't. One that is there already says nothing. */
export function choosePhotos(present: readonly File[], chosen: readonly File[]): { readonly added: File[]; readonly faults: string[] } {
  const added: File[] = [];
  const faults: string[] = [];
  let surplus = 0;
  for (const file of chosen) {
    if ([...present, ...added].some(isSame(file))) continue;
    const fault = photoFault(file);
    if (fault) faults.push(fault);
    else if (present.length + added.length >= MOST_PHOTOS) surplus += 1;
    else added.push(file);
  }
  if (surplus > 0) faults.push(`At most ${MOST_PHOTOS} photos can be sent: ${surplus} ${surplus === 1 ? "was" : "were"} left out.`);
  return { added, faults };
}
