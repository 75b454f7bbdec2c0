import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withLock } from "#server/db/embedded/file-lock.mjs";
import { dataOf } from "#server/db/embedded/place.ts";
import { endPostmaster, readPostmaster } from "#server/db/embedded/postmaster.ts";
import { isAlive } from "#server/db/embedded/process-identity.mjs";
import { lockPath, readState, withoutTheDead } from "#server/db/embedded/state.ts";

const PREFIX = "tiltrod-throwaway-";

/** A folder for a database that lives as long as a test run. What killed test runs left behind is cleared on the way. */
export async function makeThrowawayFolder(): Promise<string> {
  await sweep();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // The database's user has to pass through; what is inside is protected by itself.
  chmodSync(folder, 0o755);
  return folder;
}

async function sweep() {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    try {
      if (isLeftBehind(folder)) await withLock(lockPath(folder), () => removeLeftBehind(folder));
    } catch {
      // Another user's, or another test run is sweeping it too.
    }
  }
}

function isLeftBehind(folder: string): boolean {
  const started = statSync(join(folder, "postgres.json"), { throwIfNoEntry: false });
  if (!started) return Date.now() - statSync(folder).mtimeMs > 3_600_000;
  return withoutTheDead(readState(folder)).uses.length === 0;
}

async function removeLeftBehind(folder: string) {
  if (!isLeftBehind(folder)) return;
  const { place } = readState(folder);
  const postmaster = readPostmaster(dataOf(place));
  if (postmaster && isAlive(postmaster.pid)) await endPostmaster(postmaster.pid, "SIGQUIT");
  removeThrowaway(folder, place);
}

export function removeThrowaway(folder: string, place: string): void {
  rmSync(place, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
