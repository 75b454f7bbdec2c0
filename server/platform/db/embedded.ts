import { createHmac } from "node:crypto";
import { accessSync, constants, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ConfigError } from "#server/config.ts";
import { makeDataDir } from "#server/platform/process/data-dir.ts";
import { isAlive, takeLock } from "#server/platform/process/file-lock.mjs";
import { chooseRunAs } from "#server/platform/process/run-as.ts";
import { dataOf, type Log, readState, settlePlace, writeState } from "./embedded/place.ts";
import { endServer, readServer, type Server, SUPERUSER, sendStopSignal, startServer } from "./embedded/server.ts";
import { isDatabaseAway } from "./faults.ts";

export interface EmbeddedDatabase {
  /** Connects as the plain role of the portal. */
  url: string;
  /** Connects as the superuser, for migrations, backup and restore. */
  ownerUrl: string;
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** True in tests: the database does not wait for the disk. */
  readonly throwaway?: boolean;
}

/** A running portal has the database of the folder. */
class FolderInUse extends ConfigError {}

/**
 * The default database: PostgreSQL itself, from npm, on this machine only. One process has a folder
 * at a time. It watches its server, and restarts it on the same port when it dies.
 * @throws ConfigError if a portal has the folder, or the folder cannot be used
 */
export const startEmbedded = (options: EmbeddedOptions): Promise<EmbeddedDatabase> => start(options, { passing: false });

/** @param holding `passing` for a command, for whose end a start waits */
async function start({ dataDir, log, throwaway = false }: EmbeddedOptions, holding: { passing: boolean }): Promise<EmbeddedDatabase> {
  const folder = madeFolder(dataDir);
  const lock = join(folder, "postgres.lock");
  await takeFolder(folder, lock, holding, log);
  const unlock = () => rmSync(lock, { force: true });

  const begin = async (keepPort: boolean): Promise<Server & { password: string }> => {
    const stored = readState(folder);
    // A killed process leaves its server. Two servers on the same data must never run.
    const left = readServer(dataOf(stored.place));
    if (left) {
      log("Ending the database that an earlier run left running…");
      await endServer(left.pid);
    }
    const state = settlePlace(stored, log);
    const server = await startServer(state, throwaway, keepPort, log);
    try {
      await ensureDatabase(server, state.password);
    } catch (error) {
      await endServer(server.pid);
      throw error;
    }
    writeState({ ...state, port: server.port });
    return { ...server, password: state.password };
  };

  let server: Awaited<ReturnType<typeof begin>>;
  try {
    server = await begin(false);
  } catch (error) {
    unlock();
    throw error;
  }
  const stopping = new AbortController();
  const watch = async () => {
    for (let pause = 200; ; await sleep(pause, undefined, { signal: stopping.signal, ref: false })) {
      if (isAlive(server.pid)) continue;
      if (pause === 200) log("The database ended unexpectedly; starting it again…");
      try {
        server = await begin(true);
        pause = 200;
      } catch (error) {
        log(`The database could not be started again: ${(error as Error).message}`);
        pause = Math.min(30_000, 2 * pause);
      }
    }
  };
  const watching = watch().catch(() => {});
  /** An exit handler has time for one signal. The next start waits for the server's end. */
  const onExit = () => {
    sendStopSignal(server.pid);
    unlock();
  };
  process.once("exit", onExit);

  return {
    ...addressesOf(server.port, server.password),
    async stop() {
      if (stopping.signal.aborted) return;
      stopping.abort();
      process.off("exit", onExit);
      await watching;
      await endServer(server.pid);
      unlock();
    },
  };
}

/**
 * Takes the folder's lock, after the commands that have it.
 * @throws ConfigError if a portal has it
 */
async function takeFolder(folder: string, lock: string, holding: { passing: boolean }, log: Log): Promise<void> {
  for (let isTold = false; ; await sleep(100)) {
    const holder = await takeLock(lock, holding).catch((error: Error) => {
      throw new ConfigError(`DATA_DIR ${folder} is used by another user of this machine: ${error.message}`);
    });
    if (holder === undefined) return;
    if (!holder.passing)
      throw new FolderInUse(
        `The portal already runs on DATA_DIR ${folder} (process ${holder.pid}). Stop that one first, or set DATA_DIR to another folder.`,
      );
    if (!isTold) log(`Waiting for a command that uses the database (process ${holder.pid})…`);
    isTold = true;
  }
}

/** For this long a command waits for the database of a portal that is starting. */
const PORTAL_STARTS_MS = 60_000;

/**
 * The database of a folder for a command beside the portal, such as a backup: a running portal's
 * server, or one of its own.
 * @throws ConfigError if the database of a running portal does not run
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  for (const until = Date.now() + PORTAL_STARTS_MS; ; await sleep(100)) {
    try {
      return await start(options, { passing: true });
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      if (Date.now() > until) throw new ConfigError("The portal runs, but its database does not. Try again when the portal works.");
    }
    const state = readState(realpathSync(options.dataDir));
    const running = readServer(dataOf(state.place));
    if (running?.ready) return { ...addressesOf(running.port, state.password), stop: async () => {} };
  }
}

function madeFolder(dataDir: string): string {
  try {
    makeDataDir(dataDir, chooseRunAs(dataDir));
    accessSync(dataDir, constants.W_OK);
  } catch {
    throw new ConfigError(`DATA_DIR ${dataDir} can't be written by this user: give it to this user, or set DATA_DIR to another folder.`);
  }
  return realpathSync(dataDir);
}

const DATABASE = "tiltrod";
const PORTAL = "tiltrod_portal"; // A role that owns nothing (server/platform/db/portal-role.ts).
/**
 * The password is derived one-way from the superuser's, so that a data folder that stores only the
 * superuser's has both.
 */
const portalPassword = (password: string) => createHmac("sha256", password).update(PORTAL).digest("hex");

/** The address for the superuser, who owns the database. */
export const addressOf = (port: number, password: string, database = DATABASE) =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

const addressesOf = (port: number, password: string) => ({
  url: `postgres://${PORTAL}:${portalPassword(password)}@127.0.0.1:${port}/${DATABASE}`,
  ownerUrl: addressOf(port, password),
});

/**
 * Proves that the server on this port is ours, by the password that only ours has, and creates the
 * product's database and role. After a crash a server may cut the first connection, so it tries for
 * 15 s. A repeated call is harmless.
 */
async function ensureDatabase({ pid, port }: Server, password: string): Promise<void> {
  for (const until = Date.now() + 15_000; ; await sleep(100)) {
    const client = new pg.Client({ connectionString: addressOf(port, password, "postgres"), connectionTimeoutMillis: 15_000 });
    client.on("error", () => {}); // A connection lost while it is being closed needs no report.
    try {
      await client.connect();
      const isThere = async (statement: string) => (await client.query(statement)).rows.length > 0;
      if (!(await isThere(`select from pg_database where datname = '${DATABASE}'`))) await client.query(`create database ${DATABASE}`);
      if (!(await isThere(`select from pg_roles where rolname = '${PORTAL}'`)))
        await client.query(`create role ${PORTAL} login password '${portalPassword(password)}'`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code === "28P01")
        throw new ConfigError("The embedded database does not accept its password: restore postgres.json in DATA_DIR from a backup.");
      if (!isDatabaseAway(error) || !isAlive(pid) || Date.now() > until) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
