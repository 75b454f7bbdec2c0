import { once } from "node:events";
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, test } from "vitest";
import { ConfigError } from "#server/config.ts";
import { isAlive } from "#server/platform/process/file-lock.mjs";
import {
  end,
  eventually,
  folder,
  kill,
  launchProcess,
  placeOf,
  postmasterOf,
  query,
  run,
  start,
  tidyUp,
} from "#server/testing/database/embedded-harness.ts";
import { startThrowaway } from "#server/testing/database/throwaway-database.ts";
import { joinEmbedded, startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

afterEach(tidyUp);

describe("one process", () => {
  test("a second start finds the data of the first, at the same address", async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    await query(first.ownerUrl, "create table kept (word text)");
    await query(first.ownerUrl, "insert into kept values ('shutter')");
    await first.stop();
    const second = await start(dataDir);
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await query(second.ownerUrl, "select word from kept")).toEqual([{ word: "shutter" }]);
  });

  test("the embedded database uses UTF-8, checks its pages, waits for the disk and listens on this machine only", async () => {
    const { ownerUrl: url } = await start(folder());
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

  test("the password of the embedded database is readable by its owner only", async () => {
    const dataDir = folder();
    const { ownerUrl: url } = await start(dataDir);
    const file = join(dataDir, "postgres.json");
    expect(readFileSync(file, "utf8")).toContain(new URL(url).password);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("the portal's role owns nothing, also in a data folder from before that role", async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    const role = "select current_user as name, rolsuper from pg_roles where rolname = current_user";
    const plain = [{ name: "tiltrod_portal", rolsuper: false }];
    expect(await query(first.url, role)).toEqual(plain);
    await query(first.ownerUrl, "drop role tiltrod_portal");
    await first.stop();
    const second = await start(dataDir);
    await migrate(second.ownerUrl, second.url);
    expect(await query(second.url, role)).toEqual(plain);
    expect(await query(second.url, "select from users")).toEqual([]);
    await expect(query(second.url, "alter table audit_entries disable trigger all")).rejects.toThrow(
      "must be owner of table audit_entries",
    );
  });

  test("stop leaves no server running, also in a folder with spaces and quotes in its name", async () => {
    const dataDir = join(folder(), "it's a “quoted” folder");
    const database = await start(dataDir);
    const pid = postmasterOf(dataDir);
    await database.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test("a database that is killed restarts on the same port with the committed data", async () => {
    const dataDir = folder();
    const { ownerUrl: url } = await start(dataDir);
    await query(url, "create table kept (n int)");
    await query(url, "insert into kept values (7)");
    const killed = postmasterOf(dataDir);
    process.kill(killed, "SIGKILL");
    expect(await eventually(() => query(url, "select n from kept"))).toEqual([{ n: 7 }]);
    expect(postmasterOf(dataDir)).not.toBe(killed);
  });

  test("a database of another PostgreSQL version is left unchanged, and a sentence explains the upgrade", async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    await query(first.ownerUrl, "create table kept ()");
    await first.stop();
    const version = join(placeOf(dataDir), "data", "PG_VERSION");
    const ours = readFileSync(version, "utf8");
    writeFileSync(version, "17\n");
    await expect(start(dataDir)).rejects.toThrow(
      /^The database did not start: database files are incompatible with server \(.*postgres\.log\)\. .*npm run backup.*npm run restore/,
    );
    writeFileSync(version, ours);
    const second = await start(dataDir);
    await query(second.ownerUrl, "select from kept");
  });

  test("a throwaway database is deleted after its stop", async () => {
    const database = await startThrowaway(() => {});
    const [{ fsync, path } = { fsync: "", path: "" }] = await query(
      database.ownerUrl,
      "select current_setting('fsync') fsync, current_setting('data_directory') path",
    );
    expect(fsync).toBe("off");
    await database.stop();
    expect(existsSync(dirname(dirname(String(path))))).toBe(false);
  });
});

describe("several processes", () => {
  test("a database whose process was killed is ended by the next start, which has its data and address", async () => {
    const dataDir = folder();
    const first = await run(dataDir);
    await query(first.ownerUrl, "create table kept ()");
    await kill(first.child);
    const orphan = postmasterOf(dataDir);
    expect(isAlive(orphan)).toBe(true);

    const second = await start(dataDir);
    expect(isAlive(orphan)).toBe(false);
    expect(second.said).toContain("Ending the database that an earlier run left running…");
    expect(second.ownerUrl).toBe(first.ownerUrl);
    await query(second.ownerUrl, "select from kept");
  });

  test("a start after kill -9 of the process and its database at once recovers the data", async () => {
    const dataDir = folder();
    const first = await run(dataDir);
    await query(first.ownerUrl, "create table kept ()");
    process.kill(postmasterOf(dataDir), "SIGKILL");
    await kill(first.child);
    const second = await start(dataDir);
    expect(await query(second.ownerUrl, "select count(*)::int n from kept")).toEqual([{ n: 0 }]);
  });

  test("a start that is killed half way does not prevent the next one", async () => {
    const dataDir = folder();
    const half = launchProcess(dataDir);
    const lines = createInterface({ input: half.stdout });
    for await (const line of lines) if (line.includes("Creating the database")) break;
    await kill(half);
    const { ownerUrl: url } = await start(dataDir);
    expect(await query(url, "select 1 one")).toEqual([{ one: 1 }]);
  });

  test("two starts at once on an empty folder: one has the database, the other names it and stops", async () => {
    const dataDir = folder();
    const outcomes = await Promise.allSettled([start(dataDir), start(dataDir)]);
    const [refused] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(refused).toBeInstanceOf(ConfigError);
    expect(refused.message).toBe(
      `The portal already runs on DATA_DIR ${realpathSync(dataDir)} (process ${process.pid}). Stop that one first, or set DATA_DIR to another folder.`,
    );
    const [started] = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(await query(started?.ownerUrl ?? "", "select 1 one")).toEqual([{ one: 1 }]);
  });

  test("a second process is refused while the first one runs, and starts after its stop", async () => {
    const dataDir = folder();
    const first = await run(dataDir);
    const pid = postmasterOf(dataDir);
    await expect(start(dataDir)).rejects.toThrow(`process ${first.child.pid}`);
    expect(isAlive(pid)).toBe(true);
    await end(first.child);
    expect(isAlive(pid)).toBe(false);
    expect((await start(dataDir)).ownerUrl).toBe(first.ownerUrl);
  });

  test("a command beside a running portal uses its database and leaves it running", async () => {
    const dataDir = folder();
    const portal = await run(dataDir);
    const pid = postmasterOf(dataDir);
    const beside = await joinEmbedded({ dataDir, log: () => {} });
    expect(beside.ownerUrl).toBe(portal.ownerUrl);
    await beside.stop();
    expect(isAlive(pid)).toBe(true);
    await end(portal.child);
    const alone = await joinEmbedded({ dataDir, log: () => {} });
    expect(await query(alone.ownerUrl, "select 1 one")).toEqual([{ one: 1 }]);
    await alone.stop();
    expect(existsSync(join(dataDir, "postgres", "data", "postmaster.pid"))).toBe(false);
  });

  test("a start waits for a command that uses the folder, and another command waits its turn", async () => {
    const dataDir = folder();
    const command = await joinEmbedded({ dataDir, log: () => {} });
    const said: string[] = [];
    const portal = startEmbedded({ dataDir, log: (line) => said.push(line) });
    await eventually(async () => expect(said.join()).toContain("Waiting for a command that uses the database"));
    expect(await query(command.ownerUrl, "select 1 one")).toEqual([{ one: 1 }]);
    await command.stop();
    const started = await portal;
    expect(await query(started.ownerUrl, "select 1 one")).toEqual([{ one: 1 }]);
    await started.stop();
  });

  test("a PostgreSQL of another folder under the process id of a dead server is neither used nor ended", async () => {
    const [dataDir, others] = [folder(), folder()];
    const first = await start(dataDir);
    await query(first.ownerUrl, "create table kept ()");
    await first.stop();
    const other = await start(others);
    const pid = postmasterOf(others);
    const file = (of: string) => join(placeOf(of), "data", "postmaster.pid");
    writeFileSync(file(dataDir), readFileSync(file(others)));
    const second = await start(dataDir);
    expect(isAlive(pid)).toBe(true);
    expect(await query(other.ownerUrl, "select 1 one")).toEqual([{ one: 1 }]);
    await query(second.ownerUrl, "select from kept");
  });

  test("a process that exits without stop ends its database", async () => {
    const dataDir = folder();
    const { child } = await run(dataDir, { args: ["exit"] });
    if (child.exitCode === null) await once(child, "exit");
    await eventually(async () => expect(existsSync(join(dataDir, "postgres", "data", "postmaster.pid"))).toBe(false));
  });
});
