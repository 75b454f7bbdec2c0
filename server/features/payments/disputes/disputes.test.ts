import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconcilePayments } from "#server/features/payments/stripe/reconcile-payments.ts";
import { errorRecords } from "#server/schema/records.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startShop, type TestShop, WEBHOOK_SECRET } from "#server/testing/shop.ts";
import { signedDelivery } from "#stripe-stand-in/index.ts";

let shop: TestShop;
let customer: TestClient;
beforeAll(async () => {
  shop = await startShop();
  customer = await shop.portal.signIn("customer");
});
afterAll(() => shop.stop());

async function paidQuote() {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  await shop.standIn.pay(sessionId);
  await shop.deliver("checkout.session.completed");
  return { quote, sessionId };
}
const recordsAbout = async (quoteId: number) => (await shop.errors()).filter(({ requestPath }) => requestPath === `quote ${quoteId}`);

test("a chargeback is flagged once, with the action and its deadline, and the quote stays paid", async () => {
  const { quote, sessionId } = await paidQuote();
  const dispute = await shop.standIn.dispute(sessionId);
  for (let n = 0; n < 3; n += 1) expect((await shop.deliver("charge.dispute.created")).status).toBe(200);
  const records = await recordsAbout(quote.id);
  expect(records).toMatchObject([{ errorType: "PaymentNeedsAttention", severity: "critical", status: "new", count: 1 }]);
  expect(records[0]?.errorMessage).toContain(`for quote Q-${quote.id} is disputed (Stripe ${dispute.id}: product not received)`);
  expect(records[0]?.errorMessage).toMatch(/Answer it in Stripe by \d{1,2} \w{3} \d{4}, and decide whether its order goes on\.$/);
  expect((await shop.quoteRow(quote.id)).paidAt).not.toBeNull();
});

test("disputes of two quotes have records of their own, and the bank's decision has another", async () => {
  const [one, two] = [await paidQuote(), await paidQuote()];
  for (const { sessionId } of [one, two]) {
    await shop.standIn.dispute(sessionId);
    await shop.deliver("charge.dispute.created");
  }
  expect([await recordsAbout(one.quote.id), await recordsAbout(two.quote.id)].map((records) => records.length)).toEqual([1, 1]);
  await shop.standIn.dispute(one.sessionId, "lost");
  await shop.deliver("charge.dispute.closed");
  await shop.standIn.dispute(two.sessionId, "won");
  await shop.deliver("charge.dispute.closed");
  expect((await recordsAbout(one.quote.id)).at(-1)).toMatchObject({
    severity: "critical",
    errorMessage: expect.stringContaining("the money is gone"),
  });
  expect((await recordsAbout(two.quote.id)).at(-1)).toMatchObject({
    severity: "info",
    errorMessage: expect.stringContaining("the money stays"),
  });
});

const needsAnswer = /^The card payment of £325\.08 for quote Q-\d+ is disputed .* Answer it in Stripe by /;
test.each([
  ["charge.dispute.created", "needs_response", "critical", needsAnswer],
  ["charge.dispute.updated", "warning_needs_response", "critical", needsAnswer],
  [
    "charge.dispute.funds_withdrawn",
    "under_review",
    "warning",
    /The bank is looking at the answer; there is nothing to do until it decides\.$/,
  ],
  ["charge.dispute.funds_reinstated", "won", "info", /It is over: the money stays with you\.$/],
  ["charge.dispute.closed", "warning_closed", "info", /It is over: the money stays with you\.$/],
  ["charge.dispute.closed", "prevented", "info", /It is over: the money stays with you\.$/],
  [
    "charge.dispute.closed",
    "lost",
    "critical",
    /The bank decided for the card's holder: the money is gone, and what it paid is owed again\.$/,
  ],
] as const)("the event %s of a dispute that is %s is flagged for review", async (type, status, severity, sentence) => {
  const { quote, sessionId } = await paidQuote();
  const { id } = await shop.standIn.dispute(sessionId, status);
  const event = { id: "evt_stage", object: "event", type, data: { object: { id } } };
  const { body, headers } = signedDelivery(event, WEBHOOK_SECRET);
  expect((await fetch(`${shop.portal.url}/api/stripe/webhook`, { method: "POST", body, headers })).status).toBe(200);
  expect(await recordsAbout(quote.id)).toMatchObject([{ severity, errorMessage: expect.stringMatching(sentence) }]);
});

test("a dispute names the day of its deadline, or none where the bank names none", async () => {
  for (const [due, words] of [
    [Date.UTC(2027, 2, 28, 23, 30) / 1000, "Answer it in Stripe by 29 Mar 2027, and decide"],
    [null, "Answer it in Stripe, and decide"],
  ] as const) {
    const { quote, sessionId } = await paidQuote();
    const dispute = await shop.standIn.dispute(sessionId);
    dispute.evidence_details.due_by = due;
    await shop.deliver("charge.dispute.created");
    expect((await recordsAbout(quote.id))[0]?.errorMessage).toContain(words);
  }
});

test("a dispute without a webhook is found in Stripe's events, and a resolved record stays resolved", async () => {
  const { quote, sessionId } = await paidQuote();
  await shop.standIn.dispute(sessionId);
  await reconcilePayments(shop.deps, shop.stripe);
  const [record] = await recordsAbout(quote.id);
  expect(record).toMatchObject({ severity: "critical" });
  await shop.portal.db
    .update(errorRecords)
    .set({ status: "resolved" })
    .where(eq(errorRecords.id, record?.id ?? 0));
  await reconcilePayments(shop.deps, shop.stripe);
  expect(await recordsAbout(quote.id)).toMatchObject([{ status: "resolved", count: 1 }]);
});

test("a dispute of another shop, and one unknown to Stripe, are ignored", async () => {
  const before = (await shop.errors()).length;
  const other = await shop.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: 5000, product_data: { name: "A lamp" } } }],
    success_url: "https://lamps.test/thanks",
  });
  await shop.standIn.pay(other.id);
  await shop.standIn.dispute(other.id);
  expect((await shop.deliver("charge.dispute.created")).status).toBe(200);
  const made = { id: "evt_made", object: "event", type: "charge.dispute.created", data: { object: { id: "dp_none" } } };
  const { body, headers } = signedDelivery(made, WEBHOOK_SECRET);
  expect((await fetch(`${shop.portal.url}/api/stripe/webhook`, { method: "POST", body, headers })).status).toBe(200);
  expect((await shop.errors()).length).toBe(before);
});

test("a session without this portal's metadata settles nothing, whatever quote it names", async () => {
  const quote = await shop.sentQuote(customer);
  const { finalTotalPence } = await shop.quoteRow(quote.id);
  const forge = async (metadata: Record<string, string>) => {
    const session = await shop.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [
        { quantity: 1, price_data: { currency: "gbp", unit_amount: finalTotalPence, product_data: { name: "Something else" } } },
      ],
      metadata,
      success_url: "https://lamps.test/thanks",
    });
    await shop.standIn.pay(session.id);
    expect((await shop.deliver("checkout.session.completed")).status).toBe(200);
  };
  await forge({ quoteId: String(quote.id) });
  await forge({ quoteId: String(quote.id), portal: "https://another.test" });
  expect(await shop.paymentsOf(quote.id)).toEqual([]);
  expect((await shop.quoteRow(quote.id)).paidAt).toBeNull();
  await forge({ quoteId: String(quote.id), portal: "http://portal.test" });
  expect(await shop.paymentsOf(quote.id)).toMatchObject([{ settles: true }]);
});
