import { join } from "node:path";
import type { PhotoStore } from "#server/photos/photo-store.ts";
import { type Config, ConfigError } from "./config.ts";
import { folderStore } from "./features/remakes/folder-store.ts";
import { s3Store } from "./features/remakes/photo-store-s3.ts";

/**
 * The store of the configuration. One that refuses us is a wrong setting; one that is only away just now is not, and `onAway` hears of it.
 * @throws ConfigError
 */
export async function openPhotoStore(
  { storage }: Pick<Config, "storage">,
  dataDir: string,
  onAway: (error: unknown) => void,
): Promise<PhotoStore> {
  if (!storage) return folderStore(join(dataDir, "photos"));
  const store = s3Store(storage);
  const fault = await store.fault().catch((error: unknown) => {
    onAway(error);
    return null;
  });
  if (fault !== null) throw new ConfigError(fault);
  return store;
}
