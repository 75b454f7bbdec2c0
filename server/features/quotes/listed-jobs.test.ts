import { eq, type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listedJobs, orders, quoteItems, quotes, remakes } from "#server/db/schema.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { ORDER_STATUSES, QUOTE_STATUSES } from "#shared/domain/status.ts";

/** The rows of the lists, the kinds of what is to be made and the counts of the quotes are kept by triggers: they say what the quotes, windows and orders say, whatever changes. */

let portal: TestPortal;
let boss: TestClient;
let people: Record<"customer" | "admin", TestClient>;
let made: { id: number; quoteId: number }[];
let maker: number;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  maker = (await portal.createAccount("supplier")).companyId;
  people = { customer: await portal.signIn("customer"), admin: await portal.signIn("admin") };
  const both = await Promise.all(Array.from({ length: 5 }, () => portal.orderFor(people.customer)));
  made = both.map(({ id, quoteId }) => ({ id, quoteId: quoteId ?? 0 }));
  for (const { id } of made.slice(0, 3)) await portal.db.insert(remakes).values({ orderId: id, reason: "Split" });
  for (let number = 0; number < 3; number += 1) made.push({ id: 0, quoteId: (await portal.quoteFor(people.customer)).id });
});
afterAll(() => portal.stop());

const rowsOf = async (query: SQL) => (await portal.db.execute(query)).rows;

async function expectKept(): Promise<void> {
  const kept = await rowsOf(sql`select * from listed_jobs order by quote_id`);
  expect(kept).toEqual(await rowsOf(sql`select * from jobs_to_list order by quote_id`));
  const kinds = await rowsOf(sql`select * from listed_kinds order by order_id, shutter_type, louver_size_mm, color_selection`);
  expect(kinds).toEqual(await rowsOf(sql`select * from kinds_to_list order by order_id, shutter_type, louver_size_mm, color_selection`));
  const figures = sql`select status, sum(quotes)::int quotes, sum(unsettled)::int unsettled from quote_figures group by status having sum(quotes) <> 0 order by status`;
  const counted = sql`select quote_status status, count(*)::int quotes, (count(*) filter (where is_unsettled))::int unsettled
    from jobs_to_list group by quote_status order by quote_status`;
  expect(await rowsOf(figures)).toEqual(await rowsOf(counted));
}

const which = fc.nat({ max: 7 });
const words = fc.constantFrom(null, "Kitchen", "Mrs O’Hara");
const day = fc.constantFrom(null, "2036-03-01", "2036-04-01");
const change = fc.oneof(
  fc.record({
    table: fc.constant("quotes" as const),
    which,
    set: fc.record({ jobName: words, poNumber: words, declineReason: words }, { requiredKeys: [] }),
  }),
  fc.record({ table: fc.constant("quotes" as const), which, set: fc.record({ status: fc.constantFrom(...QUOTE_STATUSES) }) }),
  fc.record({ table: fc.constant("quotes" as const), which, set: fc.record({ paidAt: fc.constantFrom(null, new Date()) }) }),
  fc.record({
    table: fc.constant("quotes" as const),
    which,
    set: fc.record({ sentAt: fc.constantFrom(null, new Date()), createdAt: fc.constant(new Date()) }),
  }),
  fc.record({ table: fc.constant("orders" as const), which, set: fc.record({ status: fc.constantFrom(...ORDER_STATUSES) }) }),
  fc.record({
    table: fc.constant("orders" as const),
    which,
    set: fc.record({ requiredBy: day, shippingDate: day, trackingNumber: words }),
  }),
  fc.record({
    table: fc.constant("windows" as const),
    which,
    set: fc.record({ louvres: fc.constantFrom(null, 7, 8), colorSelection: fc.constantFrom("White", "Cream") }, { requiredKeys: [] }),
  }),
  fc.record({ table: fc.constant("makers" as const), which, set: fc.record({ isOurs: fc.boolean() }) }),
  fc.record({ table: fc.constant("orders" as const), which, set: fc.record({ deletedAt: fc.constantFrom(null, new Date()) }) }),
  fc.record({ table: fc.constant("remakes" as const), which, set: fc.record({ deletedAt: fc.constantFrom(null, new Date()) }) }),
);

test("changes one after the other and at once leave each row and each count as they would be counted anew", async () => {
  await expectKept();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), async (rounds) => {
      for (const round of rounds) {
        await Promise.all(
          round
            .filter(({ set }) => Object.keys(set).length > 0)
            .map(({ table, which: place, set }) => {
              const { id, quoteId } = made[place] ?? { id: 0, quoteId: 0 };
              if (table === "quotes") return portal.db.update(quotes).set(set).where(eq(quotes.id, quoteId)).execute();
              if (table === "windows") return portal.db.update(quoteItems).set(set).where(eq(quoteItems.quoteId, quoteId)).execute();
              if (table === "makers") {
                const supplierId = set.isOurs ? maker : null;
                return portal.db.update(orders).set({ supplierId }).where(eq(orders.id, id)).execute();
              }
              if (table === "orders") return portal.db.update(orders).set(set).where(eq(orders.id, id)).execute();
              return portal.db.update(remakes).set(set).where(eq(remakes.orderId, id)).execute();
            }),
        );
      }
      await expectKept();
    }),
    { numRuns: 25 },
  );
  await portal.db.execute(sql`select fold_quote_figures()`);
  await expectKept();
  await portal.owner.execute(sql`select rebuild_listed_jobs()`);
  await expectKept();
}, 30_000);

test("a job says whether its order has a remake, and the invoice that was issued for it", async () => {
  const { id, quoteId } = made[4] ?? { id: 0, quoteId: 0 };
  await portal.db.execute(sql`update orders set deleted_at = null where id = ${id}`);
  const listed = async () => (await portal.db.select().from(listedJobs).where(eq(listedJobs.quoteId, quoteId)))[0];
  expect(await listed()).toMatchObject({ isRemade: false, invoiceNumber: null, taxedOn: null });
  await portal.db.insert(remakes).values({ orderId: id, reason: "Split" });
  await portal.db.execute(sql`insert into invoices (number, quote_id, order_id, tax_point, issued_at, snapshot)
    values (70, ${quoteId}, ${id}, '2026-11-20', now(), '{}')`);
  expect(await listed()).toMatchObject({ isRemade: true, remadeIn: [expect.any(Number)], invoiceNumber: 70, taxedOn: "2026-11-20" });
  await portal.db.update(remakes).set({ deletedAt: new Date() }).where(eq(remakes.orderId, id));
  expect(await listed()).toMatchObject({ isRemade: false, remadeIn: null });
  await expectKept();
});

test("the kinds of an order are listed while it is to be made, and windows of one kind once", async () => {
  const [oak, elm] = [await portal.product({ name: "Oak" }), await portal.product({ name: "Elm" })];
  const windows = [portal.windowOf(oak, { quantity: 2 }), portal.windowOf(elm), portal.windowOf(oak, { quantity: 3 })];
  const { id } = await portal.orderFor(people.customer, { items: windows });
  const listed = () =>
    rowsOf(sql`select shutter_type as type, windows, shutters, supplier_id as maker from listed_kinds where order_id = ${id} order by 1`);
  const kinds = (made: number) => [
    { type: "Elm", windows: 1, shutters: 1, maker: made },
    { type: "Oak", windows: 2, shutters: 5, maker: made },
  ];
  expect(await listed()).toEqual(kinds(0));
  await portal.db.update(orders).set({ status: "processing", supplierId: maker }).where(eq(orders.id, id));
  expect(await listed()).toEqual(kinds(maker));
  await portal.db.update(orders).set({ status: "shipped" }).where(eq(orders.id, id));
  expect(await listed()).toEqual([]);
  await portal.db.update(orders).set({ status: "pending" }).where(eq(orders.id, id));
  expect(await listed()).toEqual(kinds(maker));
  await expectKept();
});

test("a quote or an order that goes is in no list", async () => {
  const { id } = await portal.quoteFor(people.customer);
  await boss.delete(`/api/quotes/${id}`);
  expect(await portal.db.select().from(listedJobs).where(eq(listedJobs.quoteId, id))).toEqual([]);
  await expectKept();
});

test("quotes are listed and counted by their states", async () => {
  await portal.db.execute(sql`update quotes set deleted_at = now() where id not in (select quote_id from orders)`);
  await portal.db.execute(sql`update orders set deleted_at = null`);
  await portal.db.execute(sql`update quotes set status = 'accepted', paid_at = now() where deleted_at is null`);
  const customer = people.customer;
  const now = portal.clock().getTime();
  const daysAhead = (days: number) => new Date(now + days * 86_400_000);
  const quote = async (set: Partial<typeof quotes.$inferInsert>) => {
    const { id } = await portal.quoteFor(customer);
    await portal.db.update(quotes).set(set).where(eq(quotes.id, id));
    return id;
  };
  const placing = { placedAt: new Date(), placedBy: customer.account?.id ?? 0, shippingAddress: "1 High Street, Lewes" };
  const placed = await quote(placing);
  const expiring = await quote({ validUntil: daysAhead(6.9), status: "sent", sentAt: daysAhead(-8) });
  const later = await quote({ validUntil: daysAhead(7.1), status: "accepted" });
  const expired = await quote({ validUntil: daysAhead(-0.1), status: "sent", sentAt: daysAhead(-31) });
  const paid = await quote({ validUntil: daysAhead(-0.2), status: "accepted", paidAt: new Date() });
  const declined = await quote({ validUntil: daysAhead(1), status: "declined" });
  const sent = await quote({ status: "sent", sentAt: daysAhead(-6.9) });
  // From before it was kept when a quote was sent.
  const old = await quote({ status: "sent", createdAt: daysAhead(-7.1), validUntil: daysAhead(22.9) });
  const ordered = await quote({ ...placing, validUntil: daysAhead(2) });
  await boss.post(`/api/quotes/${ordered}/convert`, { shippingAddress: "1 High Street, Lewes" });

  for (const who of [customer, people.admin, boss]) {
    const idsOf = async (query: string) => (await who.get<{ id: number }[]>(`/api/quotes?limit=200&${query}`)).body.map(({ id }) => id);
    expect(await idsOf("state=placed")).toEqual([placed]);
    expect(await idsOf("state=expiring")).toEqual([expiring]);
    expect(await idsOf("state=expired")).toEqual([expired]);
    expect(await idsOf("state=unanswered")).toEqual([expired, expiring, old]);
    expect(await idsOf("state=unanswered&sort=expiry")).toEqual([expired, expiring, old]);
    const soonest = await idsOf("sort=expiry");
    expect(soonest.slice(0, 6)).toEqual([paid, expired, declined, ordered, expiring, later]);
    expect(soonest.toSorted()).toEqual((await idsOf("")).toSorted());
    expect(await idsOf("state=expired&quoteStatus=draft")).toEqual([]);
    const counted = { placed: 1, expiring: 1, expired: 1, sent: 4 };
    const { draft, accepted } = {
      draft: (await idsOf("quoteStatus=draft")).length,
      accepted: (await idsOf("quoteStatus=accepted")).length,
    };
    expect((await who.get("/api/quotes/counts")).body).toEqual({ ...counted, draft, accepted });
    expect(await idsOf("quoteStatus=sent")).toEqual([sent, expired, expiring, old]);
  }
  for (const [query, sentence] of [
    ["state=lost", "State must be one of placed, expiring, expired, unanswered"],
    ["sort=price", "Sort must be one of newest, expiry"],
  ]) {
    const { status, text } = await boss.get(`/api/quotes?${query}`);
    expect([status, text]).toEqual([400, sentence]);
  }
});
