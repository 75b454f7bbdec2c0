import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderFigures, orders, quotes, remakes } from "#server/db/schema.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { ORDER_STATUSES, REMAKE_STATUSES } from "#shared/domain/status.ts";
import { figureTasks, keptFigures } from "./kept-figures.ts";
import { countFigures } from "./stats.ts";

let portal: TestPortal;
let made: { id: number; quoteId: number }[];
let spare: number;
/** Nobody, and two companies. */
let makers: (number | null)[];
beforeAll(async () => {
  portal = await startPortal();
  const customer = await portal.signIn("customer");
  const both = await Promise.all(Array.from({ length: 6 }, () => portal.orderFor(customer)));
  made = both.map(({ id, quoteId }) => ({ id, quoteId: quoteId ?? 0 }));
  makers = [null, (await portal.createAccount("supplier")).companyId, (await portal.createAccount("supplier")).companyId];
  spare = (await portal.quoteFor(customer)).id;
});
afterAll(() => portal.stop());

/** What an operator runs after a restore: everything is counted anew. */
const REBUILD = sql`select rebuild_order_figures()`;

const staff = { companyId: 0, role: "super_admin" } as const;
const RANGES = [
  { start: null, end: null },
  { start: "2026-03-29", end: "2026-03-29" },
  { start: "2026-03-01", end: "2026-04-30" },
  { start: "2000-01-01", end: "2100-01-01" },
] as const;
/** Around a midnight in London in summer and one in winter. */
const INSTANTS = [
  "2026-03-28T23:59:59.999Z",
  "2026-03-29T00:00:00Z",
  "2026-03-29T22:59:59Z",
  "2026-03-29T23:00:00Z",
  "2026-10-25T00:30:00Z",
];

/** Kept and counted, in one shape: a status without an order has no row where they are counted, and may have a row of noughts where they are kept. */
async function bothFigures(range: (typeof RANGES)[number], viewer: Parameters<typeof keptFigures>[1] = staff) {
  const kept = (await keptFigures(portal.db, viewer, range)).toSorted((a, b) => a.status.localeCompare(b.status));
  const { byStatus, remakes: ofRemakes } = await countFigures(portal.db, viewer, range);
  const counted = byStatus.toSorted((a, b) => a.status.localeCompare(b.status));
  const sum = (of: "remakes" | "pendingRemakes") => kept.reduce((total, row) => total + row[of], 0);
  return {
    kept: {
      orders: kept.filter(({ count }) => count !== 0).map(({ remakes: _, pendingRemakes: __, ...row }) => row),
      remakes: { total: sum("remakes"), pending: sum("pendingRemakes") },
      nothingLeft: kept.filter(({ count }) => count === 0).every((row) => row.unpaid === 0 && row.amount === 0 && row.remakes === 0),
    },
    counted: { orders: counted, remakes: ofRemakes, nothingLeft: true },
  };
}

const which = fc.nat({ max: 5 });
const change = fc.oneof(
  fc.record({ what: fc.constant("status" as const), which, to: fc.constantFrom(...ORDER_STATUSES) }),
  fc.record({ what: fc.constant("paid" as const), which, to: fc.boolean() }),
  fc.record({ what: fc.constant("total" as const), which, to: fc.integer({ min: 0, max: 1_000_000 }) }),
  fc.record({ what: fc.constant("created" as const), which, to: fc.constantFrom(...INSTANTS) }),
  fc.record({ what: fc.constant("deleted" as const), which, to: fc.boolean() }),
  fc.record({ what: fc.constant("maker" as const), which, to: fc.nat({ max: 2 }) }),
  fc.record({ what: fc.constant("dates" as const), which, to: fc.constant("2026-05-05") }),
  fc.record({ what: fc.constant("remake" as const), which, to: fc.constantFrom(...REMAKE_STATUSES) }),
  fc.record({ what: fc.constant("remakes" as const), which, to: fc.constantFrom("gone" as const, ...REMAKE_STATUSES) }),
  fc.record({ what: fc.constant("fold" as const), which, to: fc.constant(null) }),
  fc.record({ what: fc.constant("rebuild" as const), which, to: fc.constant(null) }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

async function make(asked: Change): Promise<unknown> {
  const { db } = portal;
  const order = made[asked.which] ?? { id: 0, quoteId: 0 };
  const ofOrder = eq(orders.id, order.id);
  const ofQuote = eq(quotes.id, order.quoteId);
  switch (asked.what) {
    case "status":
      return db.update(orders).set({ status: asked.to }).where(ofOrder);
    case "paid":
      return db
        .update(quotes)
        .set({ paidAt: asked.to ? new Date() : null })
        .where(ofQuote);
    case "total":
      return db.execute(
        sql`update quotes set subtotal_pence = ${asked.to}, tax_pence = 0, final_total_pence = ${asked.to} where ${ofQuote}`,
      );
    case "created":
      return db
        .update(orders)
        .set({ createdAt: new Date(asked.to) })
        .where(ofOrder);
    case "deleted":
      return db
        .update(orders)
        .set({ deletedAt: asked.to ? new Date() : null })
        .where(ofOrder);
    case "maker":
      return db.update(orders).set({ supplierId: makers[asked.to] }).where(ofOrder);
    case "dates":
      return db.update(orders).set({ shippingDate: asked.to }).where(ofOrder);
    case "remake":
      return db.insert(remakes).values({ orderId: order.id, status: asked.to, reason: "Split" });
    case "remakes":
      return db
        .update(remakes)
        .set(asked.to === "gone" ? { deletedAt: new Date() } : { status: asked.to, deletedAt: null })
        .where(eq(remakes.orderId, order.id));
    case "fold":
      return figureTasks(db).tasks["fold-figures"]();
    case "rebuild":
      return db.execute(REBUILD);
  }
}

test("after any changes, many of them at the same moment, the kept figures are what counting the orders gives", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }), async (rounds) => {
      for (const round of rounds) await Promise.all(round.map(make));
      for (const range of RANGES)
        for (const viewer of [staff, { companyId: makers[1] ?? 0, role: "supplier" } as const]) {
          const { kept, counted } = await bothFigures(range, viewer);
          expect(kept).toEqual(counted);
        }
    }),
    { numRuns: 25, interruptAfterTimeLimit: 20_000 },
  );
}, 60_000);

test("a payment that commits while a status change waits for it is counted once", async () => {
  const [order] = made;
  if (!order) throw new Error("There are orders");
  await portal.db.update(orders).set({ status: "pending", deletedAt: null }).where(eq(orders.id, order.id));
  await portal.db.update(quotes).set({ paidAt: null }).where(eq(quotes.id, order.quoteId));
  let changing: Promise<unknown> = Promise.resolve();
  await portal.db.transaction(async (tx) => {
    await tx.update(quotes).set({ paidAt: new Date() }).where(eq(quotes.id, order.quoteId));
    changing = portal.db.update(orders).set({ status: "processing" }).where(eq(orders.id, order.id)).execute();
    await new Promise((done) => setTimeout(done, 100));
  });
  await changing;
  const { kept, counted } = await bothFigures(RANGES[0]);
  expect(kept).toEqual(counted);
});

test("a payment that commits while its order comes back is counted once", async () => {
  const [, , order] = made;
  if (!order) throw new Error("There are orders");
  await portal.db.update(orders).set({ status: "pending", deletedAt: new Date() }).where(eq(orders.id, order.id));
  await portal.db.update(quotes).set({ paidAt: null }).where(eq(quotes.id, order.quoteId));
  let back: Promise<unknown> = Promise.resolve();
  await portal.db.transaction(async (tx) => {
    await tx.update(quotes).set({ paidAt: new Date() }).where(eq(quotes.id, order.quoteId));
    back = portal.db.update(orders).set({ deletedAt: null }).where(eq(orders.id, order.id)).execute();
    await new Promise((done) => setTimeout(done, 100));
  });
  await back;
  const { kept, counted } = await bothFigures(RANGES[0]);
  expect(kept).toEqual(counted);
});

test("one statement that changes an order, its quote and its remakes together is counted once", async () => {
  const [, order] = made;
  if (!order) throw new Error("There are orders");
  const { db } = portal;
  await db.update(orders).set({ status: "pending", deletedAt: null }).where(eq(orders.id, order.id));
  await db.update(quotes).set({ paidAt: null }).where(eq(quotes.id, order.quoteId));
  await db.insert(remakes).values({ orderId: order.id, status: "pending", reason: "Split" });
  await db.execute(sql`
    with
      paid as (update quotes set paid_at = now(), subtotal_pence = 700, tax_pence = 140, final_total_pence = 840 where id = ${order.quoteId}),
      looked_at as (update remakes set status = 'approved' where order_id = ${order.id})
    update orders set status = 'shipped', created_at = '2026-03-29T12:00:00Z' where id = ${order.id}`);
  for (const range of RANGES) {
    const { kept, counted } = await bothFigures(range);
    expect(kept).toEqual(counted);
  }
});

test("what is rolled back is not counted; an order's row that goes takes its figures along", async () => {
  const [of = { userId: 0, companyId: 0 }] = await portal.db
    .select({ userId: orders.userId, companyId: orders.companyId })
    .from(orders)
    .limit(1);
  const values = { quoteId: spare, ...of, shippingAddress: "1 High Street" };
  await portal.db
    .transaction(async (tx) =>
      tx
        .insert(orders)
        .values(values)
        .then(() => tx.rollback()),
    )
    .catch(() => {});
  const [order] = await portal.db.insert(orders).values(values).returning({ id: orders.id });
  await portal.owner.delete(orders).where(eq(orders.id, order?.id ?? 0));
  const { kept, counted } = await bothFigures(RANGES[0]);
  expect(kept).toEqual(counted);
});

test("folding leaves one row for each day, status and supplier; rebuilding makes them from nothing", async () => {
  const before = await bothFigures(RANGES[3]);
  await figureTasks(portal.db).tasks["fold-figures"]();
  const twice = await portal.db.execute(sql`select from ${orderFigures} group by day, status, supplier_id having count(*) > 1`);
  expect(twice.rows).toEqual([]);
  await portal.db.delete(orderFigures);
  await portal.db.execute(REBUILD);
  const after = await bothFigures(RANGES[3]);
  expect(after.kept).toEqual(before.counted);
});
