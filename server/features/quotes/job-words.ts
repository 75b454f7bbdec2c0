import { eq } from "drizzle-orm";
import { copyJobWords } from "#server/features/orders/copied-columns.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { quotes } from "#server/schema/quotes.ts";
import { SITE_FIELDS } from "#shared/contract/parts/quote-bodies.ts";
import { type LockedQuote, nextVersion } from "./quote-queries.ts";

/** The words of a job that change in any state of its quote (rules Q12 and Q19). */
const JOB_FIELDS = ["jobName", "poNumber", ...SITE_FIELDS] as const;
export type ChangeableWords = Pick<LockedQuote, (typeof JOB_FIELDS)[number]>;

/**
 * Writes the changed words to a locked quote, its orders and their remakes, and raises the quote's
 * version.
 * @returns true if a word differs from the stored one
 */
export async function changeJobWords(
  { db, user }: { readonly db: Db; readonly user: Pick<SignedInUser, "id"> },
  quote: Pick<LockedQuote, "id"> & ChangeableWords,
  words: ChangeableWords,
): Promise<boolean> {
  if (JOB_FIELDS.every((name) => words[name] === quote[name])) return false;
  await db
    .update(quotes)
    .set({ ...words, ...nextVersion(user) })
    .where(eq(quotes.id, quote.id));
  await copyJobWords(db, quote.id, words);
  return true;
}
