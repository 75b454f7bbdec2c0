import { expect, test } from "vitest";
import { calendarDate, dayOnCalendar, parseDay } from "./day-text.ts";
import { formatDate } from "./format.ts";

const TODAY = "2026-11-20";

test.each([
  "23 Nov 2026",
  "23 nov 26",
  "23nov2026",
  "23 November 2026",
  "23rd Nov 2026",
  "Mon 23 Nov 2026",
  "Monday, 23 Nov 2026",
  "Nov 23, 2026",
  "november 23",
  "23-Nov-2026",
  " 23 nov ",
  "23/11/26",
  "23/11/2026",
  "23.11.2026",
  "23.11.",
  "23-11-2026",
  "23 11 2026",
  "23/11",
  "2311",
  "231126",
  "23112026",
  "2026-11-23",
])("a date field reads the text %s as 23 Nov 2026", (text) => expect(parseDay(text, TODAY)).toBe("2026-11-23"));

test.each([
  ["", "nothing"],
  ["soon", "a word"],
  ["23", "no month"],
  ["23 n", "half a month"],
  ["23 no", "half a month"],
  ["23 novembre", "another month"],
  ["31/11/2026", "no such day"],
  ["29 Feb 2027", "no such day"],
  ["11/23/2026", "month before day"],
  ["0/11/2026", "no such day"],
  ["23/11/202", "half a year's number"],
  ["0202-11-20", "half a year's number"],
  ["23 Nov 2026 at noon", "more than a day"],
  ["2026/11/23", "year first but with strokes"],
])("a date field rejects the text %s: %s", (text) => expect(parseDay(text, TODAY)).toBeNull());

test.each([
  ["2026-11-20", "3 Jan", "2027-01-03"],
  ["2026-11-20", "20 May", "2027-05-20"],
  ["2026-11-20", "23 May", "2026-05-23"],
  ["2026-11-20", "20 Nov", "2026-11-20"],
  ["2026-02-01", "20 Dec", "2025-12-20"],
  ["2027-11-20", "29 Feb", "2028-02-29"],
])("a day without a year, typed on %s as %s, is the nearest one: %s", (today, text, day) => expect(parseDay(text, today)).toBe(day));

test("a leap day without a year is rejected where the nearest one is far away", () => expect(parseDay("29 Feb", TODAY)).toBeNull());

test.each(["sept", "sep", "september"])("a date field reads the month %s as September", (month) =>
  expect(parseDay(`9 ${month} 26`, TODAY)).toBe("2026-09-09"),
);

test("the displayed text of every day of a leap year is read as the same day", () => {
  for (let day = calendarDate("2028-01-01"); day.getFullYear() === 2028; day.setDate(day.getDate() + 1)) {
    const text = dayOnCalendar(day);
    expect(parseDay(formatDate(text), TODAY)).toBe(text);
  }
});
