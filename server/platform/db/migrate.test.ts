import { Client } from "pg";
import { expect, test } from "vitest";
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
