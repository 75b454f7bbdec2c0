import { expect, test } from "vitest";
import { person } from "#client/testing/people.ts";
import { describeWhereabouts, quoteSentence } from "./quote-next.ts";
import { quoteRow } from "./quote-samples.ts";

const placed = { placedAt: "2026-11-10T10:00:00.000Z", requiredBy: "2026-12-01" };
const reader = { office: person("admin"), asked: person("customer"), colleague: person("customer", { mayOrder: false, orderedBy: "Ada" }) };

test.each([
  [
    "asked",
    {},
    "Nothing is ordered yet. Place the order with its delivery address. We check it, make it an order and notify you by email.",
  ],
  ["colleague", {}, "Nothing is ordered yet. Ada can place it."],
  [
    "colleague",
    { ...placed, quoteStatus: "accepted", requiredBy: null },
    "It was placed on 10 Nov 2026. We check it, make it an order and notify you by email. Ada can pay it now.",
  ],
  [
    "colleague",
    { quoteStatus: "accepted", orderId: 4, orderStatus: "pending" },
    "It is order ORD-4 now: pending. It is not paid yet. Ask Ada to pay it.",
  ],
  [
    "asked",
    placed,
    "It was placed on 10 Nov 2026, needed by 1 Dec 2026. We check it, make it an order and notify you by email. It can be paid then.",
  ],
  [
    "asked",
    { ...placed, quoteStatus: "accepted", requiredBy: null },
    "It was placed on 10 Nov 2026. We check it, make it an order and notify you by email. You can pay it now.",
  ],
  [
    "asked",
    { ...placed, quoteStatus: "accepted", paymentStatus: "paid", requiredBy: null },
    "It was placed on 10 Nov 2026. It is paid. We make it an order and notify you by email.",
  ],
  ["asked", { quoteStatus: "accepted", orderId: 4, orderStatus: "processing" }, "It is order ORD-4 now: processing. It is not paid yet."],
  [
    "asked",
    { quoteStatus: "accepted", orderId: 4, orderStatus: "processing", paymentStatus: "paid" },
    "It is order ORD-4 now: processing.",
  ],
  [
    "asked",
    { quoteStatus: "accepted", orderId: 4, orderStatus: "processing", owed: 40 },
    "It is order ORD-4 now: processing. £40.00 of it is still to be paid.",
  ],
  ["asked", { quoteStatus: "accepted", orderId: 4, orderStatus: "cancelled" }, "Its order ORD-4 was cancelled."],
  ["asked", { quoteStatus: "accepted", orderId: 4, orderStatus: "draft" }, "The office is correcting its order ORD-4."],
  ["asked", { quoteStatus: "declined" }, "This quote is closed. Duplicate it to have the same windows at today's prices."],
  ["office", {}, "The customer has not placed it. Send it for a decision, or convert it once it is agreed."],
  ["office", placed, "The customer placed it on 10 Nov 2026, needed by 1 Dec 2026. Convert it to make the order."],
  ["office", { quoteStatus: "accepted", paymentStatus: "paid" }, "The customer paid it. Convert it to make the order."],
  ["office", { quoteStatus: "declined" }, "The customer closed this quote."],
  ["office", { quoteStatus: "declined", withdrawnAt: "2026-11-12T10:00:00.000Z" }, "The customer withdrew this quote."],
] as const)("the %s reads about a quote with %j: %s", (who, facts, sentence) =>
  expect(quoteSentence(reader[who], quoteRow(facts))).toBe(sentence),
);

test("a customer with direct orders reads before placing that no check follows", () => {
  expect(quoteSentence(person("customer", { directOrders: true }), quoteRow())).toBe(
    "Nothing is ordered yet. Place the order with its delivery address. It goes straight to the workshop, and can be paid at once.",
  );
});

const NOW = Date.parse("2026-11-28T10:00:00Z");
const hers = { customerName: "Mrs Hughes", withCustomer: { since: "2026-11-24T10:00:00.000Z", until: "2026-12-20T23:59:59.999Z" } };
const yes = { ...hers, withCustomer: null, acceptedBy: { name: "Mrs Hughes", total: 10_301.74 } };

test.each([
  ["a draft has its status alone", {}, null],
  ["a sent quotation", hers, "With Mrs Hughes since 24 Nov"],
  ["an expired link", { withCustomer: { ...hers.withCustomer, until: "2026-11-27T23:59:59.999Z" } }, null],
  ["an accepted quotation", yes, "Accepted by Mrs Hughes · £10,301.74 · place it"],
  ["a placed quote", { ...yes, placedAt: "2026-11-26T10:00:00.000Z" }, "With the office since 26 Nov"],
  ["an order without a day", { ...yes, orderId: 4, orderStatus: "processing" }, "With the workshop"],
  ["an order with a day", { orderId: 4, orderStatus: "shipped", estimatedArrival: "2026-12-03" }, "Comes Thu 3 Dec"],
  ["a delivered order", { orderId: 4, orderStatus: "completed", estimatedArrival: "2026-11-03" }, "Delivered"],
] as const)("the customer's list says who has %s", (_, facts, words) => {
  expect(describeWhereabouts(quoteRow(facts), NOW, true)).toBe(words);
});

test("a colleague who may not order is not asked to place an accepted quotation", () => {
  expect(describeWhereabouts(quoteRow(yes), NOW, false)).toBe("Accepted by Mrs Hughes · £10,301.74");
});
