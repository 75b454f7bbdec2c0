import { expect, test } from "vitest";
import { instantsOf, statsRange } from "./stats-range.ts";

const at = (text: string) => new Date(text);

test.each([
  ["daily", "2026-07-15T12:00:00Z", "2026-07-15", "2026-07-15"],
  ["weekly", "2026-07-15T12:00:00Z", "2026-07-09", "2026-07-15"],
  ["monthly", "2026-07-15T12:00:00Z", "2026-06-16", "2026-07-15"],
  // In summer time, half past midnight in London is still the previous day in UTC.
  ["daily", "2026-07-14T23:30:00Z", "2026-07-15", "2026-07-15"],
  ["daily", "2026-01-14T23:30:00Z", "2026-01-14", "2026-01-14"],
  ["weekly", "2026-03-02T00:00:00Z", "2026-02-24", "2026-03-02"],
  ["monthly", "2028-03-01T08:00:00Z", "2028-02-01", "2028-03-01"],
  ["weekly", "2027-01-03T08:00:00Z", "2026-12-28", "2027-01-03"],
] as const)("the period %s at %s counts the London days from %s to %s", (period, now, start, end) => {
  expect(statsRange({ period }, at(now))).toEqual({ start, end });
});

test("the period of all time has no days, even if days were sent", () => {
  expect(statsRange({ period: "all_time", startDate: "2026-01-01" }, at("2026-07-15T12:00:00Z"))).toEqual({ start: null, end: null });
  expect(instantsOf({ start: null, end: null })).toEqual({});
});

test("a custom range has the chosen days", () => {
  const chosen = { period: "custom", startDate: "2026-02-01", endDate: "2026-02-03" } as const;
  expect(statsRange(chosen, at("2026-07-15T12:00:00Z"))).toEqual({ start: "2026-02-01", end: "2026-02-03" });
});

test("chosen days are ignored for every other period", () => {
  const chosen = { period: "daily", startDate: "2026-02-01", endDate: "2026-02-03" } as const;
  expect(statsRange(chosen, at("2026-07-15T12:00:00Z"))).toEqual({ start: "2026-07-15", end: "2026-07-15" });
});

test.each([
  ["an ordinary winter's day", "2026-01-15", "2026-01-15T00:00:00.000Z", "2026-01-15T23:59:59.999Z"],
  ["an ordinary summer's day", "2026-07-15", "2026-07-14T23:00:00.000Z", "2026-07-15T22:59:59.999Z"],
  ["the day of 23 hours", "2026-03-29", "2026-03-29T00:00:00.000Z", "2026-03-29T22:59:59.999Z"],
  ["the day of 25 hours", "2026-10-25", "2026-10-24T23:00:00.000Z", "2026-10-25T23:59:59.999Z"],
])("the range of %s begins and ends at midnight in London", (_what, day, first, last) => {
  expect(instantsOf({ start: day, end: day })).toEqual({ first: at(first), last: at(last) });
});

test("the days around both clock changes leave no gap and count nothing twice", () => {
  for (const [from, days] of [["2026-03-27", 5] as const, ["2026-10-23", 5] as const]) {
    let ended: Date | undefined;
    for (let day = 0; day < days; day++) {
      const noon = new Date(at(`${from}T12:00:00Z`).getTime() + day * 86_400_000);
      const { first, last } = instantsOf(statsRange({ period: "daily" }, noon));
      if (ended) expect(first?.getTime()).toBe(ended.getTime() + 1);
      ended = last;
    }
  }
});
