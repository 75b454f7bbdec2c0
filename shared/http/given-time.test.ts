import { expect, test } from "vitest";
import { dayOrInstant, rangeEnd, rangeStart } from "./wire.ts";

test.each([
  ["2026-07-15", "2026-07-15"],
  ["2026-07-14T22:59:59.999Z", "2026-07-14"],
  // A browser's date picker sends this instant for midnight in London in summer.
  ["2026-07-14T23:00:00.000Z", "2026-07-15"],
  ["2026-01-14T23:00:00Z", "2026-01-14"],
  ["2026-07-15T00:30:00+02:00", "2026-07-14"],
])("the text %s names the London day %s", (text, day) => {
  expect(dayOrInstant("No").parse(text)).toBe(day);
});

test.each([
  "",
  "yesterday",
  "2026-02-30",
  "15/07/2026",
  "2026-7-5",
  "2026-07-15T12:00:00",
  "1752192000000",
  "9999-12-31",
  "0001-01-01T00:00:00Z",
])("the text %j names no day and no instant", (text) => {
  for (const codec of [dayOrInstant("No"), rangeStart("No"), rangeEnd("No")]) {
    expect(codec.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(["No"]);
  }
});

test("a day as a range's end includes its last instant, and an instant ends the range itself", () => {
  expect(rangeStart("No").parse("2026-07-15")).toEqual(new Date("2026-07-14T23:00:00.000Z"));
  expect(rangeEnd("No").parse("2026-07-15")).toEqual(new Date("2026-07-15T22:59:59.999Z"));
  expect(rangeStart("No").parse("2026-07-15T08:00:00Z")).toEqual(new Date("2026-07-15T08:00:00Z"));
  expect(rangeEnd("No").parse("2026-07-15T08:00:00Z")).toEqual(new Date("2026-07-15T08:00:00Z"));
  expect(rangeEnd("No").safeParse("9999-12-30").success).toBe(true);
});
