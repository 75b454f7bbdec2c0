import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { corrections, orders } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { orderPieces, parcelPieces } from "#server/schema/workshop.ts";
import { type OrderReply, type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { Reply, TestClient } from "#server/testing/calls/test-client.ts";
import { faultsOfLedger } from "#server/testing/money/ledger.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import type { User } from "#server/testing/portal.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";

/**
 * A correction of an order and another write of it, one after the other in both orders and at the
 * same moment: the outcome is that of one of both orders, and each person concerned is notified
 * once, with the difference in words.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 2);

let shop: TestShop;
let boss: TestClient;
/** A new customer for each pair, because a customer may send only a few messages. */
let account: User;
let customer: TestClient;
let joiners: User;
let workshop: TestClient;
let product: ProductReply;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  boss = await shop.portal.superAdmin();
  joiners = await shop.portal.createAccount("supplier");
  workshop = await shop.portal.signIn(joiners);
  product = await shop.portal.product({ basePricePerM2: 100 });
});
beforeEach(async () => {
  account = await shop.portal.createAccount("customer", { address: "1 High Street, Lewes" });
  customer = await shop.portal.signIn(account);
});
afterEach(async () => {
  expect(await faultsOfLedger(shop.portal.db)).toEqual([]);
  const { rows } = await shop.portal.owner.execute<{ count: number }>(
    sql`select deadlocks::int as count from pg_stat_database where datname = current_database()`,
  );
  expect(rows[0]?.count).toBe(0);
});
afterAll(() => shop.stop());

type Deed = (at: Begun) => Promise<Pick<Reply, "status" | "text">>;
interface Order extends Omit<OrderReply, "quote"> {
  readonly quote: { readonly version: number; readonly items: readonly { readonly id: number; readonly name: string }[] };
}
interface Begun {
  readonly order: Order;
  readonly kitchen: number;
  readonly bed: number;
  readonly pressedAt: string;
  readonly requestId: number;
  readonly sessionId: string;
  readonly number: number;
}

const path = ({ order }: Begun, more: string) => `/api/orders/${order.id}/${more}`;
const narrower = ({ order }: Begun) => order.quote.items.map((item) => (item.name === "Kitchen" ? { ...item, widthM: 0.9 } : item));
const correct =
  (more: object = {}): Deed =>
  (at) =>
    boss.put(path(at, "windows"), { version: at.order.quote.version, windows: narrower(at), reason: "The fitter rang", ...more });
const pressed = ({ pressedAt }: Begun) => ({ "Pressed-At": pressedAt });
const parcelOf =
  (window: "kitchen" | "bed"): Deed =>
  (at) =>
    workshop.post(path(at, "parcels"), { pieces: [{ itemId: at[window], piece: 1 }] }, pressed(at));
const today = () => londonDay(shop.portal.clock());

const DEEDS = {
  correct: correct(),
  "correct anyway": correct({ confirmed: true }),
  "correct as asked": (at) => correct({ requestId: at.requestId })(at),
  "remove the bed": (at) =>
    boss.put(path(at, "windows"), {
      version: at.order.quote.version,
      windows: at.order.quote.items.filter(({ name }) => name === "Kitchen"),
      reason: "One window too many",
    }),
  "mark the kitchen": (at) => workshop.patch(path(at, "pieces"), { itemId: at.kitchen, step: "cut", done: true }, pressed(at)),
  "ship the kitchen": parcelOf("kitchen"),
  "ship the bed": parcelOf("bed"),
  ship: (at) => workshop.post(path(at, "ship"), { confirmed: true }, pressed(at)),
  cancel: (at) => boss.patch(path(at, "status"), { status: "cancelled" }),
  "pay by card": async ({ sessionId }) => {
    const refusal = await shop.standIn.pay(sessionId).then(
      () => null,
      () => ({ status: 409, text: "The page is closed" }),
    );
    if (refusal) return refusal;
    const { status, body } = await shop.deliver("checkout.session.completed");
    return { status, text: body };
  },
  "pay by transfer": ({ order }) => boss.post(`/api/quotes/${order.quoteId}/payments`, { receivedOn: today(), amount: 240 }),
  "pay the invoice": ({ number }) =>
    boss.post("/api/payments", {
      ...{ companyId: account.companyId, receivedOn: today(), amount: 240 },
      allocations: [{ number: invoiceNumber(number), amount: 240 }],
    }),
  "credit nearly all": ({ number }) =>
    boss.post(`/api/invoices/${invoiceNumber(number)}/credit-notes`, { gross: 235, reason: "Agreed by phone" }),
  ask: (at) =>
    customer.post(path(at, "change-requests"), { text: "The bed is wrong", windows: [{ itemId: at.bed, fields: { widthM: 0.8 } }] }),
  withdraw: (at) => customer.delete(path(at, `change-requests/${at.requestId}`)),
  accept: (at) => boss.post(path(at, `change-requests/${at.requestId}/accept`), { version: at.order.quote.version }),
  decline: (at) => boss.post(path(at, `change-requests/${at.requestId}/decline`), { reason: "It is made already" }),
} as const satisfies Readonly<Record<string, Deed>>;
type DeedName = keyof typeof DEEDS;

const NEEDS_REQUEST: ReadonlySet<DeedName> = new Set(["correct as asked", "withdraw", "accept", "decline"]);
const NEEDS_INVOICE: ReadonlySet<DeedName> = new Set(["pay the invoice", "credit nearly all"]);

/** An order of a workshop with a kitchen and a bed of 1 m² each: £240.00. */
async function begin(pair: readonly DeedName[]): Promise<Begun> {
  const items = ["Kitchen", "Bed"].map((name) => shop.portal.windowOf(product, { name, widthM: 1, heightM: 1 }));
  const { id, quoteId } = await shop.portal.orderFor(customer, { items });
  await shop.portal.db.update(orders).set({ supplierId: joiners.companyId }).where(eq(orders.id, id));
  if (pair.some((deed) => NEEDS_INVOICE.has(deed))) {
    // An order that was shipped and returned has its invoice and can be corrected.
    succeeded(await boss.post(`/api/orders/${id}/ship`, { confirmed: true }));
    succeeded(await boss.patch(`/api/orders/${id}/status`, { status: "processing" }));
  }
  const asked = { text: "The kitchen is wrong" };
  const order = succeeded(await boss.get<Order>(`/api/orders/${id}`));
  const [kitchen, bed] = order.quote.items.map((item) => item.id) as [number, number];
  const windows = [{ itemId: kitchen, fields: { widthM: 0.9 } }];
  const request = pair.some((deed) => NEEDS_REQUEST.has(deed))
    ? succeeded(await customer.post<{ id: number }>(`/api/orders/${id}/change-requests`, { ...asked, windows }))
    : null;
  const sessionId = pair.includes("pay by card") ? await shop.openCheckout(customer, quoteId ?? 0) : "";
  const { invoiceNumber: number } = await shop.quoteRow(quoteId ?? 0);
  const pressedAt = shop.portal.clock().toISOString();
  return { order, kitchen, bed, pressedAt, requestId: request?.id ?? 0, sessionId, number: number ?? 0 };
}

/** Reads the outcome of a round, without the numbers that differ in each round. */
async function leftOf({ order: { id, quoteId } }: Begun, mails: Awaited<ReturnType<typeof mailsSince>>) {
  const { db } = shop.portal;
  const now = succeeded(await boss.get<Order & Record<string, unknown>>(`/api/orders/${id}`));
  const { finalTotal, owed, orderStatus, paymentStatus, windows } = now;
  const requests = succeeded(await boss.get<{ status: string }[]>(`/api/orders/${id}/change-requests`));
  const paid = await db
    .select({ unallocated: payments.unallocatedPence, isHeld: payments.isHeld })
    .from(payments)
    .where(eq(payments.quoteId, quoteId ?? 0));
  return {
    ...{ finalTotal, owed, orderStatus, paymentStatus, windows },
    corrections: await db.$count(corrections, eq(corrections.orderId, id)),
    cut: await db.$count(orderPieces, sql`${orderPieces.orderId} = ${id} and ${orderPieces.cutAt} is not null`),
    shipped: await db.$count(parcelPieces, eq(parcelPieces.orderId, id)),
    requests: requests.map((request) => request.status),
    credit: paid.filter(({ isHeld }) => !isHeld).map(({ unallocated }) => unallocated),
    mails,
  };
}

/** The mails about the change, by reader; a mail without the difference in words is a fault. */
async function mailsSince(count: number, { order }: Begun) {
  const sent = (await shop.portal.mails()).slice(count).filter(({ subject }) => subject.startsWith(`Order ORD-${order.id}`));
  const about = (to: string, words: RegExp) => sent.filter((mail) => mail.to === to && words.test(`${mail.subject} ${mail.text}`)).length;
  return {
    customer: about(account.email, /changed [\s\S]*(Kitchen: width 1,000 → 900 mm|Bed: .*removed|Bed: window)[\s\S]*total £240\.00 → £/i),
    workshop: about(joiners.email, /changed [\s\S]*(Kitchen: width 1,000 → 900 mm|Bed)/),
    declined: about(account.email, /change declined [\s\S]*It is made already/),
    asked: sent.filter(({ subject }) => subject.includes("a change is requested")).length,
  };
}

const said = ({ status, text }: Pick<Reply, "status" | "text">) => `${status} ${status >= 400 ? text.replace(/\d+/g, "n") : ""}`;
type Pair = readonly [DeedName, DeedName];
type Outcome = readonly [one: string, other: string, left: Awaited<ReturnType<typeof leftOf>>];

async function outcomeOf(pair: Pair, run: (one: () => Promise<string>, other: () => Promise<string>) => Promise<[string, string]>) {
  const at = await begin(pair);
  const count = (await shop.portal.mails()).length;
  const [one, other] = pair.map((name) => async () => said(await DEEDS[name](at))) as [() => Promise<string>, () => Promise<string>];
  const replies = await run(one, other);
  return [...replies, await leftOf(at, await mailsSince(count, at))] as Outcome;
}

async function race(pair: Pair): Promise<readonly [Outcome, Outcome]> {
  const first = await outcomeOf(pair, async (one, other) => [await one(), await other()]);
  const second = await outcomeOf(pair, async (one, other) => {
    const then = await other();
    return [await one(), then];
  });
  const possible = [first, second];
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = await outcomeOf(pair, async (one, other) => {
      const sent = round % 2 === 0 ? [one(), other()] : [other(), one()].toReversed();
      return Promise.all(sent) as Promise<[string, string]>;
    });
    expect(possible, `${pair.join(" and ")}, round ${round}`).toContainEqual(outcome);
  }
  return [first, second];
}
/** Each pair with the statuses where the first write is first, and where the second is. */
const PAIRS: readonly (readonly [one: DeedName, other: DeedName, first: string, second: string])[] = [
  ["correct", "mark the kitchen", "200 409", "409 200"],
  ["correct anyway", "mark the kitchen", "200 409", "200 200"],
  ["correct", "ship the kitchen", "200 409", "409 201"],
  ["correct", "ship the bed", "200 201", "409 201"],
  ["remove the bed", "ship the bed", "200 400", "409 201"],
  ["correct", "ship", "200 409", "409 200"],
  ["correct", "cancel", "200 200", "409 200"],
  ["correct", "pay by card", "200 409", "200 200"],
  ["correct", "pay by transfer", "200 409", "200 201"],
  ["correct", "pay the invoice", "200 409", "200 201"],
  ["correct", "credit nearly all", "200 409", "409 201"],
  ["correct", "correct", "200 409", "409 200"],
  ["correct", "remove the bed", "200 409", "409 200"],
  ["correct", "ask", "200 201", "200 201"],
  ["correct", "withdraw", "200 204", "200 204"],
  ["correct", "accept", "200 409", "409 200"],
  ["correct", "decline", "200 200", "200 200"],
  ["correct as asked", "withdraw", "200 409", "409 204"],
  ["correct as asked", "accept", "200 409", "409 200"],
  ["correct as asked", "decline", "200 409", "409 200"],
  ["accept", "accept", "200 409", "409 200"],
  ["accept", "decline", "200 409", "409 200"],
  ["accept", "withdraw", "200 409", "409 204"],
  ["accept", "mark the kitchen", "200 409", "409 200"],
  ["accept", "ship", "200 409", "409 200"],
  ["decline", "withdraw", "200 409", "409 204"],
  ["decline", "decline", "200 409", "409 200"],
  ["ask", "ship", "201 200", "409 200"],
  ["ask", "ask", "201 409", "409 201"],
];

describe("a correction and another write of its order have one outcome, and tell each person once", () => {
  test.each(PAIRS)("%s and %s", { timeout: 120_000 }, async (one, other, ...expected) => {
    const outcomes = await race([one, other]);
    expect(
      outcomes.map((outcome) =>
        outcome
          .slice(0, 2)
          .map((reply) => String(reply).slice(0, 3))
          .join(" "),
      ),
    ).toEqual(expected);
    for (const [oneReply, otherReply, { corrections: stored, mails }] of outcomes) {
      const succeededIn = (deed: DeedName) =>
        [[one, oneReply] as const, [other, otherReply] as const].filter(([name, reply]) => name === deed && reply.startsWith("2")).length;
      const asked = succeededIn("ask");
      expect(mails).toEqual({ customer: stored, workshop: stored, declined: succeededIn("decline"), asked });
    }
  });
});
