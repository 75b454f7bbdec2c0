import { randomUUID } from "node:crypto";
import type { UploadedFile } from "#server/http/call.ts";
import { noRoom } from "#server/http/uploads.ts";
import { type PhotoStore, thumbKey } from "#server/photos/photo-store.ts";

export interface KeptPhoto {
  readonly storageKey: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** All photos of a request, made ready and stored, or none: what was stored before one failed is removed again. */
export async function keepPhotos(store: PhotoStore, files: readonly UploadedFile[], accountId: number): Promise<KeptPhoto[]> {
  const kept: KeptPhoto[] = [];
  // With its decoder, which is large, once there is a picture.
  const { preparePhoto } = await import("./prepare-photo.ts");
  try {
    // One after the other: ten pictures at once would need the memory of ten.
    for (const file of files) {
      const { photo, thumb, width, height } = await preparePhoto(file, String(accountId));
      const storageKey = `${randomUUID()}.jpg`;
      kept.push({ storageKey, width, height, bytes: photo.length });
      await store.put(storageKey, photo);
      await store.put(thumbKey(storageKey), thumb);
    }
    return kept;
  } catch (error) {
    await removePhotos(store, kept);
    throw noRoom(error) ?? error;
  }
}

/** What cannot be removed now is swept at night (`sweep-photos.ts`). */
export async function removePhotos(store: PhotoStore, photos: readonly { readonly storageKey: string }[]): Promise<void> {
  await Promise.allSettled(photos.flatMap(({ storageKey }) => [store.remove(storageKey), store.remove(thumbKey(storageKey))]));
}
