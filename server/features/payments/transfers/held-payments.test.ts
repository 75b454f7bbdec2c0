import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { companies, referrals } from "#server/schema/companies-and-users.ts";
import { invoices, refunds } from "#server/schema/invoices-and-refunds.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { letPass } from "#server/testing/later.ts";
import { balanceOf, faultsOfLedger } from "#server/testing/money/ledger.ts";
import { flat, openPdf, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";

/** Full payments of quotes without an invoice, because the company's address is missing. */
let shop: TestShop;
let boss: TestClient;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  boss = await shop.portal.superAdmin();
});
afterEach(async () => expect(await faultsOfLedger(shop.portal.db)).toEqual([]));
afterAll(() => shop.stop());

async function heldPayment({ isOrdered = false } = {}) {
  const account = await shop.portal.createAccount("customer");
  const customer = await shop.portal.signIn(account);
  await shop.portal.db.insert(referrals).values({ referrerId: account.companyId, referredId: account.companyId });
  const quote = await shop.sentQuote(customer);
  const body = { shippingAddress: "1 High Street, Lewes", companyAddress: "1 Castle Street, Lewes" };
  const order = isOrdered ? succeeded(await boss.post<{ id: number }>(`/api/quotes/${quote.id}/convert`, body)) : undefined;
  await shop.portal.db.update(companies).set({ address: null }).where(eq(companies.id, account.companyId));
  if (order) succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  const sessionId = await shop.openCheckout(customer, quote.id);
  await shop.standIn.pay(sessionId);
  await shop.deliver("checkout.session.completed");
  const [payment] = await shop.paymentsOf(quote.id);
  if (!payment?.isHeld) throw new Error("The payment is not held");
  const isPaid = async () => (await shop.quoteRow(quote.id)).isPaid;
  const commission = async () =>
    (await shop.portal.db.select().from(referrals).where(eq(referrals.referredId, account.companyId)))[0]?.commission;
  /** Saves the address that the invoice waited for. */
  const addressComes = async () => {
    const { companyName, contactName } = account;
    const profile = { companyName, contactName, address: "1 Castle Street, Lewes" };
    succeeded(await boss.patch(`/api/users/${account.id}/profile`, profile));
    const [invoice] = await shop.portal.db.select().from(invoices).where(eq(invoices.quoteId, quote.id));
    return invoice;
  };
  /** The page at Stripe that Pay leads to. */
  const opensPage = async () => shop.stripe.checkout.sessions.retrieve(await shop.openCheckout(customer, quote.id));
  return { customer, quote, order, sessionId, payment, isPaid, commission, opensPage, addressComes };
}

test("a quote that a transfer alone paid is unpaid once the transfer is voided", async () => {
  const account = await shop.portal.createAccount("customer");
  const { id } = await shop.sentQuote(await shop.portal.signIn(account));
  await shop.portal.db.update(companies).set({ address: null }).where(eq(companies.id, account.companyId));
  succeeded(await boss.post(`/api/quotes/${id}/payments`, { receivedOn: londonDay(shop.portal.clock()) }));
  const [transfer] = await shop.paymentsOf(id);
  expect([transfer?.isHeld, (await shop.quoteRow(id)).isPaid]).toEqual([true, true]);
  succeeded(await boss.post(`/api/payments/${transfer?.id}/void`, { reason: "It came for another" }));
  expect((await shop.quoteRow(id)).isPaid).toBe(false);
});

test("a quote is unpaid while a dispute has its money, and its invoice is paid after the return", async () => {
  const { sessionId, isPaid, addressComes } = await heldPayment();
  await shop.standIn.dispute(sessionId);
  await shop.standIn.moveDisputedFunds(sessionId, "withdrawn");
  await shop.deliver("charge.dispute.funds_withdrawn");
  expect(await isPaid()).toBe(false);
  expect(await addressComes()).toBeUndefined();
  await shop.standIn.moveDisputedFunds(sessionId, "reinstated");
  await shop.standIn.dispute(sessionId, "won");
  await shop.deliver("charge.dispute.funds_reinstated");
  expect(await isPaid()).toBe(true);
  const number = (await addressComes())?.number ?? 0;
  expect(await balanceOf(shop.portal.db, number)).toMatchObject({ owed: 0 });
});

test("a quote refunded at Stripe is unpaid, and its referrer loses the commission", async () => {
  const { sessionId, payment, isPaid, commission, addressComes } = await heldPayment();
  expect(await commission()).toBeGreaterThan(0);
  await shop.standIn.refundAtStripe(sessionId, payment.amount);
  await shop.deliver("charge.refunded");
  expect([await isPaid(), await commission()]).toEqual([false, 0]);
  expect(await addressComes()).toBeUndefined();
});

test("a refund that Stripe rejects leaves the quote paid", async () => {
  const { payment, isPaid } = await heldPayment();
  shop.standIn.failNext({ path: "/v1/refunds", method: "POST", status: 400, message: "This charge can't be refunded" });
  const body = { amount: payment.amount / 100, reason: "It was agreed so", creditNote: false };
  const { status, text } = await boss.post(`/api/payments/${payment.id}/refunds`, body);
  expect([status, text]).toEqual([409, "This charge can't be refunded"]);
  expect(await isPaid()).toBe(true);
});

test("an order that was shipped is due to be invoiced since that day, also without its payment", async () => {
  const { payment, isPaid, addressComes } = await heldPayment({ isOrdered: true });
  const sentOff = londonDay(shop.portal.clock());
  await letPass(shop.portal, 3 * 86_400_000);
  const body = { amount: payment.amount / 100, reason: "It was agreed so", creditNote: false };
  succeeded(await boss.post(`/api/payments/${payment.id}/refunds`, body));
  expect(await isPaid()).toBe(false);
  const invoice = await addressComes();
  expect(invoice).toMatchObject({ taxPoint: sentOff, issuedAt: expect.any(Date) });
  expect(londonDay(invoice?.issuedAt ?? new Date(0))).toBe(addDays(sentOff, 3));
  expect(await balanceOf(shop.portal.db, invoice?.number ?? 0)).toMatchObject({ paid: 0, owed: payment.amount });
});

describe("what a part that went back leaves", () => {
  const POUNDS_BACK = 40;
  const givesBack = (paymentId: number) =>
    boss.post<{ id: number }>(`/api/payments/${paymentId}/refunds`, { amount: POUNDS_BACK, reason: "It was agreed so", creditNote: false });

  test("a partly refunded quote is paid by the rest, and both payments pay its invoice", async () => {
    const { quote, payment, isPaid, commission, opensPage, addressComes } = await heldPayment();
    succeeded(await givesBack(payment.id));
    expect(await isPaid()).toBe(false);
    const { id, amount_total } = await opensPage();
    expect(amount_total).toBe(POUNDS_BACK * 100);
    await shop.standIn.pay(id);
    await shop.deliver("checkout.session.completed");
    expect(await isPaid()).toBe(true);
    expect((await shop.paymentsOf(quote.id)).map(({ isHeld, unallocatedPence }) => [isHeld, unallocatedPence])).toEqual([
      [true, payment.amount - POUNDS_BACK * 100],
      [true, POUNDS_BACK * 100],
    ]);
    expect((await shop.errors()).filter(({ requestPath }) => requestPath === `quote ${quote.id}`)).toEqual([]);
    expect(await commission()).toBeGreaterThan(0);
    const number = (await addressComes())?.number ?? 0;
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ paid: payment.amount, owed: 0 });
  });

  test("the rest after a partial refund is shown in each list, figure, email and paper", async () => {
    const { customer, quote, order, payment, opensPage, addressComes } = await heldPayment({ isOrdered: true });
    succeeded(await givesBack(payment.id));
    expect((await opensPage()).amount_total).toBe(POUNDS_BACK * 100);
    const read = async <Body>(path: string, by = customer) => succeeded(await by.get<Body>(path));
    type Owing = { id: number; owed: number };
    for (const path of ["/api/quotes", "/api/orders"]) {
      const id = path === "/api/quotes" ? quote.id : order?.id;
      const listed = [await read<Owing>(`${path}/${id}`), ...(await read<Owing[]>(path)), ...(await read<Owing[]>(`${path}?search=${id}`))];
      expect(listed.map((row) => [row.id, row.owed])).toEqual(listed.map(() => [id, POUNDS_BACK]));
      expect(listed).toHaveLength(3);
    }
    expect(await read("/api/orders/counts")).toMatchObject({ unpaid: 1, unpaidAmount: POUNDS_BACK });
    expect(await read("/api/orders/sums")).toMatchObject({ unpaid: POUNDS_BACK });
    for (const period of ["all_time", "monthly"])
      expect(await read(`/api/stats?period=${period}`)).toMatchObject({ unpaidOrders: 1, unpaidAmount: POUNDS_BACK });
    const reminders = await read<Owing[]>("/api/orders/reminders", boss);
    expect(reminders.filter(({ id }) => id === order?.id)).toMatchObject([{ owed: POUNDS_BACK }]);
    const { number = 0 } = (await addressComes()) ?? {};
    const { text } = await openPdf(shop.portal, customer, `/api/invoices/${invoiceNumber(number)}.pdf`);
    expect(flat(text)).toContain(`£${payment.amount / 100 - POUNDS_BACK} of it is paid already. Please pay £40.00 by`);
    expect(await read<Owing>(`/api/orders/${order?.id}`)).toMatchObject({ owed: POUNDS_BACK });
  });

  test("the email about a new order names the rest after a partial refund", async () => {
    const { customer, quote, payment } = await heldPayment();
    succeeded(await givesBack(payment.id));
    const body = { shippingAddress: "1 High Street, Lewes", companyAddress: "1 Castle Street, Lewes" };
    succeeded(await boss.post(`/api/quotes/${quote.id}/convert`, body));
    // The refund and the quote have emails of their own.
    const mails = (await shop.portal.mails()).filter(({ to }) => to === customer.account?.email);
    const told = mails.find(({ text }) => text.includes("?order="));
    expect(told?.text).toContain("£40.00 of it is still to be paid.");
    expect(told?.text).toContain("Pay £40.00");
  });

  test("a transfer of the rest pays the quote, and voiding it restores the debt", async () => {
    const { quote, payment, isPaid, opensPage } = await heldPayment();
    succeeded(await givesBack(payment.id));
    succeeded(await boss.post(`/api/quotes/${quote.id}/payments`, { receivedOn: londonDay(shop.portal.clock()) }));
    const [, transfer] = await shop.paymentsOf(quote.id);
    expect([transfer?.amount, await isPaid()]).toEqual([POUNDS_BACK * 100, true]);
    succeeded(await boss.post(`/api/payments/${transfer?.id}/void`, { reason: "It came for another" }));
    expect(await isPaid()).toBe(false);
    expect((await opensPage()).amount_total).toBe(POUNDS_BACK * 100);
  });

  test("another refund closes the page for the rest, and the next page asks for more", async () => {
    const { payment, opensPage } = await heldPayment();
    succeeded(await givesBack(payment.id));
    const page = await opensPage();
    succeeded(await givesBack(payment.id));
    expect((await opensPage()).amount_total).toBe(2 * POUNDS_BACK * 100);
    expect((await shop.stripe.checkout.sessions.retrieve(page.id)).status).toBe("expired");
  });

  test("the invoice of a shipped order is paid in part after a partial refund, and owes the rest", async () => {
    const { payment, addressComes } = await heldPayment({ isOrdered: true });
    succeeded(await givesBack(payment.id));
    const number = (await addressComes())?.number ?? 0;
    const kept = payment.amount - POUNDS_BACK * 100;
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ paid: kept, owed: POUNDS_BACK * 100 });
  });

  test("a partial refund that fails later pays the quote in full again", async () => {
    const { payment, isPaid } = await heldPayment();
    const { id } = succeeded(await givesBack(payment.id));
    expect(await isPaid()).toBe(false);
    const [row] = await shop.portal.db.select().from(refunds).where(eq(refunds.id, id));
    await shop.standIn.moveRefund(row?.stripeRefundId ?? "", "failed");
    await shop.deliver("refund.failed");
    expect(await isPaid()).toBe(true);
  });
});
