import { addDays, type Day, daysFrom, isDay, mondayOf } from "#shared/domain/period.ts";

/** Days as people type them into a search (rule O16): `19 Nov`, `19/11/2026`, `week 48`. */

/** A period from one day to another, both included. */
export interface Span {
  readonly from: Day;
  readonly to: Day;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const monthCalled = (name: string): number => 1 + MONTHS.indexOf(name.slice(0, 3));

const oneDay = (day: Day): Span => ({ from: day, to: day });
const dayOf = (year: number, month: number, day: number): Day =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** The years for a day without a typed year: last year, this year and the next. */
const yearsNear = (today: Day): number[] => [-1, 0, 1].map((step) => Number(today.slice(0, 4)) + step);
/** `26` and `2026` are the same year. */
const yearsTyped = (typed: string | undefined, today: Day): number[] =>
  typed === undefined ? yearsNear(today) : [Number(typed.length === 2 ? `20${typed}` : typed)];
const daysOf = (years: readonly number[], month: number, day: number): Span[] =>
  years
    .map((year) => dayOf(year, month, day))
    .filter(isDay)
    .map(oneDay);

const weekFrom = (monday: Day): Span => ({ from: monday, to: addDays(monday, 6) });
/**
 * The week of a number, counted as on British calendars: a year's first week contains 4 January.
 */
const weeksOf = (years: readonly number[], number: number): Span[] =>
  years
    // Other years have no day of four digits before or after them.
    .filter((year) => year > 1000 && year < 9999)
    .map((year) => ({ year, monday: addDays(mondayOf(dayOf(year, 1, 4)), 7 * (number - 1)) }))
    .filter(({ year, monday }) => number > 0 && addDays(monday, 3).startsWith(`${year}-`))
    .map(({ monday }) => weekFrom(monday));
const WEEKS_AWAY: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 };

/**
 * Each way to type days, with a function that returns them; empty for a day that does not exist.
 */
const WAYS: readonly (readonly [way: string, read: (groups: Readonly<Record<string, string>>, today: Day) => Span[]])[] = [
  ["(?<iso>\\d{4}-\\d{2}-\\d{2})", ({ iso = "" }) => (isDay(iso) ? [oneDay(iso)] : [])],
  [
    `(?<day>\\d{1,2})(?:st|nd|rd|th)? ?(?<month>${MONTH})(?: (?<year>\\d{4}))?`,
    ({ day, month = "", year }, today) => daysOf(yearsTyped(year, today), monthCalled(month), Number(day)),
  ],
  [
    "(?<day>\\d{1,2})/(?<month>\\d{1,2})(?:/(?<year>\\d{4}|\\d{2}))?",
    ({ day, month, year }, today) => daysOf(yearsTyped(year, today), Number(month), Number(day)),
  ],
  ["(?<which>last|this|next) week", ({ which = "" }, today) => [weekFrom(mondayOf(addDays(today, 7 * (WEEKS_AWAY[which] ?? 0))))]],
  ["week (?<number>\\d{1,2})(?: (?<year>\\d{4}))?", ({ number, year }, today) => weeksOf(yearsTyped(year, today), Number(number))],
];

/** Finds typed days anywhere between blanks and commas. */
export const TYPED_DAYS = new RegExp(`(?<=^|[ ,])(?:${WAYS.map(([way]) => way.replace(/\?<\w+>/g, "?:")).join("|")})(?=$|[ ,])`, "gi");
export const WAYS_ALONE = WAYS.map(([way]) => new RegExp(`^${way}$`));

/** The typed days; a day without a year gives those of last year, this year and the next. */
export function daysTyped(typed: string, today: Day): Span[] {
  const text = typed.toLowerCase();
  const place = WAYS_ALONE.findIndex((way) => way.test(text));
  const groups = WAYS_ALONE[place]?.exec(text)?.groups;
  return (groups && WAYS[place]?.[1](groups, today)) ?? [];
}

/**
 * Each day of some periods. The days are counted, because no day of four digits follows 9999-12-31.
 */
export const eachDay = (spans: readonly Span[]): Day[] =>
  spans.flatMap(({ from, to }) => Array.from({ length: daysFrom(from, to) + 1 }, (_, at) => addDays(from, at)));
