import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { ConfigError } from "#server/config.ts";
import { asUser, changeOwner, chooseRunAs, type RunAs } from "#server/platform/process/run-as.ts";

export type Log = (message: string) => void;

/**
 * The contents of `<dataDir>/postgres.json`, readable by its owner only. Changed only by the
 * process that has the folder's lock.
 */
export interface State {
  /**
   * The folder for which this file was written: a copied folder must not share the original's
   * database.
   */
  dataDir: string;
  /**
   * The cluster's folder: `<dataDir>/postgres`, or another one if the database's user cannot reach
   * that.
   */
  place: string;
  port: number;
  password: string;
}

const statePath = (dataDir: string) => join(dataDir, "postgres.json");
export const dataOf = (place: string) => join(place, "data");

export function readState(dataDir: string): State {
  const path = statePath(dataDir);
  const place = join(dataDir, "postgres");
  if (!fs.existsSync(path)) return { dataDir, place, port: 0, password: randomBytes(24).toString("hex") };
  let state: State;
  try {
    state = JSON.parse(fs.readFileSync(path, "utf8"));
  } catch (error) {
    throw new ConfigError(
      (error as NodeJS.ErrnoException).code === "EACCES"
        ? `The database in ${dataDir} was made by another user of this machine. Start as that user, or set DATA_DIR to a folder of your own.`
        : `${path} is damaged: restore it from a backup, because it holds the database's password.`,
    );
  }
  if (state.dataDir === dataDir) return state;
  // The folder was renamed or copied with its contents.
  if (state.place === join(state.dataDir, "postgres")) return { ...state, dataDir, place };
  if (!fs.existsSync(statePath(state.dataDir))) return { ...state, dataDir };
  throw new ConfigError(
    `${dataDir} is a copy of ${state.dataDir}, and both point to the database in ${state.place}. ` +
      `Delete ${path} to begin with an empty database here.`,
  );
}

/**
 * The file is written beside the old one and renamed over it, so that a power cut leaves one whole
 * file.
 */
export function writeState(state: State): void {
  const path = statePath(state.dataDir);
  fs.writeFileSync(`${path}.next`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true });
  fs.renameSync(`${path}.next`, path);
}

/**
 * Moves the cluster to a lasting folder outside the project if PostgreSQL's user cannot write in
 * the first.
 */
export function settlePlace(state: State, log: Log): State {
  // The password is written first: a crash in between would leave a cluster that no one can open.
  writeState(state);
  fs.mkdirSync(state.place, { recursive: true, mode: 0o700 });
  const from = dataOf(state.place);
  const runAs = chooseRunAs(from);
  if (!runAs || canUse(state.place, runAs)) return state;
  // The folder's name derives from the password, so that a data folder whose database was abandoned
  // never opens that database again.
  const place = `/var/lib/tiltrod-${createHash("sha256").update(state.password).digest("hex").slice(0, 12)}`;
  if (!canUse(place, runAs))
    throw new ConfigError(
      `PostgreSQL refuses to run as root, and the user it runs as may not enter ${dirname(state.dataDir)}. ` +
        "Start as an ordinary user, set DATA_DIR to a folder that everyone may enter, or set DATABASE_URL.",
    );
  log(`Keeping the database in ${place}: PostgreSQL refuses to run as root, and the user it runs as may not enter ${state.dataDir}.`);
  if (fs.existsSync(from)) {
    const to = dataOf(place);
    // An interrupted move may have left this folder. Until the state names the new place, the old
    // one is valid.
    fs.rmSync(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to]);
    changeOwner(to, runAs);
    execFileSync("sync");
  }
  writeState({ ...state, place });
  fs.rmSync(state.place, { recursive: true, force: true });
  return { ...state, place };
}

/**
 * True if the user can enter and write there. The system call decides, because mode bits alone are
 * not reliable.
 */
function canUse(place: string, runAs: NonNullable<RunAs>): boolean {
  try {
    fs.mkdirSync(place, { recursive: true, mode: 0o700 });
    const isAnothers = (path: string) => fs.existsSync(path) && (fs.statSync(path).uid | 0) !== runAs.uid;
    if ([place, dataOf(place)].some(isAnothers)) changeOwner(place, runAs);
    execFileSync("test", ["-w", place], asUser(runAs));
    return true;
  } catch {
    return false;
  }
}
