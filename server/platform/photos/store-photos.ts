import { randomUUID } from "node:crypto";
import { inArray } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/connect.ts";
import { isDatabaseAway } from "#server/platform/db/faults.ts";
import type { Call, SignedInUser } from "#server/platform/http/call.ts";
import { Refusal } from "#server/platform/http/errors.ts";
import { deleteOldUploads, noRoom } from "#server/platform/http/uploads.ts";
import { windowPhotos } from "#server/schema/quote-items.ts";
import { remakePhotos } from "#server/schema/remake-parts.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { ownerKey, type PhotoStore, thumbKey } from "./photo-store.ts";

export interface StoredPhoto {
  readonly storageKey: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

const AWAY = "The photos cannot be stored just now. Nothing was stored; please try again later.";

interface WithFiles extends Pick<Call<Endpoint>, "files" | "left"> {
  readonly photos: PhotoStore;
  readonly user: Pick<SignedInUser, "companyId">;
}

/**
 * Stores photos, then does the work whose rows name them: both or neither. A failure removes the
 * photos, also if another attempt with the same key won. After a lost connection it is unknown
 * whether the rows were stored: the nightly sweep removes files that no row names.
 */
export async function withPhotos<T>(call: WithFiles, work: (kept: readonly StoredPhoto[]) => Promise<T>): Promise<T> {
  const { photos: store } = call;
  const stored = await storePhotos(call);
  try {
    return await work(stored);
  } catch (error) {
    if (!isDatabaseAway(error)) await removePhotos(store, stored);
    throw error;
  }
}

/**
 * Prepares and stores all photos of a form, or none: if one fails, the stored ones are removed
 * again.
 */
async function storePhotos({ photos: store, files, user, left }: WithFiles): Promise<StoredPhoto[]> {
  const stored: StoredPhoto[] = [];
  if (files.length === 0) return stored;
  // The module is loaded only for the first picture, because its decoder is large.
  const { preparePhoto } = await import("./prepare-photo.ts");
  const wish = { company: user.companyId, left: left() };
  try {
    // The photos are prepared one after the other, because ten pictures at once would need ten
    // times the memory.
    for (const file of files) {
      const { photo, thumb, width, height } = await preparePhoto(file, wish);
      const storageKey = `${randomUUID()}.jpg`;
      stored.push({ storageKey, width, height, bytes: photo.length });
      await put(store, storageKey, photo);
      await put(store, thumbKey(storageKey), thumb);
    }
    return stored;
  } catch (error) {
    await removePhotos(store, stored);
    throw error;
  }
}

/** @throws a 503 if the storage is full or unreachable */
async function put(store: PhotoStore, key: string, photo: Buffer): Promise<void> {
  try {
    await store.put(key, photo);
  } catch (error) {
    throw noRoom(error) ?? new Refusal(503, AWAY, { retryAfter: 10, cause: error });
  }
}

/** Files that cannot be removed now are removed by the nightly sweep. */
async function removePhotos(store: PhotoStore, photos: readonly { readonly storageKey: string }[]): Promise<void> {
  await Promise.allSettled(photos.flatMap(({ storageKey }) => [store.remove(storageKey), store.remove(thumbKey(storageKey))]));
}

const DAY = 86_400_000;
const AT_ONCE = 500;

interface Sweeping {
  readonly db: Db;
  readonly photos: PhotoStore;
  readonly clock: () => Date;
  readonly uploadFolder: string;
}

/** The keys that rows name. */
async function namedOf(db: Db, keys: string[]): Promise<Set<string>> {
  const [remakes, windows] = [remakePhotos, windowPhotos];
  const rows = await unionAll(
    db.select({ key: remakes.storageKey }).from(remakes).where(inArray(remakes.storageKey, keys)),
    db.select({ key: windows.storageKey }).from(windows).where(inArray(windows.storageKey, keys)),
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Removes stored photos that no row names: their process was killed between storing them and the
 * commit, or they were removed from their window. A younger file may belong to a request in
 * progress; no request takes a day.
 */
export async function sweepPhotos(db: Db, store: PhotoStore, before: Date): Promise<number> {
  let removed = 0;
  const sweep = async (keys: readonly string[]) => {
    const owners = [...new Set(keys.map(ownerKey))];
    const named = await namedOf(db, owners);
    for (const key of keys) {
      if (named.has(ownerKey(key))) continue;
      await store.remove(key);
      removed += 1;
    }
  };
  const keys: string[] = [];
  for await (const key of store.olderThan(before)) {
    keys.push(key);
    if (keys.length >= AT_ONCE) await sweep(keys.splice(0));
  }
  if (keys.length > 0) await sweep(keys);
  return removed;
}

/** The nightly work on photos, after the clean-up. */
export const photoTasks = ({ db, photos, uploadFolder, clock }: Sweeping) => ({
  tasks: {
    "sweep-photos": async () => {
      const before = new Date(clock().getTime() - DAY);
      await sweepPhotos(db, photos, before);
      await deleteOldUploads(uploadFolder, before);
    },
  },
  crontab: "47 3 * * * sweep-photos\n",
});
