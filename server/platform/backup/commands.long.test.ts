import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { fillDemo } from "#server/demo/fill-demo.ts";
import { connect } from "#server/platform/db/connect.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { folderStore } from "#server/platform/photos/photo-store.ts";
import { createSeal } from "#server/platform/security/seal.ts";
import { folder, query, start, tidyUp } from "#server/testing/database/embedded-harness.ts";
import { backUpCommand, restoreCommand } from "./commands.ts";

afterEach(tidyUp);

const secrets = { SESSION_SECRET: "s".repeat(32), ENCRYPTION_KEY: "e".repeat(32) };

function command(args: string[], env: Record<string, string>) {
  const said: string[] = [];
  return { said, order: { args, env, from: env.FROM ?? "/", say: (line: string) => said.push(line) } };
}

test("the embedded database is backed up while it serves, and restored into a new data folder with its photos", async () => {
  const dataDir = folder();
  const { url, ownerUrl } = await start(dataDir);
  await migrate(ownerUrl, url);
  const db = connect(url, { onError: () => {} });
  await fillDemo(db, {
    seal: createSeal("e".repeat(32)),
    now: new Date("2026-06-15T10:30:00Z"),
    photos: folderStore(join(dataDir, "photos")),
  });
  await db.$client.end();

  const backups = folder();
  const { order, said } = command(["."], { DATA_DIR: dataDir, FROM: backups });
  await backUpCommand(order);
  const [name = ""] = readdirSync(backups);
  expect(name).toMatch(/^tiltrod-\d{4}-\d\d-\d\dT[\d-]+Z\.tar$/);
  expect(said.join("\n")).toContain(join(backups, name));
  expect(said.at(-1)).toMatch(/^Keep ENCRYPTION_KEY apart from it/);

  const check = command([name, "--check"], { FROM: backups });
  await restoreCommand(check.order);
  expect(check.said).toEqual([expect.stringMatching(/^The backup of .* is whole: \d+ rows of \d+ tables and \d+ photo files\.$/)]);

  const newDir = join(folder(), "data");
  const back = command([name], { DATA_DIR: newDir, FROM: backups });
  await restoreCommand(back.order);
  expect(back.said).toContain("Everybody has to sign in again.");
  const again = await start(newDir);
  const counts =
    "select (select count(*) from orders)::int as orders, (select count(*) from remake_photos)::int as photos, (select max(id) from audit_entries)::int as audit";
  expect(await query(again.ownerUrl, counts)).toEqual(await query(url, counts));
  const photos = readdirSync(join(newDir, "photos")).toSorted();
  expect(photos).toEqual(readdirSync(join(dataDir, "photos")).toSorted());
  for (const photo of photos.slice(0, 3))
    expect(readFileSync(join(newDir, "photos", photo))).toEqual(readFileSync(join(dataDir, "photos", photo)));

  // A second restore over the existing data is refused.
  await expect(restoreCommand(back.order)).rejects.toThrow(/^This database is not empty/);
});

test.each([
  [[], {}, "Usage: npm run backup -- <file or folder> [--without-photos]"],
  [["a.tar", "b.tar"], {}, "Usage: npm run backup -- <file or folder> [--without-photos]"],
  [["a.tar", "--whole"], {}, "Usage: npm run backup -- <file or folder> [--without-photos]"],
  [
    ["a.tar"],
    { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", ...secrets },
    "The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1",
  ],
])("the command backup %j with %j is refused with a sentence", async (args, env, sentence) => {
  await expect(backUpCommand(command(args, env).order)).rejects.toThrow(sentence);
});

test("a data folder without a database is refused, and no database is created there", async () => {
  const dataDir = join(folder(), "nothing");
  await expect(backUpCommand(command(["a.tar"], { DATA_DIR: dataDir }).order)).rejects.toThrow(
    /holds no database: set it, or DATABASE_URL/,
  );
  expect(existsSync(dataDir)).toBe(false);
});

test("a file that is no backup is refused before any database is opened", async () => {
  const from = folder();
  await expect(restoreCommand(command(["missing.tar"], { FROM: from }).order)).rejects.toThrow(/missing\.tar cannot be read/);
  await expect(restoreCommand(command([process.execPath], { FROM: from }).order)).rejects.toThrow(
    /^This file is not a backup of the portal/,
  );
});
