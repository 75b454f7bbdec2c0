import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyMadeWindow, anyTypedWindow, bayOf, windowOf } from "#shared/domain/testing/windows.ts";
import { isLayoutCode } from "#shared/domain/window/fields/panels.ts";
import { siblingsOf } from "#shared/domain/window/fields/unit-slip.ts";
import { alikeCuts, cutList, endsInWords } from "#shared/domain/window/saw/cut-list.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";
import { makingFacts } from "#shared/domain/window/text/making-text.ts";
import { checkMeasurements } from "#shared/domain/window/text/measurement-checks.ts";
import { anglesOf, isBay } from "./bay.ts";
import { makingProblem } from "./making.ts";
import { drawnCodeOf, facetSpans, frameSpans, layOutWindow, type WindowToDraw } from "./window-layout.ts";

const said = (item: WindowToDraw) => makingProblem({ ...item, name: "Bay" })?.sentence ?? null;
const fieldOf = (item: WindowToDraw) => makingProblem({ ...item, name: "Bay" })?.field ?? null;

test.each([
  ["LBLRBR", true],
  ["LCR", true],
  ["LTLBRCLR", true],
  ["LBLBLBLBLBLBLBL", true],
  ["LB", false],
  ["BL", false],
  ["LBBR", false],
  ["RLBR", false],
  ["LDR", false],
])("the text %j is a layout code of a bay: %j", (code, good) => expect(isLayoutCode(code)).toBe(good));

/** A bay of three facets: 600 + 1,200 + 600 mm. */
const bay = (choices: Partial<WindowToDraw> = {}) => windowOf(2400, 1400, { layoutCode: "LBLRBR", facetsMm: [600, 1200, 600], ...choices });

describe("by hand", () => {
  test("panels of a bay lie between the faces of their facet, and posts are centred on the facets' ends", () => {
    const { panels, posts } = layOutWindow(bay());
    // The panels are 600 - 38 - 22, twice half of 1,200 - 2 × 22, and 600 - 22 - 38 wide.
    expect(panels.map(({ x, width, hang }) => [x, width, hang])).toEqual([
      [380, 5400, "left"],
      [6220, 5780, "left"],
      [12_000, 5780, "right"],
      [18_220, 5400, "right"],
    ]);
    expect(posts).toEqual([
      { x: 5780, y: 0, width: 440, height: 14_000, letter: "B", angle: 135 },
      { x: 17_780, y: 0, width: 440, height: 14_000, letter: "B", angle: 135 },
    ]);
    expect(drawnCodeOf(bay())).toBe("LBLRBR");
  });

  test("a corner post is 60 mm wide and square; a T-post is measured within the whole width", () => {
    const corner = windowOf(2100, 1400, { layoutCode: "LTRCR", facetsMm: [1400, 700], tPostsMm: [700] });
    const { panels, posts } = layOutWindow(corner);
    expect(posts.map(({ x, width, letter, angle }) => [x + width / 2, width, letter, angle])).toEqual([
      [7000, 320, "T", null],
      [14_000, 600, "C", 90],
    ]);
    // 700 - 38 - 16; 1,400 - 30 - 716; 700 - 30 - 38.
    expect(panels.map(({ width }) => width)).toEqual([6460, 6540, 6320]);
    // Without given posts, the panels of a facet are equally wide: (1,400 - 38 - 30 - 32) / 2.
    expect(layOutWindow({ ...corner, tPostsMm: null }).panels.map(({ width }) => width)).toEqual([6500, 6500, 6320]);
  });

  test("a bay's frame has a top and a bottom piece for each facet, and its posts have the make size's height", () => {
    const rows = cutList(bay()).filter(({ part }) => part.startsWith("frame") || part.endsWith("post"));
    expect(
      rows.map(({ part, section, cutMm, count, ends }) => [count, part, section.widthMm, section.thicknessMm, cutMm, ends].join(" ")),
    ).toEqual([
      "1 frame-left 38 50 1400 mitre-both",
      "1 frame-top 38 50 578 mitre-left",
      "1 frame-top 38 50 1156 square",
      "1 frame-top 38 50 578 mitre-right",
      "1 frame-right 38 50 1400 mitre-both",
      "1 frame-bottom 38 50 578 mitre-left",
      "1 frame-bottom 38 50 1156 square",
      "1 frame-bottom 38 50 578 mitre-right",
      "2 bay-post 44 50 1400 square",
    ]);
  });

  test("bay and corner posts have their angle and bevel, and a row for each angle", () => {
    const facets = [700, 700, 700, 700, 700];
    const five = bayOf(facets, 1400, "LBLBLBLCR", { postAngles: [143, 128, 143] });
    const posts = (item = five) => alikeCuts(cutList(item)).filter(({ part }) => part.endsWith("post"));
    expect(posts().map(({ part, angle, bevelDeg, count }) => [part, angle, bevelDeg, count])).toEqual([
      ["bay-post", 143, 18.5, 2],
      ["bay-post", 128, 26, 1],
      ["corner-post", 90, 45, 1],
    ]);
    expect(posts().map((post) => endsInWords(post))).toEqual([
      "bevel both room faces 18.5° for 143°",
      "bevel both room faces 26° for 128°",
      "bevel both room faces 45° for 90°",
    ]);
    // Other parts, and posts of a form whose facets are still missing, have neither.
    expect(
      cutList(five)
        .filter(({ panel, part }) => panel !== null || part.startsWith("frame"))
        .map(({ angle, bevelDeg }) => angle ?? bevelDeg),
    ).not.toContain(expect.any(Number));
    expect(posts({ ...five, facetsMm: null }).map(({ angle, bevelDeg }) => [angle, bevelDeg])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test("the angles of bay posts default to 135°, and corner posts have 90°", () => {
    expect(anglesOf({ layoutCode: "LBLCRBR" })).toEqual([135, 90, 135]);
    expect(anglesOf({ layoutCode: "LBLCRBR", postAngles: [120, 150] })).toEqual([120, 90, 150]);
  });

  test("a bay's words and facts name its facets, posts and angles", () => {
    expect(describeWindow(bay({ postAngles: [140, 130] }))).toContain(
      "Bay of 3 facets, 600, 1,200 and 600 mm wide along the panels. Layout LBLRBR: 4 panels, 540, 578, 578 and 540 mm wide, 2 hung on the left and 2 on the right. 2 bay posts of 140° and 130° inside, 600 and 1,800 mm from the left to the middle of each.",
    );
    expect(describeWindow(windowOf(1400, 1400, { layoutCode: "LCR", facetsMm: [700, 700] }))).toContain(
      "1 corner post, 700 mm from the left to the middle of it.",
    );
    expect(makingFacts(bay())).toEqual([
      { label: "Facets", text: "600, 1,200 and 600 mm" },
      { label: "Post angles", text: "135° and 135°" },
    ]);
  });
});

describe("what can't be made is said", () => {
  test.each<[string, WindowToDraw, string | null]>([
    ["facets missing", bay({ facetsMm: null }), 'Give 3 facet widths for "Bay"'],
    ["too few of them", bay({ facetsMm: [1200, 1200] }), 'Give 3 facet widths for "Bay"'],
    ["another sum", bay({ width: 23_500 as never }), 'The facets of "Bay" are 2,400 mm together, not 2,350'],
    ["a tenth off", bay({ width: 24_001 as never }), 'The facets of "Bay" are 2,400 mm together, not 2,400.1'],
    ["a narrow facet", bay({ facetsMm: [239, 1561, 600] }), 'Facet 1 of "Bay" must be at least 240 mm'],
    ["as narrow as may be", bay({ facetsMm: [240, 1560, 600] }), null],
    ["a narrow facet of two", bay({ facetsMm: [900, 403, 1097] }), 'Facet 2 of "Bay" must be at least 404 mm'],
    ["one with a T-post", bay({ layoutCode: "LBLTRBR", facetsMm: [900, 435, 1065] }), 'Facet 2 of "Bay" must be at least 436 mm'],
    ["a recess", bay({ sizeBasis: "recess" }), "A bay has no recess size"],
    ["bypass", bay({ openingDirection: "bypass" }), "A bypass shutter has no layout code"],
    ["bi-fold, which counts for nothing", bay({ openingDirection: "bi-fold" }), null],
    ["angles too few", bay({ postAngles: [135] }), 'Give 2 post angles for "Bay"'],
    ["an angle too small", bay({ postAngles: [90, 135] }), 'Post angles of "Bay" must be from 91 to 179 degrees'],
    ["an angle too large", bay({ postAngles: [135, 180] }), 'Post angles of "Bay" must be from 91 to 179 degrees'],
    ["facets of a flat window", windowOf(2400, 1400, { layoutCode: "LR", facetsMm: [2400] }), '"Bay" has no bay: leave its facets out'],
    ["angles of a flat window", windowOf(2400, 1400, { postAngles: [135] }), 'Give 0 post angles for "Bay"'],
    ["a T-post in another facet", bay({ layoutCode: "LBLTRBR", tPostsMm: [500] }), 'T-post 1 of "Bay" must lie between 818 and 1,582 mm'],
  ])("a bay with this fault has a sentence: %s", (_, item, sentence) => expect(said(item)).toBe(sentence));

  test("a bay's fault is reported beside its own field", () => {
    expect(fieldOf(bay({ facetsMm: null }))).toBe("facetsMm");
    expect(fieldOf(bay({ postAngles: [1] }))).toBe("postAngles");
    expect(fieldOf(bay({ sizeBasis: "recess" }))).toBe("sizeBasis");
  });
});

test("checks judge each facet: one wider than 2,500 mm needs a T-post, and a panel is measured in its own facet", () => {
  const ids = (item: WindowToDraw) => checkMeasurements(item, siblingsOf([])).map(({ id }) => id);
  const wide = (layoutCode: string, facetsMm: number[]) =>
    windowOf(
      facetsMm.reduce((all, each) => all + each, 0),
      1400,
      { layoutCode, facetsMm },
    );
  expect(ids(bay())).toEqual([]);
  expect(ids(wide("LRBLRBLR", [1800, 1800, 1800]))).toEqual([]);
  expect(ids(wide("LRBLRBLR", [1800, 2600, 1800]))).toContain("needs-track-or-post");
  expect(ids(wide("LRBLRTLRBLR", [1800, 2600, 1800]))).toEqual([]);
  expect(ids(wide("LBLRBR", [1100, 1200, 600]))).toEqual(["panel-too-wide"]);
});

describe("of any bay", () => {
  test("the facets, posts and frame of any bay add up to the width, to the tenth of a millimetre", () => {
    let bays = 0;
    fc.assert(
      fc.property(anyMadeWindow, (item) => {
        if (!isBay(item)) return;
        bays += 1;
        const layout = layOutWindow(item);
        expect(facetSpans(layout).map(({ from, to }) => (to - from) / 10)).toEqual(item.facetsMm);
        const posts = layout.posts.filter(({ letter }) => letter !== "T");
        const pieces = frameSpans(layout);
        expect(pieces).toHaveLength(posts.length + 1);
        const all = [...pieces.map(({ from, to }) => to - from), ...posts.map(({ width }) => width)];
        expect(all.reduce((sum, each) => sum + each, 0)).toBe(item.width);
        expect(Math.min(...layout.panels.map(({ width }) => width))).toBeGreaterThanOrEqual(1799);
        expect(drawnCodeOf(item)).toBe(item.layoutCode);
        expect(layout.track).toBeNull();
      }),
      { numRuns: 500 },
    );
    expect(bays).toBeGreaterThan(60);
  });

  test("an unfinished bay in a form has a drawing without negative widths", () => {
    fc.assert(
      fc.property(anyTypedWindow, (item) => {
        const { panels, posts, opening } = layOutWindow(item);
        expect(Math.min(...panels.map(({ width }) => width), ...posts.map(({ width }) => width))).toBeGreaterThanOrEqual(0);
        if (item.openingDirection === "bypass") return;
        expect([...panels, ...posts].reduce((sum, { width }) => sum + width, 0)).toBe(opening.width);
      }),
      { numRuns: 500 },
    );
  });
});
