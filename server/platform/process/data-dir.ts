import { chmodSync, chownSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RunAs } from "./run-as.ts";

/**
 * Creates the data folder for its owner alone (rule B2). If PostgreSQL runs as another user, that
 * user's group may pass through it, and list nothing in it. An existing folder stays unchanged.
 */
export function makeDataDir(dataDir: string, runAs?: RunAs): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!runAs || process.getuid?.() !== 0) return;
  const { mode, uid } = statSync(dataDir);
  if (uid !== 0 || (mode & 0o777) !== 0o700) return;
  chownSync(dataDir, process.getuid(), runAs.gid >>> 0);
  chmodSync(dataDir, 0o710);
}

/**
 * The start's warning about a data folder that other users of the machine can look into. Its mode
 * is not changed, because other users may need the folder.
 */
export function findDataDirWarning(dataDir: string): string | null {
  const found = statSync(dataDir, { throwIfNoEntry: false });
  if (!found || process.platform === "win32" || (found.mode & 0o067) === 0) return null;
  const mode = (found.mode & 0o777).toString(8);
  return `DATA_DIR ${dataDir} has the mode ${mode}, so other users of this machine can look into it: chmod 700 it, unless they have to.`;
}

/** The folders in it that only the portal writes and reads. */
const OWN_FOLDERS = ["outbox", "photos", "uploads"];

/**
 * Makes the folders of mails, photos and uploads private to the portal's user, because an earlier
 * version created them readable for all.
 */
export function closeOwnFolders(dataDir: string): void {
  for (const name of OWN_FOLDERS) {
    const folder = join(dataDir, name);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    // The target of a link, or another user's folder, must not be changed.
    if (!found?.isDirectory() || (process.getuid && found.uid !== process.getuid())) continue;
    if ((found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  }
}
