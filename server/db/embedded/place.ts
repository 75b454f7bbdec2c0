import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ConfigError } from "#server/config.ts";
import { canWriteIn, chooseRunAs, giveAllTo, giveTo, type RunAs, weAreRoot } from "#server/db/embedded/run-as.ts";
import { type State, writeState } from "#server/db/embedded/state.ts";

export const dataOf = (place: string) => join(place, "data");

/** Makes sure that the cluster's folder exists where the user that runs PostgreSQL can write, moving it there if need be. */
export function settlePlace(before: State, log: (message: string) => void): { state: State; runAs: RunAs } {
  const state = finishMove(before);
  const runAs = chooseRunAs(dataOf(state.place));
  if (!weAreRoot()) refuseAnothersData(state);
  if (makeFolder(state.place, runAs)) {
    if (runAs && statSync(dataOf(state.place), { throwIfNoEntry: false })?.uid === 0) giveAllTo(dataOf(state.place), runAs);
    return { state, runAs };
  }
  const place = outside(state.dataDir, runAs, log);
  log(`Keeping the database in ${place}: PostgreSQL refuses to run as root, and the user it runs as may not enter ${state.dataDir}.`);
  const moved = { ...state, place, movingFrom: state.place };
  writeState(moved);
  return { state: finishMove(moved), runAs };
}

function refuseAnothersData({ place }: State) {
  const owner = statSync(dataOf(place), { throwIfNoEntry: false })?.uid;
  if (owner === undefined || process.getuid === undefined || owner === process.getuid()) return;
  throw new ConfigError(
    `The database in ${place} belongs to another user of this machine. Start as that user, or set DATA_DIR to a folder of your own.`,
  );
}

/** @returns whether that user can use it */
function makeFolder(place: string, runAs: RunAs): boolean {
  mkdirSync(place, { recursive: true, mode: 0o700 });
  giveTo(place, runAs);
  return canWriteIn(place, runAs);
}

/** A lasting place that does not depend on the project's folder; never a temporary one, which a restart may empty. */
function outside(dataDir: string, runAs: RunAs, log: (message: string) => void): string {
  const name = `tiltrod-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;
  for (const parent of ["/var/lib", "/srv", "/opt", "/usr/local/var"]) {
    const place = join(parent, name);
    try {
      if (existsSync(parent)) {
        setAside(place, log);
        if (makeFolder(place, runAs)) return place;
      }
    } catch {
      // A read-only system folder: the next may do.
    }
  }
  throw new ConfigError(
    `PostgreSQL refuses to run as root, and the user it runs as may not enter ${dirname(dataDir)}. ` +
      "Start as an ordinary user, set DATA_DIR to a folder that everyone may enter, or set DATABASE_URL.",
  );
}

/** Data is here but the note of it in DATA_DIR is gone: someone wanted to begin afresh, which is no reason to destroy anything. */
function setAside(place: string, log: (message: string) => void) {
  if (!existsSync(dataOf(place))) return;
  const kept = `${place}-before-${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}`;
  renameSync(place, kept);
  log(`An earlier database of this folder is kept in ${kept}; delete it when you no longer need it.`);
}

function finishMove(state: State): State {
  if (state.movingFrom === undefined) return state;
  const from = dataOf(state.movingFrom);
  const to = dataOf(state.place);
  if (existsSync(from) && !existsSync(to)) move(from, to);
  rmSync(state.movingFrom, { recursive: true, force: true });
  const { movingFrom: _, ...settled } = state;
  writeState(settled);
  return settled;
}

function move(from: string, to: string) {
  const owner = statSync(from);
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    const half = `${to}.partial`;
    rmSync(half, { recursive: true, force: true });
    cpSync(from, half, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    giveAllTo(half, weAreRoot() ? { uid: owner.uid, gid: owner.gid } : undefined);
    chmodSync(half, 0o700);
    renameSync(half, to);
  }
}
