import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UploadedFile } from "#server/http/call.ts";
import type { PhotoStore } from "./photo-store.ts";
import { type PreparedPhoto, preparePhoto } from "./prepare-photo.ts";

export interface KeptPhoto extends PreparedPhoto {
  readonly storageKey: string;
}

export const thumbKey = (storageKey: string): string => storageKey.replace(/\.jpg$/, "-thumb.jpg");

/** All photos of a request, made ready and stored, or none: what was stored before one failed is removed again. */
export async function keepPhotos(store: PhotoStore, files: readonly UploadedFile[]): Promise<KeptPhoto[]> {
  const work = await mkdtemp(join(tmpdir(), "tiltrod-photos-"));
  const kept: KeptPhoto[] = [];
  try {
    // One after the other: ten pictures at once would need the memory of ten.
    for (const file of files) {
      const storageKey = `${randomUUID()}.jpg`;
      const [full, thumb] = [join(work, storageKey), join(work, thumbKey(storageKey))];
      const prepared = await preparePhoto(file, full, thumb);
      kept.push({ ...prepared, storageKey });
      await store.put(storageKey, full);
      await store.put(thumbKey(storageKey), thumb);
      await Promise.all([rm(full, { force: true }), rm(thumb, { force: true })]);
    }
    return kept;
  } catch (error) {
    await removePhotos(store, kept);
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

export async function removePhotos(store: PhotoStore, photos: readonly { readonly storageKey: string }[]): Promise<void> {
  await Promise.allSettled(photos.flatMap(({ storageKey }) => [store.remove(storageKey), store.remove(thumbKey(storageKey))]));
}
