import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "#server/config.ts";
import { isStillThere, type ProcessIdentity } from "#server/db/embedded/process-identity.mjs";

/** One process that uses the database; a process may use it twice, so each use has an id. */
export type Use = ProcessIdentity & { id: string };

/** What is kept beside the database, in `<dataDir>/postgres.json`, readable by its owner only. Changed only under the lock. */
export interface State {
  /** The folder that this file was written for: a copied folder must not share the original's database. */
  dataDir: string;
  /** Where the cluster is: `<dataDir>/postgres`, or elsewhere when the database's user cannot reach that. */
  place: string;
  /** Set while the cluster is being moved to `place`, so that a move that was interrupted is finished. */
  movingFrom?: string;
  port: number;
  password: string;
  uses: Use[];
}

const statePath = (dataDir: string) => join(dataDir, "postgres.json");
export const lockPath = (dataDir: string) => join(dataDir, "postgres.lock");

export function readState(dataDir: string): State {
  const path = statePath(dataDir);
  if (!existsSync(path)) {
    return { dataDir, place: join(dataDir, "postgres"), port: 0, password: randomBytes(24).toString("hex"), uses: [] };
  }
  let state: State;
  try {
    state = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EACCES") {
      throw new ConfigError(
        `The database in ${dataDir} was made by another user of this machine. Start as that user, or set DATA_DIR to a folder of your own.`,
      );
    }
    throw new ConfigError(`${path} is damaged: restore it from a backup, because it holds the database's password.`);
  }
  return state.dataDir === dataDir ? state : followFolder(state, dataDir);
}

/** The folder was renamed (then the database goes with it) or copied (then sharing one database would surprise). */
function followFolder(state: State, dataDir: string): State {
  const wasInside = state.place === join(state.dataDir, "postgres");
  if (wasInside) return { ...state, dataDir, place: join(dataDir, "postgres"), uses: [] };
  if (!existsSync(statePath(state.dataDir))) return { ...state, dataDir };
  throw new ConfigError(
    `${dataDir} is a copy of ${state.dataDir}, and both point to the database in ${state.place}. ` +
      `Delete ${statePath(dataDir)} to begin with an empty database here.`,
  );
}

/** Written whole beside the old one and renamed over it, so a power cut leaves the one or the other. */
export function writeState(state: State): void {
  const path = statePath(state.dataDir);
  const next = `${path}.next`;
  writeFileSync(next, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true });
  chmodSync(next, 0o600);
  renameSync(next, path);
}

export const withoutTheDead = (state: State): State => ({ ...state, uses: state.uses.filter(isStillThere) });
