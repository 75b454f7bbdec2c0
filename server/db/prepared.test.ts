import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "#server/testing/database.ts";
import { connect } from "./connect.ts";
import { statementNames } from "./prepared.ts";
import { orders, users } from "./schema.ts";

test("a statement has a name from its third use on, always the same one, and two never share one", () => {
  const nameOf = statementNames();
  expect([nameOf("select 1"), nameOf("select 1"), nameOf("select 1"), nameOf("select 1")]).toEqual([undefined, undefined, "s0", "s0"]);
  expect([nameOf("select 2"), nameOf("select 2"), nameOf("select 2"), nameOf("select 1")]).toEqual([undefined, undefined, "s1", "s0"]);
});

test("statements of ever new shapes take up no more than so many names", () => {
  const nameOf = statementNames();
  const named = Array.from({ length: 5000 }, (_, shape) => [1, 2, 3].map(() => nameOf(`select ${shape}`))[2]).filter(Boolean);
  expect(named.length).toBe(200);
});

test.each(["begin", "commit", "set local lock_timeout = 10", "select 1; select 2"])("%s has no name however often it comes", (text) => {
  const nameOf = statementNames();
  expect([1, 2, 3, 4].map(() => nameOf(text))).toEqual([undefined, undefined, undefined, undefined]);
});

test("a repeated statement is prepared, gives what it gave, and goes on after one that failed", async () => {
  const database = await createTestDatabase();
  const db = connect(database.url, { most: 1, onError: () => {} });
  const find = (id: number) => db.select({ id: users.id }).from(users).where(eq(users.id, id));
  for (let turn = 0; turn < 8; turn += 1) expect(await find(turn)).toEqual([]);
  const wrong = () => db.insert(orders).values({ quoteId: 1, userId: 1, shippingAddress: "None" });
  for (let turn = 0; turn < 5; turn += 1) await expect(wrong()).rejects.toMatchObject({ cause: { code: "23503" } });
  expect(await find(1)).toEqual([]);
  const { rows } = await db.execute<{ statement: string }>(sql`select statement from pg_prepared_statements where ${true}`);
  expect(rows.map(({ statement }) => statement)).toContainEqual(expect.stringContaining('from "users"'));
  await db.$client.end();
  await database.drop();
});
