import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { addressOf } from "#server/db/embedded/connect.ts";
import { dataOf } from "#server/db/embedded/place.ts";
import { readPostmaster } from "#server/db/embedded/postmaster.ts";
import { isAlive } from "#server/db/embedded/process-identity.mjs";
import { readState } from "#server/db/embedded/state.ts";
import { freePort } from "#tools/free-port.ts";
import type { Counted } from "./check.ts";

const SERVER = fileURLToPath(new URL("../../dist/server/index.js", import.meta.url));
export const OWNER = { email: "owner@crash.example", password: "a long enough password" };
export const ENCRYPTION_KEY = "the encryption key of the crash series";
const TWO_DAYS_S = 172_800;
/** Far more than a start takes on a busy machine. After this time the portal does not serve again by itself. */
const PATIENCE_MS = 90_000;

/** The built server with its embedded PostgreSQL, each of which can be killed. */
export interface MortalPortal extends Counted {
  readonly url: string;
  readonly dataDir: string;
  /**
   * Kills the server's process and starts it again, as a supervisor does in real use. Resolves when it serves again,
   * with the milliseconds that this took.
   * @param meanwhile done while there is no server
   */
  killServer(meanwhile?: () => Promise<unknown>): Promise<number>;
  /** Kills PostgreSQL and does nothing more. Resolves when the portal serves again by itself. */
  killDatabase(): Promise<number>;
  /** The faults that the server logged. */
  said(): string;
  /** SIGTERM; resolves with the exit code and whether a PostgreSQL was left behind. */
  stop(): Promise<{ code: number | null; orphan: boolean }>;
  clear(): void;
}

export async function startMortalPortal(stripeUrl: string): Promise<MortalPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), "tiltrod-crash-"));
  // Where we are root, PostgreSQL runs as another user, which must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let said = "";
  const launch = (): ChildProcess => {
    const child = spawn(process.execPath, [SERVER], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: "0",
        SUPER_ADMIN_EMAIL: OWNER.email,
        SUPER_ADMIN_PASSWORD: OWNER.password,
        ENCRYPTION_KEY,
        STRIPE_API_BASE: stripeUrl,
        LOG_LEVEL: "error",
        // They write as fast as they can, not as fast as people.
        WRITE_LIMIT: "1000000",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const hear = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000_000);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    return child;
  };
  let server = launch();

  // A server that ends without being told to is a finding. It is not started again.
  const stillLives = () => {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`The server ended by itself: ${said.slice(-3000)}`);
  };
  const serves = async (since: number): Promise<number> => {
    while (performance.now() - since < PATIENCE_MS) {
      stillLives();
      const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
      if (reply?.status === 200) return performance.now() - since;
      await sleep(20);
    }
    throw new Error(`The portal did not serve again within ${PATIENCE_MS / 1000} s: ${said.slice(-3000)}`);
  };
  const postmaster = () => readPostmaster(dataOf(readState(dataDir).place))?.pid ?? 0;
  await serves(performance.now());

  return {
    url,
    dataDir,
    databaseUrl() {
      const { port: databasePort, password } = readState(dataDir);
      return addressOf(databasePort, password);
    },
    photos: {
      stored: () => readdirSync(join(dataDir, "photos")).length,
      files: () => filesIn(dataDir).length,
      makeOld() {
        const old = Date.now() / 1000 - TWO_DAYS_S;
        for (const file of filesIn(dataDir)) if (statSync(file).isFile()) utimesSync(file, old, old);
      },
    },
    async killServer(meanwhile) {
      const since = performance.now();
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
      await meanwhile?.();
      server = launch();
      return serves(since);
    },
    async killDatabase() {
      const since = performance.now();
      const pid = postmaster();
      process.kill(pid, "SIGKILL");
      const another = () => postmaster() !== pid && isAlive(postmaster());
      while (!another() && performance.now() - since < PATIENCE_MS) {
        stillLives();
        await sleep(10);
      }
      return serves(since);
    },
    said: () => said,
    async stop() {
      const pid = postmaster();
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, "exit");
        server.kill("SIGTERM");
        await ended;
      }
      // Where the process ended in a hurry, its database has been told to stop and needs a moment.
      for (const since = performance.now(); isAlive(pid) && performance.now() - since < 10_000; ) await sleep(50);
      return { code: server.exitCode, orphan: pid > 0 && isAlive(pid) };
    },
    clear: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

const filesIn = (dataDir: string): string[] =>
  ["photos", "uploads"].map((name) => join(dataDir, name)).flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
