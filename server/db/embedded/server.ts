import { type ChildProcess, execFile, execFileSync, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { ConfigError } from "#server/config.ts";
import { isAlive } from "#server/file-lock.mjs";
import { childEnv, giveTo, type RunAs } from "#server/run-as.ts";
import { type Binaries, locateBinaries, program } from "./binaries.ts";
import { dataOf } from "./place.ts";

export interface Cluster {
  readonly binaries: Binaries;
  readonly place: string;
  readonly runAs: RunAs;
  readonly throwaway: boolean;
}

/** PostgreSQL's main process, as it describes itself in postmaster.pid. */
export interface Server {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

export const SUPERUSER = "tiltrod";
const WINDOWS = process.platform === "win32";

/** Made beside its place and then renamed: it is there whole or not at all. */
export async function createCluster({ binaries, place, runAs, throwaway }: Cluster, password: string): Promise<void> {
  const half = `${dataOf(place)}.partial`;
  const passwordFile = join(place, "password.once");
  for (const left of [half, passwordFile]) rmSync(left, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(passwordFile, runAs);
  const args = [`--pgdata=${half}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "--data-checksums"];
  // The built-in C.UTF-8 knows every language's letters and sorts alike on every machine, whatever locales that has installed.
  args.push("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions");
  if (throwaway) args.push("--no-sync");
  try {
    await promisify(execFile)(program(binaries, "initdb"), args, { ...runAs, cwd: place, env: childEnv() });
    renameSync(half, dataOf(place));
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new ConfigError(`The database could not be created in ${place}: ${stderr?.trim() || message}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** The server that runs on this data, if one does. */
export function readServer(data: string): Server | undefined {
  const path = join(data, "postmaster.pid");
  try {
    const [pid, , , port, , , , status] = readFileSync(path, "utf8").split("\n");
    const server = { pid: Number(pid), port: Number(port), ready: status?.trim() === "ready" };
    if (!server.pid || !isAlive(server.pid)) return undefined;
    if (isPostgres(server.pid)) return server;
    // The number of a server that died was given to another program; PostgreSQL itself would refuse to start over this note.
    rmSync(path, { force: true });
  } catch {
    // There is no note, or it was just taken away.
  }
  return undefined;
}

/** As far as the system says. */
function isPostgres(pid: number): boolean {
  if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  return process.platform !== "darwin" || execFileSync("ps", ["-o", "command=", "-p", String(pid)]).includes("postgres");
}

/** The same once it is ready. One that recovers or ends is waited for, however long: to start a second one is never the answer. */
export async function runningServer(data: string, log: (message: string) => void): Promise<Server | undefined> {
  const telling = setTimeout(() => log("Waiting for the database that is already starting or stopping…"), 2000);
  let server = readServer(data);
  for (; server && !server.ready; server = readServer(data)) await sleep(20);
  clearTimeout(telling);
  return server;
}

/** On the command line rather than in postgresql.conf, so an older cluster gets today's settings too. */
const SETTINGS = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=100", "shared_buffers=128MB"];
SETTINGS.push("max_wal_size=512MB", "timezone=UTC", "log_timezone=UTC", "log_checkpoints=off", "log_error_verbosity=terse");
// Statements may carry people's data, which has no place in a log.
SETTINGS.push("log_min_error_statement=panic");
const WITHOUT_DISK = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** Below the range that systems take clients' own ports from, so that a remembered one is hardly ever taken. */
const somePort = () => randomInt(20_000, 32_000);

/**
 * Starts the server and waits until it is ready. Where the port is taken it gets another, unless clients know it already.
 * @param port as last time, or 0
 */
export async function launch(cluster: Cluster, port: number, keepPort: boolean): Promise<Server> {
  const log = join(cluster.place, "postgres.log");
  const logged = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (logged() > 1_000_000) rmSync(log);
  let tried = port || somePort();
  for (const until = Date.now() + 30_000; ; await sleep(200)) {
    const before = logged();
    const child = spawnServer(cluster, tried, log);
    for (let ended = false; !ended; await sleep(5)) {
      // Before the note is read: on Windows the child has ended when the server is ready.
      ended = child.exitCode !== null || child.signalCode !== null;
      const server = readServer(dataOf(cluster.place));
      if (server?.ready) return server;
    }
    const said = readFileSync(log).subarray(before).toString();
    const isTaken = /could not (bind|create any)/.test(said);
    if (isTaken && !keepPort) tried = somePort();
    // Of a server that was killed, the last backends and the shared memory take a moment to go.
    if ((isTaken || /still in use|already exists/.test(said)) && Date.now() < until) continue;
    const complaint = [...said.matchAll(/FATAL:\s*(.*)/g)].at(-1)?.[1] ?? "it ended without saying why";
    throw new ConfigError(`The database did not start: ${complaint} (${log})`);
  }
}

/** Not by pg_ctl: a server that it starts is an orphan, and where process 1 collects none, one that was killed could not be replaced. */
function spawnServer({ binaries, place, runAs, throwaway }: Cluster, port: number, log: string): ChildProcess {
  const settings = [`port=${port}`, ...SETTINGS, ...(throwaway ? WITHOUT_DISK : [])].flatMap((setting) => ["-c", setting]);
  // PostgreSQL refuses an administrator's rights on Windows, and pg_ctl knows how to start it without them.
  const args = ["-D", dataOf(place), ...(WINDOWS ? ["start", "-w", "-l", log, "-o", settings.join(" ")] : settings)];
  const output = openSync(log, "a", 0o600);
  // A group of its own: Ctrl-C in the terminal is for us, and we then stop the server in good order.
  const apart = { detached: !WINDOWS, windowsHide: true, stdio: ["ignore", output, output] } satisfies SpawnOptions;
  const child = spawn(program(binaries, WINDOWS ? "pg_ctl" : "postgres"), args, { ...runAs, ...apart, cwd: "/", env: childEnv() });
  closeSync(output);
  child.once("error", () => {}); // Its exit code says so too.
  child.unref();
  return child;
}

/** Ends the server in PostgreSQL's "fast" way (no new work, running work rolled back, everything written), and waits till it's gone. */
export async function endServer(pid: number): Promise<void> {
  tellToEnd(pid);
  for (let patience = Date.now() + 60_000; isAlive(pid); await sleep(10)) {
    if (Date.now() < patience) continue;
    // Immediate shutdown: safe for the data, which is recovered at the next start.
    tellToEnd(pid, "QUIT");
    patience += 5000;
  }
}

/** Synchronous, so that a process which is about to end can still do it. */
export function tellToEnd(pid: number, how: "INT" | "QUIT" = "INT"): void {
  try {
    // Windows knows no such signals; pg_ctl has its own way to the server there.
    if (WINDOWS) spawnSync(program(locateBinaries(), "pg_ctl"), ["kill", how, String(pid)], { stdio: "ignore" });
    else process.kill(pid, `SIG${how}`);
  } catch {
    // Gone already.
  }
}
