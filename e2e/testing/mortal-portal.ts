import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { dataOf, readState } from "#server/platform/db/embedded/place.ts";
import { readServer } from "#server/platform/db/embedded/server.ts";
import { addressOf } from "#server/platform/db/embedded.ts";
import { isAlive } from "#server/platform/process/file-lock.mjs";
import { freePort, spawnPortal } from "#tools/built-portal.ts";
import type { Counted } from "./count-trade.ts";
import { type ReceivedMail, readOutbox } from "./portal-process.ts";

const TWO_DAYS_MS = 172_800_000;
/**
 * The time is far longer than a start takes on a busy machine. After it the portal counts as
 * failed.
 */
const PATIENCE_MS = 90_000;

/** The built server with its embedded PostgreSQL. Both can be killed. */
interface MortalPortal extends Counted {
  readonly url: string;
  /** Returns the mails to a person so far, oldest first. */
  mailsTo(email: string): Promise<ReceivedMail[]>;
  /**
   * Kills the server's process and starts it again, as a supervisor does in real use. It resolves
   * when the server responds again, with the milliseconds until then.
   * @param meanwhile runs while there is no server
   */
  killServer(meanwhile?: () => Promise<unknown>): Promise<number>;
  /** Kills only PostgreSQL. It resolves when the portal responds again by itself. */
  killDatabase(): Promise<number>;
  /**
   * Sends SIGTERM. It resolves with the exit code, whether a PostgreSQL process was left behind,
   * and the server's output.
   */
  stop(): Promise<{ code: number | null; orphan: boolean; said: string }>;
}

export async function startMortalPortal(stripeUrl: string): Promise<MortalPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), "tiltrod-crash-"));
  // Under root, PostgreSQL runs as another user, which must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const launch = () => spawnPortal({ DATABASE_URL: "", PORT: port, DATA_DIR: dataDir, DEMO: "0", STRIPE_API_BASE: stripeUrl });
  let server = launch();

  // A server that ends by itself is a finding, so it is not started again.
  const within = async (since: number, isSo: () => Promise<boolean> | boolean): Promise<number> => {
    while (performance.now() - since < PATIENCE_MS) {
      if (server.hasEnded()) throw new Error(`The server ended by itself: ${server.output().slice(-3000)}`);
      if (await isSo()) return performance.now() - since;
      await sleep(10);
    }
    throw new Error(`The portal did not serve again within ${PATIENCE_MS / 1000} s: ${server.output().slice(-3000)}`);
  };
  const serves = async () => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null))?.status === 200;
  const postmaster = () => readServer(dataOf(readState(dataDir).place))?.pid ?? 0;
  const photoFiles = () =>
    ["photos", "uploads"].flatMap((name) => readdirSync(join(dataDir, name)).map((file) => join(dataDir, name, file)));
  await within(performance.now(), serves);

  return {
    url,
    mailsTo: (email) => readOutbox(join(dataDir, "outbox"), email),
    get databaseUrl() {
      const { port: databasePort, password } = readState(dataDir);
      return addressOf(databasePort, password);
    },
    photoFiles: () => photoFiles().length,
    makePhotosOld() {
      const old = new Date(Date.now() - TWO_DAYS_MS);
      for (const file of photoFiles()) if (statSync(file).isFile()) utimesSync(file, old, old);
    },
    async killServer(meanwhile) {
      const since = performance.now();
      await server.kill();
      await meanwhile?.();
      server = launch();
      return within(since, serves);
    },
    async killDatabase() {
      const since = performance.now();
      const pid = postmaster();
      process.kill(pid, "SIGKILL");
      await within(since, () => postmaster() !== pid && isAlive(postmaster()));
      return within(since, serves);
    },
    async stop() {
      const pid = postmaster();
      const code = await server.stop();
      // The database still shuts down where the process ended in a hurry.
      for (const since = performance.now(); isAlive(pid) && performance.now() - since < 10_000; ) await sleep(50);
      const orphan = pid > 0 && isAlive(pid);
      if (!orphan) rmSync(dataDir, { recursive: true, force: true });
      return { code, orphan, said: server.output().slice(-1500) };
    },
  };
}
