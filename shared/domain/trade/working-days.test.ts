import { describe, expect, test } from "vitest";
import { addDays, type Day, londonDay } from "#shared/domain/period.ts";
import { isToStart, LEAD_DAYS, lastDueToStart, startByOf } from "./lead-time.ts";
import { BANK_HOLIDAYS, workingDaysFrom } from "./working-days.ts";

const weekday = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const [SUNDAY, MONDAY, FRIDAY, SATURDAY] = [0, 1, 5, 6];

/** Gauss's rule for Easter in Butcher's form. */
function easterSunday(year: number): Day {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
const next = (day: Day, wanted: number): Day => (weekday(day) === wanted ? day : next(addDays(day, 1), wanted));
/** The first working day from `day` on that is not a holiday yet. */
const substitute = (day: Day, taken: readonly Day[]): Day =>
  [SATURDAY, SUNDAY].includes(weekday(day)) || taken.includes(day) ? substitute(addDays(day, 1), taken) : day;

describe("England's bank holidays", () => {
  test.each(Object.entries(BANK_HOLIDAYS))("the bank holidays of %s are the days of the Act and its substitute days", (year, days) => {
    const easter = easterSunday(Number(year));
    const christmas = substitute(`${year}-12-25`, []);
    // Boxing Day stays on its date if that is a working day; a Christmas on a Sunday then moves to
    // the day after it.
    const boxing = substitute(`${year}-12-26`, [christmas]);
    expect(days.map((day) => `${year}-${day}`)).toEqual([
      substitute(`${year}-01-01`, []),
      addDays(easter, -2),
      addDays(easter, 1),
      next(`${year}-05-01`, MONDAY),
      next(`${year}-05-25`, MONDAY),
      next(`${year}-08-25`, MONDAY),
      christmas,
      boxing,
    ]);
  });

  test("the table of bank holidays reaches to the end of 2030", () => {
    expect(Object.keys(BANK_HOLIDAYS)).toEqual(["2025", "2026", "2027", "2028", "2029", "2030"]);
  });
});

const startBy = (dueOn: Day, leadDays: number): Day => startByOf({ status: "pending", dueOn, leadDays }) ?? "never";

describe("the day by which an order is begun", () => {
  test.each<[string, Day, number, Day]>([
    ["due on Wednesday, a day before", "2026-11-25", 1, "2026-11-24"],
    ["due on Monday, the Friday before", "2026-11-23", 1, "2026-11-20"],
    ["due on Sunday, the Friday before", "2026-11-22", 1, "2026-11-20"],
    ["two weeks of work", "2026-12-07", 10, "2026-11-23"],
    ["over Christmas, of which Boxing Day is kept on Monday", "2026-12-31", 3, "2026-12-24"],
    ["over Christmas and the year's end", "2027-01-04", 5, "2026-12-23"],
    ["over a Christmas that is kept on Monday and Tuesday", "2027-12-30", 2, "2027-12-24"],
    ["over a New Year that is kept on a Monday", "2028-01-04", 1, "2027-12-31"],
    ["over Easter", "2026-04-08", 2, "2026-04-02"],
    ["over the spring bank holiday", "2026-05-26", 1, "2026-05-22"],
    ["over the last Sunday of March, on which the clocks go forward", "2026-03-31", 2, "2026-03-27"],
    ["over the last Sunday of October, on which they go back", "2026-10-27", 2, "2026-10-23"],
    ["in a leap year", "2028-03-01", 2, "2028-02-28"],
    ["sixty working days", "2026-12-24", 60, "2026-10-01"],
  ])("the day to begin an order: %s", (_, dueOn, leadDays, day) => {
    expect(startBy(dueOn, leadDays)).toBe(day);
  });

  test("the lead time defaults to ten days; an order without a due day or no longer made has no day to begin", () => {
    expect(startByOf({ status: "processing", dueOn: "2026-12-07", leadDays: null })).toBe("2026-11-23");
    expect(startByOf({ status: "pending", dueOn: null, leadDays: 5 })).toBeNull();
    // A remake's order made on a Saturday begins that day, not on the Friday before it was made.
    const remade = { status: "pending", dueOn: "2026-12-14", leadDays: 10, createdAt: new Date("2026-11-28T09:00:00Z") } as const;
    expect([startByOf({ ...remade, remakeId: null }), startByOf({ ...remade, remakeId: 5 })]).toEqual(["2026-11-30", "2026-11-30"]);
    const friday = { ...remade, dueOn: "2026-12-11" } as const;
    expect([startByOf({ ...friday, remakeId: null }), startByOf({ ...friday, remakeId: 5 })]).toEqual(["2026-11-27", "2026-11-28"]);
    for (const status of ["draft", "shipped", "delivered", "completed", "cancelled"] as const)
      expect(startByOf({ status, dueOn: "2026-12-07", leadDays: 5 })).toBeNull();
  });

  test("an order due on the last day to start must begin by today, and one due a day later need not", () => {
    for (let at = 0; at < 800; at += 1) {
      const today = addDays("2026-10-01", at);
      for (const leadDays of [LEAD_DAYS.least, 2, 7, LEAD_DAYS.usual, LEAD_DAYS.most]) {
        const last = lastDueToStart(today, leadDays);
        expect([today, leadDays, startBy(last, leadDays) <= today, startBy(addDays(last, 1), leadDays) <= today]).toEqual([
          today,
          leadDays,
          true,
          false,
        ]);
      }
    }
  });

  test("the day to begin is a working day, the given number of working days before the due day", () => {
    for (let at = 0; at < 400; at += 1) {
      const due = addDays("2027-11-01", at);
      const day = workingDaysFrom(due, -3);
      expect(weekday(day)).toBeGreaterThanOrEqual(MONDAY);
      expect(weekday(day)).toBeLessThanOrEqual(FRIDAY);
      expect(workingDaysFrom(day, 3) >= due).toBe(true);
    }
  });

  test("a pending order is to be begun from midnight in London on", () => {
    const order = { status: "pending", startBy: "2026-03-30" } as const;
    expect(isToStart(order, londonDay(new Date("2026-03-29T22:59:59Z")))).toBe(false);
    expect(isToStart(order, londonDay(new Date("2026-03-29T23:00:00Z")))).toBe(true);
    expect(isToStart({ ...order, status: "processing" }, "2026-03-30")).toBe(false);
    expect(isToStart({ ...order, startBy: null }, "2026-03-30")).toBe(false);
  });
});
