// Plain JavaScript because tools/ uses it before anything is installed or built.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * A process number alone is reused (at once, in a container that restarts), so a process is known by its number and its start.
 * @typedef {{ pid: number, since: string }} ProcessIdentity
 */

/** @param {number} pid @returns {boolean} */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPERM") return false;
  }
  return linuxStat(pid)?.state !== "Z";
}

/** @returns {ProcessIdentity} */
export function thisProcess() {
  return { pid: process.pid, since: startOf(process.pid) };
}

/** @param {ProcessIdentity} identity @returns {boolean} */
export function isStillThere({ pid, since }) {
  if (!isAlive(pid)) return false;
  const now = startOf(pid);
  return !since || !now || since === now;
}

/** The start of a process, in whatever words the system has for it; empty where the system doesn't say. @param {number} pid */
function startOf(pid) {
  if (process.platform === "linux") {
    const stat = linuxStat(pid);
    return stat ? `${bootId()}:${stat.start}` : "";
  }
  if (process.platform === "win32") return "";
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** @param {number} pid */
function linuxStat(pid) {
  if (process.platform !== "linux") return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The command's name comes second, in brackets, and may itself hold brackets and spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], start: fields[19] };
  } catch {
    return undefined;
  }
}

function bootId() {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
