import { expect, test } from "vitest";
import { daysOf, type Period } from "./book-period.ts";

const NONE = { from: null, to: null };

test.each<[Period, string, string, string]>([
  ["quarter", "2026-11-22", "2026-10-01", "2026-12-31"],
  ["quarter", "2026-03-31", "2026-01-01", "2026-03-31"],
  ["last_quarter", "2026-11-22", "2026-07-01", "2026-09-30"],
  ["last_quarter", "2026-02-01", "2025-10-01", "2025-12-31"],
  ["month", "2028-02-29", "2028-02-01", "2028-02-29"],
  ["last_month", "2026-11-22", "2026-10-01", "2026-10-31"],
  ["last_month", "2027-01-31", "2026-12-01", "2026-12-31"],
  ["month", "2026-12-01", "2026-12-01", "2026-12-31"],
])("the period %s on %s begins on %s and ends on %s", (period, today, from, to) => {
  expect(daysOf(period, today, NONE)).toEqual({ from, to });
});

test("the period `all` has no days, and custom days remain as they were chosen", () => {
  expect(daysOf("all", "2026-11-22", { from: "2026-01-01", to: null })).toEqual(NONE);
  expect(daysOf("days", "2026-11-22", { from: "2026-01-01", to: null })).toEqual({ from: "2026-01-01", to: null });
});
