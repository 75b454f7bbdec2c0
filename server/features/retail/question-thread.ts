import { and, desc, eq, type SQL } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { retailQuestions } from "#server/schema/retail.ts";

/** Homeowners' questions and the fitter's answers, as both read them (rule T14). */

export type Question = typeof retailQuestions.$inferSelect;

export const questionReply = ({ id, askedAt, text, answeredAt, answer }: Question) => ({
  id,
  at: askedAt,
  text,
  answer: answeredAt && answer !== null ? { at: answeredAt, text: answer } : null,
});

/** A link accepts five questions a day. The thread is not paged, so it needs a limit. */
const MOST_SHOWN = 200;

const newest = async (db: Db, which: SQL | undefined): Promise<Question[]> =>
  (await db.select().from(retailQuestions).where(which).orderBy(desc(retailQuestions.id)).limit(MOST_SHOWN)).toReversed();

/** The thread of a quotation, oldest first. */
export const questionsOf = async (db: Db, quoteId: number) => (await newest(db, eq(retailQuestions.quoteId, quoteId))).map(questionReply);

/** The thread on a homeowner's page, without questions of a former customer of the quotation. */
export const questionsOnPage = async (db: Db, quoteId: number, customerName: string) =>
  (await newest(db, and(eq(retailQuestions.quoteId, quoteId), eq(retailQuestions.customerName, customerName)))).map(questionReply);
