import { eq } from "drizzle-orm";
import { type PricedQuote, priceWindows } from "#server/features/quotes/price-windows.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { notifications } from "#server/schema/notifications.ts";
import { orderStatusChanges, orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { MilliM2 } from "#shared/domain/length.ts";
import { addDays, londonDay, validUntilFor } from "#shared/domain/period.ts";
import { ORDER_STATUS_LABEL, type OrderStatus, orderNumber } from "#shared/domain/trade/status.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { louvresOf } from "#shared/domain/window/saw/cut-list.ts";
import type { People } from "./demo-accounts.ts";
import { type Plan, plansOf, type Step } from "./demo-plans.ts";
import { type Shop, windowsFor } from "./demo-shop.ts";
import type { Timeline } from "./demo-timeline.ts";

export interface Trade {
  readonly quotes: readonly Quoted[];
  readonly orders: readonly OrderOfQuote[];
}

/**
 * Stores quotes, priced by the portal's own functions at the prices of their day, and their orders.
 */
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
  await db.insert(quoteItems).values(
    quoted.flatMap(({ quote, windows }) =>
      windows.map((window) => ({
        ...window,
        louvres: louvresOf(toDraw(window)),
        quoteId: quote.id,
      })),
    ),
  );
  return { quotes: quoted, orders: await storeOrders(db, people, quoted, time) };
}

function priceOf({ createdAt }: Plan, shop: Shop, time: Timeline): PricedQuote {
  const products = shop.at(createdAt);
  const count = time.pick(12) === 0 ? 9 + time.pick(6) : 1 + time.pick(5);
  return priceWindows(windowsFor(products, count, time), products);
}

const quoteRow = (plan: Plan, { windows, subtotalPence, taxPence, finalTotalPence }: PricedQuote, people: People) => ({
  userId: people[plan.maker].id,
  changedBy: people[plan.placedAt ? plan.owner : plan.maker].id,
  jobName: plan.jobName,
  poNumber: plan.poNumber,
  note: plan.note,
  companyId: people[plan.owner].companyId,
  status: plan.status,
  sentAt: plan.sentAt,
  ...(plan.placedAt && {
    placedAt: plan.placedAt,
    placedBy: people[plan.owner].id,
    shippingAddress: addressOf(people[plan.owner]),
    requiredBy: plan.requiredBy,
  }),
  declineReason: plan.declineReason,
  subtotalPence,
  taxPence,
  finalTotalPence,
  itemCount: windows.length,
  createdAt: plan.createdAt,
  validUntil: validUntilFor(plan.createdAt),
  paidAt: plan.paidAt,
});

const addressOf = ({ address }: People[Plan["owner"]]): string => address ?? "To be confirmed";

export interface Quoted {
  readonly quote: typeof quotes.$inferSelect;
  readonly plan: Plan;
  readonly windows: PricedQuote["windows"];
}
export interface OrderOfQuote extends Quoted {
  readonly order: typeof orders.$inferSelect;
}

const DAYS_TO_MAKE = 14;
const DAYS_ON_THE_ROAD = 3;
/** Notifications older than this are read. */
const READ_AFTER_DAYS = 4;

async function storeOrders(db: Db, people: People, quoted: readonly Quoted[], time: Timeline): Promise<OrderOfQuote[]> {
  const ordered = quoted.filter(({ plan }) => plan.steps.length > 0).toSorted((one, other) => Number(madeAt(one)) - Number(madeAt(other)));
  const stored = await db
    .insert(orders)
    .values(ordered.map((one) => orderRow(one, people, time)))
    .returning();
  await db
    .update(quotes)
    .set({ orderId: orders.id, deliveredTo: orders.shippingAddress, trackingNumber: orders.trackingNumber })
    .from(orders)
    .where(eq(orders.quoteId, quotes.id));
  const made = ordered.map((one, index) => ({ ...one, order: stored[index] as typeof orders.$inferSelect }));
  await storeHistories(db, people, made, time);
  return made;
}

const sizeOf = (windows: Quoted["windows"]) => ({
  windows: windows.length,
  shutters: windows.reduce((sum, { quantity }) => sum + quantity, 0),
  areaMilliM2: windows.reduce((sum, { quantity, areaMilliM2 }) => sum + quantity * areaMilliM2, 0) as MilliM2,
});

const madeAt = ({ plan }: Quoted): Date | undefined => plan.steps[0]?.at;

function orderRow({ quote, plan, windows }: Quoted, people: People, time: Timeline): typeof orders.$inferInsert {
  const status: OrderStatus = plan.steps.at(-1)?.to ?? "pending";
  const shipped = plan.steps.find(({ to }) => to === "shipped");
  const createdAt = plan.steps[0]?.at ?? time.now;
  const shippingDate = shipped ? londonDay(shipped.at) : status === "processing" ? time.dayAfter(createdAt, DAYS_TO_MAKE) : null;
  return {
    quoteId: quote.id,
    userId: quote.userId,
    companyId: quote.companyId,
    jobName: quote.jobName,
    poNumber: quote.poNumber,
    totalPence: quote.finalTotalPence,
    isPaid: quote.isPaid,
    ...sizeOf(windows),
    status,
    shippingAddress: addressOf(people[plan.owner]),
    requiredBy: plan.requiredBy,
    shippingDate,
    estimatedArrival: shippingDate && addDays(shippingDate, DAYS_ON_THE_ROAD),
    trackingNumber: shipped ? `NMJ${String(40_000_000 + time.pick(9_999_999))}GB` : null,
    createdAt,
  };
}

/**
 * The person who changes an order's status: the supplier. The super admin reverts or cancels it.
 */
export const moverOf = ({ from, to }: Step, people: People) =>
  from === null ? people.admin : to === "cancelled" || to === "draft" ? people.superAdmin : people.supplier;

async function storeHistories(db: Db, people: People, made: readonly OrderOfQuote[], time: Timeline): Promise<void> {
  const changes = made
    .flatMap(({ order, plan }) => plan.steps.map((step) => ({ order, step })))
    .toSorted((one, other) => Number(one.step.at) - Number(other.step.at));
  await db
    .insert(orderStatusChanges)
    .values(changes.map(({ order, step }) => ({ orderId: order.id, ...step, byUserId: moverOf(step, people).id })));
  const read = time.momentOn(READ_AFTER_DAYS);
  await db.insert(notifications).values(
    changes
      .filter(({ step }) => step.from !== null)
      .map(({ order, step }) => ({
        userId: order.userId,
        type: "order_status",
        title: `Order ${orderNumber(order.id)}`,
        message: `Order ${orderNumber(order.id)} is now ${ORDER_STATUS_LABEL[step.to].toLowerCase()}.`,
        relatedId: order.id,
        createdAt: step.at,
        readAt: step.at < read ? time.later(step.at, 9) : null,
      })),
  );
}
