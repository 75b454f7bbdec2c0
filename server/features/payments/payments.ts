import { and, desc, eq, notInArray } from "drizzle-orm";
import type { Handler, Handlers } from "#server/context.ts";
import { existingQuote } from "#server/features/quotes/quote-queries.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { checkoutSessions } from "#server/schema/checkouts.ts";
import { payments } from "#server/schema/payments.ts";
import type { payments as contract, paymentRecords } from "#shared/contract/payments.ts";
import { syncSession } from "./checkout/open-sessions.ts";
import { payQuote } from "./checkout/pay-quote.ts";
import { listDisputes, listPayments, listRefunds, refundsOfPayment, sumPayments } from "./find-payments.ts";
import { readPayment } from "./payment-details.ts";
import { existingPayment, refundPayment } from "./refunds/refund-payment.ts";
import { saveKeys } from "./stripe/save-keys.ts";
import { unlessStripeFails } from "./stripe/stripe-client.ts";
import { requireStripe, storedSettings } from "./stripe/stripe-settings.ts";
import { allocatePayment, payByTransfer, recordTransfer, voidPayment } from "./transfers/record-transfer.ts";

const UNKNOWN =
  "Stripe cannot be queried about this payment just now. If you have paid, it will be recorded automatically: there is no need to pay again.";
const FLAGGED = "A payment arrived that does not match this quote. We are looking into it: please do not pay again.";

/**
 * The customer returned from Stripe's page. Stripe's API decides whether the quote is paid, not the
 * return address (rule Y3). The reply is the quote's row; `unpaid` is a normal reply.
 */
const confirmPayment: Handler<typeof contract.confirm> = async (call) => {
  const { db, limits, user, params, record, commit } = call;
  const before = await existingQuote(db, user, params.id);
  if (before.paymentStatus === "paid") return before;
  await limits["confirm-payment"].count(user.id);
  const stripe = await requireStripe(call);
  for (const id of await unsettledSessions(db, before.id)) await unlessStripeFails(UNKNOWN, () => syncSession(call, stripe, id));
  const after = await existingQuote(db, user, before.id);
  if (after.paymentStatus === "unpaid") {
    if ((await db.$count(payments, eq(payments.quoteId, after.id))) > 0) throw conflict(FLAGGED);
    return after;
  }
  record({ targetType: "quotes", targetId: after.id, before: { paymentStatus: "unpaid" }, after: { paymentStatus: "paid" } });
  return commit((tx) => existingQuote(tx, user, after.id));
};

/** The calls for card payments and their keys (rule Y2), transfers, allocations and refunds. */
export const paymentHandlers: Handlers<typeof contract & typeof paymentRecords> = {
  pay: payQuote,
  confirm: confirmPayment,
  config: async ({ db }) => {
    const settings = await storedSettings(db);
    return { publicKey: settings?.publicKey ?? null, configured: settings !== undefined };
  },
  configure: saveKeys,
  list: ({ db, user, query, page, now }) => listPayments(db, user, query, { page, now }),
  sums: ({ db, user, query, now }) => sumPayments(db, user, query, now),
  read: ({ db, params }) => readPayment(db, params.id),
  record: recordTransfer,
  allocate: allocatePayment,
  void: voidPayment,
  refund: refundPayment,
  refundsOf: async ({ db, params }) => refundsOfPayment(db, (await existingPayment(db, params.id)).id),
  refunds: ({ db, query, page }) => listRefunds(db, query, page),
  disputes: ({ db, query, page }) => listDisputes(db, query, page),
  payByTransfer,
};

/**
 * The latest Checkout sessions of a quote without a stored payment. Closed sessions are included,
 * because the customer may have paid at the last moment.
 */
async function unsettledSessions(db: Db, quoteId: number): Promise<string[]> {
  const known = db.select({ id: payments.stripeSessionId }).from(payments).where(eq(payments.quoteId, quoteId));
  const sessions = await db
    .select({ id: checkoutSessions.id })
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.quoteId, quoteId), notInArray(checkoutSessions.id, known)))
    .orderBy(desc(checkoutSessions.createdAt))
    .limit(5);
  return sessions.map(({ id }) => id);
}
