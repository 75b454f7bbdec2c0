import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { barPlanOrders, barPlans, offcuts } from "#server/schema/bar-plans.ts";
import { bookkeepingExports } from "#server/schema/bookkeeping.ts";
import { clientNotes } from "#server/schema/clients.ts";
import { companies, referrals, users } from "#server/schema/companies-and-users.ts";
import { firstInvitations } from "#server/schema/identity/sessions.ts";
import { type InvoiceSnapshot, invoiceBalances, invoices, refunds, writeOffs } from "#server/schema/invoices-and-refunds.ts";
import { notifications, webhookDeliveries, webhooks } from "#server/schema/notifications.ts";
import { orderStatusChanges, orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { disputes, payments } from "#server/schema/payments.ts";
import { priceChanges, products } from "#server/schema/products.ts";
import { quoteItems, windowPhotos } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries, errorRecords } from "#server/schema/records.ts";
import { remakeReplies } from "#server/schema/remake-parts.ts";
import { api } from "#shared/contract/index.ts";
import { MOST_ORDERS_AT_ONCE } from "#shared/contract/parts/papers.ts";
import { LONGEST, MOST_CHOICES, MOST_PHOTOS_OF_WINDOW, MOST_REPLIES, MOST_STATUS_CHANGES } from "#shared/domain/longest.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import { HIGHEST_SURCHARGE, MOST_SURCHARGES, SURCHARGE_PER, type Surcharge, surchargesOn } from "#shared/domain/trade/surcharges.ts";
import { USUAL_OPTIONS } from "#shared/domain/window/fields/window-fields.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { foundCompany, joinCompany } from "./features/companies/found-company.ts";
import type { Person } from "./features/companies/people.ts";
import { recordNames } from "./features/products/products.ts";
import { inTransaction } from "./platform/db/connect.ts";
import { brokenConstraint } from "./platform/http/errors.ts";
import type { Reply, TestClient } from "./testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "./testing/portal.ts";
import { invoiceOf, orderOf, remakeOf } from "./testing/trade/rows-of-jobs.ts";

/**
 * The most bytes of a reply whose texts are all as long as allowed and made of the signs that take
 * most bytes: four in UTF-8, and control signs, which JSON writes with six.
 */
const MOST_PAGE = 500_000;
const MOST_DETAILS = 10_000_000;
const ROWS = 60;

/**
 * The text has no blank ends, which some columns refuse. Its first and last sign make two texts
 * differ.
 */
const longest = (most: number, mark = 0): string => {
  const ends = `${String.fromCodePoint(0x1f300 + mark)}`;
  return `${ends}${"\u0001".repeat(most - 4)}${ends}`;
};
/** Texts that only the portal or Stripe writes, or that another table or a trigger bounds. */
const WRITTEN_BY_THE_PORTAL = [
  "api_tokens.last_four",
  "api_tokens.token_hash",
  "audit_entries.action",
  "audit_entries.actor_email",
  "audit_entries.on_behalf_of_email",
  "audit_entries.target_type",
  "audit_entries.token_name",
  "bar_plan_orders.fingerprint",
  "bookkeeping_exports.credit_notes_file",
  "bookkeeping_exports.customers_file",
  "bookkeeping_exports.invoices_file",
  "bookkeeping_exports.receipts_file",
  "calendars.token_hash",
  "checkout_sessions.id",
  "checkout_sessions.url",
  "companies.referral_code",
  "digest_notices.message",
  "digest_notices.title",
  "disputes.stripe_dispute_id",
  "email_changes.confirm_hash",
  "email_changes.stop_hash",
  "error_records.fingerprint",
  "error_records.request_id",
  "former_referral_codes.code",
  "idempotency_keys.fingerprint",
  "invitations.token_hash",
  "notifications.message",
  "notifications.title",
  "notifications.type",
  "password_resets.token_hash",
  "payment_attempts.stripe_id",
  "payments.currency",
  "payments.stripe_payment_intent_id",
  "product_names.name",
  "rate_limits.key",
  "refunds.stripe_refund_id",
  "remake_photos.storage_key",
  "sawn_parts.part",
  "sessions.id_hash",
  "stripe_settings.secret_key_sealed",
  "stripe_settings.webhook_endpoint_id",
  "stripe_settings.webhook_secret_sealed",
  "stripe_settings.webhook_url",
  "users.password_hash",
  "waiting_mails.sealed",
  "webhook_deliveries.number",
  "webhook_deliveries.status",
  "webhook_deliveries.thing",
  "webhooks.secret_sealed",
  "window_photos.storage_key",
];

/** The surcharges with the longest words, all of which one window may have at once. */
const DEAREST: readonly Surcharge[] = [
  { field: "colorSelection" as const, value: longest(LONGEST.color) },
  { field: "frameSides" as const, value: "LTB" },
  { field: "hingeColor" as const, value: "stainless" },
  { field: "tiltRodType" as const, value: "center" },
  { field: "louverSize" as const, value: 64 },
  { field: "mountType" as const, value: "inside" },
  { field: "numberOfMidRails" as const, value: 20 },
]
  .flatMap((choice) => SURCHARGE_PER.map((per) => ({ ...choice, per, amountPence: HIGHEST_SURCHARGE })))
  .slice(0, MOST_SURCHARGES);

const each = <T>(make: (at: number) => T): T[] => Array.from({ length: ROWS }, (_, at) => make(at));

let portal: TestPortal;
let boss: TestClient;
/** A customer, because only a company's own people may list its people. */
let founder: TestClient;
let productId: number;
let webhookId: number;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  const { db } = portal;
  const names = {
    companyName: longest(LONGEST.companyName),
    contactName: longest(LONGEST.contactName),
    address: longest(LONGEST.address),
    approvalReason: longest(LONGEST.reason),
  };
  const { companyName: name, address, approvalReason, ...person } = names;
  const company = { name, address, approvalReason, approvalStatus: "approved", approvalDecidedBy: boss.account?.id } as const;
  const people: Person[] = [];
  for (let at = 0; at < ROWS; at += 1) {
    const email = `${at}@${"x".repeat(LONGEST.email - 12)}.example`.slice(-LONGEST.email);
    people.push(
      await foundCompany(db, { ...person, passwordHash: "x", role: "customer", email }, { ...company, referralCode: `CODE${at}` }),
    );
  }
  for (let at = 0; at < ROWS; at += 1) {
    const email = `s${at}@${"z".repeat(LONGEST.email - 12)}.example`.slice(0, LONGEST.email);
    await foundCompany(db, { ...person, passwordHash: "x", role: "supplier", email }, { ...company, referralCode: `MAKE${at}` });
  }
  const [first] = people;
  if (!first) throw new Error("Nobody was stored");
  const { id: userId, companyId } = first;
  founder = await portal.openSession(first);
  for (let at = 0; at < ROWS; at += 1) {
    const email = `c${at}@${"y".repeat(LONGEST.email - 12)}.example`;
    await joinCompany(db, companyId, { ...person, passwordHash: "x", role: "customer", email: email.slice(0, LONGEST.email) });
  }
  const bossId = boss.account?.id ?? 0;
  await db.update(users).set(person).where(eq(users.id, bossId));
  await db.update(companies).set({ name, address, approvalReason }).where(eq(companies.id, bossId));
  await db.insert(referrals).values(people.slice(1).map(({ id }) => ({ referrerId: userId, referredId: id })));
  const types = await inTransaction(db, async (tx) => {
    const stored = await tx
      .insert(products)
      .values(
        each((at) => ({
          name: longest(LONGEST.productName, at),
          description: longest(LONGEST.description),
          basePricePerM2: sql`100`,
          standardLouverSizes: Array.from({ length: MOST_CHOICES }, (_, size) => size + 1),
          colorOptions: Array.from({ length: MOST_CHOICES }, (_, color) => longest(LONGEST.color, color)),
          surcharges: [...DEAREST],
        })),
      )
      .returning();
    await recordNames(tx, stored);
    return stored;
  });
  productId = types[0]?.id ?? 0;
  await db.insert(priceChanges).values(each(() => ({ productId, to: sql`100`, byUserId: userId })));
  const totals = {
    subtotalPence: sql`1000`,
    taxPence: sql`200`,
    finalTotalPence: sql`1200`,
    itemCount: 1,
    validUntil: new Date(),
  } as const;
  const quoted = await db
    .insert(quotes)
    .values(
      each(() => ({
        ...totals,
        userId,
        companyId,
        declineReason: longest(LONGEST.reason),
        jobName: longest(LONGEST.jobName),
        poNumber: longest(LONGEST.poNumber),
        note: longest(LONGEST.note),
        placedAt: new Date(),
        placedBy: userId,
        shippingAddress: longest(LONGEST.address),
        requiredBy: "2036-03-01",
      })),
    )
    .returning({ id: quotes.id });
  const words = { jobName: longest(LONGEST.jobName), poNumber: longest(LONGEST.poNumber) };
  const printed = { ...words, subtotal: 1000, tax: 200, finalTotal: 1200 } as unknown as InvoiceSnapshot;
  await db.insert(invoices).values(
    each((at) => ({
      number: at + 1,
      ...invoiceOf(quoted[at]?.id ?? 0),
      taxPoint: "2036-03-01",
      issuedAt: new Date(),
      snapshot: printed,
    })),
  );
  const { netPence: _, vatPence: __, ...owed } = invoiceOf(quoted[0]?.id ?? 0);
  await db.insert(invoiceBalances).values({ number: 1, ...owed });
  const money = { companyId, createdAt: new Date() };
  await db.insert(writeOffs).values(
    each(() => ({
      ...money,
      number: 1,
      amountPence: sql`1`,
      reason: "small_balance" as const,
      note: longest(LONGEST.reason),
      on: "2036-03-01",
      byUserId: bossId,
    })),
  );
  const received = await db
    .insert(payments)
    .values(
      each(() => ({
        ...money,
        method: "bank_transfer" as const,
        amount: sql`1200`,
        settles: false,
        receivedOn: "2036-03-01",
        reference: longest(LONGEST.paymentReference),
        recordedBy: bossId,
        voidedAt: new Date(),
        voidedBy: bossId,
        voidReason: longest(LONGEST.reason),
      })),
    )
    .returning({ id: payments.id });
  const ofPayment = (at: number) => ({ ...money, paymentId: received[at]?.id ?? 0, amountPence: sql`1200` });
  await db.insert(refunds).values(
    each((at) => ({
      ...ofPayment(at),
      status: "succeeded" as const,
      reason: longest(LONGEST.reason),
      fault: longest(LONGEST.errorMessage),
      paidOn: "2036-03-01",
      byUserId: bossId,
    })),
  );
  await db
    .insert(disputes)
    .values(each((at) => ({ ...ofPayment(at), stripeDisputeId: `dp_${at}`, status: longest(LONGEST.errorType), openedOn: "2036-03-01" })));
  const window = {
    quoteId: quoted[0]?.id ?? 0,
    name: longest(LONGEST.windowName),
    shutterTypeId: productId,
    shutterType: longest(LONGEST.productName),
    widthTenthMm: sql`100000`,
    heightTenthMm: sql`10000`,
    areaMilliM2: sql`1000`,
    louverSize: 64,
    ...USUAL_OPTIONS,
    // Facets and angles take more bytes than the positions of as many T-posts.
    layoutCode: "LBLBLBLBLBLBLBL",
    facetsMm: Array.from({ length: 8 }, () => 1250),
    postAngles: Array.from({ length: 7 }, () => 135),
    numberOfMidRails: 20,
    midRailHeightsMm: Array.from({ length: 20 }, (_, rail) => 9000 + rail),
    tiltSplitMm: 10_000,
    measuredMm: { widths: [10_000, 10_000, 10_000], heights: [1000, 1000, 1000] },
    note: longest(LONGEST.makersNote),
    colorSelection: longest(LONGEST.color),
    quantity: 999,
    pencePerM2: sql`100`,
  };
  const surcharges = surchargesOn({ ...window, frameSides: "LTB", hingeColor: "stainless", posts: () => 1 }, DEAREST);
  const surchargePence = surcharges.reduce((sum, { amountPence }) => sum + amountPence, 0);
  const charged = { surcharges, itemTotalPence: sql`999 * 100 + ${surchargePence}::bigint` };
  const windows = await db
    .insert(quoteItems)
    .values(Array.from({ length: MOST_WINDOWS }, (_, at) => ({ ...window, ...charged, place: at + 1 })))
    .returning({ quoteItemId: quoteItems.id });
  const others = quoted.slice(1).map(({ id: quoteId }) => ({ ...window, ...charged, quoteId, place: 1 }));
  await db.insert(quoteItems).values(others);
  const photo = { forWorkshop: true, width: 1, height: 1, bytes: 1 };
  const numbers = Array.from({ length: MOST_PHOTOS_OF_WINDOW }, (_, at) => at + 1);
  await db
    .insert(windowPhotos)
    .values(
      windows.flatMap(({ quoteItemId }) => numbers.map((n) => ({ ...photo, quoteItemId, n, storageKey: `${quoteItemId}-${n}.jpg` }))),
    );
  const made = await db
    .insert(orders)
    .values(
      quoted.map(({ id }) => ({
        ...orderOf(id),
        shippingAddress: longest(LONGEST.address),
        trackingNumber: longest(LONGEST.trackingNumber),
      })),
    )
    .returning({ id: orders.id });
  const orderId = made[0]?.id ?? 0;
  await db
    .insert(orderStatusChanges)
    .values(Array.from({ length: MOST_STATUS_CHANGES }, () => ({ orderId, to: "pending" as const, byUserId: userId })));
  const asked = await db
    .insert(remakes)
    .values(each((at) => ({ ...remakeOf(made[at]?.id ?? 0), reason: longest(LONGEST.remakeReason) })))
    .returning({ id: remakes.id });
  const reply = { remakeId: asked[0]?.id ?? 0, userId, message: longest(LONGEST.reply) };
  await db.insert(remakeReplies).values(Array.from({ length: MOST_REPLIES }, () => reply));
  const news = { userId: boss.account?.id ?? 0, type: "order_status", title: "x".repeat(200), message: "x".repeat(LONGEST.reason) };
  await db.insert(notifications).values(each(() => news));
  const said = { before: { text: longest(8000) }, after: { text: longest(8000) } };
  await db.insert(auditEntries).values(each(() => ({ action: "users.create", targetType: "users", ...said })));
  await db
    .insert(clientNotes)
    .values(each(() => ({ companyId, text: longest(LONGEST.clientNote), byUserId: bossId, createdAt: new Date() })));
  const office = boss.account?.companyId ?? 0;
  const offcut = { companyId: office, section: "stile", material: longest(LONGEST.productName), color: longest(LONGEST.color) };
  await db.insert(offcuts).values(each(() => ({ ...offcut, lengthTenthMm: 9000 })));
  const plans = await db
    .insert(barPlans)
    .values(each(() => ({ companyId: office, createdBy: bossId, profiles: [] })))
    .returning({ id: barPlans.id });
  const planned = made.slice(0, MOST_ORDERS_AT_ONCE).map((order) => ({ orderId: order?.id ?? 0, fingerprint: "" }));
  await db.insert(barPlanOrders).values(plans.flatMap(({ id }) => planned.map((order) => ({ ...order, planId: id }))));
  const [day, noFile] = ["2026-11-01", { invoicesFile: "", creditNotesFile: "" }];
  const exported = {
    format: "xero",
    from: day,
    to: day,
    invoices: 1,
    creditNotes: 0,
    ...noFile,
    createdBy: boss.account?.id ?? 0,
  } as const;
  await db.insert(bookkeepingExports).values(each(() => exported));
  const fault = {
    errorType: longest(LONGEST.errorType),
    errorMessage: longest(LONGEST.errorMessage),
    requestPath: longest(LONGEST.errorPath),
    stack: longest(LONGEST.errorStack),
    severity: "error",
  } as const;
  await db.insert(errorRecords).values(each((at) => ({ ...fault, fingerprint: `fault ${at}` })));
  const webhook = {
    companyId: boss.account?.companyId ?? 0,
    url: "https://example.com/",
    types: ["quote.sent" as const],
    secretSealed: "x",
  };
  const [hook] = await db.insert(webhooks).values(webhook).returning();
  webhookId = hook?.id ?? 0;
  const failed = { webhookId, type: "quote.sent", thing: "quote", thingId: 1, number: "Q-1", state: "failed" } as const;
  await db.insert(webhookDeliveries).values(each(() => ({ ...failed, lastFault: longest(LONGEST.deliveryFault) })));
});
afterAll(() => portal.stop());

type Row = { readonly id: number } | { readonly number: string };
/**
 * An entry of an account has no id: two entries of one day may differ in nothing but the balance.
 */
const keyOf = (row: Row): number | string => ("balance" in row ? JSON.stringify(row) : "id" in row ? row.id : row.number);

const bytes = (text: string): number => Buffer.byteLength(text);
const lists = Object.entries(api).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).flatMap(([name, call]) =>
    call.paged ? [[`${feature}.${name}`, call.path] as const] : [],
  ),
);

describe("a page of a list is at most 500 kB", () => {
  test.each(lists)("the pages of %s are at most 500 kB each and contain every row once", async (name, path) => {
    const reader = ["company.people", "account.entries"].includes(name) ? founder : boss;
    const ids = { "/api/clients/": founder.account?.companyId, "/api/company/webhooks/": webhookId };
    const [, id = productId] = Object.entries(ids).find(([start]) => path.startsWith(start)) ?? [];
    const first = path.replace(":id", String(id));
    const [keys, sizes] = [new Set<number | string>(), [] as number[]];
    let rows = 0;
    for (let address: string | undefined = first; address; ) {
      const page: Reply<Row[]> = await reader.get<Row[]>(address);
      expect(page.status).toBe(200);
      expect(page.body.length).toBeGreaterThan(0);
      sizes.push(bytes(page.text));
      rows += page.body.length;
      for (const row of page.body) keys.add(keyOf(row));
      address = /^<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_PAGE);
    // Every row appears on exactly one page.
    expect(rows).toBeGreaterThanOrEqual(ROWS - 1);
    expect(keys.size).toBe(rows);
  });

  test("a page with the largest limit is at most 500 kB too", async () => {
    const page = await boss.get("/api/remakes?limit=200");
    expect(bytes(page.text)).toBeLessThanOrEqual(MOST_PAGE);
  });
});

test.each([
  // The newest orders, quotes and remakes with all their texts.
  ["/api/stats", MOST_PAGE + 10_000],
  // 200 windows, each with 20 surcharges and a note of 500 signs that take six bytes each.
  ["/api/quotes/1", 4 * MOST_PAGE],
  ["/api/quotes/1/items", 4 * MOST_PAGE],
  ["/api/orders/1", 5 * MOST_PAGE],
  ["/api/remakes/1", MOST_DETAILS],
  ["/api/errors/1", MOST_PAGE],
])("the reply to %s is at most %d bytes", async (path, most) => {
  const { status, text } = await boss.get(path);
  expect(status).toBe(200);
  expect(bytes(text)).toBeLessThanOrEqual(most);
});

test("a thread and a history have a limit, which the refusal of a further entry names", async () => {
  const reply = await boss.post("/api/remakes/1/replies", { message: "One more" });
  expect([reply.status, reply.text]).toEqual([409, "There are 300 replies already: please ring us about this remake"]);
  const move = await boss.patch("/api/orders/1/status", { status: "shipped" });
  expect([move.status, move.text]).toEqual([409, "The status of this order was changed 500 times: it cannot be changed again"]);
});

describe("the database refuses texts that are too long or have blank ends", () => {
  const broken = (change: () => Promise<unknown>) =>
    change().then(
      () => null,
      (error: unknown) => brokenConstraint(error),
    );
  const long = (most: number) => "x".repeat(most + 1);
  const { reason, reply, remakeReason, description, errorMessage } = LONGEST;

  test("every text that a person may fill in is bounded in its table", async () => {
    const { rows } = await portal.owner.execute<{ name: string }>(sql`
      select c.relname || '.' || a.attname as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid = 'text'::regtype
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey))
      order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(WRITTEN_BY_THE_PORTAL);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["companies_texts", () => portal.db.update(companies).set({ name: long(LONGEST.companyName) })],
    ["users_texts", () => portal.db.update(users).set({ contactName: "Ada\u00a0" })],
    ["companies_texts", () => portal.db.update(companies).set({ address: `1 High Street${" ".repeat(490_000)}` })],
    ["companies_texts", () => portal.db.update(companies).set({ approvalReason: long(reason) })],
    ["products_texts", () => portal.db.update(products).set({ name: " Basswood" })],
    ["products_texts", () => portal.db.update(products).set({ description: long(description) })],
    ["products_texts", () => portal.db.update(products).set({ colorOptions: [long(MOST_CHOICES * LONGEST.color)] })],
    ["quotes_texts", () => portal.db.update(quotes).set({ declineReason: long(reason) })],
    ["quotes_texts", () => portal.db.update(quotes).set({ jobName: long(LONGEST.jobName) })],
    ["quotes_texts", () => portal.db.update(quotes).set({ poNumber: " 1" })],
    ["quotes_texts", () => portal.db.update(quotes).set({ note: long(LONGEST.note) })],
    ["quotes_placing", () => portal.db.update(quotes).set({ placedAt: null })],
    ["quotes_placing", () => portal.db.update(quotes).set({ placedBy: null })],
    ["quotes_placing", () => portal.db.update(quotes).set({ status: "declined" })],
    ["quotes_version", () => portal.db.update(quotes).set({ version: 0 })],
    ["quote_items_texts", () => portal.db.update(quoteItems).set({ name: long(LONGEST.windowName) })],
    ["orders_texts", () => portal.db.update(orders).set({ trackingNumber: " 1" })],
    ["orders_texts", () => portal.db.update(orders).set({ jobName: long(LONGEST.jobName) })],
    ["orders_texts", () => portal.db.update(orders).set({ poNumber: " 1" })],
    ["remakes_texts", () => portal.db.update(remakes).set({ words: long(LONGEST.words) })],
    ["first_invitations_hash", () => portal.db.insert(firstInvitations).values({ companyId: 1, emailHash: "x", at: new Date() })],
    ["remakes_texts", () => portal.db.update(remakes).set({ reason: long(remakeReason) })],
    ["remake_replies_texts", () => portal.db.update(remakeReplies).set({ message: long(reply) })],
    ["error_records_texts", () => portal.db.update(errorRecords).set({ errorMessage: long(errorMessage) })],
    ["audit_entries_are_bounded", () => portal.db.insert(auditEntries).values({ action: "x", targetType: "x", after: long(100_000) })],
  ])("the database refuses %s", async (constraint, change) => {
    expect(await broken(change)).toBe(constraint);
  });
});
