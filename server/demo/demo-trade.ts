import type { Db } from "#server/db/connect.ts";
import { payments, quoteItems, quotes } from "#server/db/schema.ts";
import { type PricedQuote, priceWindows } from "#server/features/quotes/price-windows.ts";
import { validUntilFor } from "#shared/domain/period.ts";
import type { People } from "./demo-accounts.ts";
import { type OrderOfQuote, type Quoted, storeOrders } from "./demo-orders.ts";
import { type Plan, plansOf } from "./demo-plans.ts";
import type { Shop } from "./demo-products.ts";
import type { Timeline } from "./demo-timeline.ts";
import { windowsFor } from "./demo-windows.ts";

export interface Trade {
  readonly quotes: readonly Quoted[];
  readonly orders: readonly OrderOfQuote[];
}

/** Quotes priced by the portal's own functions at the prices of their day, and the orders and payments that came of them. */
export async function storeTrade(db: Db, people: People, shop: Shop, time: Timeline): Promise<Trade> {
  const priced = plansOf(time).map((plan) => ({ plan, priced: priceOf(plan, shop, time) }));
  const stored = await db
    .insert(quotes)
    .values(priced.map(({ plan, priced }) => quoteRow(plan, priced, people)))
    .returning();
  const quoted = stored.map((quote, index): Quoted => {
    const made = priced[index];
    if (!made) throw new Error("The demo's quotes came back in another order");
    return { quote, plan: made.plan, windows: made.priced.windows };
  });
  await db.insert(quoteItems).values(quoted.flatMap(({ quote, windows }) => windows.map((window) => ({ ...window, quoteId: quote.id }))));
  await storePayments(db, quoted);
  return { quotes: quoted, orders: await storeOrders(db, people, quoted, time) };
}

function priceOf({ createdAt }: Plan, shop: Shop, time: Timeline): PricedQuote {
  const products = shop.at(createdAt);
  const count = time.pick(12) === 0 ? 9 + time.pick(6) : 1 + time.pick(5);
  return priceWindows(windowsFor(products, count, time), products);
}

const quoteRow = (plan: Plan, { windows, subtotal, tax, finalTotal }: PricedQuote, people: People) => ({
  userId: people[plan.owner].id,
  status: plan.quoteStatus,
  declineReason: plan.declineReason,
  subtotal,
  tax,
  finalTotal,
  itemCount: windows.length,
  createdAt: plan.createdAt,
  validUntil: validUntilFor(plan.createdAt),
  paidAt: plan.paidAt,
});

export const stripeIdsOf = (quoteId: number) => ({
  stripeSessionId: `cs_test_demo_${quoteId}`,
  stripePaymentIntentId: `pi_demo_${quoteId}`,
});

async function storePayments(db: Db, quoted: readonly Quoted[]): Promise<void> {
  const rows = quoted.flatMap(({ quote }) =>
    quote.paidAt
      ? [
          {
            quoteId: quote.id,
            ...stripeIdsOf(quote.id),
            amount: quote.finalTotal,
            currency: "gbp",
            live: false,
            settles: true,
            createdAt: quote.paidAt,
          },
        ]
      : [],
  );
  await db.insert(payments).values(rows.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt)));
}
