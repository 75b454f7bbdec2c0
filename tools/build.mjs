// This is plain JavaScript, because it runs before node_modules exists.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { ensureInstalled } from "./install.mjs";
import { alone, Failure, fingerprint, inProject, isCommand, readStamp, run, runCommand, say } from "./project.mjs";

/** The inputs of a build. */
export const SOURCES = [
  "shared",
  "server",
  "client",
  "tools",
  "stripe-stand-in",
  "package.json",
  "package-lock.json",
  "tailwind.config.ts",
  "vite.config.ts",
  "vite.server.config.ts",
];
const PARTS = ["client", "server", "tools"];
const stamp = inProject("dist", ".built");

/**
 * Returns true if the build in dist, made here or copied from elsewhere, is of exactly these
 * sources.
 */
const isBuilt = (wanted = fingerprint(SOURCES)) =>
  readStamp(stamp) === wanted && PARTS.every((part) => existsSync(inProject("dist", part)));

/** Provides the packages and the build, if they are missing. */
export async function ensureRunnable() {
  await ensureInstalled({ toRunOnly: isBuilt() });
  await ensureBuilt();
}

/**
 * Builds dist/client, dist/server and dist/tools when a source has changed since they were built.
 */
export async function ensureBuilt({ force = false } = {}) {
  const wanted = fingerprint(SOURCES);
  const isFresh = () => isBuilt(wanted);
  if (!force && isFresh()) return;
  await alone(async () => {
    if (!force && isFresh()) return;
    say("Building…");
    const started = Date.now();
    const next = inProject("dist", ".next");
    rmSync(next, { recursive: true, force: true });
    await buildInto(next);
    takeOver(next);
    writeFileSync(stamp, wanted);
    say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  });
}

/**
 * Builds with Vite in separate processes. The server that starts afterwards does not carry its
 * memory, and a test's NODE_ENV does not reach it.
 * @param {string} folder
 */
async function buildInto(folder) {
  const results = await Promise.all([
    vite(["--config", inProject("vite.config.ts"), "--outDir", `${folder}/client`]),
    vite(["--config", inProject("vite.server.config.ts"), "--outDir", folder]),
  ]);
  const complaints = results.filter(({ code }) => code !== 0).map(({ output }) => output.trim());
  if (complaints.length > 0) {
    throw new Failure(`${complaints.join("\n\n")}\n\nThe build failed (see above); what was built before is unchanged.`);
  }
}

/** @param {string[]} args */
const vite = (args) =>
  run(process.execPath, [inProject("node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn", ...args], {
    env: { ...process.env, NODE_ENV: "production" },
  });

/**
 * Replaces the old build with a complete new one by renaming, so that no start uses half of one.
 * @param {string} next
 */
function takeOver(next) {
  const old = inProject("dist", ".old");
  rmSync(stamp, { force: true });
  rmSync(old, { recursive: true, force: true });
  mkdirSync(old);
  for (const part of PARTS) {
    const place = inProject("dist", part);
    if (existsSync(place)) renameSync(place, `${old}/${part}`);
    if (existsSync(`${next}/${part}`)) renameSync(`${next}/${part}`, place);
  }
  rmSync(old, { recursive: true, force: true });
  rmSync(next, { recursive: true, force: true });
}

if (isCommand(import.meta.url)) {
  await runCommand(async () => {
    await ensureInstalled();
    await ensureBuilt({ force: !process.argv.includes("--if-stale") });
  });
}
