import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, type Database } from "#server/platform/db/connect.ts";
import { faultsOfLedger } from "#server/testing/money/ledger.ts";
import { type StripeStandIn, startStripeStandIn } from "#stripe-stand-in/index.ts";
import { killSteps } from "../testing/kill-steps.ts";
import { startMortalPortal } from "../testing/mortal-portal.ts";
import type { PatientCaller } from "../testing/patient-caller.ts";
import { addWebhook, openCheckout, openTrade, sentQuote } from "../testing/trade.ts";

/**
 * The test kills the server between any two steps of a correction that reduces a paid and invoiced
 * order, and of the refund of the credit that it leaves. After each kill either nothing or
 * everything is stored; at the end there is one of each, and each person was mailed once.
 */

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
  await addWebhook(portal.url, portal.databaseUrl, stripe);
  const joiner = { email: JOINER, companyName: "Joiners", contactName: "Ines Calloway", password: "three blind mice" };
  await trade.boss.done({ method: "POST", path: "/api/users", body: { ...joiner, role: "supplier" } });
  await steps.rows(STOP_AT_ENTRY);
});
afterAll(async () => {
  await steps?.stop();
  await db?.$client.end();
  await portal?.stop();
  await stripe?.stop();
});

// A refund needs a proof of the last ten minutes, and all kills together can take longer.
beforeEach(() => trade.boss.signIn());

const CUSTOMER = "fitter-1@trade.example";
const JOINER = "joiner@trade.example";
/**
 * The lock of a correction's own entry in the audit log, which is the last row of the transaction.
 * Its credit note has an entry before the mails, so a lock of the table would stop too early.
 */
const ENTRY = "select pg_advisory_xact_lock(77)";
const STOP_AT_ENTRY = `create function stop_at_entry() returns trigger language plpgsql as
  $$ begin perform pg_advisory_xact_lock(77); return new; end $$;
  create trigger stop_at_entry before insert on audit_entries
    for each row when (new.after ? 'changes') execute function stop_at_entry()`;

interface Order {
  readonly id: number;
  readonly quoteId: number;
  readonly quote: { readonly version: number; readonly items: readonly { readonly id: number }[] };
}

const untilMailed = () =>
  expect.poll(async () => (await steps.rows("select 1 from waiting_mails")).length, { timeout: 60_000, interval: 50 }).toBe(0);

/** An order of a workshop that was paid by card, so that it has its invoice. */
async function paidOrder() {
  const quote = await sentQuote({ customer, boss: trade.boss, product: trade.product });
  await stripe.pay(await openCheckout(customer, quote.id));
  const paid = () => steps.rows("select 1 from payments where quote_id = $1", [quote.id]);
  await expect.poll(async () => (await paid()).length, { timeout: 60_000 }).toBe(1);
  const body = { shippingAddress: "4 Mill Lane, Leeds" };
  const path = `/api/quotes/${quote.id}/convert`;
  const { id } = await trade.boss.done<{ id: number }>({ method: "POST", path, body, key: randomUUID() });
  await steps.rows("update orders set supplier_id = (select company_id from users where email = $1) where id = $2", [JOINER, id]);
  const order = await trade.boss.done<Order>({ method: "GET", path: `/api/orders/${id}` });
  // The jobs of a killed process wait half a minute, and these mails are not what is tested.
  await untilMailed();
  return { ...order, quoteId: quote.id };
}

type Ask = () => Promise<unknown>;
const narrower = ({ quote: { items } }: Order) => items.map((item, place) => (place === 0 ? { ...item, widthM: 1 } : item));

/** The office's own correction, and its acceptance of the customer's request. */
const WAYS: Readonly<Record<"correction" | "accepted request", (order: Order) => Promise<Ask>>> = {
  correction: async (order) => {
    const body = { version: order.quote.version, windows: narrower(order), reason: "The fitter measured again" };
    const call = { method: "PUT", path: `/api/orders/${order.id}/windows`, body, key: randomUUID() } as const;
    return () => trade.boss.done(call);
  },
  "accepted request": async (order) => {
    const path = `/api/orders/${order.id}/change-requests`;
    const windows = [{ itemId: order.quote.items[0]?.id, fields: { widthM: 1 } }];
    const body = { text: "The kitchen is narrower", windows };
    const { id } = await customer.done<{ id: number }>({ method: "POST", path, body, key: randomUUID() });
    const call = { method: "POST", path: `${path}/${id}/accept`, body: { version: order.quote.version }, key: randomUUID() } as const;
    return () => trade.boss.done(call);
  },
};

/** Counts everything that a correction stores. */
async function storedOf({ id, quoteId }: Order): Promise<Record<string, number>> {
  const [row] = await steps.rows<Record<string, number>>(
    `select (select count(*)::int from corrections where order_id = $1) as corrections,
      (select count(*)::int from invoices where quote_id = $2 and kind = 'credit_note') as notes,
      (select count(*)::int from invoices where quote_id = $2 and correction_id is not null) as documents,
      (select count(*)::int from notifications where type = 'order_changed' and related_id = $1) as notifications,
      (select count(*)::int from audit_entries where target_type = 'orders' and target_id = $1 and after ? 'changes') as entries,
      (select count(*)::int from quote_items where quote_id = $2 and width_tenth_mm = 10000) as windows,
      (select count(*)::int from payments where quote_id = $2 and unallocated_pence > 0) as credits`,
    [id, quoteId],
  );
  if (!row) throw new Error("The count has a row");
  return row;
}

/** Kills the server, and finds nothing or everything stored while there is none. */
async function kill(order: Order): Promise<void> {
  await portal.killServer(async () => {
    const counts = new Set(Object.values(await storedOf(order)));
    expect([...counts], "either nothing or everything").toHaveLength(1);
    await steps.makeJobsDue();
  });
}

/** The lock at which the server is killed. */
const LOCKS: Readonly<Record<string, (order: Order) => string>> = {
  "before its order is locked": ({ id }) => `select * from orders where id = ${id} for update`,
  "before it is stored": () => "lock table corrections in exclusive mode",
  "between its windows and its credit note": () => "select * from invoice_counter for update",
  "between its credit note and the freed money": () => "lock table allocations in exclusive mode",
  "before its mails are stored": () => "lock table waiting_mails in exclusive mode",
  "between its mails and its entry": () => ENTRY,
};
const killedAt = async (lock: string, order: Order, ask: Ask): Promise<unknown> => {
  let asked: Promise<unknown> = Promise.resolve();
  await steps.holding(lock, async () => {
    asked = ask();
    await steps.untilBlocked();
    await kill(order);
  });
  return asked;
};

/** The correction is committed, and its mails wait for the second lock. */
async function killedBeforeMail(order: Order, ask: Ask): Promise<unknown> {
  let asked: Promise<unknown> = Promise.resolve();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const inserting = steps.holding(ENTRY, async () => {
    asked = ask();
    await steps.untilBlocked();
    await released;
  });
  await steps.untilBlocked();
  const mailing = steps.holding("lock table waiting_mails in access exclusive mode", () => kill(order));
  await steps.untilBlocked(2);
  release();
  await inserting;
  await mailing;
  return asked;
}

const STEPS: readonly (readonly [step: string, killed: (order: Order, ask: Ask) => Promise<unknown>])[] = [
  ...Object.entries(LOCKS).map(([step, lock]) => [step, (order: Order, ask: Ask) => killedAt(lock(order), order, ask)] as const),
  ["after all was stored, before its mails are sent", killedBeforeMail],
];

/** An accepted request differs from a correction in the request alone, which is stored last. */
const AFTER_ALL = STEPS.slice(-2);
const KILLED = [
  ...STEPS.map(([step, killed]) => ["correction", step, killed] as const),
  ...AFTER_ALL.map(([step, killed]) => ["accepted request", step, killed] as const),
];

describe("of a paid order", () => {
  test.each(KILLED)("the %s killed %s is stored whole and mailed once", async (way, _step, killed) => {
    const order = await paidOrder();
    const ask = await WAYS[way](order);
    await killed(order, ask);
    await ask();
    expect(await storedOf(order)).toEqual({
      ...{ corrections: 1, notes: 1, documents: 1, notifications: 1, entries: 1, windows: 1, credits: 1 },
    });
    await untilMailed();
    const subject = `Order ORD-${order.id} changed `;
    for (const [person, words] of [
      [CUSTOMER, /width 1,200 → 1,000 mm, layout LL → L · total £\d+\.\d\d → £.*is your credit now/s],
      [JOINER, /width 1,200 → 1,000 mm/],
    ] as const) {
      const mails = (await portal.mailsTo(person)).filter((mail) => mail.subject.startsWith(subject));
      expect([person, mails.length]).toEqual([person, 1]);
      expect(mails[0]?.text).toMatch(words);
    }
    expect(await faultsOfLedger(db)).toEqual([]);
    expect(trade.meetings.wrong).toEqual([]);
  });
});

describe("the refund of the credit that a correction leaves", () => {
  interface Refunding {
    readonly paymentId: number;
    readonly intent: string;
    readonly ask: Ask;
  }
  const madeAtStripe = ({ intent }: Refunding) => stripe.refunds().filter(({ payment_intent }) => payment_intent === intent);
  const untilMade = (of: Refunding) => expect.poll(() => madeAtStripe(of).length, { timeout: 30_000, interval: 20 }).toBe(1);
  const statusOf = async ({ paymentId }: Refunding) =>
    (await steps.rows<{ status: string }>("select status from refunds where payment_id = $1", [paymentId]))[0]?.status;
  const killServer = () => portal.killServer(() => steps.makeJobsDue());

  const REFUND_STEPS: Readonly<Record<string, (of: Refunding) => Promise<unknown>>> = {
    "before it is stored": async ({ ask }) => {
      let asked: Promise<unknown> = Promise.resolve();
      await steps.holding("lock table refunds in exclusive mode", async () => {
        asked = ask();
        await steps.untilBlocked();
        await killServer();
      });
      return asked;
    },
    "after Stripe made it, before its answer came": async (of) => {
      const release = stripe.holdNext({ path: "/v1/refunds", method: "POST" });
      const asked = of.ask();
      await untilMade(of);
      await killServer();
      release();
      return asked;
    },
    "after its answer came, before it is stored": async (of) => {
      const release = stripe.holdNext({ path: "/v1/refunds", method: "POST" });
      const asked = of.ask();
      await untilMade(of);
      await steps.holding(`select * from payments where id = ${of.paymentId} for update`, async () => {
        release();
        await steps.untilBlocked();
        await killServer();
      });
      return asked;
    },
    "after all was stored": async (of) => {
      const asked = of.ask();
      await expect.poll(() => statusOf(of), { timeout: 30_000, interval: 5 }).toBe("succeeded");
      await killServer();
      return asked;
    },
  };

  test.each(Object.entries(REFUND_STEPS))("killed %s is refunded once, without a second credit note", async (_, killed) => {
    const order = await paidOrder();
    await (await WAYS.correction(order))();
    await untilMailed();
    const [payment] = await steps.rows<{ id: number; intent: string; credit: number }>(
      "select id, stripe_payment_intent_id as intent, unallocated_pence::int as credit from payments where quote_id = $1",
      [order.quoteId],
    );
    if (!payment) throw new Error("The order was paid");
    const body = { amount: payment.credit / 100, creditNote: false, reason: "The window is narrower" };
    const call = { method: "POST", path: `/api/payments/${payment.id}/refunds`, body, key: randomUUID() } as const;
    const of = { paymentId: payment.id, intent: payment.intent, ask: () => trade.boss.done(call) };
    await killed(of);
    await expect.poll(() => statusOf(of), { timeout: 60_000, interval: 20 }).toBe("succeeded");
    await of.ask();
    expect(madeAtStripe(of)).toMatchObject([{ amount: payment.credit, status: "succeeded" }]);
    expect(await storedOf(order)).toMatchObject({ notes: 1, credits: 0 });
    const refunded = `£${(payment.credit / 100).toFixed(2)}`;
    await untilMailed();
    await expect
      .poll(async () => (await portal.mailsTo(CUSTOMER)).filter(({ subject }) => /refund/i.test(subject)).length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    expect((await portal.mailsTo(CUSTOMER)).at(-1)?.text).toContain(refunded);
    expect(await faultsOfLedger(db)).toEqual([]);
    expect(trade.meetings.wrong).toEqual([]);
  });
});
