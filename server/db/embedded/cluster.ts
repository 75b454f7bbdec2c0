import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "#server/config.ts";
import { type Binaries, program } from "#server/db/embedded/binaries.ts";
import { dataOf } from "#server/db/embedded/place.ts";
import { childEnv, giveTo, type RunAs } from "#server/db/embedded/run-as.ts";

export const SUPERUSER = "tiltrod";

interface NewCluster {
  binaries: Binaries;
  place: string;
  runAs: RunAs;
  password: string;
  throwaway: boolean;
  log: (message: string) => void;
}

/** Makes the cluster unless it is there. It appears whole or not at all: made beside its place, then renamed. */
export async function ensureCluster({ binaries, place, runAs, password, throwaway, log }: NewCluster): Promise<void> {
  const data = dataOf(place);
  if (existsSync(data)) return refuseOtherVersion(data, binaries);
  log("Creating the database…");
  const half = `${data}.partial`;
  const passwordFile = join(place, "password.once");
  rmSync(half, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(passwordFile, runAs);
  try {
    await run(program(binaries, "initdb"), initdbArguments(half, passwordFile, throwaway), runAs, place);
    renameSync(half, data);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** The built-in C.UTF-8 knows every language's letters and sorts alike on every machine, whatever locales that has installed. */
const initdbArguments = (data: string, passwordFile: string, throwaway: boolean) => [
  `--pgdata=${data}`,
  `--username=${SUPERUSER}`,
  `--pwfile=${passwordFile}`,
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--data-checksums",
  "--no-instructions",
  ...(throwaway ? ["--no-sync"] : []),
];

function refuseOtherVersion(data: string, binaries: Binaries) {
  const made = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  const [have] = binaries.version.split(".");
  if (made !== have) {
    throw new ConfigError(
      `The database in ${data} was made by PostgreSQL ${made}, and this is PostgreSQL ${have}: carry its data over with pg_dump first.`,
    );
  }
}

function run(path: string, args: string[], runAs: RunAs, place: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, { ...runAs, cwd: place, env: childEnv(), stdio: ["ignore", "ignore", "pipe"] });
    let complaint = "";
    child.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) return resolve();
      reject(
        new ConfigError(`The database could not be created in ${place}: ${complaint.trim() || `initdb ended with ${code ?? signal}`}`),
      );
    });
  });
}
