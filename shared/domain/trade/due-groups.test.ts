import { expect, test } from "vitest";
import { londonDay } from "#shared/domain/period.ts";
import { dueGroup } from "./due-groups.ts";

const ORDER = { late: null, orderStatus: "pending", startBy: null, replacesLate: false } as const;

test("a pending order that should be begun is to start, unless it is late; an order in progress is not", () => {
  const order = { ...ORDER, dueOn: "2026-11-24", startBy: "2026-11-18" } as const;
  expect(dueGroup(order, "2026-11-18")).toBe("start");
  expect(dueGroup({ ...order, late: "shipping", dueOn: "2026-11-16" }, "2026-11-18")).toBe("late");
  expect(dueGroup({ ...order, replacesLate: true }, "2026-11-18")).toBe("late");
  expect(dueGroup(order, "2026-11-17")).toBe("next_week");
  expect(dueGroup({ ...order, orderStatus: "processing" }, "2026-11-18")).toBe("next_week");
});

// 18 November 2026 is a Wednesday, 22 November a Sunday.
test.each([
  ["2026-11-18", "2026-11-18", "today"],
  ["2026-11-18", "2026-11-19", "this_week"],
  ["2026-11-18", "2026-11-22", "this_week"],
  ["2026-11-18", "2026-11-23", "next_week"],
  ["2026-11-18", "2026-11-29", "next_week"],
  ["2026-11-18", "2026-11-30", "later"],
  ["2026-11-18", null, "no_date"],
  ["2026-11-22", "2026-11-22", "today"],
  ["2026-11-22", "2026-11-23", "next_week"],
  ["2026-11-23", "2026-11-29", "this_week"],
  ["2026-12-30", "2027-01-03", "this_week"],
  ["2026-12-30", "2027-01-04", "next_week"],
  // A board that stays open over midnight.
  ["2026-11-18", "2026-11-17", "late"],
] as const)("on %s an order due on %s is in the group %s", (today, dueOn, group) => {
  expect(dueGroup({ ...ORDER, dueOn }, today)).toBe(group);
});

test("a late order is in the group of late orders, whenever it is due", () => {
  for (const dueOn of ["2026-11-17", "2026-11-18", "2026-12-24", null])
    expect(dueGroup({ ...ORDER, dueOn, late: "required" }, "2026-11-18")).toBe("late");
});

test("the due groups change at midnight in London, also on the Sundays on which the clocks change", () => {
  const group = (instant: string, dueOn: string) => dueGroup({ ...ORDER, dueOn }, londonDay(new Date(instant)));
  // On 29 March 2026 the clocks go forward, on 25 October back; both are Sundays.
  expect(group("2026-03-28T23:59:59Z", "2026-03-29")).toBe("this_week");
  expect(group("2026-03-29T00:00:00Z", "2026-03-29")).toBe("today");
  expect(group("2026-03-29T22:59:59Z", "2026-03-30")).toBe("next_week");
  expect(group("2026-03-29T23:00:00Z", "2026-03-30")).toBe("today");
  expect(group("2026-03-29T23:00:00Z", "2026-04-05")).toBe("this_week");
  expect(group("2026-10-24T23:00:00Z", "2026-10-25")).toBe("today");
  expect(group("2026-10-25T23:30:00Z", "2026-10-26")).toBe("next_week");
  expect(group("2026-10-26T00:00:00Z", "2026-10-26")).toBe("today");
});
