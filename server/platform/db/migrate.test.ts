import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "#server/testing/database/database.ts";
import { migrate, QUEUE_VERSION } from "./migrate.ts";

test("a start knows the job queue's newest migration, and creates a missing or outdated queue", async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  const newest = async () => (await client.query<{ id: number }>("select max(id) id from graphile_worker.migrations")).rows[0]?.id;
  expect(await newest()).toBe(QUEUE_VERSION);
  await client.query("drop schema graphile_worker cascade");
  await migrate(database.ownerUrl, database.url);
  expect(await newest()).toBe(QUEUE_VERSION);
  await client.end();
  await database.drop();
});

test("a database of a version before 1.0.0 is refused with a sentence and stays as it is", async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const migrations = async () => (await client.query("select hash, created_at from drizzle.__drizzle_migrations")).rows;
  await client.query("update drizzle.__drizzle_migrations set created_at = created_at - 1");
  const before = await migrations();
  await expect(migrate(database.ownerUrl, database.url)).rejects.toThrow(/^A version before 1\.0\.0 made this database/);
  expect(await migrations()).toEqual(before);
});
