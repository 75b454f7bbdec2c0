import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "#server/config.ts";
import { type Binaries, program } from "#server/db/embedded/binaries.ts";
import { dataOf } from "#server/db/embedded/place.ts";
import { type Postmaster, readPostmaster } from "#server/db/embedded/postmaster.ts";
import { childEnv, type RunAs } from "#server/db/embedded/run-as.ts";

export interface Launch {
  binaries: Binaries;
  place: string;
  runAs: RunAs;
  /** 0 or a port to use again. */
  port: number;
  /** Whether clients already know the port, so that another is no use to them. */
  keepPort: boolean;
  throwaway: boolean;
}

/** Starts the server and waits until it is ready. `child` is missing on Windows, where pg_ctl starts it for us. */
export async function launch(options: Launch): Promise<Postmaster & { child?: ChildProcess }> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const port = options.keepPort || (await isFree(options.port)) ? options.port : await freePort();
    const logFile = openLog(options.place);
    const attempt = process.platform === "win32" ? startByPgCtl(options, port) : await startDirectly(options, port);
    if (attempt.postmaster) return attempt.postmaster;
    const said = readFileSync(logFile.path, "utf8").slice(logFile.from);
    // Of a server that was killed, the last backends and the shared memory take a moment to go; a port may be taken at the last moment.
    const passing = /still in use|already in use|already exists|could not (bind|create any)/i.test(said);
    if (!passing || Date.now() > deadline) throw new ConfigError(`The database did not start: ${lastComplaint(said)} (${logFile.path})`);
    await sleep(200);
  }
}

const lastComplaint = (said: string) =>
  said
    .split("\n")
    .findLast((line) => line.includes("FATAL"))
    ?.replace(/^.*FATAL:\s*/, "") ?? "it ended without saying why";

/** On the command line rather than in postgresql.conf, so an older cluster gets today's settings too. */
function settings(port: number, throwaway: boolean): string[] {
  const all: Record<string, string | number> = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 100,
    shared_buffers: "128MB",
    max_wal_size: "512MB",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // Statements may carry people's data, which has no place in a log.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    ...(throwaway ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" } : {}),
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function startDirectly(
  { binaries, place, runAs, throwaway }: Launch,
  port: number,
): Promise<{ postmaster?: Postmaster & { child: ChildProcess } }> {
  const log = openSync(join(place, "postgres.log"), "a", 0o600);
  // A group of its own: Ctrl-C in the terminal is for us, and we then stop the server in good order.
  const child = spawn(program(binaries, "postgres"), ["-D", dataOf(place), ...settings(port, throwaway)], {
    ...runAs,
    cwd: "/",
    env: childEnv(),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  child.unref();
  for (;;) {
    if (failure) throw new ConfigError(`The embedded PostgreSQL could not be run: ${failure.message}`);
    if (child.exitCode !== null || child.signalCode !== null) return {};
    const found = readPostmaster(dataOf(place));
    if (found?.ready && found.pid === child.pid) return { postmaster: { ...found, child } };
    await sleep(5);
  }
}

/** PostgreSQL refuses an administrator's rights on Windows, and pg_ctl knows how to start it without them. */
function startByPgCtl({ binaries, place, throwaway }: Launch, port: number): { postmaster?: Postmaster } {
  const data = dataOf(place);
  const options = settings(port, throwaway).join(" ");
  spawnSync(program(binaries, "pg_ctl"), ["start", "-w", "-D", data, "-l", join(place, "postgres.log"), "-o", options], {
    env: childEnv(),
    stdio: "ignore",
    windowsHide: true,
  });
  const postmaster = readPostmaster(data);
  return postmaster?.ready ? { postmaster } : {};
}

function openLog(place: string): { path: string; from: number } {
  const path = join(place, "postgres.log");
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < 1_000_000) return { path, from: size };
  rmSync(path);
  return { path, from: 0 };
}

/** Below the range that systems take clients' own ports from, so that a remembered one is hardly ever taken. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  if (port === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
