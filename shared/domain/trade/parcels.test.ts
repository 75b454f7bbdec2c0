import { expect, test } from "vitest";
import { packedInWords, piecesInWords, shippedInWords } from "./parcels.ts";

const WINDOWS = [
  { id: 1, name: "Bay", quantity: 6 },
  { id: 2, name: "Hall", quantity: 1 },
  { id: 3, name: "Attic", quantity: 2 },
];
const pieces = (itemId: number, numbers: readonly number[]) => numbers.map((piece) => ({ itemId, piece }));

test.each([
  [pieces(1, [2]), ["Bay, shutter 2 of 6"]],
  [pieces(1, [3, 1]), ["Bay, shutters 1 and 3 of 6"]],
  [pieces(1, [1, 2]), ["Bay, shutters 1 and 2 of 6"]],
  [pieces(1, [5, 1, 2, 3]), ["Bay, shutters 1 to 3 and 5 of 6"]],
  [pieces(1, [1, 2, 4, 6]), ["Bay, shutters 1, 2, 4 and 6 of 6"]],
  [
    [...pieces(3, [1, 2]), ...pieces(2, [1])],
    ["Hall", "Attic, 2 shutters"],
  ],
  [pieces(9, [1]), []],
])("the shutters %j of a parcel are %j in words", (chosen, words) => {
  expect(piecesInWords(WINDOWS, chosen)).toEqual(words);
});

test("packed and shipped shutters are counted of all, in grammatical sentences", () => {
  expect([0, 1, 2].map((packed) => packedInWords({ packed, shutters: 4 }))).toEqual([
    "None of 4 is packed",
    "1 of 4 is packed",
    "2 of 4 are packed",
  ]);
  expect(shippedInWords({ shipped: 2, shutters: 3 })).toBe("2 of 3 shipped");
});
