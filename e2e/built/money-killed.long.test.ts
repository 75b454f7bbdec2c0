import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealWebhookSecret } from "#server/features/payments/stripe/stripe-settings.ts";
import { connect, type Database } from "#server/platform/db/connect.ts";
import { createSeal } from "#server/platform/security/seal.ts";
import { faultsOfLedger } from "#server/testing/money/ledger.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { type StripeStandIn, startStripeStandIn } from "#stripe-stand-in/index.ts";
import { ENCRYPTION_KEY } from "#tools/built-portal.ts";
import { killSteps } from "../testing/kill-steps.ts";
import { startMortalPortal } from "../testing/mortal-portal.ts";
import type { PatientCaller } from "../testing/patient-caller.ts";
import { openCheckout, openTrade, sentQuote } from "../testing/trade.ts";

/**
 * The test kills the server between any two steps of a refund, and of a payment of several
 * invoices. The caller repeats the call with the same key, and Stripe repeats its webhook: one
 * refund, one credit note and one payment result.
 */
const SECRET = "whsec_of_the_killed";

let stripe: StripeStandIn;
let portal: Awaited<ReturnType<typeof startMortalPortal>>;
let trade: Awaited<ReturnType<typeof openTrade>>;
let customer: PatientCaller;
let steps: ReturnType<typeof killSteps>;
let db: Database;
beforeAll(async () => {
  stripe = await startStripeStandIn();
  portal = await startMortalPortal(stripe.url);
  trade = await openTrade(portal.url, stripe, 1);
  [customer] = trade.customers as [PatientCaller];
  steps = killSteps(() => portal.databaseUrl);
  db = connect(portal.databaseUrl, { onError: () => {} });
  await steps.rows("update stripe_settings set webhook_secret_sealed = $1", [sealWebhookSecret(createSeal(ENCRYPTION_KEY), SECRET)]);
});
afterAll(async () => {
  await steps?.stop();
  await db?.$client.end();
  await portal?.stop();
  await stripe?.stop();
});

const kill = () => portal.killServer(() => steps.makeJobsDue());
const hear = async (type: string) => {
  const event = stripe.events().findLast((one) => one.type === type);
  return stripe.deliver(event?.id ?? "", { to: `${portal.url}/api/stripe/webhook`, secret: SECRET });
};
/** Repeats the webhook until the server accepts it, as Stripe does. */
const hearAtLast = (type: string) => expect.poll(async () => (await hear(type).catch(() => null))?.status, { timeout: 60_000 }).toBe(200);

async function paidByCard() {
  const quote = await sentQuote({ customer, boss: trade.boss, product: trade.product });
  const sessionId = await openCheckout(customer, quote.id);
  await stripe.pay(sessionId);
  await hear("checkout.session.completed");
  const [payment] = await steps.rows<{ id: number; intent: string }>(
    "select id, stripe_payment_intent_id as intent from payments where stripe_session_id = $1",
    [sessionId],
  );
  if (!payment) throw new Error("The payment was not recorded");
  return payment;
}

const COUNTER = "select * from invoice_counter for update";
interface Payment {
  readonly id: number;
  readonly intent: string;
}
const refundsAt = (intent: string) => stripe.refunds().filter(({ payment_intent }) => payment_intent === intent);
const statusOf = async (id: number) =>
  (await steps.rows<{ status: string }>("select status from refunds where payment_id = $1", [id]))[0]?.status;
const untilStatus = (id: number, status: string) => expect.poll(() => statusOf(id), { timeout: 60_000, interval: 20 }).toBe(status);

const REFUND_STEPS: Readonly<Record<string, (payment: Payment, ask: () => Promise<unknown>) => Promise<unknown>>> = {
  "before Stripe did anything": async ({ id }, ask) => {
    stripe.delayNext(20_000, { path: "/v1/refunds", method: "POST" });
    stripe.failNext({ path: "/v1/refunds", method: "POST", status: 500 });
    const asked = ask();
    await untilStatus(id, "requested");
    await sleep(200);
    await kill();
    return asked;
  },
  "after Stripe did it, before its answer came": async ({ intent }, ask) => {
    const release = stripe.holdNext({ path: "/v1/refunds", method: "POST" });
    const asked = ask();
    await expect.poll(() => refundsAt(intent).length, { timeout: 30_000, interval: 20 }).toBe(1);
    await kill();
    release();
    return asked;
  },
  "after its answer came, while the credit note is issued": async ({ intent }, ask) => {
    let asked: Promise<unknown> = Promise.resolve();
    await steps.holding(COUNTER, async () => {
      asked = ask();
      await expect.poll(() => refundsAt(intent).length, { timeout: 30_000, interval: 20 }).toBe(1);
      await steps.untilBlocked();
      await kill();
    });
    return asked;
  },
  "after all was kept, before the person heard": async ({ id }, ask) => {
    const asked = ask();
    await untilStatus(id, "succeeded");
    await kill();
    return asked;
  },
  "while Stripe's later word is kept": async ({ id, intent }, ask) => {
    stripe.beginRefundsAs("pending");
    const asked = await ask();
    stripe.beginRefundsAs("succeeded");
    expect(await statusOf(id)).toBe("pending");
    await stripe.moveRefund(refundsAt(intent)[0]?.id ?? "", "succeeded");
    await steps.holding(COUNTER, async () => {
      const told = hear("refund.updated").catch(() => null);
      await steps.untilBlocked();
      await kill();
      await told;
    });
    await hearAtLast("refund.updated");
    return asked;
  },
};

test.each(Object.entries(REFUND_STEPS))("a refund killed %s is one refund at Stripe and one credit note", async (_, killed) => {
  const payment = await paidByCard();
  const body = { amount: 40, creditNote: true, reason: "A window was broken" };
  const key = randomUUID();
  const ask = () => trade.boss.done({ method: "POST", path: `/api/payments/${payment.id}/refunds`, body, key });
  expect(await killed(payment, ask)).toMatchObject({ paymentId: payment.id, amount: 40 });
  stripe.clearFaults();
  await untilStatus(payment.id, "succeeded");
  for (const type of ["refund.created", "charge.refunded"]) await hearAtLast(type);
  await ask();
  expect(refundsAt(payment.intent)).toMatchObject([{ amount: 4_000, status: "succeeded" }]);
  const notes = await steps.rows(
    "select gross_pence::int as gross from invoices where kind = 'credit_note' and refund_id in (select id from refunds where payment_id = $1)",
    [payment.id],
  );
  expect(notes).toEqual([{ gross: 4_000 }]);
  expect(await faultsOfLedger(db)).toEqual([]);
  expect(trade.meetings.wrong).toEqual([]);
});

/** Creates two unpaid orders that have been sent off. */
async function owedInvoices() {
  const numbers: number[] = [];
  for (const job of ["one", "two"]) {
    const quote = await sentQuote({ customer, boss: trade.boss, product: trade.product });
    const body = { shippingAddress: `${job} Mill Lane, Leeds` };
    const order = await trade.boss.done<{ id: number }>({
      method: "POST",
      path: `/api/quotes/${quote.id}/convert`,
      body,
      key: randomUUID(),
    });
    await trade.boss.done({ method: "POST", path: `/api/orders/${order.id}/ship`, body: { confirmed: true } });
    const [issued] = await steps.rows<{ number: number }>("select number from invoices where quote_id = $1", [quote.id]);
    numbers.push(issued?.number ?? 0);
  }
  return numbers;
}
type Press = () => Promise<string>;
const paymentsOf = (numbers: readonly number[]) =>
  steps.rows("select distinct payment_id from allocations where number = any($1)", [numbers]);
const PAYMENT = "checkout.session.completed";

const PAYMENT_STEPS: Readonly<Record<string, (press: Press, numbers: readonly number[]) => Promise<unknown>>> = {
  "after Stripe made the page, before it was kept": async (press) => {
    const release = stripe.holdNext({ path: "/v1/checkout/sessions", method: "POST" });
    const pressed = press();
    await sleep(500);
    await kill();
    release();
    await stripe.pay(await pressed);
    // The server had already started and may have fetched the events itself.
    await hearAtLast(PAYMENT);
  },
  "while the customer pays": async (press) => {
    const session = await press();
    await stripe.pay(session);
    await kill();
  },
  "while Stripe is asked about the payment": async (press) => {
    await stripe.pay(await press());
    const release = stripe.holdNext({ path: "/v1/checkout/sessions/", method: "GET" });
    const told = hear(PAYMENT).catch(() => null);
    await sleep(500);
    await kill();
    release();
    await told;
  },
  "while the payment is recorded": async (press, [first]) => {
    await stripe.pay(await press());
    await steps.holding(`select * from quotes where invoice_number = ${first} for update`, async () => {
      const told = hear(PAYMENT).catch(() => null);
      await steps.untilBlocked();
      await kill();
      await told;
    });
  },
  "after it was recorded, before Stripe heard so": async (press, numbers) => {
    await stripe.pay(await press());
    const told = hear(PAYMENT).catch(() => null);
    await expect.poll(async () => (await paymentsOf(numbers)).length, { timeout: 30_000, interval: 10 }).toBe(1);
    await kill();
    await told;
  },
};

test.each(Object.entries(PAYMENT_STEPS))("a payment of two invoices killed %s is one payment", async (_, killed) => {
  const numbers = await owedInvoices();
  const body = { numbers: numbers.map((number) => invoiceNumber(number)) };
  const key = randomUUID();
  const press: Press = async () => {
    const { checkoutUrl } = await customer.done<{ checkoutUrl: string }>({ method: "POST", path: "/api/account/pay", body, key });
    return checkoutUrl.split("/").at(-1) ?? "";
  };
  await killed(press, numbers);
  // The server fetched the payment from Stripe's events at its start, and Stripe now delivers it
  // twice more.
  await expect.poll(async () => (await paymentsOf(numbers)).length, { timeout: 60_000, interval: 50 }).toBe(1);
  for (let again = 0; again < 2; again += 1) await hearAtLast(PAYMENT);
  expect(await paymentsOf(numbers)).toHaveLength(1);
  const owed = await steps.rows("select owed_pence::int as owed from invoice_balances where number = any($1)", [numbers]);
  expect(owed).toEqual([{ owed: 0 }, { owed: 0 }]);
  expect(await faultsOfLedger(db)).toEqual([]);
  expect(trade.meetings.wrong).toEqual([]);
});
