import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { ensureInstalled } from "./install.mjs";
import { alone, Failure, fingerprint, inProject, isCommand, readStamp, runCommand, say } from "./project.mjs";

const SOURCES = [
  "shared",
  "server",
  "client",
  "tools",
  "package.json",
  "package-lock.json",
  "tailwind.config.ts",
  "vite.config.ts",
  "vite.server.config.ts",
];
const PARTS = ["client", "server", "tools"];
const stamp = inProject("dist", ".built");

/** Builds dist/client, dist/server and dist/tools when a source has changed since they were built. */
export async function ensureBuilt({ force = false } = {}) {
  const wanted = fingerprint(SOURCES);
  const isFresh = () => readStamp(stamp) === wanted && PARTS.every((part) => existsSync(inProject("dist", part)));
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

/** @param {string} folder */
async function buildInto(folder) {
  const { build } = await import("vite");
  const options = { root: inProject(), logLevel: /** @type {const} */ ("warn") };
  try {
    await build({
      ...options,
      root: inProject("client"),
      configFile: inProject("vite.config.ts"),
      build: { outDir: `${folder}/client`, emptyOutDir: true },
    });
    await build({ ...options, configFile: inProject("vite.server.config.ts"), build: { outDir: folder, emptyOutDir: false } });
  } catch (error) {
    throw new Failure(`The build failed, and what was built before is unchanged: ${error.message}`);
  }
}

/** Only a whole build takes the old one's place, by renaming, so nobody ever starts from a half one. @param {string} next */
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
