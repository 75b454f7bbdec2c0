import { createReadStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

/**
 * The storage of photos: a folder here, or S3-compatible storage if several machines serve (rule
 * B5).
 */
export interface PhotoStore {
  /** Stores a photo under a key; resolves when it is durable. */
  put(key: string, photo: Buffer): Promise<void>;
  /** Null if there is none. */
  read(key: string): Promise<{ readonly bytes: number; readonly content: Readable } | null>;
  /** No error if the photo is already gone. */
  remove(key: string): Promise<void>;
  /** The keys stored before a moment, for the sweep of files that a killed process left. */
  olderThan(moment: Date): AsyncIterable<string>;
}

/** Keys are generated (`uuid.jpg`), never a person's text; the pattern ensures it. */
const SAFE_KEY = /^[a-z0-9-]+\.jpg$/;
export const isPhotoKey = (key: string): boolean => SAFE_KEY.test(key);

/** @throws if the text is not one of our keys */
export function safeKey(key: string): string {
  if (!isPhotoKey(key)) throw new Error("Not a key of the photo store");
  return key;
}

export const thumbKey = (storageKey: string): string => storageKey.replace(/\.jpg$/, "-thumb.jpg");
/** The key in a photo's row, from the key of the photo or of its thumbnail. */
export const ownerKey = (key: string): string => key.replace(/-thumb\.jpg$/, ".jpg");

/** Photos as files of one folder, which only the portal's own user can read. */
export function folderStore(folder: string): PhotoStore {
  const pathOf = (key: string) => join(folder, safeKey(key));
  return {
    async put(key, photo) {
      const target = pathOf(key);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The photo is first written under another name, so that no one reads half a photo. That name
      // is a key too, so the sweep also removes the file that a crash leaves.
      const temporaryPath = pathOf(`part-${key}`);
      try {
        const file = await open(temporaryPath, "w", 0o600);
        try {
          await file.writeFile(photo);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporaryPath, target);
      } catch (error) {
        await rm(temporaryPath, { force: true });
        throw error;
      }
    },
    async read(key) {
      const path = pathOf(key);
      const found = await stat(path).catch(nullIfMissing);
      return found && { bytes: found.size, content: createReadStream(path) };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *olderThan(moment) {
      const entries = await opendir(folder).catch(nullIfMissing);
      if (!entries) return;
      for await (const { name } of entries) {
        const file = isPhotoKey(name) ? await stat(join(folder, name)).catch(nullIfMissing) : null;
        if (file && file.mtime < moment) yield name;
      }
    },
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
