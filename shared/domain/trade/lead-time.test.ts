import { describe, expect, test } from "vitest";
import { londonDay } from "#shared/domain/period.ts";
import { leadTimeByDay, leadTimeInWords, leadTimeWarning, longestLeadTime } from "./lead-time.ts";

const classic = { weeks: 4, shutterType: "Basswood Classic" };
const SOONER = "This is sooner than the 4 weeks that Basswood Classic takes. The office will tell you whether it can be done.";

test("the longest lead time of the types counts, the first of equals; types with none or 0 do not count", () => {
  const types = [
    { name: "PVC Aqua", leadWeeks: 3 },
    { name: "Basswood Classic", leadWeeks: 4 },
    { name: "Hardwood", leadWeeks: 4 },
    { name: "Elm", leadWeeks: null },
  ];
  expect(longestLeadTime(types)).toEqual(classic);
  expect(
    longestLeadTime([
      { name: "Elm", leadWeeks: null },
      { name: "Ash", leadWeeks: 0 },
    ]),
  ).toBeNull();
  expect(longestLeadTime([])).toBeNull();
});

test("a lead time in words names the weeks from the order", () => {
  expect(leadTimeInWords(classic)).toBe("About 4 weeks from your order");
  expect(leadTimeInWords({ ...classic, weeks: 1 })).toBe("About 1 week from your order");
});

describe("with a day", () => {
  test.each([
    ["2026-11-23", 4, "About 4 weeks: by Mon 21 December"],
    ["2026-12-28", 1, "About 1 week: by Mon 4 January"],
    // These weeks contain the Sundays on which the clocks change.
    ["2026-03-26", 2, "About 2 weeks: by Thu 9 April"],
    ["2026-10-22", 1, "About 1 week: by Thu 29 October"],
    ["2026-08-29", 1, "About 1 week: by Sat 5 September"],
  ])("an order placed on %s with %i weeks shows %s", (today, weeks, words) => {
    expect(leadTimeByDay({ ...classic, weeks }, today)).toBe(words);
  });
});

describe("a day that is needed sooner", () => {
  test("a required day before the lead time ends causes a question; that day itself, later days and no day do not", () => {
    expect(leadTimeWarning(classic, "2026-12-20", "2026-11-23")).toBe(SOONER);
    for (const day of ["2026-12-21", "2027-01-04", null, undefined]) expect(leadTimeWarning(classic, day, "2026-11-23")).toBeNull();
    expect(leadTimeWarning(null, "2026-11-24", "2026-11-23")).toBeNull();
    expect(leadTimeWarning({ ...classic, weeks: 1 }, "2026-11-24", "2026-11-23")).toBe(SOONER.replace("4 weeks", "1 week"));
  });

  test("the lead time counts from the London day of the placing", () => {
    // In London it is already half past midnight on the 30th, in UTC still the 29th.
    const today = londonDay(new Date("2026-03-29T23:30:00Z"));
    expect(leadTimeWarning({ ...classic, weeks: 1 }, "2026-04-06", today)).toBeNull();
    expect(leadTimeWarning({ ...classic, weeks: 1 }, "2026-04-05", today)).not.toBeNull();
  });
});
