import { expect, test } from "vitest";
import { londonDay } from "#shared/domain/period.ts";
import { dueOf, lateWords } from "./due.ts";
import { ORDER_STATUSES } from "./status.ts";

const [before, today, after] = ["2026-11-21", "2026-11-22", "2026-11-23"] as const;
const none = { shippingDate: null, estimatedArrival: null, requiredBy: null };

test.each([
  ["pending", { shippingDate: before }, before, "shipping"],
  ["processing", { shippingDate: before }, before, "shipping"],
  ["processing", { shippingDate: today }, today, null],
  ["processing", { shippingDate: after }, after, null],
  ["pending", { estimatedArrival: before }, null, null],
  ["pending", { requiredBy: before }, before, "required"],
  ["pending", { requiredBy: today }, today, null],
  // The first reason that applies counts; the due day stays the one that the workshop set.
  ["pending", { shippingDate: before, requiredBy: before }, before, "shipping"],
  ["pending", { shippingDate: after, requiredBy: before }, after, "required"],
  ["shipped", { shippingDate: before }, null, null],
  ["shipped", { shippingDate: before, estimatedArrival: after }, after, null],
  ["shipped", { estimatedArrival: before }, before, "arrival"],
  ["shipped", { estimatedArrival: before, requiredBy: before }, before, "arrival"],
  ["shipped", { shippingDate: before, requiredBy: before }, before, "required"],
  ["shipped", { estimatedArrival: after, requiredBy: before }, after, "required"],
  ["pending", {}, null, null],
] as const)("an order that is %s with %j is due on %s and late by %s", (status, days, dueOn, late) => {
  expect(dueOf({ ...none, ...days, status }, today, "customer")).toEqual({ dueOn, late });
  expect(dueOf({ ...none, ...days, status }, today, "supplier")).toEqual({ dueOn, late: status === "shipped" ? null : late });
});

test("an order that is not open is neither due nor late", () => {
  const missed = { shippingDate: before, estimatedArrival: before, requiredBy: before };
  const silent = ORDER_STATUSES.filter((status) => dueOf({ ...missed, status }, today, "admin").late === null);
  expect(silent).toEqual(["draft", "delivered", "completed", "cancelled"]);
  for (const status of silent) expect(dueOf({ ...missed, status }, today, "admin").dueOn).toBeNull();
});

test("an order becomes late at midnight in London, in summer, in winter and on the nights between", () => {
  const due = (instant: string, requiredBy: string) =>
    dueOf({ ...none, requiredBy, status: "pending" }, londonDay(new Date(instant)), "admin").late;
  // On 29 March 2026 the clocks go forward, on 25 October back. Midnight is at 00:00 UTC before 29
  // March, and at 23:00 UTC after it.
  expect(due("2026-03-28T23:59:59Z", "2026-03-28")).toBeNull();
  expect(due("2026-03-29T00:00:00Z", "2026-03-28")).toBe("required");
  expect(due("2026-03-29T22:59:59Z", "2026-03-29")).toBeNull();
  expect(due("2026-03-29T23:00:00Z", "2026-03-29")).toBe("required");
  expect(due("2026-10-24T22:59:59Z", "2026-10-24")).toBeNull();
  expect(due("2026-10-24T23:00:00Z", "2026-10-24")).toBe("required");
  expect(due("2026-10-25T23:59:59Z", "2026-10-25")).toBeNull();
  expect(due("2026-10-26T00:00:00Z", "2026-10-25")).toBe("required");
});

test.each([
  ["2026-11-22", "1 day late"],
  ["2026-10-24", "30 days late"],
  ["2025-11-23", "365 days late"],
] as const)("an order needed by %s is on 23 November 2026 %s", (requiredBy, words) => {
  expect(lateWords({ late: "required", dueOn: "2026-12-01", requiredBy }, "2026-11-23")).toBe(words);
});

test("the days late count from the missed day, also over a change of the clocks; an order in time has none", () => {
  const dueOn = "2026-03-27";
  expect(lateWords({ late: "shipping", dueOn, requiredBy: "2026-03-20" }, "2026-03-30")).toBe("3 days late");
  expect(lateWords({ late: "arrival", dueOn: "2026-10-24", requiredBy: null }, "2026-10-26")).toBe("2 days late");
  expect(lateWords({ late: null, dueOn, requiredBy: dueOn }, "2026-03-20")).toBeNull();
});
