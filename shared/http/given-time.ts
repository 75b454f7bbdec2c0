import { z } from "zod";
import { type Day, endOfDay, isDay, londonDay, startOfDay } from "#shared/domain/period.ts";

/** Times in a query: a day, `YYYY-MM-DD`, or an instant in ISO 8601 (rule K2). */

const instantText = z.iso.datetime({ offset: true });
/** The last instant of year 9999's last day would fall into a year that cannot be written. */
const LAST_DAY: Day = "9999-12-30";

/** The London day that a text names or falls on; null if it is neither a day nor an instant. */
export function dayNamedBy(text: string): Day | null {
  const day = isDay(text) ? text : instantText.safeParse(text).success ? londonDay(new Date(text)) : null;
  return day !== null && isDay(day) && day <= LAST_DAY ? day : null;
}

const named = (message: string) => z.string(message).refine((text) => dayNamedBy(text) !== null, { message, abort: true });

/** A London day. */
export const dayGiven = (message: string) =>
  z.codec(named(message), z.custom<Day>(), { decode: (text) => dayNamedBy(text) ?? "", encode: (day) => day });

/** The start of a range: a day counts from its first instant, an instant from itself. */
export const rangeStart = (message: string) =>
  z.codec(named(message), z.custom<Date>(), {
    decode: (text) => (isDay(text) ? startOfDay(text) : new Date(text)),
    encode: (at) => at.toISOString(),
  });

/** The end of a range: a day counts to its last instant, an instant to itself. */
export const rangeEnd = (message: string) =>
  z.codec(named(message), z.custom<Date>(), {
    decode: (text) => (isDay(text) ? endOfDay(text) : new Date(text)),
    encode: (at) => at.toISOString(),
  });
