import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, getTableColumns, gt, ne, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, selectPeople } from "#server/features/companies/people.ts";
import { isToBegin } from "#server/features/companies/workshop-settings.ts";
import { redeemTotp, totpCodeAt } from "#server/features/identity/totp.ts";
import { listOrders } from "#server/features/orders/order-rows.ts";
import { listQuotes } from "#server/features/quotes/quote-queries.ts";
import { readLoad } from "#server/features/workshop/board/load.ts";
import { itemColumns } from "#server/lists/select-parts.ts";
import { connect, type Database, inTransaction } from "#server/platform/db/connect.ts";
import { folderStore } from "#server/platform/photos/photo-store.ts";
import { hashPassword, isPassword } from "#server/platform/security/passwords.ts";
import { createSeal } from "#server/platform/security/seal.ts";
import { stripeSettings } from "#server/schema/checkouts.ts";
import { referrals, users } from "#server/schema/companies-and-users.ts";
import { passkeys, recoveryCodes, totpApps } from "#server/schema/identity/factors.ts";
import { apiTokens } from "#server/schema/identity/sessions.ts";
import { invoiceBalances, invoices } from "#server/schema/invoices-and-refunds.ts";
import { webhookDeliveries, webhooks } from "#server/schema/notifications.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { products } from "#server/schema/products.ts";
import { quoteItems, windowPhotos } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries, errorRecords } from "#server/schema/records.ts";
import { remakePhotos, remakeWindows } from "#server/schema/remake-parts.ts";
import { createTestDatabase } from "#server/testing/database/database.ts";
import { faultsOfLedger } from "#server/testing/money/ledger.ts";
import { pence } from "#shared/domain/money.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";
import { LATE_REASONS } from "#shared/domain/trade/due.ts";
import { ERROR_SEVERITIES, ERROR_STATUSES, ORDER_STATUSES, QUOTE_STATUSES, REMAKE_STATUSES } from "#shared/domain/trade/status.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { makeFault, makeInWords, panelsAt } from "#shared/domain/window/saw/make-in-words.ts";
import { ACCOUNTS, FITTER } from "./demo-accounts.ts";
import { FACTORED, FACTORED_KEY } from "./demo-identity.ts";
import { DEMO_PASSWORD, demoSignIns, fillDemo, refuseOpenDemo } from "./fill-demo.ts";

const NOW = new Date("2026-06-15T10:30:00Z");
const folder = await mkdtemp(join(tmpdir(), "tiltrod-demo-"));
const options = { seal: createSeal("a key for the tests of the demo, long"), now: NOW, photos: folderStore(folder) };
const open = (url: string) => connect(url, { most: 2, onError: () => {} });

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let filledIn: boolean[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = open(database.url);
  const other = open(database.url);
  filledIn = await Promise.all([fillDemo(db, options), fillDemo(other, options)]);
  await other.$client.end();
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("two processes that start on one empty database fill it once", async () => {
  expect(filledIn.toSorted()).toEqual([false, true]);
  expect(await fillDemo(db, options)).toBe(false);
});

test("the demo has a sign-in of each role, a waiting account and a colleague, all with one password", async () => {
  const signIns = await demoSignIns(db);
  expect(signIns.map(({ what }) => what.split(":")[0])).toEqual([
    "Super admin",
    "Admin",
    "Supplier",
    "Customer",
    "Customer",
    "Supplier",
    "Customer",
    "Customer",
  ]);
  expect(signIns.slice(-4).map(({ what }) => /\(.*\)/.exec(what)?.[0])).toEqual([
    "(waiting for approval)",
    undefined,
    "(a colleague who may quote and not order)",
    `(second factor: add the key ${FACTORED_KEY} to an authenticator app)`,
  ]);
  for (const { email } of signIns) {
    const [user] = await db.select().from(users).where(eq(users.email, email));
    expect(await isPassword(user?.passwordHash, DEMO_PASSWORD)).toBe(true);
  }
});

test("one person of the demo has each second factor, and the published key gives a right code", async () => {
  const [person] = await db.select().from(users).where(eq(users.email, FACTORED.email));
  const userId = person?.id ?? 0;
  const code = totpCodeAt(FACTORED_KEY, Math.floor(NOW.getTime() / 30_000));
  expect(await inTransaction(db, (tx) => redeemTotp(tx, options.seal, { userId, code, now: NOW }))).toBe(true);
  for (const table of [totpApps, passkeys, recoveryCodes]) {
    const owners = await db.selectDistinct({ userId: table.userId }).from(table);
    expect(owners).toEqual([{ userId }]);
  }
});

test("the demo has a token and a switched-off webhook with deliveries, none of which is ever due", async () => {
  const [customer] = await db.select().from(users).where(eq(users.email, ACCOUNTS.customer.email));
  expect(await db.select({ userId: apiTokens.userId }).from(apiTokens)).toEqual([{ userId: customer?.id }]);
  const stored = await db.select().from(webhooks);
  expect(stored).toMatchObject([{ companyId: customer?.companyId, active: false }]);
  expect(new URL(stored[0]?.url ?? "").hostname).toMatch(/\.example$/);
  const deliveries = await db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id);
  expect(deliveries.map(({ state, attempts, dueAt }) => [state, attempts, dueAt])).toEqual([
    ["delivered", 1, null],
    ["failed", 3, null],
  ]);
});

test("the demo has every status of everything, and nothing lies in the future", async () => {
  const statuses = async (table: typeof quotes | typeof orders | typeof remakes) =>
    (await db.selectDistinct({ status: table.status }).from(table)).map(({ status }) => status).toSorted();
  expect(await statuses(quotes)).toEqual([...QUOTE_STATUSES].toSorted());
  expect(await statuses(orders)).toEqual([...ORDER_STATUSES].toSorted());
  expect(await statuses(remakes)).toEqual([...REMAKE_STATUSES].toSorted());
  const errors = await db.select({ of: sql<string>`severity || ' ' || status` }).from(errorRecords);
  expect(errors.length).toBe(ERROR_SEVERITIES.length * ERROR_STATUSES.length);
  for (const table of [quotes, orders, remakes, users, referrals, products, errorRecords]) {
    const [row] = await db.select({ late: sql<number>`count(*) filter (where created_at > ${NOW.toISOString()})::int` }).from(table);
    expect(row?.late).toBe(0);
  }
  const [trail] = await db
    .select({ late: sql<number>`count(*) filter (where at > ${NOW.toISOString()})::int`, all: sql<number>`count(*)::int` })
    .from(auditEntries);
  expect(trail?.late).toBe(0);
  expect(trail?.all).toBeGreaterThan(200);
});

test("the demo has orders late for each reason, quotes in each state, and a colleague's quotes placed by a manager", async () => {
  const [found] = await selectPeople(db).where(eq(users.role, "super_admin"));
  const boss = { ...(found as Person), isImpersonating: false, impersonator: null };
  const page = { limit: 200, after: null };
  const late = (await listOrders(db, boss, { late: true }, { page, now: NOW })).map((order) => order.late);
  expect([...new Set(late)].toSorted()).toEqual([...LATE_REASONS].toSorted());
  for (const state of ["placed", "expiring", "expired", "unanswered"] as const)
    expect([state, (await listQuotes(db, boss, { state }, { page, now: NOW })).length > 0]).toEqual([state, true]);
  const [fitter] = await selectPeople(db).where(eq(users.email, FITTER.email));
  const theirs = await db
    .select()
    .from(quotes)
    .where(eq(quotes.userId, fitter?.id ?? 0));
  expect(theirs.length).toBeGreaterThan(0);
  for (const { placedBy, note } of theirs) expect([placedBy, note === null]).toEqual([fitter?.companyId, false]);
});

test("two workshops have half-done and finished work, and each house has one louvre and colour of a type", async () => {
  const counts = async (of: ReturnType<typeof sql>) => (await db.execute<Record<string, number>>(of)).rows.map((row) => Object.values(row));
  const toMake = sql`orders o where o.status in ('pending', 'processing')`;
  const [ofSuppliers = []] = await counts(
    sql`select count(*) filter (where supplier_id is null)::int, count(supplier_id)::int from ${toMake}`,
  );
  for (const count of ofSuppliers) expect(count).toBeGreaterThan(2);
  const done = await counts(
    sql`select count(p.cut_at)::int cut, count(p.packed_at)::int packed, (select sum(quantity)::int from quote_items i where i.quote_id = o.quote_id) all_of_them
      from orders o join order_pieces p on p.order_id = o.id group by o.id, o.quote_id`,
  );
  expect(done.some(([, packed, all]) => packed === all)).toBe(true);
  expect(done.some(([cut = 0, , all = 0]) => cut > 0 && cut < all)).toBe(true);
  expect(await counts(sql`select count(*)::int from order_pieces where packed_at > ${NOW} or cut_at > ${NOW}`)).toEqual([[0]]);
  expect(
    await counts(
      sql`select quote_id from quote_items group by quote_id, shutter_type having count(distinct (louver_size_mm, color_selection)) > 1`,
    ),
  ).toEqual([]);
});

test("the joiner is in the middle of a plan, has offcuts and too much work in a week, and starts an order today", async () => {
  const rows = async (of: ReturnType<typeof sql>) => (await db.execute<Record<string, number | boolean>>(of)).rows;
  const count = async (of: ReturnType<typeof sql>) => Number((await rows(of))[0]?.n);
  const [bars] = await rows(sql`select count(sawn_at)::int sawn, count(*)::int all_of_them from bar_plan_bars`);
  expect(bars?.sawn).toBeGreaterThan(0);
  expect(bars?.sawn).toBeLessThan(Number(bars?.all_of_them));
  expect(await count(sql`select count(*) n from offcuts where gone_at is null`)).toBeGreaterThan(1);
  expect(await count(sql`select count(*) n from products where finish = 'painted' and archived_at is null`)).toBe(1);
  const [codes] = await rows(sql`select bool_or(layout_code ~ 'B') bay, bool_or(layout_code = 'LR') pair from quote_items i
    join orders o on o.quote_id = i.quote_id where o.status in ('pending', 'processing')`);
  expect(codes).toEqual({ bay: true, pair: true });
  // The supplier that marked a shutter makes its order.
  expect(await count(sql`select count(*) n from orders o join order_pieces p on p.order_id = o.id where o.supplier_id is null`)).toBe(0);
  const [joiner] = await selectPeople(db).where(eq(users.email, ACCOUNTS.supplier.email));
  const weeks = (await readLoad(db, NOW)).filter(({ supplier }) => supplier?.id === joiner?.companyId);
  expect([...new Set(weeks.map(({ over }) => over))].toSorted()).toEqual([false, true]);
  expect(
    await db
      .select({ id: orders.id })
      .from(orders)
      .where(await isToBegin(db, londonDay(NOW))),
  ).not.toEqual([]);
});

test("no order ships or arrives before the day on which it was made", async () => {
  const made = sql`(created_at at time zone 'Europe/London')::date`;
  expect((await db.execute(sql`select id from orders where shipping_date < ${made} or estimated_arrival < ${made}`)).rows).toEqual([]);
});

test("the demo's lists have several pages, some rows of today and some expired, paid and unpaid", async () => {
  const count = async (of: ReturnType<typeof sql>) => Number((await db.execute<{ n: string }>(of)).rows[0]?.n);
  expect(await count(sql`select count(*) n from quotes`)).toBeGreaterThanOrEqual(60);
  expect(await count(sql`select count(*) n from orders`)).toBeGreaterThanOrEqual(45);
  expect(await count(sql`select count(*) n from orders where created_at >= '2026-06-14T23:00:00Z'`)).toBeGreaterThan(0);
  expect(await count(sql`select count(*) n from quotes where status in ('draft', 'sent') and valid_until < ${NOW}`)).toBeGreaterThan(2);
  expect(await count(sql`select count(*) n from quotes where paid_at is not null and final_total_pence > 0`)).toBeGreaterThan(20);
  expect(await count(sql`select count(*) n from quotes q where id in (select quote_id from orders) and paid_at is null`)).toBeGreaterThan(
    5,
  );
  expect(await count(sql`select count(*) n from price_changes where from_pence is not null`)).toBeGreaterThan(3);
  expect(await count(sql`select count(*) n from products where archived_at is not null`)).toBe(1);
  expect(await count(sql`select count(*) n from referrals where paid_out_at is not null and commission_pence > 0`)).toBe(1);
});

test("each order has its invoice from the day it was paid or shipped, numbered in that sequence", async () => {
  const issued = await db.select().from(invoices).orderBy(invoices.number);
  const documents = issued.filter(({ kind }) => kind === "invoice");
  const paid = new Map((await db.select().from(payments).where(eq(payments.settles, true))).map((payment) => [payment.quoteId, payment]));
  expect(issued.map(({ number }) => number)).toEqual(issued.map((_, index) => index + 1));
  const instants = issued.map(({ issuedAt }) => Number(issuedAt));
  expect(instants).toEqual(instants.toSorted((a, b) => a - b));
  expect(issued.map(({ taxPoint }) => taxPoint)).toEqual(issued.map(({ issuedAt }) => londonDay(issuedAt)));
  // The invoices of clients with terms are due later, and some are overdue.
  const [owedNow, today] = [
    await db
      .select()
      .from(invoiceBalances)
      .where(gt(invoiceBalances.owedPence, pence(0))),
    londonDay(new Date()),
  ];
  expect(owedNow.some(({ dueOn }) => dueOn < today)).toBe(true);
  expect(issued.some(({ dueOn, taxPoint }) => dueOn === addDays(taxPoint, 14))).toBe(true);
  expect(documents.filter(({ quoteId }) => paid.has(quoteId))).toHaveLength(paid.size);
});

test("the demo's ledger is consistent and has credit, a part payment, a refund with its note and a dispute", async () => {
  expect(await faultsOfLedger(db)).toEqual([]);
  const count = async (of: ReturnType<typeof sql>) => Number((await db.execute<{ n: string }>(of)).rows[0]?.n);
  expect(await count(sql`select count(*) n from payments where method = 'bank_transfer' and unallocated_pence > 0`)).toBe(1);
  expect(await count(sql`select count(*) n from invoice_balances where paid_pence > 0 and owed_pence > 0`)).toBeGreaterThan(0);
  expect(await count(sql`select count(*) n from invoice_balances where is_disputed`)).toBe(1);
  const notes = sql`refunds r join invoices i on i.refund_id = r.id where r.status = 'succeeded' and i.kind = 'credit_note'`;
  expect(await count(sql`select count(*) n from ${notes}`)).toBe(1);
});

test("the demo stores its payment keys, with the secret one sealed", async () => {
  const [keys] = await db.select().from(stripeSettings);
  expect(keys?.publicKey).toMatch(/^pk_test_/);
  expect(keys?.secretKeySealed).not.toContain("sk_test");
});

test("each remake of the demo makes the panel that is marked, as many parts as its reason says", async () => {
  const windows = await db
    .select({ ...getTableColumns(remakeWindows), item: itemColumns, reason: remakes.reason })
    .from(remakeWindows)
    .innerJoin(remakes, eq(remakes.id, remakeWindows.remakeId))
    .innerJoin(quoteItems, eq(quoteItems.id, remakeWindows.quoteItemId))
    .orderBy(remakeWindows.remakeId, remakeWindows.quoteItemId);
  const parts = windows.flatMap(({ make, markXMm: xMm, markYMm: yMm, item, reason }) => {
    if (!make || xMm === null || yMm === null) return [];
    expect([reason, panelsAt(toDraw(item), { xMm, yMm })]).toEqual([reason, make.panels]);
    expect(makeFault(toDraw(item), make)).toBeNull();
    return [[reason.slice(0, 13), makeInWords(toDraw(item), make)]];
  });
  expect(parts).toEqual([
    ["Three louvres", "Panel B: 3 louvres"],
    ["Three louvres", "Panel A: 1 louvre"],
    ["Deep scratch ", "Panel A: top rail"],
    ["Le cadre est ", "Frame left, frame top"],
    ["The left pane", "Panel A"],
  ]);
});

test("most remakes of the demo have photos, each with a thumbnail in the store", async () => {
  const photos = await db.select().from(remakePhotos);
  expect(new Set(photos.map(({ remakeId }) => remakeId)).size).toBeGreaterThanOrEqual(6);
  const files = await readdir(folder);
  const ofWindows = await db.select().from(windowPhotos);
  expect([ofWindows.length > 4, new Set(ofWindows.map(({ forWorkshop }) => forWorkshop)).size]).toEqual([true, 2]);
  expect(files.toSorted()).toEqual(
    [...photos, ...ofWindows].flatMap(({ storageKey: key }) => [key, key.replace(".jpg", "-thumb.jpg")]).toSorted(),
  );
});

test("a start that others can reach refuses an earlier demo until each of its public passwords is changed", async () => {
  await expect(refuseOpenDemo(db)).rejects.toThrow(/the demo's accounts.*DEMO=1/);
  await inTransaction(db, async (tx) => {
    const open = await tx.select({ id: users.id, passwordHash: users.passwordHash }).from(users).where(ne(users.passwordHash, ""));
    const another = await hashPassword("sea glass and oak");
    await tx.update(users).set({ passwordHash: another });
    await refuseOpenDemo(tx);
    // Checks each account in turn as the only one with the public password.
    for (const { id, passwordHash } of open) {
      await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
      await expect(refuseOpenDemo(tx), `account ${id}`).rejects.toThrow(/the demo's accounts/);
      await tx.update(users).set({ passwordHash: another }).where(eq(users.id, id));
    }
    throw new Error("Undone");
  }).catch((error: unknown) => expect(String(error)).toContain("Undone"));
  const none = await createTestDatabase();
  const empty = open(none.url);
  await refuseOpenDemo(empty);
  await empty.$client.end();
  await none.drop();
});
