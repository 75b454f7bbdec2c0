import { randomUUID } from "node:crypto";
import { asc } from "drizzle-orm";
import sharp from "sharp";
import type { Db } from "#server/db/connect.ts";
import { remakePhotos, remakes } from "#server/db/schema.ts";
import { type PhotoStore, thumbKey } from "#server/photos/photo-store.ts";
import { drawShutter, type Fault } from "./demo-shutter.ts";

const [WIDTH, HEIGHT, THUMB] = [960, 720, 400];

/** What each of the demo's remakes shows, by a word of its reason. The others came without photos, as some do. */
const PICTURED: readonly (readonly [word: string, fault: Fault, views: number])[] = [
  ["too short", "gap", 2],
  ["darker", "colour", 1],
  ["cracked", "crack", 2],
  ["scratch", "scratch", 3],
  ["T-post", "skew", 1],
  ["blistered", "blisters", 1],
  ["fendu", "split", 1],
];

/** Photos that we drew ourselves, stored like a customer's. */
export async function storeDemoPhotos(db: Db, store: PhotoStore): Promise<void> {
  const stored = await db.select({ id: remakes.id, reason: remakes.reason }).from(remakes).orderBy(asc(remakes.id));
  const wanted = PICTURED.flatMap(([word, fault, views]) => {
    const remake = stored.find(({ reason }) => reason.includes(word));
    return remake ? Array.from({ length: views }, (_, view) => ({ remakeId: remake.id, place: view + 1, fault, view })) : [];
  });
  const rows = await Promise.all(
    wanted.map(async ({ remakeId, place, fault, view }) => {
      const storageKey = `${randomUUID()}.jpg`;
      const photo = await sharp(Buffer.from(drawShutter(fault, view)))
        .resize(WIDTH, HEIGHT)
        .jpeg({ quality: 80 })
        .toBuffer();
      const thumb = await sharp(photo).resize({ width: THUMB }).jpeg({ quality: 78 }).toBuffer();
      await Promise.all([store.put(storageKey, photo), store.put(thumbKey(storageKey), thumb)]);
      return { remakeId, place, storageKey, width: WIDTH, height: HEIGHT, bytes: photo.length };
    }),
  );
  if (rows.length > 0) await db.insert(remakePhotos).values(rows);
}
