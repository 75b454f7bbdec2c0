import { addDays, type Day } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { isInWorkshop, type OrderStatus } from "./status.ts";
import { workingDaysFrom } from "./working-days.ts";

/**
 * A workshop's time to make an order, in working days; the default applies if the workshop has not
 * set it (rule W13).
 */
export const LEAD_DAYS = { least: 1, most: 60, usual: 10 } as const;
/** A workshop's weekly capacity in square metres (rule W11). */
export const WEEKLY_M2 = { least: 1, most: 10_000 } as const;
/** A shutter type's lead time from the order, in weeks; 0 and null display no lead time. */
export const LEAD_WEEKS = { least: 0, most: 26 } as const;

interface OrderToStart {
  readonly status: OrderStatus;
  readonly dueOn: Day | null;
  /** The maker's lead time; null: the default. */
  readonly leadDays: number | null;
}

/**
 * The day by which production must begin: `leadDays` working days before the due day (rule W13).
 * Null if the order has no due day, or nothing of it is made any more.
 */
export const startByOf = ({ status, dueOn, leadDays }: OrderToStart): Day | null =>
  dueOn !== null && isInWorkshop(status) ? workingDaysFrom(dueOn, -(leadDays ?? LEAD_DAYS.usual)) : null;

/** The latest due day of an order that has to be begun by `today`. */
export const lastDueToStart = (today: Day, leadDays: number): Day => workingDaysFrom(today, leadDays);

/** The order belongs in the group "Start today": it is pending and should be begun. */
export const isToStart = ({ status, startBy }: { readonly status: OrderStatus; readonly startBy: Day | null }, today: Day): boolean =>
  status === "pending" && startBy !== null && startBy <= today;

export interface LeadTime {
  readonly weeks: number;
  readonly shutterType: string;
}
interface TypeInTime {
  readonly name: string;
  readonly leadWeeks: number | null;
}
/** Returns the longest lead time of the types, the first of equals; null if no type has one. */
export function longestLeadTime(types: Iterable<TypeInTime>): LeadTime | null {
  let longest: LeadTime | null = null;
  for (const { name, leadWeeks } of types)
    if (leadWeeks && leadWeeks > (longest?.weeks ?? 0)) longest = { weeks: leadWeeks, shutterType: name };
  return longest;
}

/** `About 4 weeks`, `About 1 week`. */
const aboutWeeks = (weeks: number): string => `About ${countOf(weeks, "week")}`;
/** Describes the lead time where no order is placed yet, for example on quotations. */
export const leadTimeInWords = ({ weeks }: LeadTime): string => `${aboutWeeks(weeks)} from your order`;

/** The day on which an order of today is ready. */
export const readyOn = ({ weeks }: LeadTime, today: Day): Day => addDays(today, 7 * weeks);

// A day has no time zone; formatting it in London could print the previous day.
const longDay = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short", day: "numeric", month: "long" });
/** `About 4 weeks: by Mon 21 December`, displayed when an order is placed. */
export const leadTimeByDay = (time: LeadTime, today: Day): string =>
  `${aboutWeeks(time.weeks)}: by ${longDay.format(new Date(readyOn(time, today))).replace(",", "")}`;

/**
 * The question to a person whose required day is before the lead time ends; null if the day is late
 * enough.
 */
export const leadTimeWarning = (time: LeadTime | null, requiredBy: Day | null | undefined, today: Day): string | null =>
  time && requiredBy && requiredBy < readyOn(time, today)
    ? `This is sooner than the ${countOf(time.weeks, "week")} that ${time.shutterType} takes. The office will tell you whether it can be done.`
    : null;
