import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, endOfDay, formatDay, isDay, londonDay, startOfDay, validUntilFor, yearBefore } from "./period.ts";

const HOUR = 3_600_000;
const utc = (text: string) => new Date(text);

describe("a day is a London day", () => {
  test.each([
    ["2026-01-15T00:00:00Z", "2026-01-15"],
    ["2026-01-15T23:59:59.999Z", "2026-01-15"],
    // In summer time, midnight in London is 23:00 UTC of the previous day.
    ["2026-07-15T22:59:59.999Z", "2026-07-15"],
    ["2026-07-15T23:00:00Z", "2026-07-16"],
    // The clocks go forward on 29 March 2026 at 01:00, back on 25 October at 01:00 UTC.
    ["2026-03-28T23:30:00Z", "2026-03-28"],
    ["2026-03-29T23:30:00Z", "2026-03-30"],
    ["2026-10-24T23:30:00Z", "2026-10-25"],
    ["2026-10-25T23:30:00Z", "2026-10-25"],
    ["2028-02-29T12:00:00Z", "2028-02-29"],
  ])("the instant %s is on the London day %s", (instant, day) => {
    expect(londonDay(utc(instant))).toBe(day);
  });

  test.each([
    ["2026-01-15", "2026-01-15T00:00:00.000Z", 24],
    ["2026-07-15", "2026-07-14T23:00:00.000Z", 24],
    ["2026-03-29", "2026-03-29T00:00:00.000Z", 23],
    ["2026-03-30", "2026-03-29T23:00:00.000Z", 24],
    ["2026-10-25", "2026-10-24T23:00:00.000Z", 25],
    ["2026-10-26", "2026-10-26T00:00:00.000Z", 24],
  ])("the London day %s begins at %s and has %d hours", (day, start, hours) => {
    expect(startOfDay(day).toISOString()).toBe(start);
    expect(endOfDay(day).getTime() - startOfDay(day).getTime() + 1).toBe(hours * HOUR);
  });

  test("every instant lies between the start and the end of its day", () => {
    fc.assert(
      fc.property(fc.date({ min: utc("2000-01-01T00:00:00Z"), max: utc("2099-12-31T00:00:00Z"), noInvalidDate: true }), (instant) => {
        const day = londonDay(instant);
        expect(startOfDay(day) <= instant && instant <= endOfDay(day)).toBe(true);
        expect(londonDay(startOfDay(day))).toBe(day);
        expect(londonDay(endOfDay(day))).toBe(day);
      }),
    );
  });
});

test.each([
  ["2026-01-31", 1, "2026-02-01"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2027-02-28", 1, "2027-03-01"],
  ["2028-02-29", 365, "2029-02-28"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2026-03-30", -2, "2026-03-28"],
])("the day %s and %d days is %s", (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});

test.each([
  ["2026-02-28", true],
  ["2026-02-29", false],
  ["2028-02-29", true],
  ["2026-13-01", false],
  ["2026-00-10", false],
  ["2026-1-1", false],
  ["0999-01-01", false],
  ["10000-01-01", false],
  ["2026-02-28T00:00:00Z", false],
  ["on 2026-02-28", false],
  ["2026-02-28 ", false],
  ["", false],
])("the text %j is a calendar day: %s", (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

describe("a quote is valid to the end of the 30th day after its creation, in London", () => {
  test.each([
    // winter to winter
    ["2026-01-10T09:00:00Z", "2026-02-09T23:59:59.999Z"],
    // summer to summer
    ["2026-06-10T09:00:00Z", "2026-07-10T22:59:59.999Z"],
    // over the change in March: ends in summer time
    ["2026-03-10T09:00:00Z", "2026-04-09T22:59:59.999Z"],
    // over the change in October: ends in winter time
    ["2026-10-10T09:00:00Z", "2026-11-09T23:59:59.999Z"],
    // just before midnight UTC in summer is already the next day in London
    ["2026-06-10T23:30:00Z", "2026-07-11T22:59:59.999Z"],
    // over a leap day, and from one
    ["2028-02-10T12:00:00Z", "2028-03-11T23:59:59.999Z"],
    ["2028-02-29T12:00:00Z", "2028-03-30T22:59:59.999Z"],
  ])("a quote made at %s is valid until %s", (created, until) => {
    expect(validUntilFor(utc(created)).toISOString()).toBe(until);
  });
});

test("the day a year before has the same date, and a leap day becomes 1 March", () => {
  expect(["2026-11-26", "2028-02-29", "2028-03-01", "2029-02-28"].map(yearBefore)).toEqual([
    "2025-11-26",
    "2027-03-01",
    "2027-03-01",
    "2028-02-28",
  ]);
});

test("a day is formatted by its London date", () => {
  expect(formatDay(utc("2026-11-20T12:00:00Z"))).toBe("20 Nov 2026");
  expect(formatDay(utc("2026-09-01T12:00:00Z"))).toBe("1 Sep 2026");
  expect(formatDay(utc("2026-06-30T23:30:00Z"))).toBe("1 Jul 2026");
});
