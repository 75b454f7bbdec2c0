import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { companies, invoices, referrals } from "#server/db/schema.ts";
import { succeeded } from "#server/testing/builders.ts";
import { saveSeller } from "#server/testing/documents.ts";
import { letPass } from "#server/testing/later.ts";
import { balanceOf, faultsOfLedger } from "#server/testing/ledger.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";

/** Payments in full of quotes that have no invoice yet: the company's address is missing. */
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
  if (order) succeeded(await boss.post(`/api/orders/${order.id}/ship`, {}));
  const sessionId = await shop.openCheckout(customer, quote.id);
  await shop.standIn.pay(sessionId);
  await shop.deliver("checkout.session.completed");
  const [payment] = await shop.paymentsOf(quote.id);
  if (!payment?.isHeld) throw new Error("The payment is not held");
  const isPaid = async () => (await shop.quoteRow(quote.id)).isPaid;
  const commission = async () =>
    (await shop.portal.db.select().from(referrals).where(eq(referrals.referredId, account.companyId)))[0]?.commission;
  /** The paper that its invoice waited for. */
  const addressComes = async () => {
    const { companyName, contactName } = account;
    const profile = { companyName, contactName, address: "1 Castle Street, Lewes" };
    succeeded(await boss.patch(`/api/users/${account.id}/profile`, profile));
    const [invoice] = await shop.portal.db.select().from(invoices).where(eq(invoices.quoteId, quote.id));
    return invoice;
  };
  return { quote, sessionId, payment, isPaid, commission, addressComes };
}

test("what a dispute takes leaves the quote unpaid until it comes back, and its invoice is paid then", async () => {
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

test("what is given back at Stripe leaves the quote unpaid, and the referrer without a commission", async () => {
  const { sessionId, payment, isPaid, commission, addressComes } = await heldPayment();
  expect(await commission()).toBeGreaterThan(0);
  await shop.standIn.refundAtStripe(sessionId, payment.amount);
  await shop.deliver("charge.refunded");
  expect([await isPaid(), await commission()]).toEqual([false, 0]);
  expect(await addressComes()).toBeUndefined();
});

test("a refund that Stripe refuses leaves the quote paid", async () => {
  const { payment, isPaid } = await heldPayment();
  shop.standIn.failNext({ path: "/v1/refunds", method: "POST", status: 400, message: "This charge can't be refunded" });
  const body = { amount: payment.amount / 100, reason: "It was agreed so", creditNote: false };
  const { status, text } = await boss.post(`/api/payments/${payment.id}/refunds`, body);
  expect([status, text]).toEqual([409, "This charge can't be refunded"]);
  expect(await isPaid()).toBe(true);
});

test("an order that was sent off is to be invoiced all the same, since that day", async () => {
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
