// Plain JavaScript, because it runs before node_modules is there.
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isStillThere, thisProcess, withLock } from "#server/platform/process/file-lock.mjs";
import { say } from "./project.mjs";

/** @typedef {(options: { port?: number, stateFile?: string }) => Promise<{ url: string }>} StartStandIn */
/** @typedef {import("#server/platform/process/file-lock.mjs").ProcessIdentity & { port: number, url: string }} Note */

/** An empty variable counts as unset, as in the server's own configuration. @param {string} name */
const given = (name) => process.env[name] || undefined;

/**
 * Only the demo needs it. So this is the demo's rule (server/config.ts), except for a database of
 * one's own.
 */
function isWanted() {
  if (given("DATABASE_URL") || given("DATABASE_URL_FILE") || given("STRIPE_API_BASE")) return false;
  if (given("DEMO")) return given("DEMO") === "1";
  // What is no address stops the server's start with a sentence.
  const address = given("PUBLIC_URL") ?? "http://localhost";
  const isOurs = URL.canParse(address) && isLoopback(new URL(address).hostname);
  return isOurs && isLoopback(given("HOST") ?? "127.0.0.1") && Number(given("TRUST_PROXY") ?? 0) === 0;
}

/** @param {string} host */
const isLoopback = (host) => /^(localhost|::1|\[::1\]|127(\.\d+){3})$/i.test(host);

/**
 * Points the server at a stand-in for Stripe in this process, where payments are a demonstration.
 * It keeps its port, because stored links name it. A second start on the same folder uses the first
 * one's.
 * @param {() => Promise<StartStandIn>} load
 */
export async function ensureStandIn(load) {
  if (!isWanted()) return;
  const dataDir = given("DATA_DIR") ?? "./data";
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch {
    // The server says what is wrong with it.
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
  // The port may have gone to another program meanwhile; then any will do.
  const standIn = await start({ port: before?.port ?? 0, stateFile }).catch(() => start({ port: 0, stateFile }));
  const note = { ...thisProcess(), port: Number(new URL(standIn.url).port), url: new URL(standIn.url).origin };
  writeFileSync(path, JSON.stringify(note), { mode: 0o600 });
  return note;
}

/**
 * Another process has it. Where that one ends first, this one carries on with it at the same address.
 * @param {string} dataDir @param {Note} note @param {() => Promise<StartStandIn>} load
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
