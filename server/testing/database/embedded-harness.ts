import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startEmbedded } from "#server/platform/db/embedded.ts";

const cleanUp: (() => unknown)[] = [];
/**
 * Ends and deletes everything that a test started here. Each file calls `afterEach(tidyUp)` itself:
 * a hook of this shared module would run for the first file alone.
 */
export async function tidyUp(): Promise<void> {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
}

/** Removes a path after every other clean-up of the test. */
export const removeAtLast = (path: string) => cleanUp.unshift(() => rmSync(path, { recursive: true, force: true }));

export function folder(mode = 0o755): string {
  const path = mkdtempSync(join(tmpdir(), "tiltrod-test-"));
  chmodSync(path, mode);
  cleanUp.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export async function start(dataDir: string) {
  const said: string[] = [];
  const database = await startEmbedded({ dataDir, log: (message) => said.push(message) });
  cleanUp.push(database.stop);
  return { ...database, said };
}

export const projectRoot = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

export function launchProcess(dataDir: string, { args = [], user = {} }: { args?: string[]; user?: object } = {}) {
  const script = join(import.meta.dirname, "embedded-process.ts");
  mkdirSync(dataDir, { recursive: true });
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), script, dataDir, ...args], {
    ...user,
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUp.push(() => end(child));
  return child;
}

export async function run(
  dataDir: string,
  options?: { args?: string[]; user?: object },
): Promise<{ ownerUrl: string; child: ChildProcess }> {
  const child = launchProcess(dataDir, options);
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith("postgres:")) return { ownerUrl: line, child };
  throw new Error("The process ended before it had a database.");
}

export const end = (child: ChildProcess) => endBy(child, "SIGTERM");
export const kill = (child: ChildProcess) => endBy(child, "SIGKILL");
async function endBy(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

export async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 20_000; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export const placeOf = (dataDir: string): string => JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8")).place;
export const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(placeOf(dataDir), "data", "postmaster.pid"), "utf8").split("\n")[0]);
export const canRead = (path: string, user: object) =>
  spawnSync("/bin/sh", ["-c", 'cd "$1" && ls', "sh", path], { ...user, stdio: "ignore" }).status === 0;
