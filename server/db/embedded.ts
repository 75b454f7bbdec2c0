import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { accessSync, constants, existsSync, mkdirSync, realpathSync } from "node:fs";
import { ConfigError } from "#server/config.ts";
import { locateBinaries, prepareBinaries } from "#server/db/embedded/binaries.ts";
import { ensureCluster } from "#server/db/embedded/cluster.ts";
import { addressOf, ensureDatabase, portalAddressOf } from "#server/db/embedded/connect.ts";
import { withLock } from "#server/db/embedded/file-lock.mjs";
import { launch } from "#server/db/embedded/launch.ts";
import { dataOf, settlePlace } from "#server/db/embedded/place.ts";
import { endPostmaster, findPostmaster, type Postmaster, readPostmaster, signal } from "#server/db/embedded/postmaster.ts";
import { isAlive, thisProcess } from "#server/db/embedded/process-identity.mjs";
import { lockPath, readState, type State, type Use, withoutTheDead, writeState } from "#server/db/embedded/state.ts";
import { makeThrowawayFolder, removeThrowaway } from "#server/db/embedded/throwaway.ts";

type Options = { log: (message: string) => void } & (
  | { dataDir: string; throwaway?: false }
  /** For tests: in a temporary folder that is gone after stop(), and without waiting for the disk. */
  | { throwaway: true }
);

export interface EmbeddedDatabase {
  /** As the plain role that the portal works with. */
  url: string;
  /** As the superuser, for migrations, backup and restore. */
  ownerUrl: string;
  stop(): Promise<void>;
}

/**
 * The default database: PostgreSQL itself, from npm, on this machine only. Processes that use one folder share one server; the last
 * to stop ends it. Whoever finds it dead meanwhile starts it again, on the same port.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedDatabase> {
  const { log, throwaway = false } = options;
  const folder = options.throwaway ? await makeThrowawayFolder() : madeFolder(options.dataDir);
  const use: Use = { ...thisProcess(), id: randomUUID() };
  const whileAlone = <T>(work: () => Promise<T>) =>
    withLock(lockPath(folder), work, () => log("Another process is starting or stopping the database in this folder; waiting for it…"));

  const first = await whileAlone(() => join({ folder, use, log, throwaway, keepPort: false }));
  const { url, ownerUrl } = first;
  let running: Running = first;
  let stopping = false;
  let revival: Promise<void> | undefined;

  const revive = async () => {
    for (let failures = 0; !stopping; failures++) {
      try {
        await whileAlone(async () => {
          if (!stopping) running = await join({ folder, use, log, throwaway, keepPort: true });
        });
        watch();
        return;
      } catch (error) {
        log(`The database could not be started again: ${(error as Error).message}`);
        await new Promise((resolve) => setTimeout(resolve, Math.min(30_000, 500 * 2 ** failures)).unref());
      }
    }
  };
  const onDeath = () => {
    if (stopping || revival || isAlive(running.pid)) return;
    log("The database ended unexpectedly; starting it again…");
    revival = revive().finally(() => {
      revival = undefined;
    });
  };
  // Our own child tells us at once; a server that another process started has to be watched.
  const watch = () => {
    running.child?.once("exit", () => setImmediate(onDeath));
  };
  const watching = setInterval(onDeath, 1000).unref();
  watch();

  const onExit = () => endAtExit(folder, use, running.pid);
  process.once("exit", onExit);

  return {
    url,
    ownerUrl,
    async stop() {
      if (stopping) return;
      stopping = true;
      clearInterval(watching);
      process.off("exit", onExit);
      if (existsSync(folder)) await whileAlone(() => leave(folder, use, throwaway));
      else await endPostmaster(running.pid);
      await reaped(running);
    },
  };
}

/** A child that has ended stays in the process list until we have heard of it. */
async function reaped({ child, pid }: Running) {
  if (!child || child.exitCode !== null || child.signalCode !== null || isAlive(pid)) return;
  child.ref();
  await once(child, "exit");
}

function madeFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch {
    throw new ConfigError(`DATA_DIR ${dataDir} can't be written by this user: give it to this user, or set DATA_DIR to another folder.`);
  }
  return realpathSync(dataDir);
}

interface Joining {
  folder: string;
  use: Use;
  log: (message: string) => void;
  throwaway: boolean;
  keepPort: boolean;
}
type Running = Postmaster & { url: string; ownerUrl: string; child?: ChildProcess };

/** Under the lock: uses the server that runs, or starts it. */
async function join({ folder, use, log, throwaway, keepPort }: Joining): Promise<Running> {
  const state = withoutTheDead(readState(folder));
  const others = state.uses.filter(({ id }) => id !== use.id);
  const found = await findPostmaster(dataOf(state.place), log);
  if (found) {
    const [other] = others;
    log(other ? `Sharing the database with process ${other.pid}.` : "Taking over the database that an earlier run left running.");
  }
  const [settled, running] = found ? [state, found] : await start(state, { log, throwaway, keepPort });
  try {
    await ensureDatabase(running.port, state.password);
  } catch (error) {
    if (!found) await endPostmaster(running.pid);
    throw error;
  }
  writeState({ ...settled, port: running.port, uses: [...others, use] });
  return { ...running, url: portalAddressOf(running.port, state.password), ownerUrl: addressOf(running.port, state.password) };
}

async function start(
  before: State,
  { log, throwaway, keepPort }: Pick<Joining, "log" | "throwaway" | "keepPort">,
): Promise<[State, Postmaster & { child?: ChildProcess }]> {
  const { state, runAs } = settlePlace(before, log);
  const { place, port, password } = state;
  const binaries = prepareBinaries(locateBinaries(), place, runAs, log);
  // The password is written down before it is needed, or a crash in between would leave a cluster that nobody can open.
  writeState(state);
  await ensureCluster({ binaries, place, runAs, password, throwaway, log });
  return [state, await launch({ binaries, place, runAs, port, keepPort, throwaway })];
}

/** Under the lock: the last one out ends the server. */
async function leave(folder: string, use: Use, throwaway: boolean): Promise<void> {
  const state = withoutTheDead(readState(folder));
  const others = state.uses.filter(({ id }) => id !== use.id);
  if (others.length === 0) {
    const postmaster = readPostmaster(dataOf(state.place));
    if (postmaster && isAlive(postmaster.pid)) await endPostmaster(postmaster.pid, throwaway ? "SIGQUIT" : "SIGINT");
    if (throwaway) return removeThrowaway(folder, state.place);
  }
  writeState({ ...state, uses: others });
}

/** The process ends without stop(): there is time for one signal. Without the lock, since nothing can be waited for. */
function endAtExit(folder: string, use: Use, pid: number) {
  try {
    if (withoutTheDead(readState(folder)).uses.some(({ id }) => id !== use.id)) return;
  } catch {
    // The folder is gone, and so is everyone's interest in the server.
  }
  signal(pid, "SIGINT");
}
