import { and, desc, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Context } from "#server/context.ts";
import { existingOrder, lockOrder } from "#server/features/orders/orders.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, brokenConstraint, conflict, notFound, Refusal } from "#server/platform/http/errors.ts";
import { users } from "#server/schema/companies-and-users.ts";
import type { orders } from "#server/schema/orders-and-remakes.ts";
import { changeRequests, type RequestedWindow } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { orderChanges as contract } from "#shared/contract/parts/order-changes.ts";
import type { Difference } from "#shared/domain/differences.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Pence } from "#shared/domain/money.ts";
import { CHANGE_REQUEST_LABEL } from "#shared/domain/trade/status.ts";
import { optionsIn } from "#shared/domain/window/fields/window-fields.ts";
import { detailsIn } from "#shared/domain/window/text/making-text.ts";
import { type CorrectionWish, cutByCorrection, planCorrection, refuseUncorrectable } from "./correct-order.ts";
import { type StoredWindows, storedWindows } from "./store-correction.ts";

/** A customer's requests to change an order (rule O23). */

type Reading = Pick<Context, "db" | "user" | "now">;
type Order = Pick<typeof orders.$inferSelect, "id" | "quoteId" | "remakeId" | "status" | "shutters">;

const NOT_THERE = "A window of this request is no longer in the order";

/**
 * The order's windows with the requested changes applied. Measures of a window whose size changes
 * are no longer the ones that were taken, unless the request has new ones.
 * @throws 409 if a window is no longer in the order
 */
export function requestedWindows(stored: StoredWindows, requested: readonly RequestedWindow[]): CorrectionWish["windows"] {
  if (requested.some(({ itemId }) => !stored.some(({ id }) => id === itemId))) throw conflict(NOT_THERE);
  const windows = stored.flatMap((item) => {
    const change = requested.find(({ itemId }) => itemId === item.id);
    if (change?.remove) return [];
    const { id, name, shutterTypeId, widthTenthMm, heightTenthMm, louverSize, colorSelection, quantity, overriddenChecks } = item;
    const asOrdered = { id, name, shutterTypeId, widthTenthMm, heightTenthMm, louverSize, colorSelection, quantity, overriddenChecks };
    const fields = change?.fields ?? {};
    const isResized = "widthTenthMm" in fields || "heightTenthMm" in fields;
    return [{ ...asOrdered, ...optionsIn(item), ...detailsIn(item), ...(isResized && { measuredMm: null }), ...fields }];
  });
  if (windows.length === 0) throw conflict("An order keeps at least one window: ask the office to cancel it");
  return windows as CorrectionWish["windows"];
}

const answerers = alias(users, "answerers");
const rowsOf = (db: Db, orderId: number) =>
  db
    .select({
      request: changeRequests,
      by: { id: users.id, contactName: users.contactName },
      answeredBy: { id: answerers.id, contactName: answerers.contactName },
    })
    .from(changeRequests)
    .innerJoin(users, eq(users.id, changeRequests.byUserId))
    .leftJoin(answerers, eq(answerers.id, changeRequests.answeredBy))
    .where(eq(changeRequests.orderId, orderId))
    .orderBy(desc(changeRequests.id))
    .limit(MOST_LISTED);
const MOST_LISTED = 50;
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

interface Compared {
  readonly differences: readonly Difference[];
  readonly total: { readonly beforePence: Pence; readonly afterPence: Pence } | null;
  readonly problem: string | null;
  readonly cut: readonly string[];
}

/** Compares an open request with the order as it is now. */
async function comparedNow({ db, now }: Reading, order: Order, windows: readonly RequestedWindow[] | null): Promise<Compared> {
  const nothing = { differences: [], total: null, problem: null, cut: [] };
  try {
    await refuseUncorrectable(db, order);
    if (windows === null) return nothing;
    const [quote] = await db.select().from(quotes).where(eq(quotes.id, order.quoteId));
    if (!quote) throw notFound("Quote");
    const asked = requestedWindows(await storedWindows(db, quote.id), windows);
    const plan = await planCorrection(db, quote, order, asked, now);
    const { names } = await cutByCorrection(db, order.id, plan);
    const total = { beforePence: quote.finalTotalPence, afterPence: plan.priced.finalTotalPence };
    return { differences: plan.differences, total, problem: null, cut: names };
  } catch (error) {
    if (error instanceof Refusal) return { ...nothing, problem: error.message };
    throw error;
  }
}

async function toReply(reading: Reading, order: Order, { request, by, answeredBy }: Row) {
  const { totalBeforePence: beforePence, totalAfterPence: afterPence } = request;
  const { id, text, windows, status, createdAt, answeredAt, reason } = request;
  const total = beforePence === null || afterPence === null ? null : { beforePence, afterPence };
  const answered = { differences: request.differences, total, problem: null, cut: [] };
  const compared = status === "open" ? await comparedNow(reading, order, windows) : answered;
  return { id, text, windows: windows && [...windows], status, createdAt, answeredAt, reason, by, answeredBy, ...copied(compared) };
}
const copied = ({ differences, cut, ...rest }: Compared) => ({ ...rest, differences: [...differences], cut: [...cut] });

export async function requestsOf(reading: Reading, orderId: number) {
  const order = await existingOrder(reading.db, reading.user, orderId);
  const rows = await rowsOf(reading.db, orderId);
  return Promise.all(rows.map((row) => toReply(reading, order, row)));
}

export async function readRequest(reading: Reading, orderId: number, requestId: number) {
  const request = (await requestsOf(reading, orderId)).find(({ id }) => id === requestId);
  if (!request) throw notFound("Change request");
  return request;
}

type Wish = z.output<(typeof contract)["requestChange"]["body"]>;

/**
 * Stores a request of a locked order, whose windows can be made as requested.
 * @throws 400, 409; 409 if another request is open
 */
export async function storeRequest({ db, user, now }: Reading, orderId: number, { text, windows = null }: Wish): Promise<number> {
  const order = await lockOrder({ db, user, now }, orderId);
  await refuseUncorrectable(db, order);
  let seen: Pick<typeof changeRequests.$inferInsert, "differences" | "totalBeforePence" | "totalAfterPence"> = {};
  if (windows !== null) {
    const stored = await storedWindows(db, order.quoteId);
    if (new Set(windows.map(({ itemId }) => itemId)).size < windows.length) throw badRequest("Each window at most once");
    const [quote] = await db.select().from(quotes).where(eq(quotes.id, order.quoteId));
    if (!quote) throw notFound("Quote");
    const plan = await planCorrection(db, quote, order, requestedWindows(stored, windows as RequestedWindow[]), now);
    if (plan.differences.length === 0) throw badRequest("Nothing would change");
    seen = { differences: plan.differences, totalBeforePence: quote.finalTotalPence, totalAfterPence: plan.priced.finalTotalPence };
  }
  try {
    const [row] = await db
      .insert(changeRequests)
      .values({ orderId, text, windows: windows as RequestedWindow[] | null, ...seen, createdAt: now, byUserId: user.id })
      .returning({ id: changeRequests.id });
    if (!row) throw new Error("The request was not stored");
    return row.id;
  } catch (error) {
    if (brokenConstraint(error) === "change_requests_one_open") throw conflict("A change is already being considered");
    throw error;
  }
}

export async function openRequest(db: Db, orderId: number, requestId: number) {
  const [request] = await db
    .select()
    .from(changeRequests)
    .where(and(eq(changeRequests.id, requestId), eq(changeRequests.orderId, orderId)));
  if (!request) throw notFound("Change request");
  if (request.status !== "open") throw conflict(`This request is ${CHANGE_REQUEST_LABEL[request.status].toLowerCase()}`);
  return request;
}

/** Answers an open request of a locked order other than by accepting it, and returns it. @throws 404, 409 */
export async function endRequest(
  { db, user, now }: Reading,
  { orderId, requestId }: { readonly orderId: number; readonly requestId: number },
  end: { readonly status: "declined"; readonly reason: string } | { readonly status: "withdrawn" },
): Promise<typeof changeRequests.$inferSelect> {
  const request = await openRequest(db, orderId, requestId);
  await db
    .update(changeRequests)
    .set({ ...end, answeredAt: now, answeredBy: user.id })
    .where(and(eq(changeRequests.id, requestId), eq(changeRequests.status, "open")));
  return request;
}

/** The reason of a correction that answers a request: the customer's own words. */
export const reasonOf = ({ text }: { readonly text: string }): string => text.slice(0, LONGEST.reason);
