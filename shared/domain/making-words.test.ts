import { expect, test } from "vitest";
import { positionsInWords } from "./making-words.ts";

test("one part is called one, several are called several", () => {
  expect(positionsInWords({ tPostsMm: [500], midRailHeightsMm: [900] })).toEqual([
    "T-post at 500 mm from the left",
    "mid rail at 900 mm from the bottom",
  ]);
  expect(positionsInWords({ tPostsMm: [500, 1000], midRailHeightsMm: [800, 1500], tiltSplitMm: 400 })).toEqual([
    "T-posts at 500 and 1,000 mm from the left",
    "mid rails at 800 and 1,500 mm from the bottom",
    "tilt split at 400 mm from the bottom",
  ]);
});
