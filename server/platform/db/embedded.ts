import { createHmac, randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ConfigError } from "#server/config.ts";
import { makeDataDir } from "#server/platform/process/data-dir.ts";
import { isAlive, isStillThere, thisProcess, withLock } from "#server/platform/process/file-lock.mjs";
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

/**
 * The default database: PostgreSQL itself, from npm, on this machine only. Processes of one folder
 * share one server, and the last to stop ends it. Each watches the server, and restarts it on the
 * same port when it dies.
 * @param options.throwaway for tests: does not wait for the disk
 */
export async function startEmbedded(options: { dataDir: string; log: Log; throwaway?: boolean }): Promise<EmbeddedDatabase> {
  const { log, throwaway = false } = options;
  const folder = madeFolder(options.dataDir);
  const use = { ...thisProcess(), id: randomUUID() };
  const onWait = () => log("Waiting for another process that starts or stops the database in this folder…");
  const whileAlone = <T>(work: () => Promise<T>) => withLock(join(folder, "postgres.lock"), work, onWait);
  const otherUses = () => readState(folder).uses.filter((other) => other.id !== use.id && isStillThere(other));

  /** Uses the running server, or starts one. */
  const enter = async (keepPort: boolean): Promise<Server & { password: string }> => {
    let state = readState(folder);
    let running = readServer(dataOf(state.place));
    // A server that recovers or stops is waited for, however long: a second server on the same data
    // must never start.
    if (running && !running.ready) log("Waiting for the database that is already starting or stopping…");
    for (; running && !running.ready; running = readServer(dataOf(state.place))) await sleep(20);
    if (running)
      log(otherUses().length > 0 ? "Sharing another process's database." : "Taking over the database that an earlier run left running.");
    else state = settlePlace(state, log);
    const server = running ?? (await startServer(state, throwaway, keepPort, log));
    try {
      await ensureDatabase(server, state.password);
    } catch (error) {
      if (running && !isAlive(server.pid)) return enter(keepPort); // The server was being killed.
      if (!running) await endServer(server.pid);
      throw error;
    }
    writeState({ ...state, port: server.port, uses: [...otherUses(), use] });
    return { ...server, password: state.password };
  };

  let server = await whileAlone(() => enter(false));
  const stopping = new AbortController();
  const watch = async () => {
    for (let pause = 200; ; await sleep(pause, undefined, { signal: stopping.signal, ref: false })) {
      if (isAlive(server.pid)) continue;
      if (pause === 200) log("The database ended unexpectedly; starting it again…");
      try {
        server = await whileAlone(async () => (stopping.signal.aborted ? server : enter(true)));
        pause = 200;
      } catch (error) {
        log(`The database could not be started again: ${(error as Error).message}`);
        pause = Math.min(30_000, 2 * pause);
      }
    }
  };
  const watching = watch().catch(() => {});
  /** An exit handler has time for one signal, and cannot wait for the lock. */
  const onExit = () => {
    try {
      if (otherUses().length > 0) return;
    } catch {
      // An unreadable state names no other user.
    }
    sendStopSignal(server.pid);
  };
  process.once("exit", onExit);

  return {
    url: `postgres://${PORTAL}:${portalPassword(server.password)}@127.0.0.1:${server.port}/${DATABASE}`,
    ownerUrl: addressOf(server.port, server.password),
    async stop() {
      if (stopping.signal.aborted) return;
      stopping.abort();
      process.off("exit", onExit);
      await watching;
      if (!existsSync(folder)) return endServer(server.pid);
      await whileAlone(async () => {
        const state = { ...readState(folder), uses: otherUses() };
        if (state.uses.length === 0) await endServer(server.pid);
        writeState(state);
      });
    },
  };
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
 * Derived one-way from the superuser's password, so that a data folder which stores only that one
 * has both.
 */
const portalPassword = (password: string) => createHmac("sha256", password).update(PORTAL).digest("hex");

/** The address for the superuser, who owns the database. */
export const addressOf = (port: number, password: string, database = DATABASE) =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

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
