import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "#server/schema/companies-and-users.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { inTransaction } from "./connect.ts";
import { prepared } from "./prepared.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  await portal.signIn("customer");
  await portal.signIn("admin");
});
afterAll(() => portal.stop());

const emailOf = prepared("e-mail of", (db, { upper }: { upper: boolean }) =>
  db
    .select({ email: upper ? sql<string>`upper(${users.email})` : users.email })
    .from(users)
    .where(eq(users.id, sql.placeholder("id"))),
);

test("each call of a prepared select gets the rows of its own kind and values, however often it runs", async () => {
  const { db } = portal;
  const [one, two] = await db.select().from(users).orderBy(asc(users.id)).limit(2);
  for (let again = 0; again < 8; again += 1) {
    expect(await emailOf(db, { upper: false }, { id: one?.id })).toEqual([{ email: one?.email }]);
    expect(await emailOf(db, { upper: true }, { id: two?.id })).toEqual([{ email: two?.email.toUpperCase() }]);
  }
});

test("a prepared select in a transaction sees that transaction's writes, and other connections do not", async () => {
  const { db } = portal;
  const [person] = await db.select().from(users).limit(1);
  const asked = [{ upper: false }, { id: person?.id }] as const;
  const changing = inTransaction(db, async (tx) => {
    await tx
      .update(users)
      .set({ email: "mine@company.test" })
      .where(eq(users.id, asked[1].id ?? 0));
    expect(await emailOf(tx, ...asked)).toEqual([{ email: "mine@company.test" }]);
    expect(await emailOf(db, ...asked)).toEqual([{ email: person?.email }]);
    throw new Error("Undone");
  });
  await expect(changing).rejects.toThrow("Undone");
  expect(await emailOf(db, ...asked)).toEqual([{ email: person?.email }]);
});

test("a name that PostgreSQL would truncate is refused, because two kinds would share a statement", async () => {
  const long = prepared("x".repeat(62), (db, _kind: { upper: boolean }) => db.select({ id: users.id }).from(users));
  expect(() => long(portal.db, { upper: true }, {})).toThrow("too long");
});
