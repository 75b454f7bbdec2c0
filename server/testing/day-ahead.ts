import { addDays, londonDay } from "#shared/domain/period.ts";

/** The London day in this many days, because dates that people set must be within two years. */
export const dayAhead = (days: number): string => addDays(londonDay(new Date()), days);
