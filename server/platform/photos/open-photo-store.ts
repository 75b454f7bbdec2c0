import { join } from "node:path";
import { folderStore, type PhotoStore } from "./photo-store.ts";
import { s3Store } from "./s3-store.ts";
import type { StorageSettings } from "./storage-url.ts";

interface Told {
  /** The storage does not answer just now; it may later. */
  away(error: unknown): void;
  /** The storage refuses us, so a setting is wrong: a sentence that names STORAGE_URL. */
  refused(sentence: string): never;
}

/** The store that the configuration names. */
export async function openPhotoStore(storage: StorageSettings | undefined, dataDir: string, faults: Told): Promise<PhotoStore> {
  if (!storage) return folderStore(join(dataDir, "photos"));
  const store = s3Store(storage);
  const fault = await store.fault().catch((error: unknown) => {
    faults.away(error);
    return null;
  });
  return fault === null ? store : faults.refused(fault);
}
