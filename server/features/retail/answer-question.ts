import { and, eq } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { type LockedQuote, lockQuote } from "#server/features/quotes/quote-queries.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import { retailLinks, retailQuestions } from "#server/schema/retail.ts";
import type { retail as contract } from "#shared/contract/retail.ts";
import { requireBusiness } from "./business.ts";
import { mailAnswer } from "./notify-about-quotation.ts";
import { type Question, questionReply } from "./question-thread.ts";

/** The answers to homeowners' questions on their links (rules T9 and T14). */

/**
 * The address for an answer: one that the fitter entered, in the quote's customer or with the link.
 */
async function addressFor(db: Db, { customerEmail }: Pick<LockedQuote, "customerEmail">, question: Question): Promise<string> {
  if (customerEmail) return customerEmail;
  const [link] = await db.select({ sentTo: retailLinks.sentTo }).from(retailLinks).where(eq(retailLinks.id, question.linkId));
  if (!link?.sentTo) throw conflict(`There is no email address for ${question.customerName || "your customer"}`);
  return link.sentTo;
}

/**
 * Loads an unanswered question.
 * @throws 404, or 409 if it is already answered
 */
async function requireUnanswered(db: Db, quoteId: number, id: number): Promise<Question> {
  const [question] = await db
    .select()
    .from(retailQuestions)
    .where(and(eq(retailQuestions.id, id), eq(retailQuestions.quoteId, quoteId)));
  if (!question) throw notFound("Question");
  if (question.answeredAt) throw conflict("This question was answered");
  return question;
}

export const questionHandlers: Pick<Handlers<typeof contract>, "answer"> = {
  answer: async ({ db, post, user, params, body, now, record }) => {
    const quote = await lockQuote(db, user, params.id);
    const business = await requireBusiness(db, user.companyId);
    const question = await requireUnanswered(db, quote.id, params.questionId);
    const to = await addressFor(db, quote, question);
    const [answered] = await db
      .update(retailQuestions)
      .set({ answer: body.text, answeredAt: now, answeredBy: user.id })
      .where(eq(retailQuestions.id, question.id))
      .returning();
    if (!answered) throw notFound("Question");
    await mailAnswer({ db, post }, { to, business, question, answer: body.text });
    record({ targetType: "quotes", targetId: quote.id });
    return questionReply(answered);
  },
};
