import { expect, test } from "vitest";
import { person } from "#client/testing/people.ts";
import { isExpired, nextQuoteAction, quoteActions } from "./quote-actions.ts";
import { EXPIRED, quoteRow } from "./quote-samples.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const actions = (role: Parameters<typeof person>[0], facts: Parameters<typeof quoteRow>[0] = {}, who: Parameters<typeof person>[1] = {}) =>
  quoteActions(person(role, who), quoteRow(facts), now).join(" ");

const PLACED = "2026-11-10T10:00:00.000Z";

test.each([
  ["customer", {}, "place edit withdraw job customer duplicate"],
  ["customer", { placedAt: PLACED }, "change takeBack withdraw job customer duplicate"],
  ["customer", { placedAt: PLACED, validUntil: EXPIRED }, "takeBack withdraw job customer duplicate"],
  ["customer", { validUntil: EXPIRED }, "withdraw job customer duplicate"],
  ["customer", { quoteStatus: "sent" }, "place pay accept decline job customer duplicate"],
  ["customer", { quoteStatus: "accepted" }, "place pay job customer duplicate"],
  ["customer", { quoteStatus: "accepted", placedAt: PLACED }, "pay change takeBack job customer duplicate"],
  ["customer", { quoteStatus: "accepted", orderId: 3 }, "pay job customer duplicate"],
  ["customer", { quoteStatus: "sent", validUntil: EXPIRED }, "decline job customer duplicate"],
  // The price of an ordered quote does not expire.
  ["customer", { quoteStatus: "accepted", orderId: 3, validUntil: EXPIRED }, "pay job customer duplicate"],
  ["customer", { quoteStatus: "accepted", orderId: 3, orderStatus: "cancelled" }, "job customer duplicate"],
  ["customer", { quoteStatus: "accepted", orderId: 3, orderStatus: "draft" }, "job customer duplicate"],
  ["customer", { quoteStatus: "accepted", paymentStatus: "paid" }, "place job customer duplicate"],
  ["customer", { quoteStatus: "declined" }, "job customer duplicate"],
  ["admin", {}, "convert send edit job customer duplicate delete"],
  ["admin", { placedAt: PLACED }, "convert send edit job customer duplicate delete"],
  ["admin", { quoteStatus: "sent" }, "convert accept decline job customer duplicate delete"],
  ["admin", { validUntil: EXPIRED }, "convert job customer duplicate delete"],
  ["admin", { quoteStatus: "declined" }, "job customer duplicate delete"],
  ["admin", { quoteStatus: "accepted", paymentStatus: "paid" }, "convert job customer duplicate"],
  ["admin", { quoteStatus: "accepted", orderId: 3 }, "job customer duplicate"],
  ["super_admin", { quoteStatus: "sent" }, "convert place pay transfer accept decline job customer duplicate delete"],
  ["super_admin", { quoteStatus: "accepted", orderId: 3 }, "pay transfer job customer duplicate"],
  ["super_admin", { quoteStatus: "accepted", orderId: 3, finalTotal: 0 }, "pay job customer duplicate"],
  ["super_admin", { quoteStatus: "accepted", orderId: 3, paymentPending: true }, "job customer duplicate"],
  ["customer", { quoteStatus: "accepted", orderId: 3, paymentPending: true }, "job customer duplicate"],
  ["super_admin", { placedAt: PLACED }, "convert send edit change takeBack job customer duplicate delete"],
  ["customer", { quoteStatus: "accepted", paymentStatus: "paid", invoiceNumber: "INV-00012" }, "place customer duplicate"],
  ["supplier", {}, ""],
] as const)("a %s with a quote of %j can: %s", (role, facts, possible) => expect(actions(role, facts)).toBe(possible));

test.each([
  [{}, "ask edit withdraw job customer duplicate"],
  [{ placedAt: PLACED }, "job customer duplicate"],
  [{ quoteStatus: "sent" }, "ask job customer duplicate"],
  [{ quoteStatus: "sent", validUntil: EXPIRED }, "job customer duplicate"],
  [{ quoteStatus: "accepted", orderId: 3 }, "job customer duplicate"],
] as const)("a colleague who may not order does the rest with an unplaced quote, and no more: %j", (facts, possible) =>
  expect(actions("customer", facts, { mayOrder: false })).toBe(possible),
);

test.each([
  ["customer", {}, "place"],
  ["customer", { placedAt: PLACED }, null],
  ["customer", { quoteStatus: "sent" }, "place"],
  ["customer", { quoteStatus: "accepted", placedAt: PLACED }, "pay"],
  ["customer", { quoteStatus: "accepted", orderId: 3, orderStatus: "pending" }, "pay"],
  ["customer", { quoteStatus: "declined" }, null],
  ["admin", { placedAt: PLACED }, "convert"],
  ["admin", { quoteStatus: "accepted", orderId: 3 }, null],
] as const)("the one next action of a %s with %j is %s", (role, facts, next) =>
  expect(nextQuoteAction(person(role), quoteActions(person(role), quoteRow(facts), now))).toBe(next),
);

test("a missing payment status counts as unpaid: the quote can be paid", () => {
  const { paymentStatus: _, ...unsaid } = quoteRow({ quoteStatus: "sent" });
  expect(quoteActions(person("customer"), unsaid, now)).toContain("pay");
});

test("View As of another person does not allow paying", () => {
  expect(actions("customer", { quoteStatus: "sent" }, { isImpersonating: true })).toBe("place accept decline job customer duplicate");
});

test("ordered, paid and declined quotes do not expire", () => {
  expect(isExpired(quoteRow({ validUntil: EXPIRED }), now)).toBe(true);
  for (const settled of [{ orderId: 3 }, { paymentStatus: "paid" }, { quoteStatus: "declined" }] as const) {
    expect(isExpired(quoteRow({ validUntil: EXPIRED, ...settled }), now)).toBe(false);
  }
});
