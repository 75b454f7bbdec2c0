import type { Context } from "#server/context.ts";
import { findRecipients } from "#server/features/companies/people.ts";
import { notifyPeople } from "#server/features/office/notifications/notify-people.ts";
import type { AttachedPaper } from "#server/platform/mail/mailer.ts";
import { nameInMail, withJobName } from "#server/platform/mail/post.ts";
import type { quotes } from "#server/schema/quotes.ts";
import { formatPounds } from "#shared/domain/money.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { removeLinks } from "#shared/domain/web-address.ts";
import type { Business } from "./business.ts";
import { type SnapshotFacts, validWords } from "./quotation-snapshot.ts";

/** Emails to homeowners in the fitter's name, and notifications of the fitter (rule T9). */

type MailContext = Pick<Context, "db" | "post">;

/** Emails a quotation's link to the homeowner. Replies go to the fitter. */
export async function mailQuotation(
  { db, post }: MailContext,
  { to, url, snapshot }: { readonly to: string; readonly url: string; readonly snapshot: SnapshotFacts },
): Promise<void> {
  const { from, customer, total } = snapshot;
  await post.sendFor(db, {
    to,
    from,
    subject: `Your quotation from ${nameInMail(from.name)}`,
    greeting: customer.name,
    paragraphs: [
      `Here is your quotation for ${formatPounds(total)}${from.vatNumber ? " including VAT" : ""}. It is valid until ${validWords(snapshot)}.`,
      "You can read it, ask a question and accept it there.",
    ],
    action: { label: "See your quotation", url },
  });
}

interface Accepted {
  readonly to: string;
  readonly name: string;
  readonly snapshot: SnapshotFacts;
  readonly amount: string;
  readonly url: string;
  readonly paper: AttachedPaper;
}

/** Emails the accepted quotation to the homeowner. */
export async function mailAcceptance({ db, post }: MailContext, { to, name, snapshot, amount, url, paper }: Accepted): Promise<void> {
  const { from } = snapshot;
  await post.sendFor(db, {
    to,
    from,
    subject: `You accepted the quotation from ${nameInMail(from.name)}`,
    greeting: name,
    paragraphs: [
      `You accepted the quotation of ${amount} and its terms. Thank you: ${nameInMail(from.name)} will be in touch.`,
      "The quotation is attached. Its last page says what you accepted and when.",
    ],
    action: { label: "See the quotation", url },
    papers: [paper],
  });
}

interface Answered {
  readonly to: string;
  readonly business: Business;
  readonly question: { readonly customerName: string; readonly text: string };
  readonly answer: string;
}

/**
 * Emails the fitter's answer to a homeowner's question. A stranger's words are quoted without
 * links.
 */
export async function mailAnswer({ db, post }: MailContext, { to, business, question, answer }: Answered): Promise<void> {
  const { tradingName: name, ...from } = business;
  await post.sendFor(db, {
    to,
    from: { name, ...from },
    subject: `${nameInMail(name)} answered your question`,
    greeting: question.customerName,
    paragraphs: [`You asked: “${removeLinks(question.text.trim())}”`, answer.trim(), "The answer is also on the page of your quotation."],
  });
}

interface News {
  readonly what: "opened" | "asked" | "accepted" | "declined";
  /** The homeowner's name from the quotation or the acceptance; may be blank. */
  readonly by: string;
  readonly amount?: string;
  /** The question, or the reason. */
  readonly words?: string;
  readonly paper?: AttachedPaper;
  /** False if the company's daily limit of emails is reached; then only the bell notifies. */
  readonly byMail: boolean;
}

const VERB = { opened: "opened", asked: "asked about", accepted: "accepted", declined: "declined" } as const;
const MOST_IN_BELL = 400;

/**
 * Notifies the fitter by bell and email. The bell contains no amount, because a person who views
 * the portal as the fitter reads it too.
 */
export async function notifyFitter(
  { db, post }: MailContext,
  quote: typeof quotes.$inferSelect,
  { what, by, amount, words: typed = "", paper, byMail }: News,
): Promise<void> {
  const number = quoteNumber(quote.id);
  const sentence = `${by ? nameInMail(by) : "Your customer"} ${VERB[what]} your quotation.`;
  // A stranger's words must not become links in a mail program.
  const words = removeLinks(typed.trim());
  const excerpt = words ? (words.length > MOST_IN_BELL ? `${words.slice(0, MOST_IN_BELL)}…` : words) : "";
  const letter = {
    subject: `Your quotation of ${number}: ${what === "asked" ? "a question" : what}`,
    job: quote,
    paragraphs: [
      amount ? `${by ? nameInMail(by) : "Your customer"} accepted your quotation of ${amount}.` : sentence,
      ...(words ? [words] : []),
      ...(paper ? ["It is attached, and its last page says who accepted what and when. Place the order when you are ready."] : []),
    ],
    papers: paper && [paper],
    action: { label: "Open the quote", path: `/quotes?quote=${quote.id}` },
  };
  await notifyPeople({ db, post }, "retail", await findRecipients(db, quote.userId), () => ({
    title: withJobName(`Quotation of ${number} ${what === "asked" ? "asked about" : what}`, quote),
    message: [sentence, excerpt].filter(Boolean).join(" "),
    relatedId: quote.id,
    ...(byMail && { letter }),
  }));
}
