// The helpers of every command here. All .mjs files here are plain JavaScript, because they run
// before anything is installed or built.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withLock } from "#server/platform/process/file-lock.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts */
export const inProject = (...parts) => join(root, ...parts);

/**
 * Returns true if this module is the command itself.
 * @param {string} moduleUrl
 */
export const isCommand = (moduleUrl) => process.argv[1] !== undefined && moduleUrl === pathToFileURL(process.argv[1]).href;

/** @param {string} message */
export const say = (message) => process.stdout.write(`${message}\n`);

/** A failure that the person can fix: the command prints its sentence without a stack. */
export class Failure extends Error {}

/** @param {() => unknown} command */
export async function runCommand(command) {
  try {
    checkNode();
    await command();
  } catch (error) {
    process.stderr.write(`${error instanceof Failure ? error.message : error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  }
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Failure(`This needs Node.js 20.19 or newer, and this is ${process.versions.node}. Get a newer one from https://nodejs.org.`);
}

/**
 * Runs the work while no other process installs or builds in this folder.
 * @template T
 * @param {() => Promise<T>} work
 */
export function alone(work) {
  const lock = inProject("dist", ".lock");
  try {
    mkdirSync(inProject("dist"), { recursive: true });
    accessSync(inProject("dist"), constants.W_OK);
  } catch {
    throw new Failure(
      "Something has to be installed or built here, and this user may not write in this folder. Run npm run build as its owner first.",
    );
  }
  return withLock(lock, work, () => say("Another process is installing or building here; waiting for it…"));
}

/**
 * Returns a fingerprint of files and whole folders, of names and contents.
 * @param {string[]} paths
 */
export function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const path of paths)
    for (const file of filesIn(path))
      hash
        .update(`${file}\0`)
        .update(readFileSync(inProject(file)))
        .update("\0");
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  try {
    return readdirSync(inProject(path), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : entry.isFile() ? [join(path, entry.name)] : []));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ENOTDIR") return [path];
    if (code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Returns the stamp's text, or undefined.
 * @param {string} path
 */
export function readStamp(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/**
 * Runs a program to its end and collects its output.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    child.once("error", (error) => resolve({ code: 1, output: `${command} could not be run: ${error.message}` }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

const parent = process.ppid;

/**
 * Stops this process in good order after npm has ended, because a signal to npm alone ends npm and
 * its shell but not this process. Call it once the signal handlers are attached.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    process.kill(process.pid, "SIGTERM");
  }, 500).unref();
  // On Ctrl-C the shell may end before this process, and a second signal would mean "at once".
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => clearInterval(watching));
}
