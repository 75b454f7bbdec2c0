import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** Where photos are kept: a folder here, or S3-compatible storage where several machines serve (decisions §2, `STORAGE_URL`). */
export interface PhotoStore {
  /** Keeps a file under a key; done when it is safe on disk. */
  put(key: string, path: string): Promise<void>;
  /** @throws when there is none. */
  read(key: string): Promise<{ readonly bytes: number; readonly content: Readable }>;
  /** Not an error when it is already gone. */
  remove(key: string): Promise<void>;
  /** The keys stored before a moment: for sweeping what a killed process left behind. */
  olderThan(moment: Date): Promise<string[]>;
}

/** Keys are ours (`uuid.jpg`), never a person's text; this keeps it so. */
const SAFE_KEY = /^[a-z0-9-]+\.jpg$/;

export function folderStore(folder: string): PhotoStore {
  const pathOf = (key: string) => {
    if (!SAFE_KEY.test(key)) throw new Error("Not a key of the photo store");
    return join(folder, key);
  };
  return {
    async put(key, path) {
      const target = pathOf(key);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const aside = `${target}.part`;
      try {
        await copyFile(path, aside);
        const file = await open(aside, "r+");
        await file.sync().finally(() => file.close());
        await rename(aside, target);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    async read(key) {
      const path = pathOf(key);
      const { size } = await stat(path);
      return { bytes: size, content: createReadStream(path) };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async olderThan(moment) {
      const names = await readdir(folder).catch(() => [] as string[]);
      const old: string[] = [];
      for (const name of names) {
        const { mtime } = await stat(join(folder, name)).catch(() => ({ mtime: moment }));
        if (mtime < moment) old.push(name);
      }
      return old;
    },
  };
}
