import { expect, test } from "vitest";
import { calculateShares } from "./orders-by-status.tsx";

test.each([
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [2, 1, 0],
    [67, 33, 0],
  ],
  [
    [10, 8, 6, 10, 13, 3],
    [20, 16, 12, 20, 26, 6],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [
    [1, 999],
    [0, 100],
  ],
])("the shares of %j are %j percent", (counts, shares) => expect(calculateShares(counts)).toEqual(shares));
