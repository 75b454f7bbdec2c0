import { eq, inArray } from "drizzle-orm";
import { exposureOf } from "#server/features/companies/exposure.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { quotes } from "#server/schema/quotes.ts";
import { formatPence, type Pence, pence, penceToPounds } from "#shared/domain/money.ts";
import { canPayQuote } from "#shared/domain/trade/status.ts";
import type { LockedQuote, QuoteRow } from "./quote-queries.ts";

/**
 * Locks the company of a quote before the quote itself, so that two orders at once cannot exceed
 * its limit.
 */
export async function lockCompanyOf(db: Db, quoteId: number): Promise<void> {
  const theirs = db.select({ id: quotes.companyId }).from(quotes).where(eq(quotes.id, quoteId));
  await db.select({ id: companies.id }).from(companies).where(inArray(companies.id, theirs)).for("no key update");
}

interface OverLimit {
  readonly limitPence: Pence;
  /** The company's exposure including this quote as an order. */
  readonly wouldOwePence: Pence;
  readonly overPence: Pence;
}

/**
 * The amount by which an unpaid quote as an order exceeds the limit of its locked company; null
 * within the limit (rule P14).
 */
async function overLimit(db: Db, quote: LockedQuote): Promise<OverLimit | null> {
  if (quote.paidAt !== null || quote.finalTotalPence === 0) return null;
  const { exposurePence, limitPence } = await exposureOf(db, quote.companyId);
  if (limitPence === null) return null;
  // An invoiced quote is already part of the amount that the invoices owe.
  const wouldOwePence = pence(exposurePence + (quote.invoiceNumber === null ? quote.finalTotalPence : 0));
  return wouldOwePence > limitPence ? { limitPence, wouldOwePence, overPence: pence(wouldOwePence - limitPence) } : null;
}

/**
 * Checks the limit before the office converts a locked quote of a locked company.
 * @returns true if the quote exceeds the limit and the office accepted that
 * @throws 409 if the office did not accept it
 */
export async function acceptsOverLimit(db: Db, quote: LockedQuote, isAccepted: boolean): Promise<boolean> {
  const over = await overLimit(db, quote);
  if (over === null || isAccepted) return over !== null;
  const { wouldOwePence, overPence, limitPence } = over;
  const [company] = await db.select({ name: companies.name }).from(companies).where(eq(companies.id, quote.companyId));
  throw conflict(
    `${company?.name} would owe ${formatPence(wouldOwePence)}, ${formatPence(overPence)} more than its limit of ${formatPence(limitPence)}`,
    { overLimit: penceToPounds(overPence) },
  );
}

/**
 * Checks the limit before placing creates an order at once.
 * @throws 409
 */
export async function refuseOverLimit(db: Db, quote: LockedQuote, row: QuoteRow): Promise<void> {
  const over = await overLimit(db, quote);
  if (over === null) return;
  const instead = canPayQuote(row) ? "Pay for it first, or ask the office" : "Ask the office";
  throw conflict(`This order is ${formatPence(over.overPence)} over your credit limit. ${instead}`, {
    overLimit: penceToPounds(over.overPence),
  });
}
