import { afterAll, beforeAll, expect, test } from "vitest";
import { type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startPortal } from "#server/testing/portal.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";

let shop: TestShop;
let boss: TestClient;
let customer: TestClient;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  boss = await shop.portal.superAdmin();
  customer = await shop.portal.signIn(await shop.portal.createAccount("customer", { address: "1 High Street, Lewes" }));
});
afterAll(() => shop.stop());

interface Payout {
  readonly id: string;
  readonly amount: number;
  readonly charges: number;
  readonly refunds: number;
  readonly fees: number;
  readonly other: number;
  readonly unlisted: number;
  readonly lines: readonly {
    readonly kind: string;
    readonly amount: number;
    readonly fee: number;
    readonly net: number;
    readonly paymentId: number | null;
    readonly invoices: readonly string[];
  }[];
}
const read = (query = "", by = boss) => by.get<{ payouts: Payout[]; hasMore: boolean }>(`/api/money/payouts${query}`);
const pence = (pounds: number) => Math.round(pounds * 100);
/** Pays a quote of £120.00 by card. */
async function paidByCard() {
  const product = await shop.portal.product({ basePricePerM2: 100 });
  const quote: QuoteReply = await shop.sentQuote(customer, [shop.portal.windowOf(product, { widthM: 1, heightM: 1 })]);
  const sessionId = await shop.openCheckout(customer, quote.id);
  await shop.standIn.pay(sessionId);
  await shop.deliver("checkout.session.completed");
  const [payment] = await shop.paymentsOf(quote.id);
  const { invoiceNumber: number } = await shop.quoteRow(quote.id);
  return { sessionId, paymentId: payment?.id ?? 0, number: number ?? 0 };
}

test("a payout lists its charges, refunds, disputes and fees, which add up to it", async () => {
  expect(succeeded(await read())).toEqual({ payouts: [], hasMore: false });
  const [one, other] = [await paidByCard(), await paidByCard()];
  succeeded(await boss.post(`/api/payments/${one.paymentId}/refunds`, { amount: 20, reason: "A scratched louvre", creditNote: true }));
  await shop.standIn.dispute(other.sessionId);
  await shop.standIn.moveDisputedFunds(other.sessionId, "withdrawn");
  await shop.standIn.payOut();
  const [payout] = succeeded(await read()).payouts;
  // Two charges of £120.00, each with a fee of £2.00; Stripe's fee of a dispute is £20.00.
  expect(payout).toMatchObject({ amount: 76, charges: 240, refunds: 20, fees: 24, other: -120, unlisted: 0 });
  expect(payout?.lines.map(({ kind, amount, fee, net }) => [kind, amount, fee, net]).toSorted()).toEqual([
    ["charge", 120, 2, 118],
    ["charge", 120, 2, 118],
    ["dispute", -120, 20, -140],
    ["refund", -20, 0, -20],
  ]);
  expect(payout?.lines.reduce((sum, { net }) => sum + pence(net), 0)).toBe(pence(payout?.amount ?? 0));
  const refund = payout?.lines.find(({ kind }) => kind === "refund");
  expect(refund).toMatchObject({ paymentId: one.paymentId, invoices: [invoiceNumber(one.number)] });
  const dispute = payout?.lines.find(({ kind }) => kind === "dispute");
  expect(dispute).toMatchObject({ paymentId: other.paymentId, invoices: [invoiceNumber(other.number)] });
});

test("payouts are read ten at a time, newest first, and each charge is in one of them", async () => {
  await paidByCard();
  const ids: string[] = [];
  for (let n = 0; n < 11; n += 1) ids.push((await shop.standIn.payOut()).id);
  const first = succeeded(await read());
  expect(first.hasMore).toBe(true);
  expect(first.payouts.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10));
  const rest = succeeded(await read(`?after=${first.payouts.at(-1)?.id}`));
  expect(rest.hasMore).toBe(false);
  const charges = [...first.payouts, ...rest.payouts].flatMap(({ lines }) => lines.filter(({ kind }) => kind === "charge"));
  expect(charges).toHaveLength(3);
  expect((await read("?after=ch_1")).status).toBe(400);
});

test("without keys, and while Stripe does not answer, the owner reads a sentence", async () => {
  shop.standIn.failNext({ path: "/v1/payouts", method: "GET", status: 500, times: 5 });
  const silent = await read();
  shop.standIn.clearFaults();
  expect([silent.status, silent.text]).toEqual([503, "Stripe did not answer. Please try again in a moment."]);
  const other = await startPortal();
  try {
    const reply = await read("", await other.superAdmin());
    expect([reply.status, reply.text]).toEqual([409, "Card payments are not set up: save Stripe's keys in Settings first"]);
  } finally {
    await other.stop();
  }
});
