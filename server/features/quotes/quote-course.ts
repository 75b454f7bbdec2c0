import { eq } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { findRecipients, requireMayOrder } from "#server/features/companies/people.ts";
import { notifyPeople } from "#server/features/office/notifications/notify-people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict, forbidden } from "#server/platform/http/errors.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import { withJobName } from "#server/platform/mail/post.ts";
import { quoteEvent, recordEvent } from "#server/platform/webhooks/record-event.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { NOT_PLACED, quotes } from "#server/schema/quotes.ts";
import { formatPence } from "#shared/domain/money.ts";
import { formatDay } from "#shared/domain/period.ts";
import { isStaff } from "#shared/domain/roles.ts";
import {
  canConvertQuote,
  canMove,
  orderNumber,
  QUOTE_MOVES,
  QUOTE_STATUS_LABEL,
  type QuoteStatus,
  quoteNumber,
} from "#shared/domain/trade/status.ts";
import { notifyOfWithdrawnPlacing } from "./notify-of-placing.ts";
import { existingQuote, type LockedQuote, lockQuote, nextVersion, type QuoteRow } from "./quote-queries.ts";

interface Move {
  readonly status: QuoteStatus;
  readonly reason?: string | undefined;
  /** The version that the person read. */
  readonly version?: number | undefined;
}

/** The beginning of a refusal: `An accepted quote`. */
export const quoteThatIs = (status: QuoteStatus): string =>
  `${status === "accepted" ? "An" : "A"} ${QUOTE_STATUS_LABEL[status].toLowerCase()} quote`;

type Mover = Pick<Context["user"], "role">;
const withdraws = ({ role }: Mover, quote: LockedQuote, to: unknown): boolean =>
  to === "declined" && quote.status === "draft" && !isStaff(role);

/**
 * Only staff send. A customer answers an offer, which needs the right to order, and may withdraw a
 * draft.
 * @throws 403
 */
export async function requireMayMove(db: Db, user: Context["user"], quote: LockedQuote, to: unknown): Promise<void> {
  if (to === "sent" && !isStaff(user.role)) throw forbidden("Only our staff can send a quote");
  // Withdrawing a placed draft also withdraws its placing, which needs the right to order.
  if (!withdraws(user, quote, to) || quote.placedAt !== null) await requireMayOrder(db, user);
}

/**
 * Sends, accepts, declines or withdraws a locked quote. The caller has checked the person's right.
 */
export async function changeQuoteStatus(
  { db, post, user, now }: Pick<Context, "db" | "post" | "user" | "now">,
  quote: LockedQuote,
  { status: to, reason, version }: Move,
): Promise<void> {
  if (!withdraws(user, quote, to) && !canMove<QuoteStatus>(QUOTE_MOVES, quote.status, to)) {
    throw conflict(`${quoteThatIs(quote.status)} cannot become ${QUOTE_STATUS_LABEL[to].toLowerCase()}`);
  }
  // Declining needs no validity, because declining an expired quote does no harm.
  if (to !== "declined") refuseExpired(quote, now);
  await refuseChanged(db, quote, version);
  await db
    .update(quotes)
    .set({
      status: to,
      declineReason: to === "declined" && reason?.trim() ? reason : null,
      ...(to === "sent" && { sentAt: now }),
      ...(to === "declined" && NOT_PLACED),
      ...(withdraws(user, quote, to) && { withdrawnAt: now }),
      ...nextVersion(user),
    })
    .where(eq(quotes.id, quote.id));
  if (to !== "draft") await recordEvent(db, quoteEvent({ ...quote, status: to }, `quote.${to}`), now);
  if (to === "sent") await notifyCustomer({ db, post }, quote);
  if (to !== "declined") return;
  if (quote.placedAt !== null) await notifyOfWithdrawnPlacing({ db, post, user }, await existingQuote(db, user, quote.id));
  await enqueue(db, "close-checkout-sessions", {});
}

async function notifyCustomer({ db, post }: Pick<Context, "db" | "post">, quote: LockedQuote): Promise<void> {
  const number = quoteNumber(quote.id);
  const sentence = `Quote ${number} for ${formatPence(quote.finalTotalPence)} is ready for you. It is valid until ${formatDay(quote.validUntil)}.`;
  await notifyPeople({ db, post }, "quote_sent", await findRecipients(db, quote.userId), () => ({
    title: withJobName(`Quote ${number}`, quote),
    message: sentence,
    relatedId: quote.id,
    letter: {
      subject: `Quote ${number}`,
      job: quote,
      paragraphs: [sentence, "Open the portal to accept it, pay it or tell us that it does not suit."],
      action: { label: "Open the quote", path: `/quotes?quote=${quote.id}` },
    },
  }));
}

/**
 * An expired quote cannot be sent, accepted, paid or converted; staff may convert it with a
 * confirmation (rule Q6).
 */
export function refuseExpired(quote: Pick<LockedQuote, "validUntil">, now: Date): void {
  if (quote.validUntil < now) throw conflict(`This quote expired on ${formatDay(quote.validUntil)}`);
}

/**
 * Refuses a decision about a locked quote that has changed since the person read it. `version`: the
 * one that the person read; undefined skips the check.
 * @throws 409 that names the person who changed it last
 */
export async function refuseChanged(
  db: Db,
  quote: LockedQuote,
  version: number | undefined,
  what: "quote" | "order" = "quote",
): Promise<void> {
  if (version !== undefined && version !== quote.version)
    throw conflict(`This ${what} was changed by ${await lastEditorOf(db, quote)} while you were editing it`);
}

/** The author of the latest version. Old quotes without an author name their owner. */
async function lastEditorOf(db: Db, { changedBy, userId }: LockedQuote): Promise<string> {
  const [editor] = await db
    .select({ contactName: users.contactName })
    .from(users)
    .where(eq(users.id, changedBy ?? userId));
  return editor?.contactName ?? "somebody else";
}

/** @throws 409 for a quote that has an order */
export function refuseOrdered(orderId: number | null): void {
  if (orderId !== null) throw conflict(`This quote was already converted to order ${orderNumber(orderId)}`);
}

/**
 * Locks a quote, and checks that an order can be made of it. A placed quote was placed in time, so
 * its expiry does not matter.
 */
export async function lockConvertibleQuote(
  { db, user, now }: Pick<Context, "db" | "user" | "now">,
  id: number,
  acceptExpired: boolean,
): Promise<LockedQuote & Pick<QuoteRow, "owedPence">> {
  const quote = await lockQuote(db, user, id);
  const { orderId, orderStatus, paymentStatus, owedPence } = await existingQuote(db, user, id);
  refuseOrdered(orderId);
  if (!canConvertQuote({ status: quote.status, paymentStatus, orderId, orderStatus })) {
    throw conflict(`${quoteThatIs(quote.status)} cannot be converted to an order`);
  }
  if (!acceptExpired && quote.paidAt === null && quote.placedAt === null) refuseExpired(quote, now);
  return { ...quote, owedPence };
}
