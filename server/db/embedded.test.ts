import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { locateBinaries, prepareBinaries, program } from "#server/db/embedded/binaries.ts";
import { isAlive } from "#server/db/embedded/process-identity.mjs";
import { startEmbedded } from "#server/db/embedded.ts";

const root = process.getuid?.() === 0;
const unix = process.platform !== "win32";
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

describe("one process", () => {
  test("a second start finds what the first one stored, at the same address", async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    await query(first.url, "create table kept (word text)");
    await query(first.url, "insert into kept values ('shutter')");
    await first.stop();
    const second = await start(dataDir);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, "select word from kept")).toEqual([{ word: "shutter" }]);
  });

  test("the database speaks UTF-8 in every language, checks its pages, waits for the disk and listens on this machine only", async () => {
    const { url } = await start(folder());
    const [settings] = await query(
      url,
      `select current_setting('server_encoding') encoding, current_setting('data_checksums') checksums, current_setting('fsync') fsync,
              current_setting('listen_addresses') addresses, current_setting('password_encryption') passwords, lower('ÀÉŁ') lower`,
    );
    expect(settings).toEqual({
      encoding: "UTF8",
      checksums: "on",
      fsync: "on",
      addresses: "127.0.0.1",
      passwords: "scram-sha-256",
      lower: "àéł",
    });
    const stranger = url.replace(/:[^:@]+@/, ":guess@");
    await expect(query(stranger, "select 1")).rejects.toThrow(/password authentication failed/);
  });

  test.runIf(unix)("the password is readable by its owner only", async () => {
    const dataDir = folder();
    const { url } = await start(dataDir);
    const file = join(dataDir, "postgres.json");
    expect(readFileSync(file, "utf8")).toContain(new URL(url).password);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("stop leaves no server, and a folder with spaces and quotes in its name is no trouble", async () => {
    const dataDir = join(folder(), "it's a “quoted” folder");
    const database = await start(dataDir);
    const pid = postmasterOf(dataDir);
    await database.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test("a database that is killed comes back on the same port with what was committed", async () => {
    const dataDir = folder();
    const { url } = await start(dataDir);
    await query(url, "create table kept (n int)");
    await query(url, "insert into kept values (7)");
    const killed = postmasterOf(dataDir);
    process.kill(killed, "SIGKILL");
    expect(await eventually(() => query(url, "select n from kept"))).toEqual([{ n: 7 }]);
    expect(postmasterOf(dataDir)).not.toBe(killed);
  });

  test("a throwaway database is gone after its stop", async () => {
    const database = await startEmbedded({ log: () => {}, throwaway: true });
    const [{ fsync, path } = { fsync: "", path: "" }] = await query(
      database.url,
      "select current_setting('fsync') fsync, current_setting('data_directory') path",
    );
    expect(fsync).toBe("off");
    await database.stop();
    expect(existsSync(dirname(dirname(String(path))))).toBe(false);
  });
});

describe("several processes", () => {
  test("after kill -9 of the process its database is adopted, and stopped by the one that adopted it", async () => {
    const dataDir = folder();
    const first = await run(dataDir);
    await query(first.url, "create table kept ()");
    await kill(first.child);
    const orphan = postmasterOf(dataDir);
    expect(isAlive(orphan)).toBe(true);

    const second = await start(dataDir);
    expect(second.url).toBe(first.url);
    expect(second.said).toContain("Taking over the database that an earlier run left running.");
    expect(postmasterOf(dataDir)).toBe(orphan);
    await query(second.url, "select from kept");
    await second.stop();
    expect(isAlive(orphan)).toBe(false);
  });

  test("after kill -9 of the process and its database at once the next start recovers", async () => {
    const dataDir = folder();
    const first = await run(dataDir);
    await query(first.url, "create table kept ()");
    process.kill(postmasterOf(dataDir), "SIGKILL");
    await kill(first.child);
    const second = await start(dataDir);
    expect(await query(second.url, "select count(*)::int n from kept")).toEqual([{ n: 0 }]);
  });

  test("a start that is killed half way does not stand in the way of the next", async () => {
    const dataDir = folder();
    const half = launchProcess(dataDir);
    const lines = createInterface({ input: half.stdout });
    for await (const line of lines) if (line.includes("Creating the database")) break;
    await kill(half);
    const { url } = await start(dataDir);
    expect(await query(url, "select 1 one")).toEqual([{ one: 1 }]);
  });

  test("two starts at once on an empty folder share one database, and the last one out ends it", async () => {
    const dataDir = folder();
    const [one, other] = await Promise.all([run(dataDir), run(dataDir)]);
    expect(one.url).toBe(other.url);
    const pid = postmasterOf(dataDir);
    await end(one.child);
    expect(await query(other.url, "select 1 one")).toEqual([{ one: 1 }]);
    await end(other.child);
    expect(isAlive(pid)).toBe(false);
  });

  test("whoever is left brings a killed database back, even when another process had started it", async () => {
    const dataDir = folder();
    const first = await run(dataDir);
    const second = await start(dataDir);
    await kill(first.child);
    process.kill(postmasterOf(dataDir), "SIGKILL");
    expect(await eventually(() => query(second.url, "select 1 one"))).toEqual([{ one: 1 }]);
  });

  test("a process that exits without stop takes its database with it", async () => {
    const dataDir = folder();
    const { child } = await run(dataDir, { args: ["exit"] });
    if (child.exitCode === null) await once(child, "exit");
    await eventually(async () => expect(existsSync(join(dataDir, "postgres", "data", "postmaster.pid"))).toBe(false));
  });
});

describe.runIf(unix)("users and folders", () => {
  test("an ordinary user's database runs as that user", async () => {
    const dataDir = folder();
    const nobody = { uid: Number(execFileSync("id", ["-u", "nobody"])), gid: Number(execFileSync("id", ["-g", "nobody"])) };
    if (!root || !canRead(projectRoot, nobody)) {
      // As an ordinary user the whole suite is this test; and in a folder that nobody may read, nobody can't run anything.
      expect(root ? statSync(projectRoot).mode & 0o005 : process.getuid?.()).not.toBe(0o005);
      return;
    }
    chownSync(dataDir, nobody.uid, nobody.gid);
    const { url, child } = await run(dataDir, { user: nobody });
    expect(statSync(join(dataDir, "postgres", "data")).uid).toBe(nobody.uid);
    expect(await query(url, "select 1 one")).toEqual([{ one: 1 }]);
    // Root then uses the same database as the user who owns it.
    await end(child);
    const asRoot = await start(dataDir);
    expect(asRoot.url).toBe(url);
    expect(statSync(join(dataDir, "postgres", "data")).uid).toBe(nobody.uid);
  });

  test("under root, in a folder that only root can read, the database lives elsewhere and is found again", async () => {
    const dataDir = join(folder(0o700), "data");
    const first = await start(dataDir);
    await query(first.url, "create table kept ()");
    const place = placeOf(dataDir);
    if (!root) return expect(place).toBe(join(dataDir, "postgres"));
    cleanUp.unshift(() => rmSync(place, { recursive: true, force: true }));
    expect(place).toMatch(/^\/(var\/lib|srv|opt|usr\/local\/var)\/tiltrod-[0-9a-f]{12}$/);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    await first.stop();
    const second = await start(dataDir);
    await query(second.url, "select from kept");
    expect(placeOf(dataDir)).toBe(place);
  });

  test("under root, a database whose folder became private is moved with everything in it", async () => {
    const outer = folder();
    const dataDir = join(outer, "data");
    const first = await start(dataDir);
    await query(first.url, "create table kept ()");
    await first.stop();
    chmodSync(outer, 0o700);
    const second = await start(dataDir);
    await query(second.url, "select from kept");
    const place = placeOf(dataDir);
    if (!root) return expect(place).toBe(join(dataDir, "postgres"));
    cleanUp.unshift(() => rmSync(place, { recursive: true, force: true }));
    expect(place).not.toContain(dataDir);
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  });

  test("binaries come to run without npm's install scripts: links made, execution allowed, out of a private folder", () => {
    const installed = locateBinaries();
    const source = { ...installed, root: join(folder(0o700), "native") };
    cpSync(installed.root, source.root, { recursive: true, filter: (path) => !path.endsWith(".a") });
    for (const name of ["libicuuc.so.60", "libicui18n.so.60", "libpq.so.5"]) rmSync(join(source.root, "lib", name), { force: true });
    chmodSync(program(source, "initdb"), 0o644);
    const runAs = root ? { uid: 65534, gid: 65534 } : undefined;
    const prepared = prepareBinaries(source, folder(), runAs, () => {});
    expect(prepared.root === source.root).toBe(!root);
    for (const name of ["postgres", "initdb"] as const) {
      expect(spawnSync(program(prepared, name), ["--version"], { ...runAs, cwd: "/", encoding: "utf8" })).toMatchObject({ status: 0 });
    }
  });
});

function folder(mode = 0o755): string {
  const path = mkdtempSync(join(tmpdir(), "tiltrod-test-"));
  chmodSync(path, mode);
  cleanUp.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start(dataDir: string) {
  const said: string[] = [];
  const database = await startEmbedded({ dataDir, log: (message) => said.push(message) });
  cleanUp.push(database.stop);
  return { ...database, said };
}

const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

function launchProcess(dataDir: string, { args = [], user = {} }: { args?: string[]; user?: object } = {}) {
  const script = join(projectRoot, "server", "testing", "embedded-process.ts");
  mkdirSync(dataDir, { recursive: true });
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), script, dataDir, ...args], {
    ...user,
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUp.push(() => end(child));
  return child;
}

async function run(dataDir: string, options?: { args?: string[]; user?: object }): Promise<{ url: string; child: ChildProcess }> {
  const child = launchProcess(dataDir, options);
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith("postgres:")) return { url: line, child };
  throw new Error("The process ended before it had a database.");
}

const end = (child: ChildProcess) => endBy(child, "SIGTERM");
const kill = (child: ChildProcess) => endBy(child, "SIGKILL");
async function endBy(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 20_000; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const placeOf = (dataDir: string): string => JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8")).place;
const postmasterOf = (dataDir: string) => Number(readFileSync(join(placeOf(dataDir), "data", "postmaster.pid"), "utf8").split("\n")[0]);
const canRead = (path: string, user: object) =>
  spawnSync("/bin/sh", ["-c", 'cd "$1" && ls', "sh", path], { ...user, stdio: "ignore" }).status === 0;
