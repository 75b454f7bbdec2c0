import { eq, sql } from "drizzle-orm";
import type { Call, Handlers } from "#server/context.ts";
import { requireMayOrder } from "#server/features/companies/people.ts";
import { notifyOffice } from "#server/features/orders/notify-thread.ts";
import { existingOrder, lockOrder, readOrder } from "#server/features/orders/orders.ts";
import { closeSessionsFor } from "#server/features/payments/checkout/close-sessions.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { nameInMail, sentenceInMail } from "#server/platform/mail/post.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { orderChanges as contract } from "#shared/contract/parts/order-changes.ts";
import { formatPence } from "#shared/domain/money.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { differencesInWords } from "#shared/domain/window/text/window-rows.ts";
import { endRequest, openRequest, readRequest, reasonOf, requestedWindows, requestsOf, storeRequest } from "./change-requests.ts";
import { type Corrected, type CorrectionWish, correctOrder, lockForCorrection } from "./correct-order.ts";
import { notifyOfCorrection, notifyOfDeclined } from "./notify-of-correction.ts";
import { storedWindows } from "./store-correction.ts";

type Correcting = Call<(typeof contract)["changeWindows"]> | Call<(typeof contract)["acceptChange"]>;

/**
 * Corrects an order, notifies its people and records the differences, in the call's transaction.
 */
async function correct(call: Correcting, tx: Db, wish: CorrectionWish): Promise<Corrected> {
  const { post, user, now, ip, params, record } = call;
  const corrected = await correctOrder({ db: tx, user, now, ip }, params.id, wish);
  const request = wish.requestId === undefined ? null : String(wish.requestId);
  await notifyOfCorrection({ db: tx, post }, corrected, request);
  record({
    targetType: "orders",
    targetId: params.id,
    before: { finalTotalPence: corrected.beforePence },
    after: {
      finalTotalPence: corrected.afterPence,
      changes: differencesInWords(corrected.differences),
      reason: wish.reason,
      ...(corrected.documents.length > 0 && { documents: corrected.documents }),
      ...(wish.confirmed && corrected.cut.length > 0 && { cut: corrected.cut }),
      ...(corrected.overPence !== null && { acceptedOverLimit: true }),
    },
  });
  return corrected;
}

/** No page may take the old amount while the total changes. */
async function closePagesOf(call: Correcting): Promise<void> {
  const order = await existingOrder(call.db, call.user, call.params.id);
  await closeSessionsFor(call, { quoteId: order.quoteId });
}

export const orderChangeHandlers: Handlers<typeof contract> = {
  previewWindows: async ({ db, user, ip, params, body, now }) => {
    // The preview is the correction itself, taken back: so it shows what saving does.
    await db.execute(sql`savepoint before_preview`);
    const wish = { ...body, reason: "Preview", confirmed: true, acceptOverLimit: true };
    const { differences, credited, cut, ...corrected } = await correctOrder({ db, user, now, ip }, params.id, wish);
    await db.execute(sql`rollback to savepoint before_preview`);
    const { beforePence, afterPence, invoicedPence: invoiced, creditPence: credit, owedPence: owed, overPence: overLimit } = corrected;
    const total = { beforePence, afterPence };
    return { differences: [...differences], total, credited: [...credited], cut: [...cut], invoiced, credit, owed, overLimit };
  },

  changeWindows: async (call) => {
    const { user, params, body, now, commit } = call;
    await closePagesOf(call);
    return commit(async (tx) => {
      const { confirmed = false, acceptOverLimit = false, ...wish } = body;
      await correct(call, tx, { ...wish, confirmed, acceptOverLimit });
      return readOrder({ db: tx, user, now }, params.id);
    });
  },

  changeRequests: ({ db, user, params, now }) => requestsOf({ db, user, now }, params.id),

  requestChange: async ({ db, post, user, params, body, now, record }) => {
    await existingOrder(db, user, params.id);
    await requireMayOrder(db, user);
    const id = await storeRequest({ db, user, now }, params.id, body);
    const request = await readRequest({ db, user, now }, params.id, id);
    const { total } = request;
    await notifyOffice({ db, post }, "office", {
      orderId: params.id,
      kind: "change_requested",
      relatedId: params.id,
      subject: `Order ${orderNumber(params.id)}: a change is requested`,
      paragraphs: [
        `${nameInMail(user.companyName)} asks for a change of order ${orderNumber(params.id)}.`,
        body.text,
        ...differencesInWords(request.differences).map(sentenceInMail),
        ...(total ? [`Total ${formatPence(total.beforePence)} → ${formatPence(total.afterPence)}`] : []),
      ],
      action: { label: "Open the order", path: `/orders?order=${params.id}` },
    });
    record({ targetType: "orders", targetId: params.id, after: { requestId: id, text: body.text } });
    return request;
  },

  acceptChange: async (call) => {
    const { user, params, body, now, commit } = call;
    await closePagesOf(call);
    return commit(async (tx) => {
      const { order } = await lockForCorrection({ db: tx, user, now }, params.id);
      const request = await openRequest(tx, params.id, params.requestId);
      if (request.windows === null)
        throw conflict("This request names no windows: change the windows of the order, and the change answers it");
      const windows = requestedWindows(await storedWindows(tx, order.quoteId), request.windows);
      const { version, confirmed = false, acceptOverLimit = false } = body;
      const wish = { version, windows, reason: reasonOf(request), confirmed, acceptOverLimit, requestId: request.id };
      await correct(call, tx, wish);
      return readRequest({ db: tx, user, now }, params.id, request.id);
    });
  },

  declineChange: async ({ db, post, user, params, body, now, record }) => {
    const order = await lockOrder({ db, user, now }, params.id);
    const { id: orderId, requestId } = params;
    const request = await endRequest({ db, user, now }, { orderId, requestId }, { status: "declined", reason: body.reason });
    const [quote] = await db.select().from(quotes).where(eq(quotes.id, order.quoteId));
    if (quote) await notifyOfDeclined({ db, post }, quote, { ...request, reason: body.reason });
    record({ targetType: "orders", targetId: orderId, after: { requestId, declined: true, reason: body.reason } });
    return readRequest({ db, user, now }, orderId, requestId);
  },

  withdrawChange: async ({ db, user, params, now, record }) => {
    await existingOrder(db, user, params.id);
    await requireMayOrder(db, user);
    await lockOrder({ db, user, now }, params.id);
    const { id: orderId, requestId } = params;
    await endRequest({ db, user, now }, { orderId, requestId }, { status: "withdrawn" });
    record({ targetType: "orders", targetId: orderId, after: { requestId, withdrawn: true } });
    return null;
  },
};
