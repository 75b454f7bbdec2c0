import { describe, expect, test } from "vitest";
import { formatArea, formatCount, formatDate, formatDateTime, formatListed, formatMillimetres, formatMoney } from "./format.ts";

describe("dates are London's", () => {
  test.each([
    ["2026-11-20", "20 Nov 2026"],
    ["2026-07-01", "1 Jul 2026"],
    ["2026-09-03T10:00:00Z", "3 Sep 2026"],
    // Half past eleven at night in UTC is already the next day during British Summer Time.
    ["2026-06-30T23:30:00Z", "1 Jul 2026"],
    ["2026-12-31T23:30:00Z", "31 Dec 2026"],
    ["not a date", ""],
  ])("the London date of %s is written %s", (moment, text) => expect(formatDate(moment)).toBe(text));

  test("the London time follows the date, with midnight as 00", () => {
    expect(formatDateTime("2026-07-01T13:05:00Z")).toBe("1 Jul 2026, 14:05");
    expect(formatDateTime("2026-01-01T00:04:00Z")).toBe("1 Jan 2026, 00:04");
  });
});

test.each([
  [1234.5, "£1,234.50"],
  [0, "£0.00"],
  [-5, "-£5.00"],
  [1_000_000.01, "£1,000,000.01"],
])("an amount of %d pounds is written %s", (amount, text) => expect(formatMoney(amount)).toBe(text));

test.each([
  [1.2, "1,200 mm"],
  [0.615, "615 mm"],
  [1.2345, "1,234.5 mm"],
  [0.0001, "0.1 mm"],
])("a length of %d metres is written %s", (metres, text) => expect(formatMillimetres(metres)).toBe(text));

test("areas have three decimals, and counts a thousands separator", () => {
  expect(formatArea(1.08)).toBe("1.080 m²");
  expect(formatCount(1204)).toBe("1,204");
});

test.each([
  ["2026-11-20", {}, "20 Nov"],
  ["2027-01-02", {}, "2 Jan 2027"],
  ["2025-12-31", {}, "31 Dec 2025"],
  ["2026-11-20T14:05:00Z", { time: true }, "20 Nov, 14:05"],
  ["2025-11-20T14:05:00Z", { time: true }, "20 Nov 2025, 14:05"],
  // The year in London differs from the year in UTC.
  ["2026-12-31T23:59:00Z", { now: new Date("2027-01-01T00:00:00Z") }, "31 Dec 2026"],
])("a date in a list, %s with %j, is written %s", (moment, options, text) =>
  expect(formatListed(moment, { now: new Date("2026-11-24T12:00:00Z"), ...options })).toBe(text),
);
