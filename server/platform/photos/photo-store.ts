import { createReadStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** Where photos are kept: a folder here, or S3-compatible storage where several machines serve (rule B5). */
export interface PhotoStore {
  /** Keeps a photo under a key; done when it is safe. */
  put(key: string, photo: Buffer): Promise<void>;
  /** Null when there is none. */
  read(key: string): Promise<{ readonly bytes: number; readonly content: Readable } | null>;
  /** Not an error when it is already gone. */
  remove(key: string): Promise<void>;
  /** The keys stored before a moment: for sweeping what a killed process left behind. */
  olderThan(moment: Date): AsyncIterable<string>;
}

/** Keys are ours (`uuid.jpg`), never a person's text; this keeps it so. */
const SAFE_KEY = /^[a-z0-9-]+\.jpg$/;
export const isPhotoKey = (key: string): boolean => SAFE_KEY.test(key);

/** @throws when it is no key of ours. */
export function safeKey(key: string): string {
  if (!isPhotoKey(key)) throw new Error("Not a key of the photo store");
  return key;
}

export const thumbKey = (storageKey: string): string => storageKey.replace(/\.jpg$/, "-thumb.jpg");
/** The key that a row names, from its own or from its thumbnail's. */
export const ownerKey = (key: string): string => key.replace(/-thumb\.jpg$/, ".jpg");

/** Photos as files of one folder, which only the portal's own user can read. */
export function folderStore(folder: string): PhotoStore {
  const pathOf = (key: string) => join(folder, safeKey(key));
  return {
    async put(key, photo) {
      const target = pathOf(key);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // First written under another name, so that no one reads half a photo. The name is a key too: what a crash leaves
      // is swept like the rest.
      const aside = pathOf(`part-${key}`);
      try {
        const file = await open(aside, "w", 0o600);
        try {
          await file.writeFile(photo);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(aside, target);
      } catch (error) {
        await rm(aside, { force: true });
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
