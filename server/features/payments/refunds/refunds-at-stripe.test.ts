import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { documentMailTasks } from "#server/features/invoices/mail-documents.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { invoices, refunds } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { type OrderReply, type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { balanceOf, faultsOfLedger } from "#server/testing/money/ledger.ts";
import { findStripeDifferences } from "#server/testing/money/stripe-differences.ts";
import { mailsAsSent } from "#server/testing/papers/mails-as-sent.ts";
import { readPdf, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { creditNoteNumber, invoiceNumber } from "#shared/domain/trade/status.ts";
import { resumeRefunds } from "./refund-payment.ts";

/** Refunds by Stripe and by the portal on one payment: nothing is lost or counted twice. */
let shop: TestShop;
let customer: TestClient;
let boss: TestClient;
let manager: TestClient;
let companyId: number;
let product: ProductReply;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  const account = await shop.portal.createAccount("customer");
  companyId = account.companyId;
  manager = await shop.portal.signIn(
    await shop.portal.createAccount("customer", { colleagueOf: account, mayOrder: false, mayManage: true }),
  );
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
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
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
  const corrections = (await shop.portal.mails()).slice(before);
  expect(corrections.map(({ to }) => to).toSorted()).toEqual(receivers());
  for (const { subject } of corrections) expect(subject).toMatch(/^Refund of £50\.00 has failed/);
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

/** The emails that an action queued, after all waiting jobs have run. */
async function mailsDuring(work: () => Promise<unknown>): Promise<Mail[]> {
  const before = (await shop.portal.mails()).length;
  await work();
  return (await shop.portal.mails()).slice(before);
}
const notesOf = async (paymentId: number) => {
  const rows = await shop.portal.db
    .select({ number: invoices.number })
    .from(invoices)
    .innerJoin(refunds, eq(refunds.id, invoices.refundId))
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(invoices.number);
  return rows.map(({ number }) => number);
};
const receivers = () => [customer, manager].map(({ account }) => account?.email ?? "").toSorted();

test("a refund at Stripe over two invoices sends each receiver one email with both credit notes", async () => {
  const { both, sessionId, payment } = await twoPaidAtOnce();
  const mails = await mailsDuring(async () => {
    await shop.standIn.refundAtStripe(sessionId, 24_000);
    for (let repeat = 0; repeat < 3; repeat += 1) await shop.deliver("charge.refunded");
  });
  const notes = await notesOf(payment.id);
  const names = notes.map(creditNoteNumber);
  expect(mails.map(({ to }) => to).toSorted()).toEqual(receivers());
  for (const mail of mails) {
    expect(mail.subject).toBe("2 credit notes: £240.00 – Tiltrod");
    expect(mail.papers).toEqual(names.map((document) => ({ document })));
    for (const name of names) expect(mail.text).toContain(`Credit note ${name} for £120.00 including VAT is attached.`);
    for (const { number } of both) expect(mail.text).toContain(`It is on invoice ${invoiceNumber(number)}: Refunded at Stripe.`);
    expect(mail.text).toContain("We have given back £240.00 to the card that paid it.");
  }
  const [sent] = await mailsAsSent(shop.portal, mails.slice(0, 1));
  expect(sent?.attached.map(({ filename }) => filename)).toEqual(names.map((name) => `${name}.pdf`));
  for (const [index, name] of names.entries())
    expect(readPdf(sent?.attached[index]?.content ?? Buffer.alloc(0)).pages.join()).toContain(name);
  const repeated = await mailsDuring(async () => {
    for (const number of notes) await enqueue(shop.portal.db, "mail-document", { number });
    await shop.deliver("charge.refunded");
  });
  expect(repeated).toEqual([]);
});

test("two workers that email one refund at once send it once, also after one of them died", async () => {
  const { sessionId, payment } = await twoPaidAtOnce();
  const mails = await mailsDuring(async () => {
    await shop.standIn.refundAtStripe(sessionId, 24_000);
    await shop.deliver("charge.refunded");
    const [one = 0, two = 0] = await notesOf(payment.id);
    const { db, post } = shop.portal.appContext;
    const dies = async (...[tx, letter]: Parameters<typeof post.send>) => {
      await post.send(tx, letter);
      throw new Error("The process died");
    };
    await expect(documentMailTasks({ db, post: { ...post, send: dies } }).tasks["mail-document"]({ number: one })).rejects.toThrow("died");
    const { tasks } = documentMailTasks({ db, post });
    await Promise.all([tasks["mail-document"]({ number: two }), tasks["mail-document"]({ number: one })]);
  });
  expect(mails.map(({ to }) => to).toSorted()).toEqual(receivers());
  expect(mails[0]?.papers).toHaveLength(2);
});

test("a refund at Stripe that is part credit sends one email, with its credit note and the whole amount", async () => {
  const { quoteId, number } = await owedInvoice();
  const { sessionId, payment } = await paidByCard(quoteId);
  succeeded(await boss.post(`/api/invoices/${invoiceNumber(number)}/credit-notes`, { gross: 20, reason: "A window was left out" }));
  const mails = await mailsDuring(async () => {
    await shop.standIn.refundAtStripe(sessionId, 5_000);
    await shop.deliver("charge.refunded");
  });
  const [note = 0] = await notesOf(payment.id);
  expect(mails.map(({ to }) => to).toSorted()).toEqual(receivers());
  expect(mails[0]?.subject).toBe(`Credit note ${creditNoteNumber(note)}: £30.00 – Tiltrod`);
  expect(mails[0]?.papers).toEqual([{ document: creditNoteNumber(note) }]);
  expect(mails[0]?.text).toContain("We have given back £50.00 to the card");
  expect(mails[0]?.text).toContain("£20.00 of it was not owed, so no invoice changes for that part.");
});

test("a refund over two invoices that fails before its email left is in neither email", async () => {
  const { sessionId } = await twoPaidAtOnce();
  const mails = await mailsDuring(async () => {
    const made = await shop.standIn.refundAtStripe(sessionId, 24_000);
    await shop.deliver("charge.refunded");
    await shop.standIn.moveRefund(made.id, "failed");
    await shop.deliver("refund.failed");
  });
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill("2 credit notes: £240.00 – Tiltrod"));
  for (const { text } of mails) expect(text).not.toContain("given back");
});

test("a refund over two invoices that fails while its email is queued is corrected by one more", async () => {
  const { sessionId, payment } = await twoPaidAtOnce();
  const mails = await mailsDuring(async () => {
    const made = await shop.standIn.refundAtStripe(sessionId, 24_000);
    await shop.deliver("charge.refunded");
    const [number = 0] = await notesOf(payment.id);
    const { db, post } = shop.portal.appContext;
    const fail = async () => {
      await shop.standIn.moveRefund(made.id, "failed");
      await shop.deliver("refund.failed");
    };
    const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const waits = () => expect.poll(async () => (await db.execute(isWaiting)).rows.length, { timeout: 20_000 }).toBeGreaterThan(0);
    let failing: Promise<void> | undefined;
    const send = async (...[tx, letter]: Parameters<typeof post.send>) => {
      failing ??= fail();
      await Promise.race([failing, waits()]);
      await post.send(tx, letter);
    };
    await documentMailTasks({ db, post: { ...post, send } }).tasks["mail-document"]({ number });
    await failing;
  });
  expect(mails.map(({ subject }) => subject)).toEqual([
    ...Array(2).fill("2 credit notes: £240.00 – Tiltrod"),
    ...Array(2).fill("Refund of £240.00 has failed – Tiltrod"),
  ]);
});
