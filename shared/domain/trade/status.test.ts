import { describe, expect, test } from "vitest";
import {
  APPROVAL_MOVES,
  APPROVAL_STATUSES,
  type ApprovalStatus,
  canConvertQuote,
  canMove,
  canPayQuote,
  ORDER_DIALOG_STATUSES,
  QUOTE_MOVES,
  QUOTE_STATUSES,
  type QuoteStatus,
} from "./status.ts";

const movesOf = <S extends string>(statuses: readonly S[], moves: Record<S, readonly S[]>) =>
  statuses.flatMap((from) => statuses.filter((to) => canMove(moves, from, to)).map((to) => `${from} → ${to}`));

test("an account makes exactly the listed moves between statuses", () => {
  expect(movesOf<ApprovalStatus>(APPROVAL_STATUSES, APPROVAL_MOVES)).toEqual([
    "pending → approved",
    "pending → rejected",
    "approved → suspended",
    "rejected → approved",
    "suspended → approved",
  ]);
});

test("a person makes exactly the listed moves of a quote", () => {
  expect(movesOf<QuoteStatus>(QUOTE_STATUSES, QUOTE_MOVES)).toEqual(["draft → sent", "sent → accepted", "sent → declined"]);
});

describe("what can be done with a quote", () => {
  test.each([
    ["draft", "unpaid", null, { pay: false, convert: true }],
    ["sent", "unpaid", null, { pay: true, convert: true }],
    ["accepted", "unpaid", null, { pay: true, convert: true }],
    ["accepted", "unpaid", "pending", { pay: true, convert: false }],
    ["accepted", "unpaid", "completed", { pay: true, convert: false }],
    ["accepted", "unpaid", "cancelled", { pay: false, convert: false }],
    ["accepted", "unpaid", "draft", { pay: false, convert: false }],
    ["accepted", "paid", null, { pay: false, convert: true }],
    ["accepted", "paid", "pending", { pay: false, convert: false }],
    ["declined", "unpaid", null, { pay: false, convert: false }],
  ] as const)("a quote that is %s and %s with order %s allows these actions", (status, paymentStatus, orderStatus, can) => {
    const quote = { status, paymentStatus, orderId: orderStatus && 7, orderStatus };
    expect({ pay: canPayQuote(quote), convert: canConvertQuote(quote) }).toEqual(can);
  });
});

test("the status dialog offers six of an order's seven statuses", () => {
  expect(ORDER_DIALOG_STATUSES).toEqual(["pending", "processing", "shipped", "delivered", "completed", "cancelled"]);
});
