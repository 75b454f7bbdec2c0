// Plain JavaScript because tools/ uses it before anything is installed or built.
import { readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isStillThere, thisProcess } from "./process-identity.mjs";

/** @typedef {import("./process-identity.mjs").ProcessIdentity} ProcessIdentity */

/** Locks that this very process holds: another task of ours waits for them like a stranger. @type {Set<string>} */
const held = new Set();

/**
 * Does `work` while no other process on this machine does any work under the same lock file. The lock of a process that was
 * killed is noticed and taken over, so there is no time limit on the work.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once when someone else has held the lock for a second
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait) {
  const asked = Date.now();
  let told = false;
  while (!tryTake(path)) {
    if (!told && Date.now() - asked > 1000) {
      told = true;
      onWait?.();
    }
    await sleep(25);
  }
  try {
    return await work();
  } finally {
    held.delete(path);
    unlinkQuietly(path);
  }
}

/** @param {string} path */
function tryTake(path) {
  if (held.has(path)) return false;
  if (create(path)) {
    held.add(path);
    return true;
  }
  if (isAbandoned(path)) removeAbandoned(path);
  return false;
}

/** @param {string} path @returns {boolean} whether the file is ours now */
function create(path) {
  try {
    writeFileSync(path, JSON.stringify(thisProcess()), { flag: "wx" });
    return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    // Windows answers EPERM while another process is deleting the file.
    if (code === "EEXIST" || (code === "EPERM" && process.platform === "win32")) return false;
    throw error;
  }
}

/** @param {string} path */
function isAbandoned(path) {
  try {
    const age = Date.now() - statSync(path).mtimeMs;
    const holder = parse(readFileSync(path, "utf8"));
    // Without a holder the file is either being written just now, or its writer died or met a full disk.
    return holder ? !isStillThere(holder) : age > 5000;
  } catch {
    return false;
  }
}

/**
 * Two processes may find the same abandoned lock at once, and the slower must not delete the lock that the quicker has since
 * taken: so deleting needs a lock of its own, which is held for an instant only.
 * @param {string} path
 */
function removeAbandoned(path) {
  const guard = `${path}.removing`;
  if (!create(guard)) {
    try {
      if (Date.now() - statSync(guard).mtimeMs > 10_000) unlinkQuietly(guard);
    } catch {
      // It was just removed by the one who made it.
    }
    return;
  }
  try {
    if (isAbandoned(path)) unlinkQuietly(path);
  } finally {
    unlinkQuietly(guard);
  }
}

/** @param {string} text @returns {ProcessIdentity | undefined} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function unlinkQuietly(path) {
  try {
    unlinkSync(path);
  } catch {
    // Someone was quicker.
  }
}
