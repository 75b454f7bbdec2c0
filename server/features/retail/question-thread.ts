import { and, desc, eq, type SQL } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { retailQuestions } from "#server/schema/index.ts";

/**
 * Homeowners' questions and the fitter's answers, as the fitter and the homeowner read them (rules
 * T7 and T10).
 */

export type Question = typeof retailQuestions.$inferSelect;

export const questionReply = ({ id, askedAt, text, answeredAt, answer }: Question) => ({
  id,
  at: askedAt,
  text,
  answer: answeredAt && answer !== null ? { at: answeredAt, text: answer } : null,
});

/** A link takes five questions a day: a thread comes whole inside a reply and must have an end. */
const MOST_SHOWN = 200;

const newest = async (db: Db, which: SQL | undefined): Promise<Question[]> =>
  (await db.select().from(retailQuestions).where(which).orderBy(desc(retailQuestions.id)).limit(MOST_SHOWN)).toReversed();

/** The thread of a quotation, oldest first. */
export const questionsOf = async (db: Db, quoteId: number) => (await newest(db, eq(retailQuestions.quoteId, quoteId))).map(questionReply);

/**
 * The thread on a homeowner's page. A quotation that was sent to another customer before does not
 * show that one's questions.
 */
export const questionsOnPage = async (db: Db, quoteId: number, customerName: string) =>
  (await newest(db, and(eq(retailQuestions.quoteId, quoteId), eq(retailQuestions.customerName, customerName)))).map(questionReply);
