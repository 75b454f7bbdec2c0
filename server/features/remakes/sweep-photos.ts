import { inArray } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { remakePhotos } from "#server/db/schema.ts";
import type { House } from "#server/house.ts";
import { deleteOldUploads } from "#server/http/uploads.ts";
import { ownerKey, type PhotoStore } from "#server/photos/photo-store.ts";

const DAY = 86_400_000;
const AT_ONCE = 500;

interface Sweeping extends Pick<House, "db" | "photos" | "clock"> {
  readonly uploadFolder: string;
}

/** Removes stored photos that no row names: their process was killed between storing them and the commit. No request takes a day. */
export async function sweepPhotos(db: Db, store: PhotoStore, before: Date): Promise<number> {
  let removed = 0;
  const sweep = async (keys: readonly string[]) => {
    const owners = [...new Set(keys.map(ownerKey))];
    const rows = await db.select({ key: remakePhotos.storageKey }).from(remakePhotos).where(inArray(remakePhotos.storageKey, owners));
    const named = new Set(rows.map(({ key }) => key));
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

/** What the photos need done at night, after the clean-up. */
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
