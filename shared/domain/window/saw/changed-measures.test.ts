import { expect, test } from "vitest";
import { changedMeasures } from "./changed-measures.ts";
import { USUAL_CLEARANCES } from "./clearances.ts";

const KEPT = { clearances: USUAL_CLEARANCES, sections: [], lap: "right", trackDepthMm: 100 } as const;

test("equal measures have no changes, also where one table sets the default section itself", () => {
  const same = [{ profile: "stile", widthMm: 51, thicknessMm: 27 }];
  expect(changedMeasures(KEPT, { ...KEPT, sections: same })).toEqual([]);
});

test("each changed section, clearance, lap and track depth is named with both values", () => {
  const present = {
    clearances: { ...USUAL_CLEARANCES, hinge: 4 },
    sections: [
      { profile: "stile", widthMm: 57, thicknessMm: 28 },
      { profile: "rail", widthMm: 135, thicknessMm: 27, heightsMm: [76, 90] },
    ],
    lap: "left",
    trackDepthMm: 120,
  } as const;
  expect(changedMeasures(KEPT, present)).toEqual([
    "stile 51 × 27, now stile 57 × 28",
    "rail blank 135 × 27, now rail 76, 90 × 27",
    "hinge 3, now hinge 4",
    "the right one lies over the left, now the left one lies over the right",
    "track 100 deep, now track 120 deep",
  ]);
});
