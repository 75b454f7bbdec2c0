import type { Context } from "#server/context.ts";
import { findRecipients } from "#server/features/companies/people.ts";
import { moneySettingsNow } from "#server/features/invoices/parties.ts";
import { notifyPeople } from "#server/features/office/notifications/notify-people.ts";
import { notifyOffice } from "#server/features/orders/notify-thread.ts";
import { nameInMail, sentenceInMail, withJobName } from "#server/platform/mail/post.ts";
import type { changeRequests } from "#server/schema/orders-and-remakes.ts";
import type { quotes } from "#server/schema/quotes.ts";
import type { Difference } from "#shared/domain/differences.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import type { NoticeKind } from "#shared/domain/notifications.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";
import { joinInWords } from "#shared/domain/window/text/making-text.ts";
import { differencesInWords } from "#shared/domain/window/text/window-rows.ts";
import type { Corrected } from "./correct-order.ts";

type Mailing = Pick<Context, "db" | "post">;

/** A person typed the names and the notes, so no link in them may work. */
const linesInMail = (differences: readonly Difference[]): string[] => differencesInWords(differences).map(sentenceInMail);

const totalsInWords = (before: Pence, after: Pence): string =>
  before === after ? `total ${formatPence(after)}, as before` : `total ${formatPence(before)} → ${formatPence(after)}`;

/** `Kitchen: width 900 → 910 mm · total £346.80 → £350.10`. */
export const correctionInWords = (differences: readonly Difference[], before: Pence, after: Pence): string =>
  [...linesInMail(differences), totalsInWords(before, after)].join(" · ");

interface News {
  readonly quote: typeof quotes.$inferSelect;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly subject: string;
  readonly relatedId: number;
  /** The first two are the notification's text too. */
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly path: string };
  readonly documents?: readonly string[];
}

async function notifyCustomer({ db, post }: Mailing, news: News): Promise<void> {
  const { quote, kind, title, subject, relatedId, paragraphs, action, documents = [] } = news;
  const readers = await findRecipients(db, quote.userId, { managersToo: documents.length > 0 });
  const customers = readers.filter(({ role }) => role === "customer");
  await notifyPeople({ db, post }, kind, customers, () => ({
    title: withJobName(title, quote),
    message: paragraphs.slice(0, 2).join(" "),
    relatedId,
    letter: { subject, paragraphs, job: quote, action, papers: documents.map((document) => ({ document })) },
  }));
}

/** Emails the customer what staff changed in a placed quote (rule Q35). */
export async function notifyOfEditedQuote(
  mailing: Mailing,
  quote: typeof quotes.$inferSelect,
  { differences, afterPence }: { readonly differences: readonly Difference[]; readonly afterPence: Pence },
): Promise<void> {
  if (differences.length === 0 && quote.finalTotalPence === afterPence) return;
  const number = quoteNumber(quote.id);
  await notifyCustomer(mailing, {
    quote,
    kind: "quote_changed",
    title: `Quote ${number}`,
    subject: `Quote ${number} changed`,
    relatedId: quote.id,
    paragraphs: [
      `We have changed quote ${number}, which you placed.`,
      correctionInWords(differences, quote.finalTotalPence, afterPence),
      "If that is not what you want, please tell us before it is made.",
    ],
    action: { label: "Open the quote", path: `/quotes?quote=${quote.id}` },
  });
}

/**
 * Emails the customer a correction with its price and documents, and the order's workshop without
 * any amount (rule O21). `request`: the customer's request that the correction answers.
 */
export async function notifyOfCorrection(mailing: Mailing, corrected: Corrected, request: string | null): Promise<void> {
  const { order, quote, differences, beforePence, afterPence, documents } = corrected;
  const number = orderNumber(order.id);
  const attaches = documents.length > 0 && (await moneySettingsNow(mailing.db)).mailInvoices;
  await notifyCustomer(mailing, {
    quote,
    kind: "order_changed",
    title: `Order ${number}`,
    subject: `Order ${number} changed`,
    relatedId: order.id,
    paragraphs: [
      request === null ? `We have changed order ${number}.` : `We have changed order ${number} as you asked.`,
      order.remakeId === null ? correctionInWords(differences, beforePence, afterPence) : linesInMail(differences).join(" · "),
      ...(request === null ? [`Reason: ${sentenceInMail(corrected.reason)}`] : []),
      ...moneyInWords(corrected, attaches),
    ],
    action: { label: "Open the order", path: `/orders?order=${order.id}` },
    ...(attaches && { documents }),
  });
  if (order.supplierId !== null) await notifyWorkshop(mailing, order.supplierId, corrected);
}

function moneyInWords({ documents, creditPence, owedPence, order }: Corrected, attaches: boolean): string[] {
  if (order.remakeId !== null) return [];
  return [
    ...(documents.length > 0 ? [`Issued for it: ${joinInWords(documents)}${attaches ? ", attached" : ""}.`] : []),
    ...(creditPence > 0 ? [`${formatPence(creditPence)} of what you paid is your credit now.`] : []),
    ...(owedPence > 0 ? [`${formatPence(owedPence)} is still to be paid.`] : []),
  ];
}

async function notifyWorkshop(mailing: Mailing, supplierId: number, { order, differences, voided }: Corrected): Promise<void> {
  const number = orderNumber(order.id);
  const work = voided.map(({ window, cut, sawn }) => {
    const what = cut > 0 ? `${countOf(cut, "shutter")} already cut` : `${countOf(sawn, "part")} already sawn`;
    return `${nameInMail(window)}: ${what}, not to be used for this order.`;
  });
  await notifyOffice(mailing, supplierId, {
    orderId: order.id,
    kind: "order_corrected",
    relatedId: order.id,
    subject: `Order ${number} changed`,
    paragraphs: [
      `The office has changed order ${number}.`,
      linesInMail(differences).join(" · "),
      ...work,
      "The next job card that you print names the changes.",
    ],
    action: { label: "Open the order", path: `/orders?order=${order.id}` },
  });
}

type Declined = Pick<typeof changeRequests.$inferSelect, "orderId" | "text" | "differences"> & { readonly reason: string };

/** Tells the customer which request was declined, and why (rule O23). */
export const notifyOfDeclined = (
  mailing: Mailing,
  quote: typeof quotes.$inferSelect,
  { orderId, text, differences, reason }: Declined,
): Promise<void> =>
  notifyCustomer(mailing, {
    quote,
    kind: "order_changed",
    title: `Order ${orderNumber(orderId)}`,
    subject: `Order ${orderNumber(orderId)}: change declined`,
    relatedId: orderId,
    paragraphs: [
      `Order ${orderNumber(orderId)} stays as it is: we cannot make the change that you requested.`,
      `Reason: ${sentenceInMail(reason)}`,
      `You asked for: ${sentenceInMail(text)}`,
      ...linesInMail(differences),
    ],
    action: { label: "Open the order", path: `/orders?order=${orderId}` },
  });
