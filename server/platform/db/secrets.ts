import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDataDir } from "#server/platform/process/data-dir.ts";

interface Secrets {
  readonly session: string;
  readonly encryption: string;
}

/**
 * The configured secrets, or those generated once under the data folder, readable by their owner
 * alone (rule B2).
 */
export function loadSecrets(dataDir: string, configured: Partial<Secrets>): Secrets {
  if (configured.session && configured.encryption) return { session: configured.session, encryption: configured.encryption };
  const file = join(dataDir, "secrets.json");
  const fresh: Secrets = { session: randomBytes(32).toString("base64url"), encryption: randomBytes(32).toString("base64url") };
  makeDataDir(dataDir);
  // The secrets are written to a temporary file, which is then linked. Of two simultaneous starts
  // exactly one stores its file, and both read that file.
  const temporaryPath = `${file}.${process.pid}`;
  writeFileSync(temporaryPath, JSON.stringify(fresh), { mode: 0o600 });
  try {
    linkSync(temporaryPath, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(temporaryPath, { force: true });
  }
  const kept = JSON.parse(readFileSync(file, "utf8")) as Secrets;
  return { session: configured.session ?? kept.session, encryption: configured.encryption ?? kept.encryption };
}
