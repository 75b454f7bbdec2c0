import { expect, test } from "vitest";
import { person } from "#client/testing/people.ts";
import { isExpired, quoteActions } from "./quote-actions.ts";
import { EXPIRED, quoteRow } from "./quote-samples.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const actions = (role: Parameters<typeof person>[0], facts: Parameters<typeof quoteRow>[0] = {}, isImpersonating = false) =>
  quoteActions(person(role, { isImpersonating }), quoteRow(facts), now).join(" ");

test.each([
  ["customer", {}, "duplicate"],
  ["customer", { quoteStatus: "sent" }, "pay accept decline duplicate"],
  ["customer", { quoteStatus: "accepted", orderId: 3 }, "pay duplicate"],
  ["customer", { quoteStatus: "sent", validUntil: EXPIRED }, "decline duplicate"],
  // An order is made at the price that was quoted, however long ago.
  ["customer", { quoteStatus: "accepted", orderId: 3, validUntil: EXPIRED }, "pay duplicate"],
  ["customer", { quoteStatus: "accepted", orderId: 3, orderStatus: "cancelled" }, "duplicate"],
  ["customer", { quoteStatus: "accepted", orderId: 3, orderStatus: "draft" }, "duplicate"],
  ["customer", { quoteStatus: "accepted", paymentStatus: "paid" }, "duplicate"],
  ["customer", { quoteStatus: "declined" }, "duplicate"],
  ["admin", {}, "convert send duplicate delete"],
  ["admin", { quoteStatus: "sent" }, "convert accept decline duplicate delete"],
  ["admin", { validUntil: EXPIRED }, "convert duplicate delete"],
  ["admin", { quoteStatus: "declined" }, "duplicate delete"],
  ["admin", { quoteStatus: "accepted", paymentStatus: "paid" }, "convert duplicate"],
  ["admin", { quoteStatus: "accepted", orderId: 3 }, "duplicate"],
  ["super_admin", { quoteStatus: "sent" }, "convert pay accept decline duplicate delete"],
  ["supplier", {}, ""],
] as const)("a %s with %j can: %s", (role, facts, possible) => expect(actions(role, facts)).toBe(possible));

test("a payment status that is missing counts as unpaid: the quote can be paid", () => {
  const { paymentStatus: _, ...unsaid } = quoteRow({ quoteStatus: "sent" });
  expect(quoteActions(person("customer"), unsaid, now)).toContain("pay");
});

test("no one pays while viewing the portal as another person", () => {
  expect(actions("customer", { quoteStatus: "sent" }, true)).toBe("accept decline duplicate");
});

test("what is settled does not expire", () => {
  expect(isExpired(quoteRow({ validUntil: EXPIRED }), now)).toBe(true);
  for (const settled of [{ orderId: 3 }, { paymentStatus: "paid" }, { quoteStatus: "declined" }] as const) {
    expect(isExpired(quoteRow({ validUntil: EXPIRED, ...settled }), now)).toBe(false);
  }
});
