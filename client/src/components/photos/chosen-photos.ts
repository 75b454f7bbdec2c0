import { useEffect, useRef, useState } from "react";
import { MOST_PHOTO_BYTES, MOST_PHOTOS } from "#shared/contract/remakes.ts";
import { countOf } from "#shared/domain/text.ts";

/** The client validates types before the upload; the server validates the content (rule R2). */
export const ACCEPTED_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;

const MEGABYTE = 1024 * 1024;
const MOST_MEGABYTES = MOST_PHOTO_BYTES / MEGABYTE;
export const PHOTOS_HINT = `Up to ${MOST_PHOTOS}, at most ${MOST_MEGABYTES} MB each: JPEG, PNG, WebP or AVIF.`;

/** Formats a size as `4.2 MB` or `86 kB`. */
export const fileSize = (bytes: number): string =>
  bytes < MEGABYTE / 10 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** Returns a sentence about the problem with a file, or null if it may be sent. */
function photoFault(file: File): string | null {
  // The server decides about a file whose type the browser does not know.
  if (file.type !== "" && !(ACCEPTED_TYPES as readonly string[]).includes(file.type))
    return `“${file.name}” is not a picture we can read. JPEG, PNG, WebP and AVIF pictures are accepted.`;
  if (file.size > MOST_PHOTO_BYTES) return `“${file.name}” is too large (${fileSize(file.size)}): at most ${MOST_MEGABYTES} MB each.`;
  if (file.size === 0) return `“${file.name}” is empty.`;
  return null;
}

const isSame = (one: File) => (other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/**
 * Returns the files to add and a sentence for each rejected file. Files that are already chosen are
 * skipped.
 */
export function choosePhotos(
  present: readonly File[],
  chosen: readonly File[],
  most: number = MOST_PHOTOS,
): { readonly added: File[]; readonly faults: string[] } {
  const added: File[] = [];
  const faults: string[] = [];
  let surplus = 0;
  for (const file of chosen) {
    if ([...present, ...added].some(isSame(file))) continue;
    const fault = photoFault(file);
    if (fault) faults.push(fault);
    else if (present.length + added.length >= most) surplus += 1;
    else added.push(file);
  }
  if (surplus > 0) faults.push(`At most ${most} photos can be sent: ${countOf(surplus, "was", "were")} left out.`);
  return { added, faults };
}

export interface ChosenPhoto {
  readonly file: File;
  /** An object URL of the file on disk. */
  readonly url: string;
}

/**
 * Creates previews of files. The browser holds each file in memory until its object URL is revoked.
 */
export function usePreviews() {
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const objectUrls = urls.current;
    return () => {
      for (const url of objectUrls) URL.revokeObjectURL(url);
      objectUrls.clear();
    };
  }, []);
  return {
    show: (file: File): ChosenPhoto => {
      const url = URL.createObjectURL(file);
      urls.current.add(url);
      return { file, url };
    },
    drop: ({ url }: ChosenPhoto) => {
      URL.revokeObjectURL(url);
      urls.current.delete(url);
    },
  };
}

export function useChosenPhotos() {
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const previews = usePreviews();

  const add = (files: readonly File[]) => {
    const chosen = choosePhotos(
      photos.map(({ file }) => file),
      files,
    );
    setPhotos([...photos, ...chosen.added.map(previews.show)]);
    setFaults(chosen.faults);
  };
  const remove = (photo: ChosenPhoto) => {
    previews.drop(photo);
    setPhotos(photos.filter((other) => other !== photo));
    setFaults([]);
  };
  const clear = () => {
    for (const photo of photos) remove(photo);
    setPhotos([]);
  };
  return { photos, faults, add, remove, clear };
}
