import { and, count, eq, isNull, like } from "drizzle-orm";
import { expect } from "vitest";
import { checkoutSessions } from "#server/schema/checkouts.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { errorRecords } from "#server/schema/records.ts";
import { type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { Reply } from "#server/testing/calls/test-client.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { SELLER } from "#server/testing/papers/read-pdf.ts";
import { startShop } from "#server/testing/shop.ts";

/**
 * Runs two actions of people on one quote at the same moment. The outcome must equal that of one
 * after the other, in either order: the same replies and the same rows.
 */

const DEEDS = [
  "place",
  "take back",
  "accept",
  "convert",
  "edit",
  "withdraw",
  "press Pay Now",
  "pay",
  "delete",
  "delete the order",
] as const;
type Deed = (typeof DEEDS)[number];
export type Pair = readonly [Deed, Deed];
/** Each action with each other, and with itself. */
export const PAIRS: readonly Pair[] = DEEDS.flatMap((one, at) => DEEDS.slice(at).map((other) => [one, other] as const));

const OF_A_SENT_ONE: ReadonlySet<Deed> = new Set(["accept", "press Pay Now", "pay"]);

interface Begun {
  readonly quote: QuoteReply;
  /** The open Checkout session, if the pair needs one. */
  readonly sessionId: string;
  /** The order, if the pair needs one. */
  readonly orderId: number;
}
type Outcome = readonly [one: unknown, other: unknown, left: unknown];

/** Numbers are replaced, because quotes and orders have other numbers in each round. */
const said = ({ status, text }: Pick<Reply, "status" | "text">) => `${status} ${status >= 400 ? text.replace(/\d+/g, "n") : ""}`;

/** @param straight placing creates the order at once */
export async function startRaces({ straight = false } = {}) {
  const shop = await startShop();
  const { portal } = shop;
  const { db } = portal;
  const customer = await portal.signIn("customer");
  const boss = await portal.superAdmin();
  const product = await portal.product();
  if (straight) succeeded(await boss.put("/api/settings/company", { ...SELLER, directOrders: true }));
  const shippingAddress = "12 Mill Lane, Bristol BS1 4QA";

  const deeds: Readonly<Record<Deed, (at: Begun) => Promise<unknown>>> = {
    place: async ({ quote }) => said(await customer.post(`/api/quotes/${quote.id}/place`, { shippingAddress, requiredBy: dayAhead(30) })),
    "take back": async ({ quote }) => said(await customer.delete(`/api/quotes/${quote.id}/place`)),
    accept: async ({ quote }) => said(await customer.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "accepted" })),
    convert: async ({ quote }) => said(await boss.post(`/api/quotes/${quote.id}/convert`, { shippingAddress })),
    edit: async ({ quote: { id, version } }) => {
      const items = [portal.windowOf(product, { name: "Edited" }), portal.windowOf(product, { name: "Added" })];
      return said(await customer.put(`/api/quotes/${id}`, { version, items, jobName: "Edited" }));
    },
    withdraw: async ({ quote }) => said(await customer.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined" })),
    "press Pay Now": async ({ quote }) => said(await customer.post(`/api/quotes/${quote.id}/pay`)),
    // Stripe has the money already; the portal learns of it by this delivery.
    pay: async () => (await shop.deliver("checkout.session.completed")).status,
    delete: async ({ quote }) => said(await boss.delete(`/api/quotes/${quote.id}`)),
    "delete the order": async ({ orderId }) => said(await boss.delete(`/api/orders/${orderId}`)),
  };

  /** A quote on which each of the two actions alone succeeds. */
  async function begin(pair: Pair): Promise<Begun> {
    const { id } = await portal.quoteFor(customer, { items: [portal.windowOf(product, { name: "As quoted" })] });
    if (pair.some((deed) => OF_A_SENT_ONE.has(deed))) succeeded(await boss.patch(`/api/quotes/${id}/status`, { quoteStatus: "sent" }));
    const sessionId = pair.includes("pay") ? await shop.openCheckout(customer, id) : "";
    if (pair.includes("take back")) succeeded(await customer.post(`/api/quotes/${id}/place`, { shippingAddress }));
    if (pair.includes("delete the order")) succeeded(await boss.post(`/api/quotes/${id}/convert`, { shippingAddress }));
    if (sessionId) await shop.standIn.pay(sessionId);
    const quote = succeeded(await customer.get<QuoteReply>(`/api/quotes/${id}`));
    return { quote, sessionId, orderId: quote.orderId ?? 0 };
  }

  async function leftOf({ quote: { id } }: Begun) {
    const [quote] = await db.select().from(quotes).where(eq(quotes.id, id));
    const windows = await db.select({ name: quoteItems.name }).from(quoteItems).where(eq(quoteItems.quoteId, id)).orderBy(quoteItems.place);
    const live = await db
      .select({ status: orders.status, requiredBy: orders.requiredBy })
      .from(orders)
      .where(and(eq(orders.quoteId, id), isNull(orders.deletedAt)));
    const paid = await db.select({ settles: payments.settles }).from(payments).where(eq(payments.quoteId, id));
    const open = await db.$count(checkoutSessions, and(eq(checkoutSessions.quoteId, id), eq(checkoutSessions.open, true)));
    const [recorded] = await db
      .select({ errors: count() })
      .from(errorRecords)
      .where(like(errorRecords.errorMessage, `% Q-${id} %`));
    const { status, version, jobName, requiredBy, placedAt, paidAt, deletedAt, itemCount, finalTotalPence } = quote ?? {};
    const when = { placed: Boolean(placedAt), paid: Boolean(paidAt), deleted: Boolean(deletedAt) };
    return {
      status,
      version,
      jobName,
      requiredBy,
      itemCount,
      finalTotal: finalTotalPence,
      ...when,
      windows,
      live,
      payments: paid,
      open,
      ...recorded,
    };
  }

  async function oneAfterTheOther([one, other]: Pair, first: 0 | 1): Promise<Outcome> {
    const at = await begin([one, other]);
    if (first === 0) return [await deeds[one](at), await deeds[other](at), await leftOf(at)];
    const then = await deeds[other](at);
    return [await deeds[one](at), then, await leftOf(at)];
  }

  async function atOnce([one, other]: Pair, round: number): Promise<Outcome> {
    const at = await begin([one, other]);
    // The action that is sent first alternates.
    const sent = round % 2 === 0 ? [deeds[one](at), deeds[other](at)] : [deeds[other](at), deeds[one](at)].toReversed();
    const [replyOne, replyOther] = await Promise.all(sent);
    return [replyOne, replyOther, await leftOf(at)];
  }

  return {
    stop: shop.stop,
    async race(pair: Pair, rounds: number): Promise<void> {
      const possible = [await oneAfterTheOther(pair, 0), await oneAfterTheOther(pair, 1)];
      // The replies of two equal actions may be swapped.
      if (pair[0] === pair[1]) possible.push(...possible.map(([one, other, left]) => [other, one, left] as const));
      for (let round = 0; round < rounds; round += 1) {
        const outcome = await atOnce(pair, round);
        expect(possible, `${pair.join(" and ")}, round ${round}`).toContainEqual(outcome);
      }
    },
  };
}
