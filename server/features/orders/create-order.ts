import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { hasPeople } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { brokenConstraint, conflict } from "#server/platform/http/errors.ts";
import { orderEvent, recordEvent } from "#server/platform/webhooks/record-event.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { orderStatusChanges, orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { MilliM2 } from "#shared/domain/length.ts";
import type { Day } from "#shared/domain/period.ts";

interface QuoteToOrder {
  readonly id: number;
  /** Set for the free order of a remake. */
  readonly remakeId?: number;
}

/**
 * The maker of the order that is remade; for other orders the supplier of the windows' types, if
 * all name the same one (rule O11). Null if that supplier has no people left.
 */
const supplierOf = ({ id, remakeId }: QuoteToOrder) => sql<number | null>`(select ${companies.id} from ${companies}
  where ${hasPeople(companies.id)} and ${companies.id} = coalesce(
  (select o.supplier_id from remakes r join orders o on o.id = r.order_id where r.id = ${remakeId ?? null}),
  ${typesMaker(id)}))`;

/** The supplier of the types of a quote's windows, if all that name a supplier name the same one. */
export const typesMaker = (quoteId: number) => sql<number | null>`(select min(p.supplier_id)
  from quote_items i join products p on p.id = i.shutter_type_id where i.quote_id = ${quoteId}
  having count(distinct p.supplier_id) = 1)`;

/** The area of a window that is made, times its quantity (rule W113). */
export const madeArea = sql`${quoteItems.quantity}::bigint * coalesce(${quoteItems.madeAreaMilliM2}, ${quoteItems.areaMilliM2})`;

/** The amounts of work of an order's windows, which the order copies for lists and load. */
const WORK = {
  windows: sql<number>`count(*)::int`,
  shutters: sql<number>`sum(${quoteItems.quantity})::int`,
  areaMilliM2: sql<MilliM2>`sum(${madeArea})`.mapWith(orders.areaMilliM2),
};

/** Stores the amounts of work of these quotes' orders again after their windows changed. */
export async function storeWork(db: Db, quoteIds: readonly number[]): Promise<void> {
  if (quoteIds.length === 0) return;
  await db.execute(sql`update ${orders} set (windows, shutters, area_milli_m2) =
    (select ${WORK.windows}, ${WORK.shutters}, ${WORK.areaMilliM2} from ${quoteItems} where ${quoteItems.quoteId} = ${orders.quoteId})
    where ${inArray(orders.quoteId, [...quoteIds])}`);
}

/** The columns that an order copies from its quote, and its amounts of work, for the lists. */
async function readQuoteColumns(db: Db, quoteId: number) {
  const { userId, companyId, jobName, poNumber, customerName, siteAddress, finalTotalPence: totalPence, isPaid } = quotes;
  const [quote] = await db
    .select({
      userId,
      companyId,
      jobName,
      poNumber,
      customerName,
      siteAddress,
      totalPence,
      isPaid,
      ...WORK,
    })
    .from(quotes)
    .innerJoin(quoteItems, eq(quoteItems.quoteId, quotes.id))
    .where(eq(quotes.id, quoteId))
    .groupBy(quotes.id);
  if (!quote) throw new Error("An order's quote is not there");
  return quote;
}

interface Delivery {
  readonly shippingAddress: string;
  readonly requiredBy?: Day | null;
  readonly shippingDate?: Day | null;
  /** The other changes of the quote. */
  readonly accepted?: { readonly status: "accepted"; readonly version: SQL; readonly changedBy: number };
}

/**
 * Creates the one live order of a quote. The unique index refuses a second one, whatever the caller
 * checked before.
 */
export async function createOrderFromQuote(
  { db, user, now }: Pick<Context, "db" | "now"> & { readonly user: Pick<SignedInUser, "id"> },
  quote: QuoteToOrder,
  { shippingAddress, requiredBy = null, shippingDate = null, accepted }: Delivery,
): Promise<number> {
  try {
    const [order] = await db
      .insert(orders)
      .values({
        ...(await readQuoteColumns(db, quote.id)),
        quoteId: quote.id,
        supplierId: supplierOf(quote),
        remakeId: quote.remakeId ?? null,
        shippingAddress,
        requiredBy,
        shippingDate,
        createdAt: now,
      })
      .returning({ id: orders.id, companyId: orders.companyId, status: orders.status });
    if (!order) throw new Error("The order was not stored");
    await db
      .update(quotes)
      .set({ ...accepted, orderId: order.id, deliveredTo: shippingAddress })
      .where(eq(quotes.id, quote.id));
    await db.insert(orderStatusChanges).values({ orderId: order.id, from: null, to: order.status, at: now, byUserId: user.id });
    await recordEvent(db, orderEvent(order, "order.created"), now);
    return order.id;
  } catch (error) {
    if (brokenConstraint(error) === "orders_one_live_per_quote") throw conflict("This quote was already converted to an order");
    if (brokenConstraint(error) === "orders_one_live_per_remake") throw conflict("This remake already has an order");
    throw error;
  }
}
