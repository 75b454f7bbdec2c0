import { join } from "node:path";
import { folderStore, type PhotoStore } from "./photo-store.ts";
import { s3Store } from "./s3-store.ts";
import type { StorageSettings } from "./storage-url.ts";

interface Told {
  /** Called if the storage does not reply at present; it may later. */
  away(error: unknown): void;
  /**
   * Called if the storage refuses access, because a setting is wrong. The sentence names
   * STORAGE_URL.
   */
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
