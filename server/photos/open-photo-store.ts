import { join } from "node:path";
import { type Config, ConfigError } from "#server/config.ts";
import { folderStore } from "./folder-store.ts";
import type { PhotoStore } from "./photo-store.ts";
import { s3Store } from "./s3-store.ts";

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
