import { addDays, type Day } from "#shared/domain/period.ts";
import { isInWorkshop, type OrderStatus } from "./status.ts";
import { workingDaysFrom } from "./working-days.ts";

/**
 * How long a workshop takes to make an order, in working days; the usual where nobody said it (rule
 * W13).
 */
export const LEAD_DAYS = { least: 1, most: 60, usual: 10 } as const;
/** What a workshop makes in a week, in square metres (rule W11). */
export const WEEKLY_M2 = { least: 1, most: 10_000 } as const;
/** How long a shutter type takes from the order, in weeks; 0 and null: nothing is said. */
export const LEAD_WEEKS = { least: 0, most: 26 } as const;

interface OrderToStart {
  readonly status: OrderStatus;
  readonly dueOn: Day | null;
  /** Of who makes it; null: the usual. */
  readonly leadDays: number | null;
}

/**
 * The day by which an order is begun: so many working days before it is due, the last of them the
 * one before that day (rule W13). Null where it is due on no day, and where nothing is made of it
 * any more.
 */
export const startByOf = ({ status, dueOn, leadDays }: OrderToStart): Day | null =>
  dueOn !== null && isInWorkshop(status) ? workingDaysFrom(dueOn, -(leadDays ?? LEAD_DAYS.usual)) : null;

/** The last day on which an order can be due that has to be begun by `today`. */
export const lastDueToStart = (today: Day, leadDays: number): Day => workingDaysFrom(today, leadDays);

/** Whether it stands in Start today: nobody has begun it, and it should be. */
export const isToStart = ({ status, startBy }: { readonly status: OrderStatus; readonly startBy: Day | null }, today: Day): boolean =>
  status === "pending" && startBy !== null && startBy <= today;

/** A shutter type's lead time, where it says one. */
export interface LeadTime {
  readonly weeks: number;
  readonly shutterType: string;
}
interface TypeInTime {
  readonly name: string;
  readonly leadWeeks: number | null;
}
/** The longest of some types, the first of equals; null where none says anything. */
export function longestLeadTime(types: Iterable<TypeInTime>): LeadTime | null {
  let longest: LeadTime | null = null;
  for (const { name, leadWeeks } of types)
    if (leadWeeks && leadWeeks > (longest?.weeks ?? 0)) longest = { weeks: leadWeeks, shutterType: name };
  return longest;
}

const inWeeks = (weeks: number): string => (weeks === 1 ? "1 week" : `${weeks} weeks`);
/** `About 4 weeks`: of 1 `About 1 week`. */
const about = (weeks: number): string => `About ${inWeeks(weeks)}`;
/** On quotations and wherever nothing is placed yet. */
export const leadTimeInWords = ({ weeks }: LeadTime): string => `${about(weeks)} from your order`;

/** The day in so many weeks: what is ordered today is there about then. */
export const readyOn = ({ weeks }: LeadTime, today: Day): Day => addDays(today, 7 * weeks);

// A day is a day wherever it is read: a zone would turn some into the day before.
const longDay = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short", day: "numeric", month: "long" });
/** `About 4 weeks: by Mon 21 December`, when an order is placed. */
export const leadTimeByDay = (time: LeadTime, today: Day): string =>
  `${about(time.weeks)}: by ${longDay.format(new Date(readyOn(time, today))).replace(",", "")}`;

/** Why somebody who needs it by a day is asked once; null where that day is late enough. */
export const soonerThan = (time: LeadTime | null, requiredBy: Day | null | undefined, today: Day): string | null =>
  time && requiredBy && requiredBy < readyOn(time, today)
    ? `This is sooner than the ${inWeeks(time.weeks)} that ${time.shutterType} takes. The office will tell you whether it can be done.`
    : null;
