// This is plain JavaScript, because it runs before node_modules exists.
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { alone, Failure, fingerprint, inProject, isCommand, readStamp, run, runCommand, say } from "./project.mjs";

const stamp = inProject("node_modules", ".installed");

/**
 * The stamp names the system too, because a folder that two systems share needs other binaries in
 * each.
 */
const wanted = () => `${fingerprint(["package-lock.json"])} ${process.platform} ${process.arch}`;

/**
 * Installs exactly the lock file's packages, unless they are installed. It runs no install scripts,
 * because no package needs one. Where nothing has to be built, a production installation (`npm ci
 * --omit=dev`) is sufficient.
 * @param {{ toRunOnly?: boolean }} [options]
 */
export async function ensureInstalled({ toRunOnly = false } = {}) {
  if (readStamp(stamp) === wanted()) return;
  if (toRunOnly && installedByHand({ toRunOnly })) return;
  await alone(async () => {
    if (readStamp(stamp) === wanted()) return;
    if (installedByHand()) return writeFileSync(stamp, wanted());
    say(existsSync(inProject("node_modules")) ? "Bringing the packages up to date (npm ci)…" : "Installing the packages (npm ci)…");
    const started = Date.now();
    await npmCi();
    writeFileSync(stamp, wanted());
    say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  });
}

/** Returns true if npm's own record of this installation agrees with the lock file. */
function installedByHand({ toRunOnly = false } = {}) {
  try {
    const { packages: locked } = JSON.parse(readFileSync(inProject("package-lock.json"), "utf8"));
    const { packages: there } = JSON.parse(readFileSync(inProject("node_modules", ".package-lock.json"), "utf8"));
    return isComplete(locked, there, { toRunOnly });
  } catch {
    return false;
  }
}

/**
 * @typedef {{ name?: string, version?: string, dev?: boolean, devOptional?: boolean, optional?:
 * boolean }} Locked
 */
/** @typedef {Locked & { os?: string[], cpu?: string[], libc?: string[] }} Entry */

/**
 * Returns true if exactly the locked packages are installed, by path and version. `toRunOnly`
 * ignores missing packages for development.
 * @param {Record<string, Entry>} locked
 * @param {Record<string, Entry>} there
 * @param {{ toRunOnly: boolean }} options
 */
export function isComplete(locked, there, { toRunOnly }) {
  /** @param {Entry} entry */
  const isSpared = (entry) => mayBeAbsent(entry) || (toRunOnly && (entry.dev || entry.devOptional));
  /** @param {[string, Entry]} named */
  const isRight = ([path, entry]) => path === "" || (there[path] ? there[path].version === entry.version : isSpared(entry));
  return Object.entries(locked).every(isRight) && Object.keys(there).every((path) => locked[path]);
}

/**
 * Returns true for an optional package that is not for this very system: another system's binaries,
 * and packages that only those need.
 * @param {Entry} entry
 */
const mayBeAbsent = ({ optional, os, cpu, libc }) =>
  optional && !(os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined);

async function npmCi() {
  if (existsSync(inProject("node_modules"))) {
    try {
      accessSync(inProject("node_modules"), constants.W_OK);
    } catch {
      throw new Failure(
        "The packages have to be brought up to date, but node_modules belongs to another user. Run npm run build as that user first.",
      );
    }
  }
  const { code, output } = await npm([
    "ci",
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  if (code === 0) return;
  throw new Failure(
    `${output.trim()}\n\nThe packages could not be installed: npm ci failed (see above). ` +
      "Check that this machine reaches the npm registry and that this folder is writable, then try again.",
  );
}

/** @param {string[]} args */
function npm(args) {
  // npm passes the path of its own program. Without npm the one on the PATH is used, which on
  // Windows only a shell finds.
  const own = process.env.npm_execpath;
  if (own?.endsWith("npm-cli.js")) return run(process.execPath, [own, ...args]);
  return run("npm", args, { shell: process.platform === "win32" });
}

if (isCommand(import.meta.url)) await runCommand(ensureInstalled);
