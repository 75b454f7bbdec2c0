import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asUser, changeOwner, chooseRunAs } from "#server/platform/process/run-as.ts";
import { onServer } from "#server/testing/database/global-setup.ts";
import { freePort } from "#tools/built-portal.ts";
import { type Part, startPart, until } from "../failover/parts.ts";

const VERSIONS = "/usr/lib/postgresql";
const PASSWORD = "of-a-drill";

/** Starts an empty PostgreSQL from Debian, instead of the one of compose.yaml. */
export async function startPostgres(folder: string): Promise<Part & { port: number; adminUrl: string; version: string }> {
  const [version = ""] = readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one));
  const bin = join(VERSIONS, version, "bin");
  const [data, password] = [join(folder, "postgres"), join(folder, "postgres-password")];
  const runAs = chooseRunAs(data);
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(password, PASSWORD);
  for (const path of [data, password]) changeOwner(path, runAs);
  const settings = ["--username=postgres", `--pwfile=${password}`, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8"];
  execFileSync(join(bin, "initdb"), ["--pgdata", data, ...settings], asUser(runAs));
  const port = await freePort();
  const args = ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
  const part = startPart({ program: join(bin, "postgres"), args, log: join(folder, "postgres.log"), runAs });
  const adminUrl = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  await until("PostgreSQL", 60_000, () => onServer(adminUrl, "select 1").then(() => true));
  return Object.assign(part, { port, adminUrl, version });
}
