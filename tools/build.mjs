// Plain JavaScript, because it runs before node_modules is there.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { ensureInstalled } from "./install.mjs";
import { alone, Failure, fingerprint, inProject, isCommand, readStamp, run, runCommand, say } from "./project.mjs";

/** What a build is made of. */
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

/** Whether what is built here, or was brought here built, is of these very sources. */
const isBuilt = (wanted = fingerprint(SOURCES)) =>
  readStamp(stamp) === wanted && PARTS.every((part) => existsSync(inProject("dist", part)));

/** Makes what is missing to run the portal: the packages and the build. */
export async function ensureRunnable() {
  await ensureInstalled({ toRunOnly: isBuilt() });
  await ensureBuilt();
}

/** Builds dist/client, dist/server and dist/tools when a source has changed since they were built. */
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
 * Vite runs in processes of its own. The server that starts afterwards does not carry its memory,
 * and a test's NODE_ENV does not reach it.
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

/** Only a whole build takes the old one's place, by renaming: so no start meets half of one. @param {string} next */
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
