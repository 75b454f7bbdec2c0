import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "./database.ts";

const databases: Awaited<ReturnType<typeof createTestDatabase>>[] = [];
beforeAll(async () => {
  databases.push(...(await Promise.all([createTestDatabase(), createTestDatabase()])));
});
afterAll(() => Promise.all(databases.map(({ drop }) => drop())));

test("each test file has a migrated database of its own", async () => {
  const [one, other] = await Promise.all(databases.map(({ ownerUrl }) => connect(ownerUrl)));
  const tables = await one?.query("select count(*)::int n from pg_tables where schemaname = 'public'");
  expect(tables?.rows[0].n).toBeGreaterThan(5);
  await one?.query("create table only_here ()");
  await expect(other?.query("select from only_here")).rejects.toThrow(/does not exist/);
  await Promise.all([one?.end(), other?.end()]);
});

async function connect(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}
