import { describe, expect, test } from "vitest";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { asMillimetres } from "#shared/domain/window/geometry/exact.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { type Clearances, completeClearances, eachClearance } from "./clearances.ts";
import { alikeCuts, cutInWords, cutList, endsInWords, exactCuts, listCuts, listQuestions } from "./cut-list.ts";
import { type OwnSection, sectionInWords } from "./sections.ts";

const lines = (item: WindowToDraw, quantity?: number) =>
  alikeCuts(cutList(item, quantity)).map(
    ({ part, profile, nominalMm, cutMm, count }) => `${count} ${part} of ${profile}, ${cutMm} of ${nominalMm}`,
  );

const NONE = eachClearance(() => 0);

describe("by hand", () => {
  test("the cut list of a pair with a mid rail is worked out by hand", () => {
    // 1,200 - 76 = 1,124: less two hinges and a meeting 1,115, 557.5 each; less two stiles 455.5,
    // less both ends 452.5. 1,350 - 76 = 1,274 high, less head and foot 1,266. 7 louvres are 381
    // from pin to pin, 8 are 444.5.
    expect(lines(windowOf(1200, 1350, { layoutCode: "LR", numberOfMidRails: 1 }))).toEqual([
      "4 stile of stile, 1266 of 1274",
      "2 top-rail of rail, 455.5 of 460",
      "2 bottom-rail of rail, 455.5 of 460",
      "2 mid-rail of mid-rail, 455.5 of 460",
      "30 louvre of louvre-76, 452.5 of 460",
      "2 tilt-rod of tilt-rod, 401 of 457",
      "2 tilt-rod of tilt-rod, 464.5 of 520.5",
      "1 frame-left of l-frame, 1350 of 1350",
      "1 frame-top of l-frame, 1200 of 1200",
      "1 frame-right of l-frame, 1350 of 1350",
      "1 frame-bottom of l-frame, 1200 of 1200",
    ]);
  });

  test("a cut list counts the quantity, and omits a hidden rod and a missing side of the frame", () => {
    const item = windowOf(1800, 1500, {
      layoutCode: "LTR",
      tPostsMm: [700],
      tiltRodType: "hidden",
      frameType: "z-frame",
      frameSides: "LTR",
      louverSize: 89,
    });
    // Each panel has a hinge on one side and closes against the post on the other.
    expect(lines(item, 3)).toEqual([
      "12 stile of stile, 1441 of 1449",
      "3 top-rail of rail, 525 of 531",
      "3 top-rail of rail, 925 of 931",
      "3 bottom-rail of rail, 525 of 531",
      "3 bottom-rail of rail, 925 of 931",
      "48 louvre of louvre-89, 522 of 531",
      "48 louvre of louvre-89, 922 of 931",
      "3 frame-left of z-frame, 1500 of 1500",
      "3 frame-top of z-frame, 1800 of 1800",
      "3 frame-right of z-frame, 1500 of 1500",
      "3 t-post of t-post, 1449 of 1449",
    ]);
  });

  test("a cut list has a track with its guide, and sliding panels keep their overlap", () => {
    const bypass = windowOf(1780, 2050, { openingDirection: "bypass", frameType: "t-post" });
    const cut = lines(bypass);
    expect(cut).toContain("1 track of track, 1704 of 1704");
    expect(cut).toContain("1 guide of guide, 1704 of 1704");
    expect(cut).toContain("1 frame-top of l-frame, 1780 of 1780");
    // Two panels of (1,704 + 51) / 2 = 877.5; less two meetings (1,755 - 6) / 2 = 874.5. The height
    // is 1,974 less track, guide, and 8.
    expect(cut).toContain("2 top-rail of rail, 772.5 of 775.5");
    expect(cut).toContain("4 stile of stile, 1915 of 1923");
    const ownTrack = { ...bypass, clearances: completeClearances({ trackHead: 10, head: 30 }) };
    expect(lines(ownTrack)).toContain("4 stile of stile, 1909 of 1923");
  });

  test("meeting stiles lap by the rebate, which widens the panels, and folds count as hinges", () => {
    const four = windowOf(2400, 1400, { layoutCode: "LLRR" });
    const railOf = (clearances: Partial<Clearances>) =>
      cutList({ ...four, clearances: completeClearances(clearances) }).find(({ part }) => part === "top-rail")?.cutMm;
    // Four panels share 2,324 - 4 hinges of 2 - a meeting of 3 + a rebate of 10 = 2,323: 580.75
    // each.
    expect(railOf({ hinge: 2, rebate: 10 })).toBe(479);
    expect(railOf({ hinge: 2 })).toBe(476.5);
  });

  test("cut lengths are rounded once at the end to halves of a millimetre, half up", () => {
    // The rail is 600.5 - 76 - 102 = 422.5. A tenth less rounds up to 422.5, and three tenths less
    // round down.
    const rail = (widthMm: number) => cutList({ ...windowOf(widthMm, 1000), clearances: NONE }).find(({ part }) => part === "top-rail");
    expect([600.5, 600.4, 600.3, 600.2].map((width) => rail(width)?.cutMm)).toEqual([422.5, 422.5, 422.5, 422]);
    // 924.8 in three is 308.2666…: all are cut to one length, and none exceeds the nominal length.
    const three = cutList({ ...windowOf(1000.8, 1000, { layoutCode: "LLR" }), clearances: NONE });
    expect(
      three.filter(({ part }) => part === "top-rail").map(({ panel, cutMm, nominalMm, count }) => [panel, cutMm, nominalMm, count]),
    ).toEqual([1, 2, 3].map((panel) => [panel, 206.5, 206.5, 1]));
  });

  test("a rail that is too low or too high is asked about; a rod or louvre too short for a saw is only named", () => {
    // 900 - 76 less rails of 80 and a louvre: the rails of a low panel are at least 40.
    const low = cutList(windowOf(900, 260, { louverSize: 64 }));
    expect(low.filter(({ part }) => part.endsWith("rail")).map(({ ripMm, ask }) => [ripMm, ask])).toEqual([
      [54, "Ask: this rail would be 54 mm high"],
      [54, "Ask: this rail would be 54 mm high"],
    ]);
    const { parts, asks } = listCuts(windowOf(900, 260, { louverSize: 64 }));
    expect(parts.some(({ part }) => part === "tilt-rod")).toBe(false);
    expect(asks).toEqual(["Ask: this rod would be 20 mm long"]);
    // The part below the mid rail is 417 mm: three louvres of 114 need 317.2, and the bottom rail
    // absorbs the rest. 80 + 99.8 - 4 - 2.
    const high = windowOf(900, 1500, { louverSize: 114, numberOfMidRails: 1, midRailHeightsMm: [573] });
    const bottom = cutList(high).find(({ part }) => part === "bottom-rail");
    expect([bottom?.ripMm, bottom?.ask]).toEqual([174, "Ask: this rail is 174 mm high, its blank 135"]);
  });

  test("each part of a cut list has its panel, its section and the cut of its ends", () => {
    const sill = cutList(windowOf(1800, 1500, { layoutCode: "LTR", frameType: "z-frame", frameSides: "LTR", louverSize: 89 }), 2);
    const said = ({ panel, part, section, ends, count }: (typeof sill)[number]) =>
      `${count} ${part} of ${panel}: ${sectionInWords(section)} ${ends}`;
    expect(sill.map(said)).toEqual([
      "4 stile of 1: stile 51 × 27 square",
      "4 stile of 2: stile 51 × 27 square",
      "2 top-rail of 1: rail blank 135 × 27 square",
      "2 top-rail of 2: rail blank 135 × 27 square",
      "2 bottom-rail of 1: rail blank 135 × 27 square",
      "2 bottom-rail of 2: rail blank 135 × 27 square",
      "32 louvre of 1: louvre 89 × 11 square",
      "32 louvre of 2: louvre 89 × 11 square",
      "2 tilt-rod of 1: rod 12 × 10 square",
      "2 tilt-rod of 2: rod 12 × 10 square",
      // Both sides end at the sill, so only their upper ends meet another side.
      "2 frame-left of null: Z-frame 51 × 60 mitre-right",
      "2 frame-top of null: Z-frame 51 × 60 mitre-both",
      "2 frame-right of null: Z-frame 51 × 60 mitre-right",
      "2 t-post of null: T-post 32 × 50 square",
    ]);
    const endsOf = (frameSides: "LTRB" | "TRB" | "LT" | "TB" | "LRB") =>
      cutList(windowOf(900, 900, { frameSides })).flatMap(({ part, ends }) => (part.startsWith("frame") ? [`${part} ${ends}`] : []));
    expect(endsOf("LTRB").every((said) => said.endsWith("mitre-both"))).toBe(true);
    expect(endsOf("TRB")).toEqual(["frame-top mitre-right", "frame-right mitre-both", "frame-bottom mitre-right"]);
    expect(endsOf("LT")).toEqual(["frame-left mitre-right", "frame-top mitre-left"]);
    expect(endsOf("TB")).toEqual(["frame-top square", "frame-bottom square"]);
    expect(endsOf("LRB")).toEqual(["frame-left mitre-left", "frame-right mitre-left", "frame-bottom mitre-both"]);
    expect(endsInWords({ part: "frame-left", ends: "mitre-right" })).toBe("mitre the upper end");
    expect(endsInWords({ part: "frame-top", ends: "mitre-left" })).toBe("mitre the left end");
  });

  test("a workshop's own rails are cut from the lowest height that holds them", () => {
    const sections = [
      { profile: "stile", widthMm: 51, thicknessMm: 28 },
      { profile: "rail", widthMm: 135, thicknessMm: 28, heightsMm: [80, 90, 105] },
      { profile: "mid-rail", widthMm: 70, thicknessMm: 28 },
    ];
    const rowOf = (part: string, height = 1350) => {
      const cut = cutList({ ...windowOf(1200, height, { layoutCode: "LR", numberOfMidRails: 1 }), sections }).find(
        (row) => row.part === part,
      );
      return [cut?.ripMm, cut && sectionInWords(cut.section), cut?.ask];
    };
    expect(rowOf("top-rail")).toEqual([104.5, "rail blank 105 × 28", null]);
    expect(rowOf("top-rail", 1361)).toEqual([78, "rail blank 80 × 28", null]);
    expect(rowOf("top-rail", 1352)).toEqual([105.5, "rail blank 135 × 28", null]);
    expect(rowOf("mid-rail")).toEqual([72, "mid rail blank 70 × 28", "Ask: this rail is 72 mm high, its blank 70"]);
    expect(rowOf("frame-left")).toEqual([null, "L-frame 38 × 50", null]);
  });

  test("a rail that is not as thick as its stiles is asked about, and the other rails are not", () => {
    const sections = [
      { profile: "stile", widthMm: 51, thicknessMm: 28 },
      { profile: "rail", widthMm: 135, thicknessMm: 28 },
    ];
    const window = { ...windowOf(1200, 1350, { layoutCode: "LR", numberOfMidRails: 1 }), sections };
    const asked = cutList(window).flatMap(({ part, ask }) => (ask === null ? [] : [`${part}: ${ask}`]));
    expect([...new Set(asked)]).toEqual(["mid-rail: Ask: this rail is 27 mm thick, its stiles 28"]);
    expect(listQuestions(window)).toEqual(["Ask: this rail is 27 mm thick, its stiles 28"]);
  });

  /** Exact lengths and rail heights by part, for a window of two pairs about a T-post. */
  const cutBy = (sections: readonly OwnSection[], choices = {}) =>
    Object.fromEntries(
      exactCuts({ ...windowOf(2400, 1350, { layoutCode: "LRTLR", ...choices }), sections }).map(({ part, exactly, ripMm }) => [
        part,
        ripMm === null ? asMillimetres(exactly) : [asMillimetres(exactly), ripMm],
      ]),
    );
  const usual = { stile: 1266, "top-rail": [466.5, 85], "bottom-rail": [466.5, 85], louvre: 463.5, "t-post": 1274 };

  test("a workshop's wider stile makes the parts between two stiles shorter, and nothing else", () => {
    expect(cutBy([])).toMatchObject(usual);
    // (1,146 - 9) / 2 = 568.5, less 2 × 57
    expect(cutBy([{ profile: "stile", widthMm: 57, thicknessMm: 27 }])).toEqual({
      ...cutBy([]),
      "top-rail": [454.5, 85],
      "bottom-rail": [454.5, 85],
      louvre: 451.5,
    });
  });

  test("a workshop's narrower frame leaves room for wider and higher panels, and its sides keep their lengths", () => {
    const frame = { profile: "l-frame", widthMm: 32.5, thicknessMm: 50 };
    // 2,400 / 2 - 16 - 32.5 = 1,151.5 a pair; both rails share the 11 mm of height.
    expect(cutBy([frame])).toEqual({
      ...cutBy([]),
      stile: 1277,
      "top-rail": [469.25, 90.5],
      "bottom-rail": [469.25, 90.5],
      louvre: 466.25,
      "t-post": 1285,
    });
    // Only existing sides count.
    expect(cutBy([frame], { frameSides: "TB" })).toMatchObject({ stile: 1277, "top-rail": [485.5, 90.5] });
    expect(cutBy([frame], { frameSides: "LTR" })).toMatchObject({ stile: 1309.5, "top-rail": [469.25, 107] });
  });

  test("a workshop's wider post keeps its middle, and takes half of its difference on either side", () => {
    const post = { profile: "t-post", widthMm: 40, thicknessMm: 50 };
    expect(cutBy([post])).toMatchObject({ "top-rail": [464.5, 85], "t-post": 1274 });
    const given = { ...windowOf(2400, 1350, { layoutCode: "LTLR", tPostsMm: [800] }), sections: [post] };
    const widths = exactCuts(given).flatMap(({ part, exactly }) => (part === "top-rail" ? [asMillimetres(exactly) + 102] : []));
    // 800 - 20 - 38 - 6 and (2,400 - 38 - 820 - 9) / 2
    expect(widths).toEqual([736, 766.5, 766.5]);
  });

  test("a bay's frame pieces end at the workshop's posts", () => {
    const bay = { layoutCode: "LBR", facetsMm: [700, 900] };
    const frames = (sections: readonly OwnSection[]) =>
      exactCuts({ ...windowOf(1600, 1350, bay), sections }).flatMap(({ part, exactly }) =>
        part === "frame-top" ? [asMillimetres(exactly)] : [],
      );
    expect(frames([])).toEqual([678, 878]);
    expect(frames([{ profile: "bay-post", widthMm: 50, thicknessMm: 50 }])).toEqual([675, 875]);
  });

  test("a workshop's wider louvre takes half of its difference from each rail beside it", () => {
    const louvre = { profile: `louvre-${windowOf(1, 1).louverSize}`, widthMm: windowOf(1, 1).louverSize + 3, thicknessMm: 11 };
    expect(cutBy([louvre])).toMatchObject({ "top-rail": [466.5, 83.5], "bottom-rail": [466.5, 83.5], louvre: 463.5 });
    expect(cutBy([louvre], { numberOfMidRails: 1 })["mid-rail"]).toEqual([466.5, 69]);
    expect(cutBy([], { numberOfMidRails: 1 })["mid-rail"]).toEqual([466.5, 72]);
  });

  test("a panel without room between its stiles is asked about by its letter, and its rails are not listed", () => {
    const sections = [{ profile: "stile", widthMm: 95, thicknessMm: 27 }];
    const { parts, asks } = listCuts({ ...windowOf(2400, 1350, { layoutCode: "LTLR", tPostsMm: [240] }), sections });
    // 240 - 16 - 38 - 6 = 180
    expect(asks).toEqual(["Panel A would be 180 mm wide; two stiles need 190 mm"]);
    expect(parts.filter(({ panel }) => panel === 1).map(({ part, ask }) => [part, ask])).toEqual([
      ["stile", asks[0]],
      ["tilt-rod", asks[0]],
    ]);
    expect(parts.filter(({ panel, ask }) => panel !== 1 && ask !== null)).toEqual([]);
  });

  test("a cut in words names the nominal length and the deduction", () => {
    const single = windowOf(657, 1000, { layoutCode: "L" });
    // The louvre is 657 - 76 - 102 = 479, less a hinge, a meeting, and both ends.
    const louvre = exactCuts(single).find(({ part }) => part === "louvre");
    expect(louvre && cutInWords(louvre)).toBe("Cut 470 (479 less 9)");
    const frame = exactCuts(single).find(({ part }) => part === "frame-left");
    expect(frame && cutInWords(frame)).toBe("Cut 1,000");
    const four = exactCuts(windowOf(2400, 1400, { layoutCode: "LLRR" })).find(({ part }) => part === "top-rail");
    // (2,324 - 15) / 4 - 102 = 475.25
    expect(four && cutInWords(four)).toBe("Cut 475.5 (479 less 3.5, exactly 475.25)");
  });
});
