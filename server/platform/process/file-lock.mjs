// Plain JavaScript, because tools/ uses it before anything is installed or built.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A system reuses process numbers; a restarted container does so at once. So a process is
 * identified by its number and its start.
 * @typedef {{ pid: number, since: string }} ProcessIdentity
 * @typedef {ProcessIdentity & { passing?: boolean }} Holder of a lock; `passing` for a command that ends by itself
 */

/** @returns {ProcessIdentity} */
export const thisProcess = () => ({ pid: process.pid, since: startOf(process.pid) });

/** @param {ProcessIdentity} identity @returns {boolean} */
export function isStillThere({ pid, since }) {
  if (!isAlive(pid)) return false;
  // A process of another boot has ended. The boot is readable where the start is hidden.
  if (since && process.platform === "linux" && !since.startsWith(`${bootId()}:`)) return false;
  const now = startOf(pid);
  return !since || !now || since === now;
}

/** @param {number} pid @returns {boolean} */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPERM") return false;
  }
  // A process that has ended stays in Linux's list until its parent has collected it.
  return process.platform !== "linux" || linuxStat(pid)[0] !== "Z";
}

/**
 * The start time of a process in the system's own format; empty if the system does not provide it.
 * @param {number} pid
 */
function startOf(pid) {
  try {
    if (process.platform === "win32") return "";
    if (process.platform === "linux") {
      const start = linuxStat(pid)[19];
      return start ? `${bootId()}:${start}` : "";
    }
    // Language and time zone would change the text between two programs.
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

const bootId = () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();

/**
 * A process's line in Linux from its state on. The command before it is in brackets, and may
 * contain brackets.
 * @param {number} pid
 */
function linuxStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/**
 * Runs `work` while no other task of this machine works under the same lock file. A killed process
 * loses its lock to the next task, so the work has no time limit.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once when another task has held the lock for a second
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait) {
  const telling = setTimeout(() => onWait?.(), 1000);
  try {
    while (!create(path)) {
      if (isAbandoned(path)) removeAbandoned(path);
      await sleep(25);
    }
  } finally {
    clearTimeout(telling);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/**
 * Takes a lock for the rest of this process's life, or until it removes the file.
 * @param {string} path
 * @param {{ passing: boolean }} [options] `passing` for a command, which ends by itself
 * @returns {Promise<Holder | undefined>} the live process that has the lock, or undefined if this
 *   one has it now
 */
export async function takeLock(path, { passing } = { passing: false }) {
  for (; !create(path, passing ? { passing } : {}); await sleep(25)) {
    const holder = identityIn(path);
    if (holder && isStillThere(holder)) return holder;
    if (isAbandoned(path)) removeAbandoned(path);
  }
  return undefined;
}

/**
 * @param {string} path
 * @param {{ passing?: boolean }} [more]
 * @returns {boolean} true if this call created the file
 */
function create(path, more = {}) {
  try {
    writeFileSync(path, JSON.stringify({ ...thisProcess(), ...more }), { flag: "wx" });
    return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    // Windows answers EPERM while another process is deleting the file.
    if (code === "EEXIST" || (code === "EPERM" && process.platform === "win32")) return false;
    throw error;
  }
}

/**
 * @param {string} path
 * @returns {Holder | undefined} undefined for a file without one; throws if it cannot be read,
 *   because it may name a live process
 */
function identityIn(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "EACCES" || code === "EPERM") throw error;
    return undefined;
  }
}

/** @param {string} path */
function isAbandoned(path) {
  const written = statSync(path, { throwIfNoEntry: false });
  if (!written) return false;
  const identity = identityIn(path);
  // A file without an identity is being written at present, or its writer died or met a full disk.
  return identity ? !isStillThere(identity) : Date.now() - written.mtimeMs > 5000;
}

/**
 * Two processes may find the same abandoned lock. The slower one must not delete the lock that the
 * quicker one has taken since. So deleting takes a lock of its own for an instant.
 * @param {string} path
 */
function removeAbandoned(path) {
  const guard = `${path}.removing`;
  if (create(guard)) {
    if (isAbandoned(path)) rmSync(path, { force: true });
    rmSync(guard, { force: true });
  } else if (isAbandoned(guard)) rmSync(guard, { force: true });
}
