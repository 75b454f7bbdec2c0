import { addDays, londonDay } from "#shared/domain/period.ts";

/** A London day in so many days: what a person sets lies within two years. */
export const dayAhead = (days: number): string => addDays(londonDay(new Date()), days);
