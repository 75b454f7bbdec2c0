import { describe, expect, test } from "vitest";
import { bayOf, windowOf } from "#shared/domain/testing/windows.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { type CutPart, cutList } from "./cut-list.ts";
import { madePartLabel, makeFault, makeInSentence, makeInWords, mostOfPart } from "./make-in-words.ts";
import { stilesInWords } from "./panel-facts.ts";
import { recutLengthsInWords } from "./recuts.ts";
import { FRAME, makesAny, RAILS, type StileSide, type WindowMake } from "./window-make.ts";

/** Tests the parts of a window that a remake makes again, and their numbers (rule W103). */

const bay = (postAngles: readonly number[]) => bayOf([600, 1200, 600], 1400, "LBLRBR", { postAngles: [...postAngles] });
const one = (part: CutPart, count = 1) => ({ panels: [], parts: [part], counts: { [part]: count } });
const faultOf = (item: WindowToDraw, part: CutPart, count = 1) => makeFault({ ...item, name: "Bay" }, one(part, count));
const lengthsOf = (item: WindowToDraw, part: CutPart, count: number) =>
  cutList({ ...item, make: one(part, count) }).map(({ panel, cutMm, count: each }) => [panel, cutMm, each]);

test("a number of parts of unequal lengths makes the longest first in each panel", () => {
  // Each panel of this pair has a rod of 401 and a rod of 464.5, under and over its mid rail.
  const pair = windowOf(1200, 1350, { layoutCode: "LR", numberOfMidRails: 1 });
  expect(faultOf(pair, "tilt-rod")).toBeNull();
  expect(mostOfPart(pair, one("tilt-rod"), "tilt-rod")).toBe(2);
  expect(lengthsOf(pair, "tilt-rod", 1)).toEqual([
    [1, 464.5, 1],
    [2, 464.5, 1],
  ]);
  expect(lengthsOf(pair, "tilt-rod", 2).toSorted()).toEqual([
    [1, 401, 1],
    [1, 464.5, 1],
    [2, 401, 1],
    [2, 464.5, 1],
  ]);
});

test("a kind without a number stays in the order of the drawing, by which its parts are numbered", () => {
  const pair = windowOf(1200, 1350, { layoutCode: "LR", numberOfMidRails: 1 });
  const rodsOf = (counts?: Record<string, number>) =>
    cutList({ ...pair, make: { panels: ["A"], parts: ["louvre", "tilt-rod"], ...(counts && { counts }) } }).filter(
      ({ part }) => part === "tilt-rod",
    );
  expect(rodsOf({ louvre: 3 })).toEqual(rodsOf());
  expect(rodsOf().map(({ cutMm }) => cutMm)).toEqual([401, 464.5]);
});

describe("a number is accepted only for parts that have one angle and one cut of their ends", () => {
  test("bay posts of one angle have a number; posts of two angles are all named", () => {
    expect(faultOf(bay([135, 135]), "bay-post")).toBeNull();
    expect(mostOfPart(bay([135, 135]), one("bay-post"), "bay-post")).toBe(2);
    for (const count of [1, 2, 3]) expect(faultOf(bay([135, 150]), "bay-post", count)).toBe('Name all bay posts of "Bay": they differ');
    expect(mostOfPart(bay([135, 150]), one("bay-post"), "bay-post")).toBe(0);
    expect(makeFault({ ...bay([135, 150]), name: "Bay" }, { panels: [], parts: ["bay-post"] })).toBeNull();
  });

  test("pieces of a bay's frame that are mitred at different ends are all named", () => {
    expect(faultOf(bay([135, 135]), "frame-top")).toBe('Name all frame tops of "Bay": they differ');
    expect(mostOfPart(bay([135, 135]), one("frame-top"), "frame-top")).toBe(0);
  });

  test("one stile is refused, because only one has the hinges; both are accepted", () => {
    const pair = windowOf(1200, 1350, { layoutCode: "LR" });
    expect(faultOf(pair, "stile")).toBe('Name all stiles of "Bay": they differ');
    expect(faultOf(pair, "stile", 2)).toBeNull();
    expect(faultOf(pair, "stile", 3)).toBe('Panel A of "Bay" has 2 stiles');
    expect(mostOfPart(pair, one("stile"), "stile")).toBe(0);
  });

  test("one stile is named by its side, in every chosen panel", () => {
    const pair = { ...windowOf(1200, 1350, { layoutCode: "LR" }), name: "Bay" };
    const make = (panels: string[], stile: StileSide) => ({ panels, parts: ["stile"] as const, stile });
    const cutOf = (panels: string[]) =>
      cutList({ ...pair, make: make(panels, "right") }).map(({ panel, part, count }) => [panel, part, count]);
    expect(cutOf(["B"])).toEqual([[2, "stile", 1]]);
    expect(cutOf([])).toEqual([
      [1, "stile", 1],
      [2, "stile", 1],
    ]);
    expect(makeFault(pair, make(["B"], "right"))).toBeNull();
    expect(makeInWords(pair, make(["B"], "right"))).toBe("Panel B: right stile");
    expect(makeInWords(pair, make(["A", "B"], "left"))).toBe("Panels A, B: left stile in each");
    expect(makeInWords(pair, make([], "left"))).toBe("Left stile of every panel");
    expect(madePartLabel(make(["B"], "right"), "stile")).toBe("Stile, right");
    // The only stile of the order is the right one, also where it is spoiled again.
    expect(stilesInWords({ ...pair, make: make(["B"], "right") }, 2)).toEqual(["right stile (hinges)"]);
  });

  test("a side is refused without the stile, and with a number that it contradicts", () => {
    const pair = { ...windowOf(1200, 1350, { layoutCode: "LR" }), name: "Bay" };
    const rail = { panels: ["A"], parts: ["top-rail"], stile: "left" as const };
    expect(makeFault(pair, rail)).toBe('Name the part stile in window "Bay" to choose its side');
    const [one, both] = [1, 2].map((stile) => ({ panels: ["A"], parts: ["stile"], counts: { stile }, stile: "left" as const }));
    expect([makeFault(pair, one as WindowMake), makeFault(pair, both as WindowMake)]).toEqual([
      null,
      'Name all stiles of "Bay": they differ',
    ]);
  });

  test("the number that a make has already stays, and no other number of differing parts", () => {
    const pair = { ...windowOf(1200, 1350, { layoutCode: "LR" }), name: "Bay" };
    expect(makeFault(pair, one("stile"), one("stile"))).toBeNull();
    expect(makeFault(pair, one("stile"), one("stile", 2))).toBe('Name all stiles of "Bay": they differ');
    expect(makeFault(pair, one("stile", 3), one("stile", 3))).toBe('Panel A of "Bay" has 2 stiles');
  });

  test("a part that the window does not have is refused as before", () => {
    expect(faultOf(windowOf(600, 1000), "bay-post")).toBe('Window "Bay" has no bay post');
    expect(faultOf(bay([135, 135]), "bay-post", 3)).toBe('The frame of "Bay" has 2 bay posts');
  });
});

test("a recut of a post or of a mitred side has the cut of its ends beside the length", () => {
  const recutOf = (item: WindowToDraw, part: CutPart, count = 1) => recutLengthsInWords(item, [{ panel: null, part, count }]);
  expect(recutOf(bay([143, 143]), "bay-post")).toBe("Cut 1,400 mm (bevel both room faces 18.5° for 143°)");
  expect(recutOf(windowOf(600, 1000), "frame-left")).toBe("Cut 1,000 mm (mitre both ends)");
  expect(recutLengthsInWords(windowOf(600, 1000), [{ panel: 1, part: "stile", count: 1 }])).toBe("Cut 916 mm");
  const chosen = [
    { panel: 1, part: "stile", count: 1, replaces: [1], chosen: true },
    { panel: 1, part: "louvre", count: 1 },
  ] as const;
  expect(recutLengthsInWords(windowOf(600, 1000), chosen, (panel) => stilesInWords(windowOf(600, 1000), panel))).toMatch(
    /^Cut left stile \(hinges\) 916 mm, louvre [\d.]+ mm$/,
  );
  // A correction has removed the second panel.
  expect(recutLengthsInWords(windowOf(600, 1000), [{ panel: 2, part: "stile", count: 1, replaces: [1] }])).toBeNull();
});

test("parts without a number are counted in one panel, unless there is only one", () => {
  const pair = windowOf(1200, 1350, { layoutCode: "LR" });
  const words = (panels: string[], parts: CutPart[], counts = {}) => makeInWords(pair, { panels, parts, counts });
  expect(words(["A"], ["louvre"])).toBe("Panel A: all 17 louvres");
  expect(words(["A"], ["louvre"], { louvre: 1 })).toBe("Panel A: 1 louvre");
  expect(words(["A", "B"], ["stile", "top-rail"])).toBe("Panels A, B: both stiles, top rail in each");
  expect(words(["A", "B"], ["top-rail", "stile"])).toBe("Panels A, B: top rail, both stiles in each");
  expect(words(["A", "B"], ["top-rail"])).toBe("Panels A, B: top rail");
  expect(words([], ["louvre", "frame-left"])).toBe("All 17 louvres of every panel; frame left");
  expect(makeInWords(windowOf(600, 1000), { panels: [], parts: ["stile"] })).toBe("Both stiles");
  expect(makeInWords(bay([135, 150]), { panels: [], parts: ["frame-top", "bay-post"] })).toBe("All 3 frame tops, both bay posts");
});

test("whole panels have no part of the frame, whose facts they do not need", () => {
  const parts = (kinds: readonly string[]) => [null, { panels: ["B"], parts: [] }, one("stile")].map((make) => makesAny(make, kinds));
  expect(parts(FRAME)).toEqual([true, false, false]);
  expect(parts(RAILS)).toEqual([true, true, false]);
  expect(parts(["stile"])).toEqual([true, true, true]);
});

test("all of one part are named before their number within a sentence", () => {
  const louvres = { panels: [], parts: ["louvre"] };
  expect(makeInSentence(windowOf(600, 1350, { layoutCode: "L" }), louvres)).toBe("the louvres: all 17");
  const pair = windowOf(1200, 1350, { layoutCode: "LR" });
  expect(makeInSentence(pair, louvres)).toBe("the louvres of every panel: all 17 in each");
  expect(makeInSentence(pair, { ...louvres, panels: ["A"] })).toBe("panel A: all 17 louvres");
  expect(makeInSentence(pair, { panels: [], parts: ["louvre", "top-rail"] })).toBe("these: all 17 louvres, top rail of every panel");
});

test("a T-post retains its capital within a sentence", () => {
  const posts = windowOf(1200, 1350, { layoutCode: "LTR" });
  const make = { panels: [], parts: ["t-post"] };
  expect([makeInWords(posts, make), makeInSentence(posts, make)]).toEqual(["T-post", "T-post"]);
  expect(makeInSentence(posts, { panels: ["B"], parts: ["louvre", "t-post"], counts: { louvre: 1 } })).toBe("panel B: 1 louvre; T-post");
});
