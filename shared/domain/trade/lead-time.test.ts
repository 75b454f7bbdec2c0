import { describe, expect, test } from "vitest";
import { londonDay } from "#shared/domain/period.ts";
import { leadTimeByDay, leadTimeInWords, leadTimeWarning, longestLeadTime, readyDay, readyWarning } from "./lead-time.ts";

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

describe("the day on which an order is ready", () => {
  const TODAY = "2026-11-18";
  const areaMilliM2 = 4000 as never;
  const load = (...weeks: number[]) => weeks.map((area, week) => ({ week, areaMilliM2: (area * 1000) as never }));
  const readyWith = (...weeks: number[]) =>
    readyDay({ areaMilliM2, leadTime: classic, workshop: { capacityM2: 10, leadDays: 1, weeks: load(...weeks) } }, TODAY);

  test.each([
    ["an empty workshop", [], "2026-11-20"],
    ["four square metres that fill this week", [6], "2026-11-20"],
    ["a thousandth too much", [6.001], "2026-11-27"],
    ["three full weeks", [10, 10, 10], "2026-12-11"],
    ["a late backlog of three weeks", [27], "2026-12-11"],
    ["a full week later, before which there is time", [0, 0, 30], "2026-12-11"],
    ["a busy week later, whose work begins before", [0, 0, 26], "2026-11-20"],
    ["a full week after a free one", [2, 10, 10], "2026-11-20"],
    ["the weeks before Christmas Day and Boxing Day's substitute", [10, 10, 10, 10, 10], "2026-12-24"],
  ])("with %s is %s: %s", (_, weeks, day) => expect(readyWith(...weeks)).toBe(day));

  test("a workshop's usual time is the least", () => {
    const workshop = { capacityM2: 10, leadDays: null, weeks: [] };
    expect(readyDay({ areaMilliM2, leadTime: null, workshop }, TODAY)).toBe("2026-12-02");
  });

  test("without a capacity the lead time ends on a working day, and without either there is no day", () => {
    const lead = (weeks: number, today: string) => readyDay({ areaMilliM2, leadTime: { ...classic, weeks }, workshop: null }, today);
    expect(lead(4, "2026-11-23")).toBe("2026-12-21");
    expect(lead(4, "2026-11-27")).toBe("2026-12-29");
    expect(readyDay({ areaMilliM2, leadTime: null, workshop: null }, TODAY)).toBeNull();
  });

  test("a required day before it causes a question", () => {
    expect(readyWarning("2026-12-18", "2026-12-17")).toBe(
      "This is sooner than Fri 18 December, when the workshop has time for it. The office will tell you whether it can be done.",
    );
    expect(readyWarning("2026-12-18", "2026-12-18")).toBeNull();
    expect(readyWarning(null, "2026-12-17")).toBeNull();
  });
});
