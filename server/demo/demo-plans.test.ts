import { expect, test } from "vitest";
import { londonDay, startOfDay } from "#shared/domain/period.ts";
import { plansOf } from "./demo-plans.ts";
import { createTimeline } from "./demo-timeline.ts";

/** The first day of a quarter, of the one before it and of the one after it. */
const QUARTERS = [
  ["2027-10-01", "2027-07-01", "2028-01-01"],
  ["2028-01-01", "2027-10-01", "2028-04-01"],
  ["2028-04-01", "2028-01-01", "2028-07-01"],
  ["2028-07-01", "2028-04-01", "2028-10-01"],
] as const;

test("the demo's customer has paid something in the quarter before, whatever day the demo is filled", () => {
  // Checks the two extremes: one second after the quarter begins and one before it ends.
  for (const [start, before, after] of QUARTERS)
    for (const now of [Number(startOfDay(start)) + 1000, Number(startOfDay(after)) - 1000]) {
      const paid = plansOf(createTimeline(new Date(now))).flatMap(({ owner, paidAt }) =>
        owner === "customer" && paidAt ? [londonDay(paidAt)] : [],
      );
      expect(paid.filter((day) => day >= before && day < start).length, `${start} ${now}`).toBeGreaterThan(0);
    }
});
