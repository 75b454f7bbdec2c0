import { and, eq, gt, inArray } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { findStaff, type Person } from "#server/features/companies/people.ts";
import { notifyPeople } from "#server/features/office/notifications/notify-people.ts";
import { nameInMail, withJobName } from "#server/platform/mail/post.ts";
import { notifications } from "#server/schema/notifications.ts";
import { formatPence } from "#shared/domain/money.ts";
import { type Day, formatDay, startOfDay } from "#shared/domain/period.ts";
import { orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";
import type { QuoteRow } from "./quote-queries.ts";

type MailContext = Pick<Context, "db" | "post" | "user">;
interface Placed {
  readonly shippingAddress: string;
  readonly requiredBy: Day | null;
  /** The order that placing created at once; null if staff convert the quote. */
  readonly orderId: number | null;
}

/**
 * Notifies the staff of a placing, or a change of its address or day (rule Q14). `quote`: its state
 * before.
 */
export function notifyOfPlacing(context: MailContext, quote: QuoteRow, { shippingAddress, requiredBy, orderId }: Placed): Promise<void> {
  const verb = quote.placedAt === null ? "placed" : "changed the placing of";
  const next = orderId === null ? "Convert it to make the order." : `It went straight to the workshop as order ${orderNumber(orderId)}.`;
  return notifyStaff(context, quote, quote.placedAt === null ? "placed" : "placed again", [
    `${nameInMail(context.user.contactName)} ${verb} ${describeQuote(quote)} for ${formatPence(quote.finalTotalPence)}. ${next}`,
    `Deliver to:\n${shippingAddress}`,
    requiredBy === null ? "No day was given by which it is needed." : `It is needed by ${formatDay(startOfDay(requiredBy))}.`,
  ]);
}

/** Notifies the staff that a placing was withdrawn. */
export const notifyOfWithdrawnPlacing = (context: MailContext, quote: QuoteRow): Promise<void> =>
  notifyStaff(context, quote, "taken back", [
    `${nameInMail(context.user.contactName)} took back the placing of ${describeQuote(quote)}: please make no order of it.`,
  ]);

const HOUR = 60 * 60_000;

/** True if one of these people was asked to place the quote within the last hour. */
export async function wereAskedLately(db: MailContext["db"], readers: readonly Person[], quoteId: number, now: Date): Promise<boolean> {
  const lately = and(
    inArray(
      notifications.userId,
      readers.map(({ id }) => id),
    ),
    gt(notifications.createdAt, new Date(now.getTime() - HOUR)),
    and(eq(notifications.type, "quote_to_place"), eq(notifications.relatedId, quoteId)),
  );
  return (await db.$count(notifications, lately)) > 0;
}

/** Notifies the people who may order that a colleague asks them to place the quote (rule Q18). */
export async function notifyOfRequestToPlace(
  { db, post, user }: MailContext,
  quote: QuoteRow,
  readers: readonly Person[],
  now: Date,
): Promise<void> {
  const number = quoteNumber(quote.id);
  const sentence = `${nameInMail(user.contactName)} asks you to place quote ${number}, for ${formatPence(quote.finalTotalPence)} including VAT.`;
  await notifyPeople({ db, post }, "quote_to_place", readers, () => ({
    title: withJobName(`Quote ${number} to place`, quote),
    message: sentence,
    relatedId: quote.id,
    createdAt: now,
    letter: {
      subject: `Quote ${number} to place`,
      paragraphs: [sentence, `It is valid until ${formatDay(quote.validUntil)}.`],
      job: quote,
      action: { label: `Place ${number}`, path: `/quotes?quote=${quote.id}` },
    },
  }));
}

const describeQuote = ({ id, user }: QuoteRow): string => `quote ${quoteNumber(id)} of ${nameInMail(user.companyName)}`;

/** Notifies each admin and super admin. */
async function notifyStaff({ db, post }: MailContext, quote: QuoteRow, event: string, paragraphs: readonly string[]): Promise<void> {
  const subject = `Quote ${quoteNumber(quote.id)} ${event}`;
  await notifyPeople({ db, post }, "quote_placed", await findStaff(db), () => ({
    title: withJobName(subject, quote),
    message: paragraphs[0] ?? subject,
    relatedId: quote.id,
    letter: { subject, paragraphs, job: quote, action: { label: "Open the quote", path: `/quotes?quote=${quote.id}` } },
  }));
}
