import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settlePayment } from "#server/features/payments/checkout/settle-payment.ts";
import { connect, inTransaction } from "#server/platform/db/connect.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { companySettings } from "#server/schema/company-settings.ts";
import { invoiceCounter, invoices } from "#server/schema/invoices-and-refunds.ts";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { fetchFile, flat, openPdf, SELLER, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { PUBLIC_URL } from "#server/testing/shop.ts";
import { pence } from "#shared/domain/money.ts";
import { invoiceTasks } from "./issue-invoice.ts";

let portal: TestPortal;
let customer: TestClient;
let buyer: { id: number; companyId: number };
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set("2026-11-20T10:00:00Z");
  const account = await portal.createAccount("customer", {
    companyName: "Łukasz & Sons",
    contactName: "Ola",
    address: "1 Castle Street\nLewes",
  });
  buyer = account;
  customer = await portal.signIn(account);
});
afterAll(() => portal.stop());

const invoiceOf = (order: { id: number }) => `/api/orders/${order.id}/invoice.pdf`;
const numbers = async () =>
  (await portal.db.select({ number: invoices.number }).from(invoices).orderBy(asc(invoices.number))).map(({ number }) => number);

/** Records a payment as a Stripe event would. */
async function pay(quoteId: number, total: number | undefined, paidAt: string | null = null, begin = inTransaction): Promise<void> {
  const payment = {
    sessionId: `cs_${quoteId}`,
    intentId: `pi_${quoteId}`,
    madeBy: PUBLIC_URL.origin,
    quoteId,
    checkoutId: null,
    amount: pence(Math.round((total ?? 0) * 100)),
    currency: "gbp",
    refunded: pence(0),
    live: false,
    paidAt: paidAt ? new Date(paidAt) : null,
  };
  await begin(portal.db, (tx) => settlePayment({ ...portal.appContext, db: tx }, payment));
}
async function paidOrder(options?: Parameters<TestPortal["orderFor"]>[1]): Promise<OrderReply> {
  const order = await portal.orderFor(customer, options);
  await pay(order.quoteId ?? 0, order.finalTotal);
  return order;
}

test("an invoice without a detail of the seller that law requires is refused and takes no number", async () => {
  const order = await paidOrder();
  const refusal = async () => {
    const reply = await fetchFile(portal, customer, invoiceOf(order));
    return [reply.status, reply.file.toString()];
  };
  expect(await refusal()).toEqual([
    409,
    "The invoice cannot be issued yet: the seller's name and address and VAT number is missing in Settings, Company",
  ]);
  await saveSeller(portal, { vatNumber: " " });
  expect(await refusal()).toEqual([409, "The invoice cannot be issued yet: the seller's VAT number is missing in Settings, Company"]);
  expect(await numbers()).toEqual([]);
  expect(await portal.db.select({ last: invoiceCounter.last }).from(invoiceCounter)).toEqual([{ last: 0 }]);

  await saveSeller(portal);
  expect((await openPdf(portal, customer, invoiceOf(order))).text).toContain("INV-00001");
  expect(await numbers()).toEqual([1]);
});

test("an unpaid order has no invoice, and the reply says when it comes", async () => {
  await saveSeller(portal);
  const order = await portal.orderFor(customer);
  const { status, file } = await fetchFile(portal, customer, invoiceOf(order));
  expect([status, file.toString()]).toEqual([
    409,
    "This order is not paid yet: the VAT invoice comes with the payment, or once it is sent off",
  ]);
});

test("an invoice prints the customer's VAT number where the profile has one", async () => {
  await saveSeller(portal);
  const profile = { companyName: "Łukasz & Sons", contactName: "Ola", address: "1 Castle Street\nLewes" };
  const saveNumber = async (vatNumber: string) =>
    succeeded(await customer.patch(`/api/users/${buyer.id}/profile`, { ...profile, vatNumber }));
  await saveNumber("GB 842 1190 37");
  const order = await paidOrder();
  expect(flat((await openPdf(portal, customer, invoiceOf(order))).text)).toContain("VAT GB 842 1190 37");
  await saveNumber("");
});

test("an invoice states every detail that a VAT invoice must state", async () => {
  await saveSeller(portal);
  const product = await portal.product({ name: "Hardwood Elite", basePricePerM2: 200 });
  const items = [portal.windowOf(product, { name: "Bay, left", quantity: 2 }), portal.windowOf(product, { name: "Кухня" })];
  const order = await portal.orderFor(customer, {
    items,
    shippingAddress: "Dock 4\nNewhaven",
  });
  // Half past eleven at night UTC is the next day in London's summer, and the tax point is a London
  // day.
  await pay(order.quoteId ?? 0, order.finalTotal, "2026-11-19T23:59:00Z");
  const { text, headers, pages, tags, fonts } = await openPdf(portal, await portal.signIn("admin"), invoiceOf(order));
  const [stored] = await portal.db.select().from(invoices).where(eq(invoices.orderId, order.id));
  const name = `INV-${String(stored?.number).padStart(5, "0")}`;
  for (const said of [
    "VAT invoice",
    name,
    "Issue date 20 Nov 2026",
    "Tax point 19 Nov 2026",
    SELLER.name,
    "4 Quarry Lane Lewes BN7 1AA",
    "VAT GB123456789",
    "Łukasz & Sons",
    "1 Castle Street Lewes",
    `ORD-${order.id} (Q-${order.quoteId})`,
    "Dock 4, Newhaven",
    "Bay, left",
    "Кухня",
    "Hardwood Elite, White, 1,200 × 1,500 mm",
    "2 1.800 m² £200.00 20% £720.00",
    "1 1.800 m² £200.00 20% £360.00",
    "Total net £1,080.00",
    "VAT at 20% £216.00",
    "Total with VAT £1,296.00",
    "Paid in full on 19 Nov 2026: £1,296.00",
    "Page 1 of 1",
  ])
    expect(flat(text)).toContain(said);
  expect(pages).toHaveLength(1);
  expect(headers.get("content-disposition")).toBe(`inline; filename="${name}.pdf"`);
  expect(tags).toContain("Table");
  expect(fonts.every(({ embedded }) => embedded)).toBe(true);
});

test("an issued invoice is always the same file, and the database refuses changes and deletion", async () => {
  await saveSeller(portal);
  const product = await portal.product({ name: "Wood as sold" });
  const order = await paidOrder({ items: [portal.windowOf(product)] });
  const before = await openPdf(portal, customer, invoiceOf(order));
  await saveSeller(portal, { name: "Somebody Else Ltd", address: "Elsewhere", vatNumber: "GB000000000" });
  await portal.db.update(companies).set({ name: "Renamed", address: "Moved" }).where(eq(companies.id, buyer.companyId));
  succeeded(await (await portal.superAdmin()).put("/api/products", { ...product, name: "Renamed wood" }));
  portal.clock.advance(10 * 3_600_000);
  const after = await openPdf(portal, await portal.superAdmin(), invoiceOf(order));
  expect(after.file.equals(before.file)).toBe(true);
  for (const [db, message] of [
    [portal.db, "permission denied for table invoices"],
    [portal.owner, "An issued invoice is never changed or deleted"],
  ] as const) {
    await expect(db.update(invoices).set({ taxPoint: "2020-01-01" })).rejects.toMatchObject({ cause: { message } });
    await expect(db.delete(invoices)).rejects.toMatchObject({ cause: { message } });
  }
  await portal.db
    .update(companies)
    .set({ name: "Łukasz & Sons", address: "1 Castle Street\nLewes" })
    .where(eq(companies.id, buyer.companyId));
});

test("twenty simultaneous payments receive twenty consecutive invoice numbers", async () => {
  await saveSeller(portal);
  const orders: OrderReply[] = [];
  for (let made = 0; made < 20; made += 1) orders.push(await portal.orderFor(customer));
  const before = await numbers();
  const many = connect(portal.db.$client.options.connectionString ?? "", { most: 20, onError: () => {} });
  // The connections are opened one after the other, because a busy machine is too slow for twenty
  // at once, and opening is not under test.
  const connections = [];
  for (let made = 0; made < 20; made += 1) connections.push(await many.$client.connect());
  for (const connection of connections) connection.release();
  await Promise.all(orders.map((order) => pay(order.quoteId ?? 0, order.finalTotal, null, (_, work) => inTransaction(many, work))));
  await many.$client.end();
  const all = await numbers();
  expect(all).toHaveLength(before.length + 20);
  expect(all).toEqual(all.map((_, index) => index + 1));
});

test("a payment that is rolled back leaves no gap in the invoice numbers", async () => {
  await saveSeller(portal);
  const [failed, next] = [await portal.orderFor(customer), await portal.orderFor(customer)];
  const stops: typeof inTransaction = (db, work) =>
    inTransaction(db, async (tx) => {
      await work(tx);
      throw new Error("The machine stopped");
    });
  await expect(pay(failed.quoteId ?? 0, failed.finalTotal, null, stops)).rejects.toThrow("The machine stopped");
  await pay(next.quoteId ?? 0, next.finalTotal);
  const all = await numbers();
  expect(all).toEqual(all.map((_, index) => index + 1));
});

test("an invoice shows the job and PO number of its issue, and none where the quote had none", async () => {
  await saveSeller(portal);
  const quote = await portal.quoteFor(customer, { jobName: "Mrs Patel", poNumber: "PO-7781/b" });
  const boss = await portal.superAdmin();
  const order = succeeded(await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "Dock 4, Newhaven" }));
  await pay(quote.id, quote.finalTotal);
  const before = await openPdf(portal, customer, invoiceOf(order));
  expect(flat(before.text)).toContain("Job Mrs Patel PO number PO-7781/b");
  await portal.db.update(quotes).set({ jobName: "Renamed", poNumber: null }).where(eq(quotes.id, quote.id));
  expect((await openPdf(portal, customer, invoiceOf(order))).file.equals(before.file)).toBe(true);
  const unnamed = await openPdf(portal, customer, invoiceOf(await paidOrder()));
  expect(unnamed.text).not.toContain("PO number");
});

/**
 * Stores the missing detail without the Settings page, like data from before invoices were issued
 * automatically.
 */
const bringSeller = () => portal.db.update(companySettings).set({ name: SELLER.name });

test("payments before the seller's details are invoiced on saving them, first payment first", async () => {
  await saveSeller(portal, { vatNumber: "" });
  const [later, sooner, unpaid] = [await portal.orderFor(customer), await portal.orderFor(customer), await portal.orderFor(customer)];
  await pay(later.quoteId ?? 0, later.finalTotal, "2026-11-20T09:30:00Z");
  await pay(sooner.quoteId ?? 0, sooner.finalTotal, "2026-11-18T09:30:00Z");
  const before = await numbers();
  await saveSeller(portal, { address: "" });
  expect(await numbers()).toEqual(before);
  await saveSeller(portal);
  const issued = await portal.db.select().from(invoices).orderBy(asc(invoices.number)).offset(before.length);
  expect(issued.map(({ quoteId, taxPoint }) => [quoteId, taxPoint])).toEqual([
    [sooner.quoteId, "2026-11-18"],
    [later.quoteId, "2026-11-20"],
  ]);
  expect(issued.map(({ number }) => number)).toEqual([before.length + 1, before.length + 2]);
  expect(issued.some(({ quoteId }) => quoteId === unpaid.quoteId)).toBe(false);
  await saveSeller(portal, { phone: "1" });
  expect(await numbers()).toHaveLength(before.length + 2);
});

test("details saved twice during reads and payments issue one invoice each, without a gap", async () => {
  await saveSeller(portal, { name: "" });
  const orders: OrderReply[] = [];
  for (let made = 0; made < 6; made += 1) orders.push(await portal.orderFor(customer));
  for (const order of orders.slice(0, 4)) await pay(order.quoteId ?? 0, order.finalTotal);
  const before = await numbers();
  await bringSeller();
  await Promise.all([
    saveSeller(portal),
    ...orders.slice(0, 4).map((order) => fetchFile(portal, customer, invoiceOf(order))),
    ...orders.slice(4).map((order) => pay(order.quoteId ?? 0, order.finalTotal)),
    saveSeller(portal),
  ]);
  const all = await numbers();
  expect(all).toHaveLength(before.length + 6);
  expect(all).toEqual(all.map((_, index) => index + 1));
});

test("reading issues no invoice; the hourly job issues missed ones exactly once", async () => {
  await saveSeller(portal, { name: "" });
  const order = await paidOrder();
  await bringSeller();
  const before = await numbers();
  for (const reader of [customer, await portal.signIn("admin"), await portal.superAdmin()]) {
    const { status, file } = await fetchFile(portal, reader, invoiceOf(order));
    expect([status, file.toString()]).toEqual([409, "The invoice was not issued yet: it will be issued within the hour"]);
  }
  expect(await numbers()).toEqual(before);
  const issue = invoiceTasks(portal.appContext).tasks["issue-invoices"];
  await Promise.all([issue(), issue()]);
  expect(await numbers()).toHaveLength(before.length + 1);
  const files = await Promise.all(Array.from({ length: 4 }, () => openPdf(portal, customer, invoiceOf(order))));
  expect(new Set(files.map(({ text }) => /INV-\d+/.exec(text)?.[0])).size).toBe(1);
  const issued = await portal.db.select().from(auditEntries).where(eq(auditEntries.action, "invoices.issued")).orderBy(auditEntries.id);
  expect(issued.at(-1)).toMatchObject({ actorId: null, targetType: "invoices", targetId: before.length + 1 });
});

test("a company without an address is not invoiced at the delivery address: the invoice waits", async () => {
  await saveSeller(portal);
  const account = await portal.createAccount("customer", { companyName: "No Address Ltd", address: null });
  const person = await portal.signIn(account);
  const quote = await portal.quoteFor(person);
  const boss = await portal.superAdmin();
  await boss.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" });
  const before = await numbers();
  await pay(quote.id, quote.finalTotal);
  const convert = (body: object) =>
    boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "9 Ferry Road, Rye", ...body });
  const refused = await convert({});
  expect([refused.status, refused.text]).toEqual([400, "Please enter your company's address, for your invoices"]);
  expect(await numbers()).toEqual(before);
  const order = succeeded(await convert({ companyAddress: " 3 Works Yard, Hove " }));
  expect(await numbers()).toHaveLength(before.length + 1);
  const { text } = await openPdf(portal, person, invoiceOf(order));
  expect(flat(text)).toContain("3 Works Yard, Hove");
  expect(flat(text)).toContain("9 Ferry Road, Rye");
  const [stored] = await portal.db.select().from(invoices).where(eq(invoices.quoteId, quote.id));
  expect(stored?.snapshot).toMatchObject({
    customer: { address: "3 Works Yard, Hove" },
    orderId: order.id,
    deliveredTo: "9 Ferry Road, Rye",
  });
});

test("an invoice is addressed to the company, and names the order's address as the delivery address", async () => {
  await saveSeller(portal);
  const order = await paidOrder({ shippingAddress: "Plot 4\n9 Ferry Road\nRye" });
  const { text } = await openPdf(portal, customer, invoiceOf(order));
  const between = (start: string, end: string) => flat(text).split(start)[1]?.split(end)[0]?.trim();
  expect(between("Invoice to", "Invoice number")).toBe("Łukasz & Sons Ola 1 Castle Street Lewes");
  expect(between("Delivered to", "Window")).toBe("Plot 4, 9 Ferry Road, Rye");
});

test("an older order of a company without an address names the missing detail, then is invoiced", async () => {
  await saveSeller(portal);
  const account = await portal.createAccount("customer", {
    companyName: "Later Ltd",
    contactName: "Ada Later",
    address: "7 Old Road, Hove",
  });
  const person = await portal.signIn(account);
  const order = await portal.orderFor(person, { shippingAddress: "9 Ferry Road, Rye" });
  await portal.db.update(companies).set({ address: null }).where(eq(companies.id, account.companyId));
  const before = await numbers();
  await pay(order.quoteId ?? 0, order.finalTotal);
  await invoiceTasks(portal.appContext).tasks["issue-invoices"]();
  expect(await numbers()).toEqual(before);
  const asked = await fetchFile(portal, person, invoiceOf(order));
  expect([asked.status, asked.file.toString()]).toEqual([
    409,
    "The invoice cannot be issued yet: the address of Later Ltd is missing in Settings",
  ]);
  const profile = { companyName: "Later Ltd", contactName: "Ada Later", address: "8 New Road, Hove" };
  succeeded(await person.patch(`/api/users/${account.id}/profile`, profile));
  const { text } = await openPdf(portal, person, invoiceOf(order));
  expect(flat(text)).toContain("8 New Road, Hove");
});
