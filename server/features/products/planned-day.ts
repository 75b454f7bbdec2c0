import { badRequest } from "#server/platform/http/errors.ts";
import { type Day, isTooFar, londonDay, WITHIN_TWO_YEARS } from "#shared/domain/period.ts";

/**
 * The first day of prices, costs or terms that are planned ahead.
 * @throws 400 for a day that is not after today, in London, or in more than two years
 */
export function refuseUnplannableDay(from: Day, now: Date): void {
  const today = londonDay(now);
  if (from <= today) throw badRequest("The day must be after today");
  if (isTooFar(from, today)) throw badRequest(WITHIN_TWO_YEARS);
}
