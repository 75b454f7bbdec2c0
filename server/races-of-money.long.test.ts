import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { payments } from "#server/schema/payments.ts";
import { londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { type OrderReply, type ProductReply, succeeded } from "./testing/builders.ts";
import type { Reply, TestClient } from "./testing/calls/test-client.ts";
import { balanceOf, faultsOfLedger } from "./testing/money/ledger.ts";
import { findStripeDifferences } from "./testing/money/stripe-differences.ts";
import { SELLER, saveSeller } from "./testing/papers/read-pdf.ts";
import { startShop, type TestShop, WEBHOOK_SECRET } from "./testing/shop.ts";

/**
 * Fifty requests at once on one payment, invoice or quote: each has one outcome, none exceeds its
 * bound, none deadlocks, and none is a server fault.
 */
const AT_ONCE = 50;

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
  expect([...(await faultsOfLedger(shop.portal.db)), ...(await findStripeDifferences(shop, companyId))]).toEqual([]);
  expect(await deadlocks()).toBe(0);
});
afterAll(() => shop.stop());

async function deadlocks(): Promise<number> {
  const { rows } = await shop.portal.owner.execute<{ count: number }>(
    sql`select deadlocks::int as count from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.count ?? -1;
}

const today = () => londonDay(shop.portal.clock());
const many = <Result>(work: (n: number) => Promise<Result>, count = AT_ONCE) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));
/** Counts the replies of each status. */
function tally(replies: readonly Pick<Reply, "status">[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** An order of £120.00 that was shipped unpaid, so that its invoice is owed. */
async function owedInvoice() {
  const order: OrderReply = await shop.portal.orderFor(customer, { items: [shop.portal.windowOf(product, { widthM: 1, heightM: 1 })] });
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  const { id: quoteId, invoiceNumber: number } = await shop.quoteRow(order.quoteId ?? 0);
  return { quoteId, number: number ?? 0, name: invoiceNumber(number ?? 0) };
}
type Owed = Awaited<ReturnType<typeof owedInvoice>>;
async function paidByCard() {
  const invoice = await owedInvoice();
  const sessionId = await shop.openCheckout(customer, invoice.quoteId);
  await shop.standIn.pay(sessionId);
  await shop.deliver("checkout.session.completed");
  const [payment] = await shop.paymentsOf(invoice.quoteId);
  return { ...invoice, sessionId, paymentId: payment?.id ?? 0 };
}
const transfer = (amount: number, allocations: { number: string; amount: number }[]) =>
  boss.post<{ id: number }>("/api/payments", { companyId, receivedOn: today(), amount, allocations });
const refund = (paymentId: number, amount: number, creditNote = true) =>
  boss.post(`/api/payments/${paymentId}/refunds`, { amount, creditNote, reason: "It was agreed so" });
const voided = (paymentId: number) => boss.post(`/api/payments/${paymentId}/void`, { reason: "Typed wrongly" });
const credit = ({ name }: Owed, gross: number) => boss.post(`/api/invoices/${name}/credit-notes`, { gross, reason: "Left out" });
const of = ({ number }: Owed) => balanceOf(shop.portal.db, number);
const rowOf = async (id: number) => {
  const [row] = await shop.portal.db.select().from(payments).where(eq(payments.id, id));
  if (!row) throw new Error(`There is no payment ${id}`);
  return row;
};
async function allocatedTransfer(invoice: Owed) {
  return succeeded(await transfer(120, [{ number: invoice.name, amount: 120 }])).id;
}

test("refunds of a card payment give back at most its amount, with one credit note each", async () => {
  const paid = await paidByCard();
  expect(tally(await many(() => refund(paid.paymentId, 10)))).toEqual({ 201: 12, 409: 38 });
  expect(await of(paid)).toMatchObject({ credited: 12_000, paid: 0, owed: 0 });
});

test("refunds of credit give back at most the unallocated amount", async () => {
  const { id } = succeeded(await transfer(95, []));
  expect(tally(await many(() => refund(id, 10, false)))).toEqual({ 201: 9, 409: 41 });
  expect(await rowOf(id)).toMatchObject({ refunded: 9_000, unallocatedPence: 500 });
});

test("credit notes at the same moment credit at most the invoice", async () => {
  const paid = await paidByCard();
  expect(tally(await many(() => credit(paid, 7)))).toEqual({ 201: 17, 409: 33 });
  expect(await of(paid)).toMatchObject({ credited: 11_900, paid: 100, owed: 0 });
});

test("transfers at the same moment pay at most the amount that an invoice owes", async () => {
  const invoice = await owedInvoice();
  expect(tally(await many(() => transfer(11, [{ number: invoice.name, amount: 11 }])))).toEqual({ 201: 10, 409: 40 });
  expect(await of(invoice)).toMatchObject({ paid: 11_000, owed: 1_000 });
});

test("transfers without allocations pay an invoice once, and the rest is credit", async () => {
  const invoice = await owedInvoice();
  const pay = () => boss.post<{ unallocated: number }>("/api/payments", { companyId, receivedOn: today(), amount: 30 });
  const before = await of(invoice);
  expect(tally(await many(pay))).toEqual({ 201: 50 });
  expect(before.owed).toBe(12_000);
  expect(await of(invoice)).toMatchObject({ paid: 12_000, owed: 0 });
});

test("one payment allocated in fifty ways at once has one of these allocations", async () => {
  const [one, two] = [await owedInvoice(), await owedInvoice()];
  const id = await allocatedTransfer(one);
  const put = (n: number) =>
    boss.put<{ allocations: unknown[] }>(`/api/payments/${id}/allocations`, {
      allocations: [
        { number: one.name, amount: n + 1 },
        { number: two.name, amount: 120 - n - 1 },
      ],
    });
  const replies = await many(put);
  expect(tally(replies)).toEqual({ 200: 50 });
  expect(await rowOf(id)).toMatchObject({ appliedPence: 12_000, unallocatedPence: 0 });
  expect((await of(one)).paid + (await of(two)).paid).toBe(12_000);
});

test("several payments for one invoice at the same moment count to it once", async () => {
  const invoice = await owedInvoice();
  const ids = await many(async () => succeeded(await transfer(70, [])).id, 8);
  const replies = await many((n) =>
    boss.put(`/api/payments/${ids[n % ids.length]}/allocations`, { allocations: [{ number: invoice.name, amount: 70 }] }),
  );
  expect(Object.keys(tally(replies)).every((status) => status === "200" || status === "409")).toBe(true);
  expect(await of(invoice)).toMatchObject({ paid: 7_000, owed: 5_000 });
});

test("a void and a refund of one payment at the same moment: exactly one succeeds", async () => {
  const invoices = await many(() => owedInvoice(), 10);
  const ids: number[] = [];
  for (const invoice of invoices) ids.push(await allocatedTransfer(invoice));
  const replies = await many(async (n) => {
    const id = ids[n % ids.length] ?? 0;
    return { id, isVoid: n >= ids.length * 2, reply: await (n >= ids.length * 2 ? voided(id) : refund(id, 120)) };
  }, 40);
  for (const id of ids) {
    const won = replies.filter((one) => one.id === id && one.reply.status < 300);
    expect(won).toHaveLength(1);
    expect((await rowOf(id)).voidedAt !== null).toBe(won[0]?.isVoid);
  }
  expect(tally(replies.map(({ reply }) => reply))).toEqual({ ...tally(replies.map(({ reply }) => reply)), 409: 30 });
});

test("a quote that many people record as paid by transfer is paid once", async () => {
  const quote = await shop.sentQuote(customer);
  expect(tally(await many(() => boss.post(`/api/quotes/${quote.id}/payments`, { receivedOn: today() })))).toEqual({ 201: 1, 409: 49 });
  expect(await shop.paymentsOf(quote.id)).toHaveLength(1);
});

test("one event fifty times, with the customer's return, is one payment", async () => {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  await shop.standIn.pay(sessionId);
  const replies = await many(
    (n): Promise<Pick<Reply, "status">> =>
      n % 5 === 0 ? customer.post(`/api/quotes/${quote.id}/confirm-payment`) : shop.deliver("checkout.session.completed"),
  );
  expect(tally(replies)).toEqual({ 200: 50 });
  expect(await shop.paymentsOf(quote.id)).toHaveLength(1);
});

test("a transfer waits for a card payment of the same quote that is under way", async () => {
  const invoice = await owedInvoice();
  const sessionId = await shop.openCheckout(customer, invoice.quoteId);
  await shop.standIn.paySlowly(sessionId);
  const both = await many(
    (n): Promise<Pick<Reply, "status">> =>
      n === 25 ? shop.deliver("checkout.session.completed") : transfer(120, [{ number: invoice.name, amount: 120 }]),
  );
  expect(tally(both)).toEqual({ 200: 1, 409: 49 });
  await shop.standIn.finishPayment(sessionId, true);
  await shop.deliver("checkout.session.async_payment_succeeded");
  expect(await of(invoice)).toMatchObject({ paid: 12_000, owed: 0 });
});

test("a transfer and a card payment at that moment pay the invoice once, and the surplus is credit", async () => {
  for (let round = 0; round < 10; round += 1) {
    const invoice = await owedInvoice();
    const sessionId = await shop.openCheckout(customer, invoice.quoteId);
    const card = async () => {
      const isPaid = await shop.standIn.pay(sessionId).then(
        () => true,
        () => false,
      );
      if (isPaid) await shop.deliver("checkout.session.completed");
    };
    const [reply] = await Promise.all([transfer(120, [{ number: invoice.name, amount: 120 }]), card()]);
    expect([201, 409]).toContain(reply.status);
    expect(await of(invoice)).toMatchObject({ paid: 12_000, owed: 0 });
  }
});

test("many checkout pages for the same invoices leave one open page, for the amount that is owed", async () => {
  const both = [await owedInvoice(), await owedInvoice()];
  const numbers = both.map(({ name }) => name);
  const replies = await many(() => customer.post<{ checkoutUrl: string }>("/api/account/pay", { numbers }), 12);
  expect(Object.keys(tally(replies)).filter((status) => status !== "200" && status !== "409")).toEqual([]);
  // Two simultaneous presses may open the same page.
  const sessions = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.checkoutUrl.split("/").at(-1) ?? ""));
  const open: string[] = [];
  for (const id of sessions) if ((await shop.stripe.checkout.sessions.retrieve(id)).status === "open") open.push(id);
  expect(open).toHaveLength(1);
});

/** Stripe waits ten seconds for a reply, and sends the event again without one. */
async function delivered(eventId: string, tries = 5): Promise<Pick<Reply, "status">> {
  try {
    return await shop.standIn.deliver(eventId, { to: `${shop.portal.url}/api/stripe/webhook`, secret: WEBHOOK_SECRET });
  } catch (error) {
    if (tries === 1 || !(error instanceof DOMException && error.name === "TimeoutError")) throw error;
    return delivered(eventId, tries - 1);
  }
}

/**
 * Every write that issues, pays, refunds and settles locks company, quotes, payment and counter in
 * this order.
 */
test("all kinds of writes at once to one company cause no deadlock and no fault", async () => {
  const invoices = await many(() => owedInvoice(), 4);
  const cards = [await paidByCard(), await paidByCard()];
  const held = await shop.sentQuote(customer);
  const transfers = await many(async () => succeeded(await transfer(60, [])).id, 4);
  const events = shop.standIn.events().filter(({ type }) => type === "checkout.session.completed" || type === "charge.refunded");
  const at = <Thing>(things: readonly Thing[], n: number) => things[n % things.length] as Thing;
  const deeds: ((n: number) => Promise<Pick<Reply, "status">>)[] = [
    (n) => refund(at(cards, n).paymentId, 1 + n),
    (n) => credit(at(invoices, n), 1 + n),
    (n) => transfer(20, [{ number: at(invoices, n).name, amount: 10 }]),
    (n) =>
      boss.put(`/api/payments/${at(transfers, n)}/allocations`, {
        allocations: invoices.map(({ name }) => ({ number: name, amount: 1 + n })).toReversed(),
      }),
    (n) => voided(at(transfers, n + 1)),
    (n) => refund(at(transfers, n), 2, n % 2 === 0),
    () => boss.post(`/api/quotes/${held.id}/payments`, { receivedOn: today() }),
    () => boss.put("/api/settings/company", SELLER),
    (n) => delivered(at(events, n).id),
    (n) => customer.post("/api/account/pay", { numbers: [at(invoices, n).name] }),
  ];
  for (let round = 0; round < 4; round += 1) {
    const replies = await many((n) => at(deeds, n)(Math.floor(n / deeds.length)));
    expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  }
});
