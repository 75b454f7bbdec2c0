import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toLength } from "#shared/domain/length.ts";
import { anyMadeWindow, anyWindow, windowOf } from "#shared/domain/testing/windows.ts";
import { isLayoutCode } from "#shared/domain/window/fields/panels.ts";
import { siblingsOf } from "#shared/domain/window/fields/unit-slip.ts";
import { makingProblem } from "#shared/domain/window/geometry/making.ts";
import { drawnCodeOf, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { weigh } from "#shared/domain/window/saw/hardware.ts";
import { fixInWords } from "./check-fixes.ts";
import { CHECK_IDS, CHECKS, checkMeasurements, knownChecks, type Sides } from "./measurement-checks.ts";

const mm = (value: number) => toLength(value, "mm");
const sides = (width: number, height: number): Sides => ({ width: mm(width), height: mm(height) });
const idsOf = (...[width, height, choices, siblings = []]: [...Parameters<typeof windowOf>, siblings?: readonly Sides[]]) =>
  checkMeasurements(windowOf(width, height, choices), siblingsOf(siblings)).map(({ id }) => id);

/** A bypass shutter without checks of its own. */
const SLIDING: Partial<WindowToDraw> = { openingDirection: "bypass", tiltRodType: "hidden", trackDepthMm: 150 };

describe("limits, at the measure itself and a tenth of a millimetre beyond", () => {
  test.for([
    ["an ordinary window", 1200, 1350, {}, []],
    ["1,800 mm without a mid rail", 1200, 1800, {}, []],
    ["above it", 1200, 1800.1, {}, ["needs-mid-rail"]],
    ["above it with one", 1200, 1800.1, { numberOfMidRails: 1 }, []],
    ["3,000 mm high", 900, 3000, { numberOfMidRails: 2 }, []],
    ["above it", 900, 3000.1, { numberOfMidRails: 2 }, ["too-high"]],
    ["above it without a mid rail", 900, 3000.1, {}, ["too-high", "needs-mid-rail"]],
    ["250 mm high", 900, 250, {}, []],
    ["below it", 900, 249.9, {}, ["too-low"]],
    ["2,500 mm wide", 2500, 1200, { layoutCode: "LLR" }, []],
    ["above it", 2500.1, 1200, { layoutCode: "LLR" }, ["needs-track-or-post"]],
    // 2 x 950 + 2 x 38: a third panel hangs on the second.
    ["two panels that the opening direction hangs on each other", 1976, 1200, {}, []],
    ["three", 1976.1, 1200, {}, ["run-needs-track"]],
    ["three from the right", 2400, 1200, { openingDirection: "right-hinge" }, ["run-needs-track"]],
    ["the same as a code", 2400, 1200, { layoutCode: "RRR" }, ["run-needs-track"]],
    ["two pairs of folding leaves", 2400, 1200, { openingDirection: "bi-fold" }, []],
    ["three of a narrower type", 2400, 1200, { openingDirection: "bi-fold", widestPanelMm: 550 }, ["run-needs-track"]],
    ["the same on a track", 2600, 1200, { openingDirection: "bi-fold", widestPanelMm: 550 }, ["needs-track-or-post"]],
    ["above it in bi-fold pairs", 2500.1, 1200, { openingDirection: "bi-fold" }, ["needs-track-or-post"]],
    ["above it on a track", 2500.1, 1200, SLIDING, []],
    ["above it with a T-post", 2500.1, 1200, { frameType: "t-post" }, []],
    // 4 x 950 + 2 x 38: a run has at most four panels.
    ["four panels of 950 mm", 3876, 1200, {}, ["needs-track-or-post", "run-needs-track"]],
    ["wider panels", 3876.1, 1200, {}, ["needs-track-or-post", "panel-too-wide", "run-needs-track"]],
    // 8 x 950 + 2 x 38
    ["eight leaves of 950 mm", 7676, 1200, { openingDirection: "bi-fold" }, ["needs-track-or-post"]],
    ["wider leaves", 7676.1, 1200, { openingDirection: "bi-fold" }, ["needs-track-or-post", "panel-too-wide"]],
    // 4 x 950 - 3 x 51 + 2 x 38
    ["four sliding panels of 950 mm", 3723, 1200, SLIDING, []],
    ["wider sliding panels", 3723.1, 1200, SLIDING, ["panel-too-wide"]],
    // Two panels of 27 mm, two half louvres of 76 mm and 12 mm.
    ["a track that is just deep enough", 1780, 1200, { ...SLIDING, trackDepthMm: 142 }, []],
    ["a shallower one", 1780, 1200, { ...SLIDING, trackDepthMm: 141 }, ["bypass-too-shallow"]],
    ["the usual track", 1780, 1200, { ...SLIDING, trackDepthMm: null }, ["bypass-too-shallow"]],
    ["thinner panels", 1780, 1200, { ...SLIDING, trackDepthMm: 135, sections: [{ profile: "stile", widthMm: 51, thicknessMm: 23.5 }] }, []],
    ["panels that swing", 1780, 1200, { layoutCode: "LR", trackDepthMm: 50 }, []],
    ["a centre rod that slides", 1780, 1200, { ...SLIDING, tiltRodType: "center" }, ["rod-on-bypass"]],
    ["an offset rod that slides", 1780, 1200, { ...SLIDING, tiltRodType: "offset" }, []],
    ["1,500 mm of PVC", 700, 1500, { material: "PVC Aqua" }, []],
    ["above it", 700, 1500.1, { material: "Waterproof pvc" }, ["mid-rail-recommended"]],
    ["above it with a mid rail", 700, 1500.1, { material: "PVC Aqua", numberOfMidRails: 1 }, []],
    ["as high of timber", 700, 1500.1, { material: "Basswood" }, []],
    ["any width with T-posts", 10_000, 1200, { frameType: "t-post" }, []],
    // 4 x 750 + 2 x 38
    ["a type with narrower panels", 3076, 1200, { widestPanelMm: 750 }, ["needs-track-or-post", "run-needs-track"]],
    ["wider than these", 3076.1, 1200, { widestPanelMm: 750 }, ["needs-track-or-post", "panel-too-wide", "run-needs-track"]],
    // 180 + 2 x 38
    ["a panel of 180 mm", 256, 1200, { layoutCode: "L" }, []],
    ["a narrower one", 255.9, 1200, { layoutCode: "L" }, ["panel-too-narrow"]],
    ["the same without a layout", 255.9, 1200, {}, ["panel-too-narrow"]],
    // 2 x 180 + 2 x 38
    ["two folding leaves of 180 mm", 436, 1200, { openingDirection: "bi-fold" }, []],
    ["narrower ones", 435.9, 1200, { openingDirection: "bi-fold" }, ["panel-too-narrow"]],
    // 2 x 180 - 51 + 2 x 38
    ["two sliding panels of 180 mm", 385, 1200, SLIDING, []],
    ["narrower sliding panels", 384.8, 1200, SLIDING, ["panel-too-narrow"]],
    ["a T-post frame that is too narrow for its post", 255.9, 1200, { frameType: "t-post" }, ["panel-too-narrow"]],
    ["two of a layout", 435, 1200, { layoutCode: "LR" }, ["panel-too-narrow"]],
    ["the same with posts that were given: those are refused instead", 700, 1200, { layoutCode: "LTR", tPostsMm: [350] }, []],
    ["two panels that hang on each other", 1200, 1200, { layoutCode: "LLRR" }, []],
    ["three", 1200, 1200, { layoutCode: "LLLRR" }, ["run-needs-track"]],
    ["three on either side of a post are no run of six", 2400, 1200, { layoutCode: "LLTLL" }, []],
    ["three on a track", 2600, 1200, { layoutCode: "LLLRRR", openingDirection: "bi-fold" }, ["needs-track-or-post"]],
    ["three folding without one", 2500, 1200, { layoutCode: "LLLRRR", openingDirection: "bi-fold" }, ["run-needs-track"]],
    ["a wide layout with a post", 2600, 1200, { layoutCode: "LLTRR" }, []],
    ["a wide layout without one, on a T-post frame", 2600, 1200, { layoutCode: "LLRR", frameType: "t-post" }, ["needs-track-or-post"]],
    ["a frame on the sill, mounted outside", 900, 1200, { frameSides: "LTR", mountType: "outside" }, ["open-side-outside"]],
    ["the same inside", 900, 1200, { frameSides: "LTR" }, []],
    ["all four outside", 900, 1200, { frameSides: "LTRB", mountType: "outside" }, []],
    ["hung on a side that is left out", 900, 1200, { frameSides: "TRB" }, ["hung-on-no-side"]],
    ["hung on the other", 900, 1200, { frameSides: "TRB", openingDirection: "right-hinge" }, []],
    ["of a pair, the right one", 1200, 1200, { frameSides: "LT", layoutCode: "LR" }, ["hung-on-no-side"]],
    ["sliding panels hang on no side", 1800, 1200, { ...SLIDING, frameSides: "TB" }, []],
    ["a recess: 10 mm less are made", 1200, 1810, { sizeBasis: "recess" }, []],
    ["a tenth more", 1200, 1810.1, { sizeBasis: "recess" }, ["needs-mid-rail"]],
  ] as const)("a limit applies beyond its measure and not at the measure itself: %s", ([, width, height, choices, expected]) => {
    expect(idsOf(width, height, choices)).toEqual(expected);
  });
});

describe("unit slips", () => {
  const house = [sides(1200, 1350), sides(900, 1100), sides(1400, 1500)];
  const slips = (width: number, height: number, siblings: readonly Sides[] = house) =>
    checkMeasurements(windowOf(width, height, { numberOfMidRails: 1 }), siblingsOf(siblings)).filter(({ severity }) => severity === "slip");

  test("both sides typed in centimetres instead of millimetres are questioned with the probable sizes", () => {
    expect(slips(120, 135).map(({ id, field, sentence }) => [id, field, sentence])).toEqual([
      [
        "width-unit-slip",
        "width",
        "The width, 120 mm, is about a tenth of the other windows' 1,200 mm. Check the unit and the digits: was 1,200 mm meant?",
      ],
      [
        "height-unit-slip",
        "height",
        "The height, 135 mm, is about a tenth of the other windows' 1,350 mm. Check the unit and the digits: was 1,350 mm meant?",
      ],
    ]);
  });

  test("slips of ten, a hundred and a thousand times are named in both directions", () => {
    const words = (width: number) => slips(width, 1350)[0]?.sentence;
    const other = (width: number) => slips(width, 120, [sides(120, 135)])[0]?.sentence;
    expect(words(120)).toContain("a tenth of the other windows' 1,200 mm");
    expect(words(12)).toContain("a hundredth of the other windows' 1,200 mm. Check the unit and the digits: was 1,200 mm meant?");
    expect(words(1.2)).toContain("a thousandth of");
    expect(words(0.1)).toContain("a small part of");
    expect(other(1200)).toContain("is about ten times the other windows' 120 mm. Check the unit and the digits: was 120 mm meant?");
    expect(slips(9000, 12, [sides(90, 12)])[0]?.sentence).toContain("a hundred times");
  });

  test("a missing digit in one side alone is a slip of that side", () => {
    expect(slips(1200, 135).map(({ id }) => id)).toEqual(["height-unit-slip"]);
  });

  test("a side of 350 mm beside one of 2,400 mm is no slip, because windows of one house differ", () => {
    expect(slips(2400, 2100, [sides(350, 900), sides(350, 900)])).toEqual([]);
    expect(slips(350, 900, [sides(2400, 2100)])).toEqual([]);
  });

  test("both sides off in the same direction are a slip sooner than one side", () => {
    // A large window among small ones, typed in centimetres: 2,000 x 2,300 mm typed as 200 x 230.
    expect(slips(200, 230, [sides(1000, 1200)]).map(({ id }) => id)).toEqual(["width-unit-slip", "height-unit-slip"]);
    expect(slips(200, 1200, [sides(1000, 1200)])).toEqual([]);
  });

  test("one slip among the other windows does not make them look wrong", () => {
    expect(slips(1200, 1350, [...house, sides(12, 13)])).toEqual([]);
  });

  test("the slip among three windows is found without accusing the other two", () => {
    const [hall, kitchen, doors] = [sides(1200, 900), sides(120, 90), sides(3200, 2050)] as const;
    expect(slips(120, 90, [hall, doors]).map(({ id }) => id)).toEqual(["width-unit-slip", "height-unit-slip"]);
    expect(slips(1200, 900, [kitchen, doors])).toEqual([]);
    expect(slips(3200, 2050, [hall, kitchen])).toEqual([]);
  });

  test("the only window of a quote has no siblings and raises no slip", () => {
    expect(slips(1.2, 1.3, [])).toEqual([]);
  });
});

test("every check has a title, a reason and a sentence that names the remedy", () => {
  for (const id of CHECK_IDS) {
    expect(CHECKS[id].title).not.toBe("");
    expect(CHECKS[id].because).toMatch(/\.$/);
  }
  const warnings = [
    ...checkMeasurements(windowOf(9000, 3500), siblingsOf([sides(90, 100)])),
    ...checkMeasurements(windowOf(900, 100), siblingsOf([])),
    ...checkMeasurements(windowOf(500, 1000, { layoutCode: "LLLR", frameSides: "TRB", mountType: "outside" }), siblingsOf([])),
    ...checkMeasurements(windowOf(1780, 1700, { openingDirection: "bypass", material: "PVC", densityKgM3: 1500 }), siblingsOf([])),
  ];
  expect(new Set(warnings.map(({ id }) => id))).toEqual(new Set(CHECK_IDS));
  for (const { sentence } of warnings) expect(sentence).toMatch(/(Check|Set|Choose|order|Order|Put|Take|Add) .*[.?]$/);
});

test("the usual arrangement and its layout code raise the same checks", () => {
  const plain = fc.oneof(anyWindow, anyMadeWindow).map((item) => ({ ...item, layoutCode: null, tPostsMm: null }));
  fc.assert(
    fc.property(plain, (item) => {
      const layoutCode = drawnCodeOf(item);
      fc.pre(isLayoutCode(layoutCode));
      const asked = (window: typeof item) => checkMeasurements(window, siblingsOf([])).map(({ id }) => id);
      expect(asked({ ...item, layoutCode } as never)).toEqual(asked(item));
    }),
  );
});

test("a panel is too heavy above 20 kg, as it is weighed for the workshop", () => {
  const item = (densityKgM3: number) => windowOf(940, 1700, { layoutCode: "L", densityKgM3 });
  const heavy = (densityKgM3: number) => checkMeasurements(item(densityKgM3), siblingsOf([])).filter(({ id }) => id === "panel-too-heavy");
  const dense = Array.from({ length: 1301 }, (_, more) => 200 + more);
  const [first = 0] = dense.filter((density) => (weigh(item(density)).panels[0] ?? 0) > 20);
  expect([heavy(first - 1), heavy(first).map(({ sentence }) => sentence)]).toEqual([
    [],
    [
      "The heaviest panel would weigh 20.1 kg, and 20 kg is the most that hinges carry. Add a panel to the layout, or choose a lighter type.",
    ],
  ]);
});

describe("what mends it", () => {
  const house = [sides(600, 1000), sides(900, 1100)];
  const fixes = (...[width, height, choices, siblings = []]: [...Parameters<typeof windowOf>, siblings?: readonly Sides[]]) =>
    checkMeasurements(windowOf(width, height, choices), siblingsOf(siblings)).map(({ id, fix }) => [id, fix && fixInWords(fix).button]);
  const both = "Use 615 × 1,050 mm";

  test.for([
    [
      "centimetres",
      [61.5, 105, {}, house],
      [
        ["width-unit-slip", both],
        ["height-unit-slip", both],
        ["too-low", null],
        ["panel-too-narrow", null],
      ],
    ],
    [
      "one unit for both sides, however far each is off",
      [61.5, 105, {}, [sides(2400, 2150)]],
      [
        ["width-unit-slip", both],
        ["height-unit-slip", both],
        ["too-low", null],
        ["panel-too-narrow", null],
      ],
    ],
    [
      "the right one of two is not shrunk",
      [2400, 2150, { layoutCode: "LLR", numberOfMidRails: 1 }, [sides(61.5, 105)]],
      [
        ["width-unit-slip", null],
        ["height-unit-slip", null],
      ],
    ],
    [
      "a digit too few in the height alone",
      [600, 105, {}, house],
      [
        ["height-unit-slip", "Use 600 × 1,050 mm"],
        ["too-low", null],
      ],
    ],
    [
      "a mended slip that needs a mid rail",
      [90, 210, {}, [sides(900, 2000)]],
      [
        ["width-unit-slip", "Use 900 × 2,100 mm"],
        ["height-unit-slip", "Use 900 × 2,100 mm"],
        ["too-low", null],
        ["panel-too-narrow", null],
      ],
    ],
    ["a rod in the way", [1780, 1200, { ...SLIDING, tiltRodType: "center" }], [["rod-on-bypass", "Use hidden tilt rods"]]],
    ["a track too shallow", [1780, 1200, { ...SLIDING, trackDepthMm: 100 }], [["bypass-too-shallow", null]]],
    ["high PVC", [700, 1600, { material: "PVC" }], [["mid-rail-recommended", "Set 1 mid rail"]]],
    ["a heavy panel", [940, 1700, { layoutCode: "L", densityKgM3: 1500 }], [["panel-too-heavy", "Hang as LR"]]],
    ["heavy panels that slide", [1780, 1700, { ...SLIDING, densityKgM3: 1500 }], [["panel-too-heavy", null]]],
    ["no mid rail", [700, 2100], [["needs-mid-rail", "Set 1 mid rail"]]],
    ["a split where the first mid rail would be", [700, 2100, { tiltSplitMm: 1050 }], [["needs-mid-rail", "Set 2 mid rails"]]],
    ["too high", [700, 3100, { numberOfMidRails: 2 }], [["too-high", null]]],
    ["three from the left", [2400, 1200], [["run-needs-track", "Hang as LLR"]]],
    ["three from the right", [2400, 1200, { openingDirection: "right-hinge" }], [["run-needs-track", "Hang as LLR"]]],
    ["four from the left", [2400, 1200, { widestPanelMm: 650 }], [["run-needs-track", "Hang as LRTLR"]]],
    ["a code of three", [2400, 1200, { layoutCode: "LLL" }], [["run-needs-track", "Hang as LLR"]]],
    ["wider than hinges carry", [2600, 1200, { layoutCode: "LLR" }], [["needs-track-or-post", "Hang as LTLR"]]],
    [
      "the same without a code",
      [2600, 1200],
      [
        ["needs-track-or-post", "Hang as LRTLR"],
        ["run-needs-track", "Hang as LRTLR"],
      ],
    ],
    ["a panel too wide", [1500, 1200, { layoutCode: "L" }], [["panel-too-wide", "Hang as LR"]]],
    ["sliding panels too wide: two windows", [3800, 1200, SLIDING], [["panel-too-wide", null]]],
    ["a layout of too many panels", [500, 1200, { layoutCode: "LLR", tPostsMm: null }], [["panel-too-narrow", "Hang as LR"]]],
    ["leaves too narrow to fold", [400, 1200, { openingDirection: "bi-fold" }], [["panel-too-narrow", "Hang from the left"]]],
    ["too narrow for any panel", [150, 1200], [["panel-too-narrow", null]]],
    ["a side left out, outside", [900, 1200, { frameSides: "LTR", mountType: "outside" }], [["open-side-outside", "Use all four sides"]]],
    ["hung on nothing", [900, 1200, { frameSides: "TRB" }], [["hung-on-no-side", "Hang from the right"]]],
    ["hung on nothing on either side", [900, 1200, { frameSides: "TB" }], [["hung-on-no-side", "Use a frame left, top and bottom"]]],
    [
      "a pair, of which the right one hangs on nothing",
      [1200, 1200, { frameSides: "LT", layoutCode: "LR" }],
      [["hung-on-no-side", "Hang as LL"]],
    ],
  ] as [string, Parameters<typeof fixes>, [string, string | null][]][])(
    "the fix of a check is proposed for this window: %s",
    ([, asked, expected]) => expect(fixes(...asked)).toEqual(expected),
  );

  test("a fix with another layout clears posts that were measured for the old one", () => {
    const item = windowOf(2600, 1200, { layoutCode: "LLLTR", tPostsMm: [1800] });
    expect(checkMeasurements(item, siblingsOf([])).find(({ id }) => id === "run-needs-track")?.fix).toMatchObject({ tPostsMm: null });
  });

  test("a fix removes its check, raises no other one, and leaves a window that can be made", () => {
    const limits = (item: WindowToDraw) => checkMeasurements(item, siblingsOf([])).filter(({ severity }) => severity === "limit");
    fc.assert(
      fc.property(fc.oneof(anyWindow, anyMadeWindow), fc.array(anyWindow, { maxLength: 3 }), (item, siblings) => {
        fc.pre(makingProblem({ ...item, name: "" }) === null);
        for (const { id, severity, fix } of checkMeasurements(item, siblingsOf(siblings))) {
          if (!fix) continue;
          const fixed = { ...item, ...fix } as WindowToDraw;
          expect(fixInWords(fix).button).toMatch(/^(Use|Set|Hang) \S+/);
          expect(makingProblem({ ...fixed, name: "" })).toBeNull();
          expect(checkMeasurements(fixed, siblingsOf(siblings)).map((still) => still.id)).not.toContain(id);
          const before = limits(item).map((each) => each.id);
          if (severity === "slip") expect(checkMeasurements(fixed, siblingsOf(siblings)).filter((still) => still.fix === null)).toEqual([]);
          else expect(before).toEqual(expect.arrayContaining(limits(fixed).map((each) => each.id)));
        }
      }),
    );
  });
});

test("every check has a sentence that explains it, and no window makes the checks throw", () => {
  const anySides = fc.array(anyWindow, { maxLength: 5 });
  fc.assert(
    fc.property(anyWindow, anySides, (item, siblings) => {
      for (const { sentence } of checkMeasurements(item, siblingsOf(siblings))) expect(sentence.length).toBeGreaterThan(20);
    }),
  );
});

test("known checks are stored once and in the order of the list", () => {
  expect(knownChecks(["too-high", "nothing", "too-high", "width-unit-slip"])).toEqual(["width-unit-slip", "too-high"]);
});
