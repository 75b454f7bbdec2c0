import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { refunds } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { type OrderReply, type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { balanceOf, faultsOfLedger } from "#server/testing/money/ledger.ts";
import { findStripeDifferences } from "#server/testing/money/stripe-differences.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { resumeRefunds } from "./refund-payment.ts";

/** Refunds by Stripe and by the portal on one payment: nothing is lost or counted twice. */
let shop: TestShop;
let customer: TestClient;
let boss: TestClient;
let companyId: number;
let product: ProductReply;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  const account = await shop.portal.createAccount("customer");
  companyId = account.companyId;
  customer = await shop.portal.signIn(account);
  boss = await shop.portal.superAdmin();
  product = await shop.portal.product({ basePricePerM2: 100 });
});
afterEach(async () => {
  shop.standIn.clearFaults();
  expect([...(await faultsOfLedger(shop.portal.db)), ...(await findStripeDifferences(shop, companyId))]).toEqual([]);
});
afterAll(() => shop.stop());

/**
 * Creates an order of £120.00 that was shipped unpaid, and returns its invoice's number and quote.
 */
async function owedInvoice() {
  const order: OrderReply = await shop.portal.orderFor(customer, { items: [shop.portal.windowOf(product, { widthM: 1, heightM: 1 })] });
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, {}));
  const { id: quoteId, invoiceNumber: number } = await shop.quoteRow(order.quoteId ?? 0);
  return { quoteId, number: number ?? 0 };
}
async function paidByCard(quoteId: number) {
  const sessionId = await shop.openCheckout(customer, quoteId);
  await shop.standIn.pay(sessionId);
  return hearOfPayment(sessionId);
}
async function hearOfPayment(sessionId: string) {
  await shop.deliver("checkout.session.completed");
  const [payment] = await shop.portal.db.select().from(payments).where(eq(payments.stripeSessionId, sessionId));
  if (!payment) throw new Error("The payment was not recorded");
  return { sessionId, payment };
}
/** One Checkout session for two invoices of £120.00. */
async function twoPaidAtOnce() {
  const both = [await owedInvoice(), await owedInvoice()] as const;
  const numbers = both.map(({ number }) => invoiceNumber(number));
  const { checkoutUrl } = succeeded(await customer.post<{ checkoutUrl: string }>("/api/account/pay", { numbers }));
  const sessionId = checkoutUrl.split("/").at(-1) ?? "";
  await shop.standIn.pay(sessionId);
  return { both, ...(await hearOfPayment(sessionId)) };
}
const refund = (paymentId: number, amount: number, more: object = {}) =>
  boss.post<{ status: string }>(`/api/payments/${paymentId}/refunds`, { reason: "It was agreed so", creditNote: true, amount, ...more });
const creditOf = async (id: number) => (await shop.portal.db.select().from(payments).where(eq(payments.id, id)))[0]?.unallocatedPence;

test("a refund at Stripe in parts that failed later becomes credit completely", async () => {
  const { quoteId, number } = await owedInvoice();
  const { sessionId, payment } = await paidByCard(quoteId);
  succeeded(await boss.post(`/api/invoices/${invoiceNumber(number)}/credit-notes`, { gross: 20, reason: "A window was left out" }));
  const made = await shop.standIn.refundAtStripe(sessionId, 5_000);
  await shop.deliver("charge.refunded");
  const rows = await shop.portal.db.select().from(refunds).where(eq(refunds.paymentId, payment.id)).orderBy(refunds.id);
  expect(rows.map(({ amountPence, invoiceNumber: of }) => [amountPence, of])).toEqual([
    [2_000, null],
    [3_000, number],
  ]);
  const before = (await shop.portal.mails()).length;
  await shop.standIn.moveRefund(made.id, "failed");
  await shop.deliver("refund.failed");
  expect(await creditOf(payment.id)).toBe(5_000);
  // One email covers both parts.
  const corrections = (await shop.portal.mails()).slice(before).filter(({ subject }) => subject.includes("has failed"));
  expect(corrections.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Refund of £50\.00 has failed/)]);
});

test("a refund at Stripe beside a waiting one is recorded in full once Stripe has rejected the latter", async () => {
  const { quoteId, number } = await owedInvoice();
  const { sessionId, payment } = await paidByCard(quoteId);
  shop.standIn.failNext({ path: "/v1/refunds", method: "POST", status: 500, times: 2 });
  expect(succeeded(await refund(payment.id, 100)).status).toBe("requested");
  await shop.standIn.refundAtStripe(sessionId, 12_000);
  await shop.deliver("charge.refunded");
  await resumeRefunds(shop.deps, shop.stripe);
  expect(await balanceOf(shop.portal.db, number)).toMatchObject({ credited: 12_000, paid: 0, owed: 0 });
});

test("a rejection does not hide what Stripe did before the reply was lost", async () => {
  const { quoteId, number } = await owedInvoice();
  const { payment } = await paidByCard(quoteId);
  shop.standIn.loseNextReply({ path: "/v1/refunds", method: "POST", times: 2 });
  expect(succeeded(await refund(payment.id, 50)).status).toBe("requested");
  shop.standIn.failNext({ path: "/v1/refunds", method: "POST", status: 401, message: "Expired API Key provided" });
  await resumeRefunds(shop.deps, shop.stripe);
  expect(await balanceOf(shop.portal.db, number)).toMatchObject({ credited: 5_000, paid: 7_000 });
});

test("a dispute takes amounts that no refund waits for, and the rest once the refund has failed", async () => {
  const { both, sessionId, payment } = await twoPaidAtOnce();
  const [one, two] = both;
  shop.standIn.beginRefundsAs("pending");
  succeeded(await refund(payment.id, 120, { invoiceNumber: invoiceNumber(two.number) }));
  shop.standIn.beginRefundsAs("succeeded");
  await shop.standIn.dispute(sessionId);
  await shop.standIn.moveDisputedFunds(sessionId, "withdrawn");
  await shop.deliver("charge.dispute.funds_withdrawn");
  expect(await balanceOf(shop.portal.db, one.number)).toMatchObject({ paid: 0, owed: 12_000 });
  expect(await balanceOf(shop.portal.db, two.number)).toMatchObject({ paid: 12_000, owed: 0 });
  const [waiting] = await shop.portal.db.select().from(refunds).where(eq(refunds.paymentId, payment.id));
  await shop.standIn.moveRefund(waiting?.stripeRefundId ?? "", "failed");
  await shop.deliver("refund.failed");
  expect(await balanceOf(shop.portal.db, two.number)).toMatchObject({ paid: 0, owed: 12_000, isDisputed: true });
});
