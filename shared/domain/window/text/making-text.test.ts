import { expect, test } from "vitest";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import { choicesInShort, foldedInWords, makingFacts, positionsInWords, requestedInWords } from "./making-text.ts";

test("requested positions are worded in the singular for one part and in the plural for several", () => {
  expect(requestedInWords({ tPostsMm: [500], midRailHeightsMm: [900] })).toEqual([
    "T-post at 500 mm from the left",
    "mid rail at 900 mm from the bottom",
  ]);
  expect(requestedInWords({ tPostsMm: [500, 1000], midRailHeightsMm: [800, 1500], tiltSplitMm: 400 })).toEqual([
    "T-posts at 500 and 1,000 mm from the left",
    "mid rails at 800 and 1,500 mm from the bottom",
    "tilt split at 400 mm from the bottom",
  ]);
});

test("a given mid rail is named by its made edges and centre, from the bottom of the given size", () => {
  // Between the rails are 624 mm for 9 louvres of 584: 40 are left over, half for either rail on
  // the side that faces them. Blades need 2 on each side.
  const tall = windowOf(700, 2100, { numberOfMidRails: 2, midRailHeightsMm: [700, 1400] });
  expect(positionsInWords(tall)).toEqual([
    "mid rails 664 to 756, centre 710 (asked: 700); 1,344 to 1,436, centre 1,390 (asked: 1,400), mm from the bottom",
  ]);
  const recess = windowOf(700, 1600, { numberOfMidRails: 1, midRailHeightsMm: [760], sizeBasis: "recess" });
  expect(makingFacts(recess)).toContainEqual({
    label: "Mid rail",
    text: "724 to 796, centre 760 (asked: 760), mm from the bottom of the recess",
  });
  // If a workshop's clearance is larger above than below, the rails are lower by half of the
  // difference.
  expect(positionsInWords({ ...recess, clearances: { ...USUAL_CLEARANCES, head: 9, bladeRail: 0 } })).toEqual([
    "mid rail 719.5 to 795.5, centre 757.5 (asked: 760), mm from the bottom of the recess",
  ]);
  // Invalid heights, and evenly spaced rails, have no words here.
  expect(positionsInWords({ ...tall, midRailHeightsMm: [10, 20] })).toEqual([]);
});

test("a row of a list shortens the choices that differ from the default, the layout first", () => {
  expect(choicesInShort(windowOf(900, 1200))).toEqual([]);
  expect(choicesInShort(windowOf(900, 1200, { layoutCode: "LR", numberOfMidRails: 1, sizeBasis: "recess" }), 6)).toEqual([
    "LR",
    "1 rail",
    "recess −6",
  ]);
  const other = { frameType: "z-frame", mountType: "outside", openingDirection: "bi-fold", tiltRodType: "hidden" } as const;
  expect(choicesInShort(windowOf(900, 1200, { ...other, numberOfMidRails: 2 }))).toEqual([
    "bi-fold",
    "Z-frame",
    "outside",
    "hidden rod",
    "2 rails",
  ]);
  expect(choicesInShort(windowOf(900, 1200, { sizeBasis: "recess" }))).toEqual(["recess −10"]);
});

test("the short form omits what a layout determines and values that cannot be read", () => {
  const posts = windowOf(1800, 1200, { layoutCode: "LTR", frameType: "t-post", openingDirection: "right-hinge" });
  expect(choicesInShort(posts)).toEqual(["LTR"]);
  expect(choicesInShort({ ...windowOf(900, 1200), numberOfMidRails: Number.NaN, mountType: "" as "inside" })).toEqual([]);
});

test("folded fields of a form are summarised, except for those in the short form", () => {
  expect(foldedInWords({ ...windowOf(900, 1200), note: " " })).toEqual([]);
  const said = { layoutCode: "LTR", tPostsMm: [400], sizeBasis: "recess", frameSides: "LTR", hingeColor: "brass" } as const;
  expect(foldedInWords({ ...windowOf(900, 1200, said), note: "Sill leans" })).toEqual([
    "T-post at 400 mm from the left",
    "Frame left, top and right",
    "Brass hinges",
    "Note: Sill leans",
  ]);
});
