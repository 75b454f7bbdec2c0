import { expect, test } from "vitest";
import { barsSawnInWords, planRows } from "./plan-rows.ts";

test("a plan has nothing left to saw if the pieces of all its bars were cut elsewhere", () => {
  expect(barsSawnInWords({ sawn: 0, left: 0 })).toBe("nothing left to saw");
  expect(barsSawnInWords({ sawn: 0, left: 4 })).toBe("0 of 4 bars sawn");
  expect(barsSawnInWords({ sawn: 3, left: 1 })).toBe("3 of 4 bars sawn");
  expect(barsSawnInWords({ sawn: 4, left: 0 })).toBe("all sawn");
});

test("sawn bars of equal lengths with unequal rests are separate rows", () => {
  const sawn = { at: "2026-03-02T09:00:00Z", by: { contactName: "Tomasz" } };
  const piece = {
    orderId: 7,
    itemId: 1,
    piece: 1,
    panel: 1,
    part: "stile",
    lengthMm: 900,
    ripMm: null,
    ends: "square",
    cut: true,
  } as const;
  const bar = (number: number, offcutMm: number) => ({
    ...{ bar: number, offcutId: null, lengthMm: 3000, offcutMm, sawn },
    pieces: [{ ...piece, nth: number }],
  });
  const rows = planRows([bar(1, 2087), bar(2, 2087), bar(3, 2990), bar(4, 2087)], []);
  expect(rows.map((row) => row.bars.map((each) => each.bar))).toEqual([[1, 2], [3], [4]]);
});
