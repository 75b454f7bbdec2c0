import type { MilliM2 } from "#shared/domain/length.ts";
import { addDays, type Day, londonDay, mondayOf } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { isInWorkshop, type OrderStatus } from "./status.ts";
import { firstWorkingDay, workingDaysFrom } from "./working-days.ts";

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
  /** The remake that the order replaces; null for an ordinary order. */
  readonly remakeId?: number | null;
  readonly createdAt?: Date;
}

/**
 * The day by which production must begin: `leadDays` working days before the due day (rule W13).
 * A remake's order, whose due day the portal sets, never begins before the day on which it was
 * made. Null if the order has no due day, or nothing of it is made any more.
 */
export function startByOf({ status, dueOn, leadDays, remakeId, createdAt }: OrderToStart): Day | null {
  if (dueOn === null || !isInWorkshop(status)) return null;
  const startBy = workingDaysFrom(dueOn, -(leadDays ?? LEAD_DAYS.usual));
  const made = remakeId && createdAt ? londonDay(createdAt) : startBy;
  return startBy < made ? made : startBy;
}

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
const dayInWords = (day: Day): string => longDay.format(new Date(day)).replace(",", "");
/** `About 4 weeks: by Mon 21 December`, displayed when an order is placed. */
export const leadTimeByDay = (time: LeadTime, today: Day): string => `${aboutWeeks(time.weeks)}: by ${dayInWords(readyOn(time, today))}`;

/** A workshop's weekly capacity, its usual time, and its open work by the week of the due day. */
export interface WorkshopLoad {
  readonly capacityM2: number;
  /** Working days; null: the default. */
  readonly leadDays: number | null;
  /** Weeks from this week, which is 0; late work and work without a due day belong to it. */
  readonly weeks: readonly { readonly week: number; readonly areaMilliM2: MilliM2 }[];
}
interface ToMake {
  readonly areaMilliM2: MilliM2;
  readonly leadTime: LeadTime | null;
  readonly workshop: WorkshopLoad | null;
}

/**
 * The working day on which an order of today is ready (rule Q37): the last one of the first week
 * from which on all due work and this order fit the capacity, and not before the workshop's usual
 * time. Without a capacity the lead time ends on the first working day after its weeks. Null if
 * neither is known.
 */
export function readyDay({ areaMilliM2, leadTime, workshop }: ToMake, today: Day): Day | null {
  if (!workshop) return leadTime && firstWorkingDay(readyOn(leadTime, today));
  const week = firstFreeWeek(areaMilliM2, workshop);
  const lastOfWeek = workingDaysFrom(addDays(mondayOf(today), 7 * week + 5), -1);
  const usual = workingDaysFrom(today, workshop.leadDays ?? LEAD_DAYS.usual);
  return lastOfWeek > usual ? lastOfWeek : usual;
}

/** The first week from which on all work that is due by then and this area fit the capacity. */
function firstFreeWeek(areaMilliM2: MilliM2, { capacityM2, weeks }: WorkshopLoad): number {
  let [free, start, due]: [number, number, number] = [0, 0, areaMilliM2];
  const endAt = (next: number) => {
    const fits = Math.ceil(due / (1000 * capacityM2)) - 1;
    if (fits > start) free = Math.min(fits, next);
  };
  for (const { week, areaMilliM2: more } of weeks.toSorted((one, next) => one.week - next.week)) {
    endAt(week);
    [start, due] = [week, due + more];
  }
  endAt(Number.POSITIVE_INFINITY);
  return free;
}

/** `Ready by Fri 18 December`. */
export const readyInWords = (day: Day): string => `Ready by ${dayInWords(day)}`;

/** The question to a person whose required day is before the day that the workshop's load allows. */
export const readyWarning = (readyOn: Day | null, requiredBy: Day): string | null =>
  readyOn && requiredBy < readyOn
    ? `This is sooner than ${dayInWords(readyOn)}, when the workshop has time for it. The office will tell you whether it can be done.`
    : null;

/**
 * The question to a person whose required day is before the lead time ends; null if the day is late
 * enough.
 */
export const leadTimeWarning = (time: LeadTime | null, requiredBy: Day | null | undefined, today: Day): string | null =>
  time && requiredBy && requiredBy < readyOn(time, today)
    ? `This is sooner than the ${countOf(time.weeks, "week")} that ${time.shutterType} takes. The office will tell you whether it can be done.`
    : null;
