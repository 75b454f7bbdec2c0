import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Context } from "#server/context.ts";
import { workshopSettingsOf } from "#server/features/companies/workshop-settings.ts";
import { createOrderFromQuote } from "#server/features/orders/create-order.ts";
import { existingOrder } from "#server/features/orders/orders.ts";
import { companyOf, ownerAgain, shutterTypesOf, storeQuote } from "#server/features/quotes/create-quote.ts";
import { costAgain, type Product, productsForQuote } from "#server/features/quotes/price-windows.ts";
import { itemsOfQuote, type QuoteItem } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { quoteEvent, recordEvent } from "#server/platform/webhooks/record-event.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { remakeWindows } from "#server/schema/remake-parts.ts";
import { CHOOSE_WINDOWS, type remakeOrderBody } from "#shared/contract/remakes.ts";
import { pence } from "#shared/domain/money.ts";
import { londonDay, orderDatesFault } from "#shared/domain/period.ts";
import { LEAD_DAYS } from "#shared/domain/trade/lead-time.ts";
import { orderNumber, REMAKE_STATUS_LABEL, type RemakeStatus } from "#shared/domain/trade/status.ts";
import { workingDaysFrom } from "#shared/domain/trade/working-days.ts";
import { listMake } from "#shared/domain/window/saw/window-make.ts";
import { orderOfRemake } from "./remake-queries.ts";
import { refuseTooMany, refuseWrongMake, storedMake } from "./remake-windows.ts";

interface Remake {
  readonly id: number;
  readonly orderId: number;
  readonly status: RemakeStatus;
}
type OrderBody = z.output<typeof remakeOrderBody>;
type Items = NonNullable<OrderBody["items"]>;

const FREE = pence(0);
const NOTHING_CHARGED = {
  pencePerM2: FREE,
  listPencePerM2: FREE,
  discountHundredths: 0,
  isFixedPrice: false,
  surcharges: [],
  itemTotalPence: FREE,
};

/**
 * Creates an order for a locked remake, free of charge. It is an ordinary order of its own quote
 * with a total of zero, settled on creation: nobody can pay it, it causes no invoice and no
 * commission, and the figures stay unchanged.
 */
export async function orderRemake(
  { db, user, now }: Pick<Context, "db" | "user" | "now">,
  remake: Remake,
  { items: chosen, shippingAddress, shippingDate }: OrderBody,
): Promise<{ readonly orderId: number; readonly items: Items }> {
  if (remake.status !== "approved")
    throw conflict(`Only an approved remake becomes an order: this one is ${REMAKE_STATUS_LABEL[remake.status].toLowerCase()}`);
  const already = await orderOfRemake(db, user, remake.id);
  if (already !== null) throw conflict(`This remake already has order ${orderNumber(already)}`);
  const namedItems = await itemsAsked(db, remake.id);
  const items = chosen?.map((item) => withRequestedParts(item, namedItems)) ?? namedItems;
  // Without a chosen window nothing is made free of charge by mistake.
  if (items.length === 0) throw badRequest(CHOOSE_WINDOWS);
  const first = await existingOrder(db, user, remake.orderId);
  const owner = await ownerAgain(db, user, first.user);
  const { jobName, poNumber, customerName, customerPhone, customerEmail, siteAddress } = first;
  const draft = { owner, by: user, jobName, poNumber, customerName, customerPhone, customerEmail, siteAddress };
  const ordered = await itemsOfQuote(db, first.quoteId);
  const types = await productsForQuote(db, { shutterTypes: shutterTypesOf(ordered), ownerId: owner.id, now });
  const windows = windowsAgain(ordered, items, { types, requested: namedItems });
  const { id: quoteId } = await storeQuote(db, draft, { windows, subtotalPence: FREE, taxPence: FREE, finalTotalPence: FREE }, now);
  await db.update(quotes).set({ status: "accepted", paidAt: now }).where(eq(quotes.id, quoteId));
  await recordEvent(db, quoteEvent({ id: quoteId, companyId: companyOf(owner.id), status: "accepted" }, "quote.accepted"), now);
  const quote = { id: quoteId, remakeId: remake.id };
  const today = londonDay(now);
  const fault = shippingDate && orderDatesFault({ today, made: today, shippingDate, estimatedArrival: null });
  if (fault) throw badRequest(fault);
  const orderId = await createOrderFromQuote({ db, user, now }, quote, {
    shippingAddress: shippingAddress ?? first.shippingAddress,
    shippingDate: shippingDate ?? workingDaysFrom(today, await leadDaysOf(db, first.supplier)),
  });
  if (namedItems.length === 0) await nameWindows(db, remake.id, items);
  return { orderId, items };
}

/** Applies the requested parts of a window to a choice that names none. */
function withRequestedParts(item: Items[number], requested: Items): Items[number] {
  if (item.panels || item.parts || item.stile || Object.keys(item.counts ?? {}).length > 0) return item;
  const { panels, parts, counts, stile } = requested.find(({ itemId }) => itemId === item.itemId) ?? {};
  return { ...item, panels, parts, counts, stile };
}

const leadDaysOf = async (db: Db, supplier: { readonly id: number } | null): Promise<number> =>
  supplier ? (await workshopSettingsOf(db, supplier.id)).leadDays : LEAD_DAYS.usual;

/**
 * Names the windows of a remake that named none, because its order now defines which windows are
 * made again.
 */
async function nameWindows(db: Db, remakeId: number, items: Items): Promise<void> {
  const rows = items.map(({ itemId, quantity, panels = [], parts = [], counts, stile }) => {
    const make = storedMake({ panels, parts, counts, stile });
    return { remakeId, quoteItemId: itemId, pieces: quantity, make };
  });
  await db.insert(remakeWindows).values(rows);
}

/** The windows, pieces and parts that the remake names. */
async function itemsAsked(db: Db, remakeId: number): Promise<Items> {
  const rows = await db
    .select({ itemId: remakeWindows.quoteItemId, quantity: remakeWindows.pieces, make: remakeWindows.make })
    .from(remakeWindows)
    .innerJoin(quoteItems, eq(quoteItems.id, remakeWindows.quoteItemId))
    .where(eq(remakeWindows.remakeId, remakeId))
    .orderBy(quoteItems.place);
  return rows.map(({ make, ...row }) => ({ ...row, ...(make && listMake(make)) }));
}

/**
 * The chosen windows with their original choices and without prices, each at most in the ordered
 * quantity. They have today's cost, because they are made today.
 */
function windowsAgain(
  ordered: readonly QuoteItem[],
  items: Items,
  { types, requested }: { readonly types: ReadonlyMap<number, Product>; readonly requested: Items },
) {
  if (new Set(items.map(({ itemId }) => itemId)).size < items.length) throw badRequest("Please name each window once");
  return items.map(({ itemId, quantity, panels = [], parts = [], counts, stile }, index) => {
    const item = ordered.find(({ id }) => id === itemId);
    if (!item) throw badRequest("Please choose among the windows of the remake's order");
    refuseTooMany(quantity, item);
    const { id: _, ...window } = item;
    const asked = { panels, parts, counts, stile };
    const named = requested.find((each) => each.itemId === itemId);
    refuseWrongMake(item, asked, named && listMake({ panels: [], parts: [], ...named }));
    const make = storedMake(asked);
    // The cost of some parts of a window is unknown.
    const makingCostPence = make ? null : costAgain({ ...item, quantity }, types.get(item.shutterTypeId));
    return { ...window, make, place: index + 1, quantity, ...NOTHING_CHARGED, chargedAreaMilliM2: item.areaMilliM2, makingCostPence };
  });
}
