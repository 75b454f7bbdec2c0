import { createReadStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isPhotoKey, type PhotoStore, safeKey } from "./photo-store.ts";

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
