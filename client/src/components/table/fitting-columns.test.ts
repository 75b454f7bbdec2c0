import { expect, test } from "vitest";
import { columnsToMove } from "./fitting-columns.ts";

const ORDERS = [
  { id: "order" },
  { id: "job", name: true, place: "line" },
  { id: "payment", place: "head" },
  { id: "created", rare: true },
  { id: "arrival" },
  { id: "total", place: "end" },
] as const;
const WIDTHS = [80, 128, 80, 70, 90, 90];

test.each([
  ["every column that has room stays", 538, []],
  ["a rare column moves first", 537, ["created"]],
  ["a column without a place moves before statuses and names", 450, ["arrival", "created"]],
  ["the amount stays longest", 300, ["arrival", "created", "job", "payment"]],
  ["the first column alone remains where there is room for nothing else", 100, ["arrival", "created", "job", "payment", "total"]],
] as const)("%s", (_, room, moved) => {
  expect([...columnsToMove(ORDERS, WIDTHS, room)].sort()).toEqual([...moved]);
});

test("a name under the first column keeps 200 px, so that further columns move instead", () => {
  const columns = [{ id: "remake" }, { id: "reason", name: true, place: "line" }, { id: "status", place: "head" }] as const;
  expect([...columnsToMove(columns, [60, 128, 100], 250)]).toEqual(["status"]);
  expect([...columnsToMove(columns, [60, 200, 40], 210)]).toEqual(["status", "reason"]);
  // With its own 128 px the name would leave room for the status.
  const [remake, reason, status] = columns;
  expect([...columnsToMove([remake, status, reason], [60, 100, 128], 250)]).toEqual(["reason", "status"]);
});

test("from three moved values on a name moves as well, so that the values use the whole row", () => {
  const invoices = [
    { id: "number" },
    { id: "job", name: true, place: "line" },
    { id: "net", rare: true },
    { id: "vat", rare: true },
  ] as const;
  const due = { id: "due", rare: true } as const;
  expect([...columnsToMove(invoices, [110, 128, 80, 70], 250)].sort()).toEqual(["net", "vat"]);
  expect([...columnsToMove([...invoices, due], [110, 128, 80, 70, 90], 250)].sort()).toEqual(["due", "job", "net", "vat"]);
});
