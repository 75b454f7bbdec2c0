import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seeded } from "#server/demo/demo-timeline.ts";
import { checkoutSessions } from "#server/schema/checkouts.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { QuoteReply } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop, WEBHOOK_SECRET } from "#server/testing/shop.ts";
import { type StandInEvent, signedDelivery } from "#stripe-stand-in/index.ts";

/**
 * A thousand deliveries on Stripe's worst day: shuffled, repeated, simultaneous, late, beside
 * forged ones, while people pay, decline and refund. SEED=… repeats a run, DELIVERIES=… makes it
 * longer.
 */

const SEED = Number(process.env.SEED ?? 20_261_121);
const DELIVERIES = Number(process.env.DELIVERIES ?? 1000);
const random = seeded(SEED);

/** The courses of a quote in the series as sequences of acts, with the number of quotes of each. */
const COURSES = {
  paid: 40,
  paidTwice: 6,
  refundedInPart: 14,
  refundedWhole: 4,
  declined: 6,
  deleted: 6,
  wrongAmount: 5,
  wrongCurrency: 5,
  expired: 8,
  expiredThenPaid: 6,
} as const;
type Course = keyof typeof COURSES;

interface Story {
  readonly course: Course;
  readonly quote: QuoteReply;
  readonly acts: (() => Promise<unknown>)[];
}

let shop: TestShop;
let customer: TestClient;
let boss: TestClient;
let stories: Story[];
beforeAll(async () => {
  shop = await startShop();
  customer = await shop.portal.signIn(await shop.portal.createAccount("customer", { address: "4 Mill Lane, Leeds" }));
  boss = await shop.portal.superAdmin();
  await saveSeller(shop.portal);
  stories = await inFours(
    Object.entries(COURSES).flatMap(([course, count]) => Array(count).fill(course) as Course[]),
    storyOf,
  );
});
afterAll(() => shop.stop());

async function inFours<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += 4) done.push(...(await Promise.all(all.slice(at, at + 4).map(work))));
  return done;
}

const penceOf = ({ finalTotal = 0 }: QuoteReply): number => Math.round(finalTotal * 100);

async function storyOf(course: Course): Promise<Story> {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  const { stripe, standIn } = shop;
  const pay = () => standIn.pay(sessionId);
  const expire = () => stripe.checkout.sessions.expire(sessionId);
  /**
   * A second Checkout session for the same quote, like one of an earlier version of the portal or
   * of a person.
   */
  const payElsewhere = async (unit_amount: number, currency = "gbp") => {
    const { id } = await stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [{ quantity: 1, price_data: { currency, unit_amount, product_data: { name: "By hand" } } }],
      metadata: { quoteId: String(quote.id), portal: "http://portal.test" },
      success_url: "http://portal.test/quotes",
    });
    await standIn.pay(id);
  };
  const refund = async (amount?: number) => {
    const { payment_intent } = await stripe.checkout.sessions.retrieve(sessionId);
    await stripe.refunds.create({ payment_intent: String(payment_intent), ...(amount && { amount }) });
  };
  const total = penceOf(quote);
  const acts: Record<Course, Story["acts"]> = {
    paid: [pay],
    paidTwice: [pay, () => payElsewhere(total)],
    refundedInPart: [pay, () => refund(1000), () => refund(250)],
    refundedWhole: [pay, () => refund()],
    declined: [() => customer.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined" }), pay],
    deleted: [() => boss.delete(`/api/quotes/${quote.id}`), pay],
    wrongAmount: [() => payElsewhere(total - 1)],
    wrongCurrency: [() => payElsewhere(total, "usd")],
    expired: [expire],
    expiredThenPaid: [expire, async () => standIn.pay(await shop.openCheckout(customer, quote.id))],
  };
  return { course, quote, acts: acts[course] };
}

const RELEVANT = /^(checkout\.session\.|charge\.refunded)/;
const send = async ({ body, headers }: ReturnType<typeof signedDelivery>) =>
  (await fetch(`${shop.portal.url}/api/stripe/webhook`, { method: "POST", body, headers })).status;

/** Stripe reports one fact with several event types, some of which are untrue on arrival. */
const AS = ["checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed", "checkout.session.expired"];
const genuine = (event: StandInEvent) => {
  const alias = event.type.startsWith("checkout.") && random() < 0.2 ? AS[Math.floor(random() * AS.length)] : event.type;
  return send(signedDelivery({ ...event, type: alias }, WEBHOOK_SECRET));
};
const forged = (event: StandInEvent) => {
  const session = { ...event.data.object, id: `cs_test_${randomUUID()}`, payment_status: "paid", amount_total: 1 };
  return send(signedDelivery({ ...event, data: { object: session } }, "whsec_guessed"));
};

/** The acts of a story run in order, the stories in random order. */
async function nextAct(left: Story[]): Promise<void> {
  const story = left[Math.floor(random() * left.length)];
  await story?.acts.shift()?.();
  if (story?.acts.length === 0) left.splice(left.indexOf(story), 1);
}

test("a thousand shuffled, repeated, late and forged deliveries lose no payment and double none", { timeout: 240_000 }, async () => {
  const left = [...stories];
  const replies = { genuine: [] as number[], forged: [] as number[] };
  const known = () => shop.standIn.events().filter(({ type }) => RELEVANT.test(type));
  const deliver = async (events: readonly StandInEvent[]) => {
    replies.genuine.push(...(await Promise.all(events.map(genuine))));
  };
  while (left.length > 0) {
    await nextAct(left);
    const events = known();
    const some = Array.from({ length: Math.floor(random() * 7) }, () => events[Math.floor(random() * events.length)]);
    await deliver(some.filter((event) => event !== undefined));
    const [any] = events;
    if (any && random() < 0.2) replies.forged.push(await forged(any));
  }
  // All events are delivered again, each at least once with its own type, so that missed events
  // arrive at last.
  for (let late = shuffled([...known(), ...known()]); late.length > 0; ) await deliver(late.splice(0, 5));
  for (const event of shuffled(known())) replies.genuine.push(await send(signedDelivery(event, WEBHOOK_SECRET)));
  while (replies.genuine.length < DELIVERIES) await deliver(shuffled(known()).slice(0, 5));

  expect(new Set(replies.genuine)).toEqual(new Set([200]));
  expect(replies.forged.length).toBeGreaterThan(10);
  expect(new Set(replies.forged)).toEqual(new Set([400]));
  for (const story of stories) await isRight(story);
  await isRightAltogether();
});

function shuffled<T>(all: T[]): T[] {
  const left = [...all];
  return all.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as T);
}

/**
 * The expected counts of each course: settling payments, flagged payments, and refunds of the first
 * payment.
 */
const OUTCOME = {
  paid: [1, 0, 0],
  paidTwice: [1, 1, 0],
  refundedInPart: [1, 0, 1250],
  refundedWhole: [1, 0, "all"],
  declined: [0, 1, 0],
  deleted: [0, 1, 0],
  wrongAmount: [0, 1, 0],
  wrongCurrency: [0, 1, 0],
  expired: [0, 0, 0],
  expiredThenPaid: [1, 0, 0],
} as const satisfies Record<Course, readonly [number, number, number | "all"]>;

async function isRight({ course, quote }: Story): Promise<void> {
  const total = penceOf(quote);
  const stored = await shop.paymentsOf(quote.id);
  let [settling, flagged, refunded]: readonly [number, number, number | "all"] = OUTCOME[course];
  // A payment that was refunded before its report cannot settle.
  if (course === "refundedWhole" && stored.every(({ settles }) => !settles)) [settling, flagged] = [0, 1];
  const settled = stored.filter(({ settles }) => settles);
  const what = `SEED=${SEED}: Q-${quote.id}, ${course}`;
  expect([settled.length, stored.length - settled.length], what).toEqual([settling, flagged]);
  expect(
    settled.map(({ amount, currency, refunded }) => [amount, currency, refunded]),
    what,
  ).toEqual(Array(settling).fill([total, "gbp", refunded === "all" ? total : refunded]));
  const row = await shop.quoteRow(quote.id);
  expect([row.paidAt !== null, row.status], what).toEqual([
    settling === 1,
    settling === 1 ? "accepted" : course === "declined" ? "declined" : "sent",
  ]);
}

/**
 * Every penny at Stripe is one stored payment. Each has one receipt or one error record, and the
 * invoices have no gap.
 */
async function isRightAltogether(): Promise<void> {
  const { db } = shop.portal;
  const stored = await db.select().from(payments);
  const atStripe = await shop.stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const byIntent = (rows: readonly (readonly [string, number, number, string])[]) => rows.toSorted(([a], [b]) => a.localeCompare(b));
  expect(byIntent(stored.map((row) => [row.stripePaymentIntentId ?? "", row.amount, row.refunded, row.currency] as const))).toEqual(
    byIntent(
      atStripe.map(
        ({ payment_intent, amount, amount_refunded, currency }) => [String(payment_intent), amount, amount_refunded, currency] as const,
      ),
    ),
  );
  const settled = stored.filter(({ settles }) => settles).map(({ quoteId }) => quoteId ?? 0);
  const receipts = (await shop.portal.mails()).flatMap(({ subject }) => /^Payment received for quote Q-(\d+)/.exec(subject)?.[1] ?? []);
  expect(receipts.map(Number).toSorted((a, b) => a - b)).toEqual(settled.toSorted((a, b) => a - b));
  const flagged = (await shop.errors()).filter(({ errorType }) => errorType === "PaymentNeedsAttention");
  expect(flagged).toHaveLength(stored.length - settled.length);
  expect(flagged.every(({ count }) => count === 1)).toBe(true);
  // Invoices and the credit notes of refunds share one series without a gap.
  const issued = await db.select({ number: invoices.number, kind: invoices.kind }).from(invoices).orderBy(invoices.number);
  expect(issued.map(({ number }) => number)).toEqual(issued.map((_, index) => index + 1));
  expect(issued.filter(({ kind }) => kind === "invoice")).toHaveLength(settled.length);
  // A settled quote has no open Checkout session.
  const open = await db
    .select({ id: quotes.id })
    .from(quotes)
    .innerJoin(checkoutSessions, sql`${checkoutSessions.quoteId} = ${quotes.id} and ${checkoutSessions.open}`)
    .where(sql`${quotes.paidAt} is not null`);
  expect(open).toEqual([]);
}
