import { asc, eq, sql, TransactionRollbackError } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { builtOnce } from "./prepared.ts";
import { orders, products, quoteItems, quotes, users } from "./schema.ts";
import { together } from "./together.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  const customer = await portal.signIn("customer");
  await portal.orderFor(customer);
  await portal.quoteFor(customer);
});
afterAll(() => portal.stop());

test("every kind of column, object and missing join is read as drizzle itself reads it", async () => {
  const { db } = portal;
  const deciders = alias(users, "deciders");
  const selects = () => ({
    windows: db.select().from(quoteItems).orderBy(asc(quoteItems.id)),
    types: db.select().from(products).orderBy(asc(products.id)),
    people: db
      .select({ user: users, decider: { id: deciders.id, email: deciders.email }, upper: sql<string>`upper(${users.email})` })
      .from(users)
      .leftJoin(deciders, eq(deciders.id, users.approvalDecidedBy))
      .orderBy(asc(users.id)),
    sold: db
      .select({ id: quotes.id, at: quotes.createdAt, paidAt: quotes.paidAt, total: quotes.finalTotal, order: orders })
      .from(quotes)
      .leftJoin(orders, eq(orders.quoteId, quotes.id))
      .orderBy(asc(quotes.id)),
    nobody: db.select().from(users).where(eq(users.id, 0)),
  });
  const own = selects();
  const expected = { windows: await own.windows, types: await own.types, people: await own.people, sold: await own.sold, nobody: [] };
  expect(expected.sold.map(({ order }) => order === null)).toContain(true);
  expect(expected.people.map(({ decider }) => decider)).toContain(null);
  expect(expected.windows.length).toBeGreaterThan(1);
  expect(await together(db, selects()).prepare("").execute()).toEqual(expected);
  for (const [name, select] of Object.entries(selects())) {
    const alone = builtOnce(() => select as ReturnType<typeof selects>["sold"]);
    expect(await alone(db, [], {})).toEqual(expected[name as keyof typeof expected]);
  }
});

test("a statement that is built once answers each call with that call's values, in the pool and in a transaction", async () => {
  const { db } = portal;
  const named = builtOnce((at, upper: boolean) =>
    at
      .select({ email: upper ? sql<string>`upper(${users.email})` : users.email })
      .from(users)
      .where(eq(users.id, sql.placeholder("id"))),
  );
  const [one, two] = await db.select().from(users).orderBy(asc(users.id)).limit(2);
  for (let again = 0; again < 4; again += 1) {
    expect(await named(db, [false], { id: one?.id })).toEqual([{ email: one?.email }]);
    expect(await named(db, [true], { id: two?.id })).toEqual([{ email: two?.email.toUpperCase() }]);
    expect(await db.transaction((tx) => named(tx, [false], { id: two?.id }))).toEqual([{ email: two?.email }]);
  }
});

test("in a transaction it sees what that transaction has written, and nobody else does", async () => {
  const { db } = portal;
  const all = builtOnce((at) => at.select({ email: users.email }).from(users));
  const both = builtOnce((at) => together(at, { people: at.select({ email: users.email }).from(users) }));
  const before = (await all(db, [], {})).length;
  const changing = db.transaction(async (tx) => {
    await tx.update(users).set({ email: sql`'mine-' || ${users.id}` });
    expect((await all(tx, [], {})).map(({ email }) => email.slice(0, 5))).toEqual(Array(before).fill("mine-"));
    expect((await both(tx, [], {})).people.map(({ email }) => email.slice(0, 5))).toEqual(Array(before).fill("mine-"));
    expect((await all(db, [], {})).filter(({ email }) => email.startsWith("mine-"))).toEqual([]);
    tx.rollback();
  });
  await expect(changing).rejects.toThrow(TransactionRollbackError);
  expect((await both(db, [], {})).people.filter(({ email }) => email.startsWith("mine-"))).toEqual([]);
});
