import type { Context } from "#server/context.ts";
import { existingQuote } from "#server/features/quotes/quote-queries.ts";
import { addDays, endOfDay, londonDay } from "#shared/domain/period.ts";
import { type Logo, readLogo } from "./business.ts";
import { quotationOf, weeksUntilReady } from "./quotation.ts";
import { drawQuotation, readSnapshot, referenceOf, type Snapshot } from "./quotation-snapshot.ts";
import { acceptedLink, evidenceOf } from "./shared-link.ts";

interface QuotationToPrint {
  readonly snapshot: Snapshot;
  readonly logo: Logo | undefined;
  readonly accepted: ReturnType<typeof evidenceOf>;
  readonly reference: string | null;
}

/**
 * The quotation as it would be sent today (rule T4). @throws 404, or 409 before the business
 * details are saved
 */
export async function quotationToPrint(
  { db, user, now }: Pick<Context, "db" | "user" | "now">,
  quoteId: number,
): Promise<QuotationToPrint> {
  const accepted = await acceptedLink(db, (await existingQuote(db, user, quoteId)).id);
  // An accepted quotation is printed from its frozen content, with the evidence as its last page.
  if (accepted?.snapshot) {
    const logo = accepted.logoId === null ? undefined : await readLogo(db, accepted.logoId);
    return { snapshot: readSnapshot(accepted.snapshot), logo, accepted: evidenceOf(accepted), reference: referenceOf(accepted) };
  }
  const quotation = await quotationOf({ db, user }, quoteId);
  const { business, quote, stored, facts } = quotation;
  const readyWeeks = await weeksUntilReady(db, quotation, now);
  const lasts = endOfDay(addDays(londonDay(now), business.validDays));
  const validUntil = londonDay(lasts < quote.validUntil || quote.placedAt !== null || quote.orderId !== null ? lasts : quote.validUntil);
  const logo = business.logoId === null ? undefined : await readLogo(db, business.logoId);
  return {
    snapshot: { ...(await drawQuotation(facts)), revision: stored?.revision ?? 1, madeOn: londonDay(now), validUntil, readyWeeks },
    logo,
    accepted: null,
    reference: null,
  };
}
