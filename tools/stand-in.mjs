// This is plain JavaScript, because it runs before node_modules exists.
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isStillThere, thisProcess, withLock } from "#server/platform/process/file-lock.mjs";
import { say } from "./project.mjs";

/**
 * @typedef {(options: { port?: number, stateFile?: string }) => Promise<{ url: string }>}
 * StartStandIn
 */
/**
 * @typedef {import("#server/platform/process/file-lock.mjs").ProcessIdentity & { port: number, url:
 * string }} Note
 */

/**
 * Returns a variable. An empty variable counts as unset, as in the server's own configuration.
 * @param {string} name
 */
const given = (name) => process.env[name] || undefined;

/**
 * Returns true by the demo's own rule (server/config.ts), except for a separate database, because
 * only the demo needs the stand-in.
 */
function isWanted() {
  if (given("DATABASE_URL") || given("DATABASE_URL_FILE") || given("STRIPE_API_BASE")) return false;
  if (given("DEMO")) return given("DEMO") === "1";
  // An invalid address stops the server's start with a sentence.
  const address = given("PUBLIC_URL") ?? "http://localhost";
  const isOurs = URL.canParse(address) && isLoopback(new URL(address).hostname);
  return isOurs && isLoopback(given("HOST") ?? "127.0.0.1") && Number(given("TRUST_PROXY") ?? 0) === 0;
}

/** @param {string} host */
const isLoopback = (host) => /^(localhost|::1|\[::1\]|127(\.\d+){3})$/i.test(host);

/**
 * Connects the server to a stand-in for Stripe in this process, where payments are a demonstration.
 * The stand-in reuses its port, because stored links contain it. A second start on the same folder
 * uses the first one's stand-in.
 * @param {() => Promise<StartStandIn>} load
 */
export async function ensureStandIn(load) {
  if (!isWanted()) return;
  const dataDir = given("DATA_DIR") ?? "./data";
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch {
    // The server reports the problem with the address.
    return;
  }
  const note = await withLock(join(dataDir, "stripe-stand-in.lock"), () => takeOrShare(dataDir, load));
  process.env.STRIPE_API_BASE = note.url;
  if (note.pid !== process.pid) standBy(dataDir, note, load);
}

/** @param {string} dataDir @param {() => Promise<StartStandIn>} load @returns {Promise<Note>} */
async function takeOrShare(dataDir, load) {
  const path = join(dataDir, "stripe-stand-in.process.json");
  const before = read(path);
  if (before && isStillThere(before)) return before;
  const start = await load();
  const stateFile = join(dataDir, "stripe-stand-in.json");
  // Another program may have taken the port in the meantime; then any port will do.
  const standIn = await start({ port: before?.port ?? 0, stateFile }).catch(() => start({ port: 0, stateFile }));
  const note = { ...thisProcess(), port: Number(new URL(standIn.url).port), url: new URL(standIn.url).origin };
  writeFileSync(path, JSON.stringify(note), { mode: 0o600 });
  return note;
}

/**
 * Watches another process's stand-in. Where that process ends first, this one continues with a
 * stand-in at the same address.
 * @param {string} dataDir
 * @param {Note} note
 * @param {() => Promise<StartStandIn>} load
 */
function standBy(dataDir, note, load) {
  const watching = setInterval(async () => {
    if (isStillThere(note)) return;
    clearInterval(watching);
    await withLock(join(dataDir, "stripe-stand-in.lock"), () => takeOrShare(dataDir, load)).catch((error) =>
      say(`The Stripe stand-in could not be started: ${error.message}`),
    );
  }, 1000).unref();
}

/** @param {string} path @returns {Note | undefined} */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
