import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Context } from "#server/context.ts";
import { exposureOf } from "#server/features/companies/exposure.ts";
import { storeWork } from "#server/features/orders/create-order.ts";
import { existingOrder, lockOrder } from "#server/features/orders/orders.ts";
import { insertWindows, shutterTypesOf, updateWindows } from "#server/features/quotes/create-quote.ts";
import { lockCompanyOf } from "#server/features/quotes/credit-limit.ts";
import { type PricedQuote, type PricedWindow, priceWindows, productsForQuote } from "#server/features/quotes/price-windows.ts";
import { refuseChanged } from "#server/features/quotes/quote-course.ts";
import { existingQuote, type LockedQuote, lockQuote, nextVersion } from "#server/features/quotes/quote-queries.ts";
import { owedOfQuote } from "#server/features/receivables/unallocated-payments.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { changeRequests, type orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems, windowPhotos } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { remakeWindows } from "#server/schema/remake-parts.ts";
import { parcelPieces } from "#server/schema/workshop.ts";
import type { editedWindows } from "#shared/contract/parts/quote-bodies.ts";
import type { Difference } from "#shared/domain/differences.ts";
import { formatPence, isOtherAmount, type Pence, pence, penceToPounds } from "#shared/domain/money.ts";
import { CORRECTABLE_ORDER_STATUSES, type OrderStatus, orderNumber } from "#shared/domain/trade/status.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { makeFault } from "#shared/domain/window/saw/make-in-words.ts";
import { cutInWords, differencesInWords, differencesOfOrder, isMadeAnew } from "#shared/domain/window/text/window-rows.ts";
import { type CorrectedMoney, correctMoney, type PriceChange } from "./correct-money.ts";
import { differencesFrom, namedIds, type StoredWindows, storeCorrection, storedWindows } from "./store-correction.ts";
import { countVoidWork, type VoidedShutters, voidWork, windowsCut } from "./void-work.ts";

type Order = typeof orders.$inferSelect;
type Correcting = Pick<Context, "db" | "user" | "now" | "ip">;
type AskedWindows = z.output<typeof editedWindows>;

export interface CorrectionWish {
  /** The version of the quote that the editor read; undefined: any. */
  readonly version: number | undefined;
  readonly windows: AskedWindows;
  readonly reason: string;
  /** True: windows that are cut change too. */
  readonly confirmed: boolean;
  readonly acceptOverLimit: boolean;
  /** The total that the editor saw, in pounds; undefined or null: none. */
  readonly finalTotal?: number | null | undefined;
  /** The customer's request that the correction answers. */
  readonly requestId?: number | undefined;
}

export interface CorrectionPlan {
  readonly stored: StoredWindows;
  readonly priced: PricedQuote;
  readonly ids: readonly (number | undefined)[];
  readonly differences: readonly Difference[];
}

const isCorrectable = (status: OrderStatus): boolean => (CORRECTABLE_ORDER_STATUSES as readonly OrderStatus[]).includes(status);

/** @throws 409 for an order that is shipped, in part too, or cancelled */
export async function refuseUncorrectable(db: Db, order: Pick<Order, "id" | "status" | "shutters">): Promise<void> {
  if (!isCorrectable(order.status)) throw conflict(`This order is ${order.status}`);
  const shipped = await db.$count(parcelPieces, eq(parcelPieces.orderId, order.id));
  if (shipped > 0) throw conflict(`${shipped} of ${order.shutters} ${shipped === 1 ? "is" : "are"} already shipped`);
}

/**
 * Prices an order's windows anew: existing ones at their own price per square metre, new ones at
 * today's (rule O21).
 * @throws 400 for a window that cannot be made; 409 for a new window of a remake
 */
export async function planCorrection(
  db: Db,
  quote: Pick<LockedQuote, "id" | "userId">,
  order: Pick<Order, "id" | "remakeId">,
  asked: AskedWindows,
  now: Date,
): Promise<CorrectionPlan> {
  const stored = await storedWindows(db, quote.id);
  const ids = namedIds(asked, stored);
  if (order.remakeId !== null && ids.includes(undefined)) throw conflict("A remake's order makes no other windows than its remake names");
  const types = await productsForQuote(db, { shutterTypes: shutterTypesOf(asked), ownerId: quote.userId, now });
  const priced = priceWindows(asked, types, (index) => stored.find(({ id }) => id === ids[index]));
  for (const [index, window] of priced.windows.entries()) {
    const make = stored.find(({ id }) => id === ids[index])?.make;
    const fault = make && makeFault(toDraw(window), make, make);
    if (fault) throw badRequest(fault);
  }
  return { stored, priced, ids, differences: differencesFrom(stored, priced.windows, ids) };
}

type StoredWindow = StoredWindows[number];

/**
 * The differences of one window; without a new state it is removed, without an old one it is added.
 */
const differencesOf = (old: StoredWindow | undefined, now: PricedWindow | undefined): Difference[] =>
  differencesOfOrder(old ? [old] : [], now ? [{ ...now, id: old?.id }] : []);

/** The names of windows that differ and are cut, and the shutters whose work is void. */
export async function cutByCorrection(db: Db, orderId: number, { stored, priced, ids }: CorrectionPlan) {
  const cut = await windowsCut(db, orderId);
  const after = ({ id }: StoredWindow) => priced.windows[ids.indexOf(id)];
  const differing = stored.filter((window) => differencesOf(window, after(window)).length > 0);
  const voided = differing.flatMap((window): VoidedShutters[] => {
    const now = after(window);
    const of = { itemId: window.id, window: window.name };
    if (!now || isMadeAnew(window, { ...now, id: window.id })) return [{ ...of, from: 0 }];
    return now.quantity < window.quantity ? [{ ...of, from: now.quantity }] : [];
  });
  return { names: differing.filter(({ id }) => cut.has(id)).map(({ name }) => name), voided };
}

export interface Corrected extends CorrectedMoney {
  readonly id: number;
  readonly order: Order;
  readonly quote: LockedQuote;
  readonly differences: readonly Difference[];
  readonly voided: readonly { readonly window: string; readonly cut: number; readonly sawn: number }[];
  readonly cut: readonly string[];
  readonly reason: string;
  readonly beforePence: Pence;
  readonly afterPence: Pence;
  readonly owedPence: Pence;
  /** The amount above the company's limit; null: within it. */
  readonly overPence: Pence | null;
}

/**
 * Corrects an order's windows in one transaction: history, windows, work, totals and ledger. Of two
 * corrections at once the second finds another version.
 * @throws 400, 404, 409
 */
export async function correctOrder(context: Correcting, orderId: number, wish: CorrectionWish): Promise<Corrected> {
  const { db, user, now, ip } = context;
  const { quote, order } = await lockForCorrection(context, orderId);
  await refuseUncorrectable(db, order);
  await refuseChanged(db, quote, wish.version, "order");
  const plan = await planCorrection(db, quote, order, wish.windows, now);
  const { stored, priced, ids, differences } = plan;
  refuseOtherTotal(wish.finalTotal, priced);
  if (differences.length === 0) throw conflict("Nothing would change");
  const { names: cut, voided } = await cutByCorrection(db, order.id, plan);
  if (cut.length > 0 && !wish.confirmed) throw conflict(cutInWords(cut));
  const removed = stored.filter(({ id }) => !ids.includes(id));
  await refuseRemade(db, removed);
  const voidedWork = await countVoidWork(db, order.id, voided);
  const id = await storeCorrection(db, quote, {
    ...{ stored, differences, voidedWork, after: priced },
    orderId: order.id,
    reason: wish.reason,
    remade: voided.map(({ itemId }) => itemId),
    byUserId: user.id,
    createdAt: now,
  });
  await voidWork(db, order.id, voided, now);
  await replaceOrderedWindows(db, quote.id, plan);
  const { windows, ...totals } = priced;
  const [after] = await db
    .update(quotes)
    .set({ ...totals, itemCount: windows.length, ...nextVersion(user) })
    .where(eq(quotes.id, quote.id))
    .returning();
  if (!after) throw new Error("The corrected quote is not there");
  await storeWork(db, [quote.id]);
  const changes = priceChanges(plan, order.id);
  const money = await correctMoney(db, { id, before: quote, after, changes }, { user, ip, now });
  if (wish.requestId !== undefined)
    await acceptRequest(context, order.id, { ...wish, requestId: wish.requestId, correctionId: id, plan, quote });
  await enqueue(db, "close-checkout-sessions", {});
  const overPence = priced.finalTotalPence > quote.finalTotalPence ? await overLimit(db, order, after, wish.acceptOverLimit) : null;
  const isPaid = (await existingQuote(db, user, quote.id)).paidAt !== null;
  return {
    ...{ id, order, quote: after, differences, cut, overPence, reason: wish.reason },
    ...money,
    voided: voidedWork,
    beforePence: quote.finalTotalPence,
    afterPence: after.finalTotalPence,
    owedPence: isPaid ? pence(0) : await owedOfQuote(db, after),
  };
}

/** Locks the company, the quote and the order, in the order in which payments lock them. */
export async function lockForCorrection({ db, user, now }: Pick<Correcting, "db" | "user" | "now">, orderId: number) {
  const known = await existingOrder(db, user, orderId);
  await lockCompanyOf(db, known.quoteId);
  const quote = await lockQuote(db, user, known.quoteId);
  return { quote, order: await lockOrder({ db, user, now }, orderId) };
}

function refuseOtherTotal(seen: number | null | undefined, { finalTotalPence }: PricedQuote): void {
  if (!isOtherAmount(seen, finalTotalPence)) return;
  throw conflict(`Prices have changed: the total is now ${formatPence(finalTotalPence)}`, { finalTotal: penceToPounds(finalTotalPence) });
}

/** A remake refers to the window that it makes again. */
async function refuseRemade(db: Db, removed: StoredWindows): Promise<void> {
  if (removed.length === 0) return;
  const [found] = await db
    .select({ id: remakeWindows.quoteItemId })
    .from(remakeWindows)
    .where(
      inArray(
        remakeWindows.quoteItemId,
        removed.map(({ id }) => id),
      ),
    )
    .limit(1);
  const name = removed.find(({ id }) => id === found?.id)?.name;
  if (name !== undefined) throw conflict(`${name} has a remake and cannot be removed`);
}

/** Removed windows go first, then the others take their places, then the new ones are added. */
async function replaceOrderedWindows(db: Db, quoteId: number, { stored, priced, ids }: CorrectionPlan): Promise<void> {
  const gone = stored.map(({ id }) => id).filter((id) => !ids.includes(id));
  if (gone.length > 0) {
    await db.delete(windowPhotos).where(inArray(windowPhotos.quoteItemId, gone));
    await db.delete(quoteItems).where(and(eq(quoteItems.quoteId, quoteId), inArray(quoteItems.id, gone)));
  }
  const kept = priced.windows.flatMap((window, index) => {
    const old = stored.find(({ id }) => id === ids[index]);
    return old ? [{ ...window, id: old.id, make: old.make ?? null }] : [];
  });
  await updateWindows(db, quoteId, kept);
  const added = priced.windows.filter((_, index) => ids[index] === undefined);
  if (added.length > 0) await db.execute(insertWindows(sql`(select ${quoteId}::integer as id) stored`, added));
}

/** The price of each window before and after, in the new order, the removed ones last. */
function priceChanges({ stored, priced, ids }: CorrectionPlan, orderId: number): PriceChange[] {
  const nothing = pence(0);
  const words = (...windows: Parameters<typeof differencesOf>): string =>
    `${orderNumber(orderId)}: ${differencesInWords(differencesOf(...windows)).join("; ")}`;
  const present = priced.windows.map((now, index): PriceChange => {
    const old = stored.find(({ id }) => id === ids[index]);
    return { window: now.name, words: words(old, now), netBefore: old?.itemTotalPence ?? nothing, netAfter: now.itemTotalPence, now };
  });
  const gone = stored
    .filter(({ id }) => !ids.includes(id))
    .map(
      (old): PriceChange => ({
        window: old.name,
        words: words(old, undefined),
        netBefore: old.itemTotalPence,
        netAfter: nothing,
        now: null,
      }),
    );
  return [...present, ...gone];
}

/**
 * Checks the credit limit after an order became dearer (rule P14). A draft counts as if it were
 * being made.
 * @throws 409 unless the office accepts it
 */
async function overLimit(db: Db, order: Order, quote: LockedQuote, isAccepted: boolean): Promise<Pence | null> {
  const { exposurePence, limitPence } = await exposureOf(db, quote.companyId);
  if (limitPence === null) return null;
  const isCounted = order.status !== "draft" || quote.invoiceNumber !== null || quote.paidAt !== null;
  const wouldOwe = pence(exposurePence + (isCounted ? 0 : quote.finalTotalPence));
  if (wouldOwe <= limitPence) return null;
  const over = pence(wouldOwe - limitPence);
  if (isAccepted) return over;
  const [company] = await db.select({ name: companies.name }).from(companies).where(eq(companies.id, quote.companyId));
  throw conflict(
    `${company?.name} would owe ${formatPence(wouldOwe)}, ${formatPence(over)} more than its limit of ${formatPence(limitPence)}`,
    { overLimit: penceToPounds(over) },
  );
}

interface AcceptedRequest {
  readonly requestId: number;
  readonly correctionId: number;
  readonly plan: CorrectionPlan;
  readonly quote: LockedQuote;
}

/** @throws 409 if the request of the locked order is no longer open */
async function acceptRequest({ db, user, now }: Correcting, orderId: number, accepted: AcceptedRequest): Promise<void> {
  const { requestId, correctionId, plan, quote } = accepted;
  const [answered] = await db
    .update(changeRequests)
    .set({
      ...{ status: "accepted", answeredAt: now, answeredBy: user.id, correctionId, differences: plan.differences },
      ...{ totalBeforePence: quote.finalTotalPence, totalAfterPence: plan.priced.finalTotalPence },
    })
    .where(and(eq(changeRequests.id, requestId), eq(changeRequests.orderId, orderId), eq(changeRequests.status, "open")))
    .returning({ id: changeRequests.id });
  if (!answered) throw conflict("This request is not open any more");
}
