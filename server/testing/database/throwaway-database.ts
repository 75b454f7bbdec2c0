import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataOf, readState } from "#server/platform/db/embedded/place.ts";
import { endServer, readServer } from "#server/platform/db/embedded/server.ts";
import { type EmbeddedDatabase, startEmbedded } from "#server/platform/db/embedded.ts";
import { isAlive } from "#server/platform/process/file-lock.mjs";

const PREFIX = "tiltrod-throwaway-";
/** The real path, as the state's file will contain it. */
const TEMPORARY = realpathSync(tmpdir());

/**
 * An embedded database in a temporary folder that stop() deletes. It also deletes the folders that
 * killed test runs left.
 */
export async function startThrowaway(log: (message: string) => void): Promise<EmbeddedDatabase> {
  await sweep();
  const dataDir = mkdtempSync(join(TEMPORARY, `${PREFIX}${process.pid}-`));
  // The database's user has to pass through; the contents have permissions of their own.
  chmodSync(dataDir, 0o755);
  const database = await startEmbedded({ dataDir, log, throwaway: true });
  return {
    ...database,
    async stop() {
      const { place } = readState(dataDir);
      await database.stop();
      for (const folder of [place, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function sweep() {
  for (const name of readdirSync(TEMPORARY)) {
    const owner = Number(name.startsWith(PREFIX) && name.slice(PREFIX.length).split("-")[0]);
    if (!owner || isAlive(owner)) continue;
    const dataDir = join(TEMPORARY, name);
    try {
      const { place } = readState(dataDir);
      const left = readServer(dataOf(place));
      if (left) await endServer(left.pid);
      for (const folder of [place, dataDir]) rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder belongs to another user, or another test run is deleting it too.
    }
  }
}
