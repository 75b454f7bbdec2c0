import fc from "fast-check";
import { type TenthMm, toLength } from "#shared/domain/length.ts";
import { isLayoutCode } from "#shared/domain/window/fields/panels.ts";
import {
  eachOption,
  type Option,
  type OptionName,
  USUAL_OPTIONS,
  valuesOf,
  type WindowOptions,
} from "#shared/domain/window/fields/window-fields.ts";
import { countLetters, isBay, leastFacets } from "#shared/domain/window/geometry/bay.ts";
import { makingProblem } from "#shared/domain/window/geometry/making.ts";
import { WIDEST_PANEL } from "#shared/domain/window/geometry/shutter-construction.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";

/** A window with default choices; a test passes only the choices that it is about. */
export const windowOf = (widthMm: number, heightMm: number, choices: Partial<WindowToDraw> = {}): WindowToDraw => ({
  width: toLength(widthMm, "mm"),
  height: toLength(heightMm, "mm"),
  louverSize: 76,
  ...USUAL_OPTIONS,
  colorSelection: "White",
  ...choices,
});

/** A bay whose width is the sum of its facets. */
export const bayOf = (
  facetsMm: readonly number[],
  heightMm: number,
  layoutCode: string,
  choices: Partial<WindowToDraw> = {},
): WindowToDraw =>
  windowOf(
    facetsMm.reduce((sum, facet) => sum + facet, 0),
    heightMm,
    { layoutCode, facetsMm, ...choices },
  );

/** One window for each choice and each rule of the layout, in realistic sizes. */
export const GOLDEN_WINDOWS: Readonly<Record<string, WindowToDraw>> = {
  "one-panel-left": windowOf(600, 1000),
  "one-panel-right": windowOf(600, 1000, { openingDirection: "right-hinge" }),
  "widest-single-panel": windowOf(1026, 1200),
  "just-two-panels": windowOf(1026.1, 1200),
  "two-left-one-mid-rail": windowOf(1200, 1350, { numberOfMidRails: 1, colorSelection: "Silk White" }),
  "two-right-z-frame": windowOf(1200, 1350, { openingDirection: "right-hinge", frameType: "z-frame", colorSelection: "Cream" }),
  "four-left-in-a-run": windowOf(3600, 1400, { louverSize: 89 }),
  "run-too-wide": windowOf(5000, 1400, { louverSize: 89 }),
  "tall-two-mid-rails": windowOf(700, 2400, { numberOfMidRails: 2 }),
  "three-mid-rails": windowOf(760, 2900, { numberOfMidRails: 3, louverSize: 64 }),
  "offset-rod-left": windowOf(700, 1100, { tiltRodType: "offset" }),
  "offset-rod-right": windowOf(700, 1100, { tiltRodType: "offset", openingDirection: "right-hinge" }),
  "hidden-rod": windowOf(700, 1100, { tiltRodType: "hidden" }),
  "louvre-47": windowOf(700, 1100, { louverSize: 47 }),
  "louvre-64": windowOf(700, 1100, { louverSize: 64 }),
  "louvre-89": windowOf(700, 1100, { louverSize: 89 }),
  "louvre-114": windowOf(700, 1100, { louverSize: 114 }),
  "louvre-not-in-the-table": windowOf(700, 1100, { louverSize: 100 }),
  "bi-fold-pair": windowOf(1100, 2000, { openingDirection: "bi-fold", numberOfMidRails: 1 }),
  "bi-fold-two-pairs": windowOf(2300, 2100, { openingDirection: "bi-fold", numberOfMidRails: 1, louverSize: 89 }),
  "bi-fold-three-pairs": windowOf(4600, 2100, { openingDirection: "bi-fold", numberOfMidRails: 1, louverSize: 89 }),
  "bi-fold-on-a-track-z-frame": windowOf(2800, 2200, {
    openingDirection: "bi-fold",
    numberOfMidRails: 1,
    frameType: "z-frame",
    tiltRodType: "hidden",
  }),
  "bypass-two": windowOf(1780, 2050, { openingDirection: "bypass", numberOfMidRails: 1, louverSize: 89, tiltRodType: "hidden" }),
  "bypass-three-z-frame": windowOf(2380, 2150, { openingDirection: "bypass", numberOfMidRails: 1, frameType: "z-frame" }),
  "bypass-four-black": windowOf(3500, 2200, { openingDirection: "bypass", numberOfMidRails: 1, louverSize: 114, colorSelection: "Black" }),
  "t-post-two": windowOf(1600, 1500, { frameType: "t-post", colorSelection: "Golden Oak" }),
  "t-post-three": windowOf(2700, 1500, { frameType: "t-post" }),
  "t-post-five": windowOf(4700, 1500, { frameType: "t-post", openingDirection: "right-hinge" }),
  "t-post-bi-fold": windowOf(1600, 1700, { frameType: "t-post", openingDirection: "bi-fold", colorSelection: "Rich Walnut" }),
  "t-post-too-narrow": windowOf(400, 1500, { frameType: "t-post" }),
  "t-post-on-a-track": windowOf(2300, 2000, { frameType: "t-post", openingDirection: "bypass", numberOfMidRails: 1 }),
  "low-one-louvre": windowOf(900, 260, { louverSize: 64 }),
  "low-no-louvre": windowOf(900, 200),
  "too-many-mid-rails": windowOf(700, 900, { numberOfMidRails: 12 }),
  "own-widest-panel": windowOf(1900, 1300, { widestPanelMm: 750 }),
  "unknown-colour": windowOf(600, 900, { colorSelection: "RAL 5010" }),
  "dark-mahogany": windowOf(1200, 1200, { colorSelection: "Red Mahogany", frameType: "z-frame" }),
  "centimetres-typed-as-millimetres": windowOf(120, 135),
  "a-thousandth": windowOf(1.2, 1.35),
  ribbon: windowOf(10_000, 100),
  largest: windowOf(10_000, 10_000, { louverSize: 47 }),
  pair: windowOf(1200, 1350, { layoutCode: "LR" }),
  "pair-of-folding-pairs": windowOf(2300, 2100, { layoutCode: "LLRR", openingDirection: "bi-fold", numberOfMidRails: 1 }),
  "code-one-left": windowOf(600, 1000, { layoutCode: "L" }),
  "code-one-right": windowOf(600, 1000, { layoutCode: "R", tiltRodType: "offset" }),
  "two-and-one": windowOf(1700, 1350, { layoutCode: "LLR" }),
  "code-on-a-track": windowOf(3000, 2100, { layoutCode: "LLLRRR", openingDirection: "bi-fold", numberOfMidRails: 1 }),
  "post-in-the-middle": windowOf(1400, 1350, { layoutCode: "LTR" }),
  "bay-of-three": windowOf(2400, 1400, { layoutCode: "LTLRTR", colorSelection: "Silk White" }),
  "posts-given": windowOf(2400, 1400, { layoutCode: "LTLRTR", tPostsMm: [560, 1840] }),
  "pairs-between-posts": windowOf(3600, 1400, { layoutCode: "LRTLRTLR", louverSize: 89 }),
  "longest-code": windowOf(6000, 1400, { layoutCode: "LRTLRTLRTLRTLR", louverSize: 114 }),
  "post-off-centre": windowOf(1500, 1200, { layoutCode: "LTLR", tPostsMm: [420], frameType: "z-frame" }),
  "rail-given": windowOf(700, 2100, { numberOfMidRails: 1, midRailHeightsMm: [900] }),
  "rails-given-widened": windowOf(1200, 2300, { layoutCode: "LR", numberOfMidRails: 2, midRailHeightsMm: [800, 1500] }),
  "rail-low": windowOf(700, 1600, { numberOfMidRails: 1, midRailHeightsMm: [240], louverSize: 64 }),
  "rails-given-on-a-track": windowOf(1780, 2050, { openingDirection: "bypass", numberOfMidRails: 1, midRailHeightsMm: [1000] }),
  split: windowOf(700, 1500, { tiltSplitMm: 900 }),
  "split-below-a-rail": windowOf(1200, 2100, { layoutCode: "LR", numberOfMidRails: 1, midRailHeightsMm: [1100], tiltSplitMm: 600 }),
  "split-hidden-rod": windowOf(700, 1500, { tiltSplitMm: 500, tiltRodType: "hidden" }),
  recess: windowOf(1200, 1350, { layoutCode: "LR", sizeBasis: "recess" }),
  "recess-z-frame": windowOf(1200, 1350, { layoutCode: "LR", sizeBasis: "recess", frameType: "z-frame" }),
  "on-the-sill": windowOf(1200, 1350, { layoutCode: "LR", frameSides: "LTR" }),
  "on-the-sill-z-frame": windowOf(1200, 1350, { frameSides: "LTR", frameType: "z-frame", sizeBasis: "recess", deductionMm: 20 }),
  "between-two-walls": windowOf(1200, 1350, { layoutCode: "LR", frameSides: "TB" }),
  "sides-alone": windowOf(900, 1350, { frameSides: "LR", frameType: "z-frame" }),
  "hinges-white": windowOf(700, 1100, { hingeColor: "white", colorSelection: "Rich Walnut" }),
  "hinges-brass": windowOf(1200, 1350, { layoutCode: "LR", hingeColor: "brass", colorSelection: "Silk White" }),
  "hinges-nickel": windowOf(1400, 1350, { layoutCode: "LTR", hingeColor: "nickel" }),
  "hinges-stainless": windowOf(700, 1800, { layoutCode: "R", hingeColor: "stainless", colorSelection: "Black" }),
  "bay-victorian": bayOf([600, 1200, 600], 1400, "LBLRBR"),
  "bay-victorian-z-frame": bayOf([620, 1300, 620], 1750, "LBLRBR", { frameType: "z-frame", colorSelection: "Silk White" }),
  "bay-two-facets": bayOf([900, 700], 1400, "LRBR", { postAngles: [150] }),
  "bay-steep": bayOf([500, 1000, 500], 1500, "LBLRBR", { postAngles: [100, 100] }),
  "bay-flat": bayOf([500, 1000, 500], 1500, "LBLRBR", { postAngles: [170, 170] }),
  "bay-unlike-angles": bayOf([450, 1100, 700], 1600, "LBLRBR", { postAngles: [120, 155], colorSelection: "Golden Oak" }),
  "bay-five-facets": bayOf([420, 500, 900, 500, 420], 1500, "LBLBLRBRBR", { postAngles: [150, 150, 150, 150] }),
  "bay-with-t-posts": bayOf([1300, 2700, 1300], 1800, "LTRBLRTLRBLTR", { louverSize: 89 }),
  "bay-t-post-given": bayOf([600, 1500, 600], 1400, "LBLTRBR", { tPostsMm: [1200] }),
  "bay-box": bayOf([500, 1400, 500], 1500, "LCLRCR"),
  "bay-corner": bayOf([900, 900], 1350, "LCR", { colorSelection: "Rich Walnut" }),
  "bay-corner-and-angle": bayOf([700, 1200, 600], 1400, "LCLRBR", { postAngles: [140] }),
  "bay-tall-mid-rail": bayOf([400, 700, 400], 2400, "LBLRBR", { numberOfMidRails: 1, midRailHeightsMm: [1000] }),
  "bay-on-the-sill": bayOf([600, 1200, 600], 1400, "LBLRBR", { frameSides: "LTR", tiltRodType: "hidden" }),
  "bay-longest-code": bayOf([300, 300, 300, 300, 300, 300, 300, 300], 1200, "LBLBLBLBLBLBLBL", {
    postAngles: [160, 160, 160, 160, 160, 160, 160],
    louverSize: 47,
  }),
  "bay-narrowest-facets": bayOf([240, 224, 240], 900, "LBLBR", { louverSize: 47 }),
  "bay-without-facets-yet": windowOf(2400, 1400, { layoutCode: "LBLRBR" }),
  corner: windowOf(900, 1350, { layoutCode: "R", frameSides: "TR", colorSelection: "Golden Oak" }),
};

const LONGEST = 100_000;

/** From a tenth of a millimetre to ten metres; half of the values have the size of real windows. */
export const anySide: fc.Arbitrary<TenthMm> = fc
  .oneof(fc.integer({ min: 1, max: LONGEST }), fc.integer({ min: 2500, max: 30_000 }))
  .map((length) => length as TenthMm);

function anyValue(option: Option): fc.Arbitrary<string | number> {
  if (option.kind === "choice") return fc.constantFrom(...valuesOf(option));
  return fc.oneof(fc.integer({ min: option.least, max: 3 }), fc.integer({ min: option.least, max: option.most }));
}

const anySection = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }))
  .filter(([left, right]) => left + right > 0)
  .map(([left, right]) => "L".repeat(left) + "R".repeat(right));
const codeWith = (...posts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(anySection, fc.array(fc.tuple(fc.constantFrom(...posts), anySection), { maxLength: 3 }))
    .map(([first, others]) => first + others.flat().join(""))
    .filter(isLayoutCode);
const anyLayoutCode: fc.Arbitrary<string> = fc.oneof(codeWith("T"), codeWith("T", "B", "C"), codeWith("B", "C"));

/**
 * A window of a real size with any choices. Its positions may be impossible; `anyMadeWindow` has
 * only positions that `makingProblem` accepts.
 */
const anySaidWindow = fc.record({
  width: fc.integer({ min: 6000, max: 40_000 }).map((length) => length as TenthMm),
  height: fc.integer({ min: 6000, max: 30_000 }).map((length) => length as TenthMm),
  louverSize: fc.constantFrom(47, 64, 76, 89, 114),
  ...(eachOption((option) => anyValue(option)) as { [Name in OptionName]: fc.Arbitrary<WindowOptions[Name]> }),
  numberOfMidRails: fc.integer({ min: 0, max: 3 }),
  colorSelection: fc.constant("White"),
  layoutCode: fc.option(anyLayoutCode),
  deductionMm: fc.option(fc.integer({ min: 0, max: 50 })),
});

/** Ascending positions at these shares of the room, usually with space between them. */
const along = (room: number, shares: readonly number[]): number[] =>
  shares.map((share) => Math.round((room / 10) * share)).toSorted((a, b) => a - b);
const anyShares = (count: number) => fc.array(fc.double({ min: 0.05, max: 0.95, noNaN: true }), { minLength: count, maxLength: count });

/**
 * Makes each facet of a bay its least width plus `wider`, in millimetres; the width is their sum.
 */
function withFacets<Window extends WindowToDraw>(window: Window, wider: readonly number[], angles: readonly number[] | null): Window {
  if (!isBay(window)) return window;
  const facetsMm = leastFacets(window).map((least, at) => Math.ceil(least / 10) + (wider[at] ?? 0));
  const width = facetsMm.reduce((all, each) => all + each, 0) * 10;
  const bayPosts = countLetters(window.layoutCode ?? "", /B/);
  return {
    ...window,
    sizeBasis: "make",
    facetsMm,
    postAngles: bayPosts > 0 && angles ? angles.slice(0, bayPosts) : null,
    width: width as TenthMm,
  };
}

/** A window with any choices that can be made together. */
export const anyMadeWindow: fc.Arbitrary<WindowToDraw> = fc
  .record({
    said: anySaidWindow,
    wider: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 })), { minLength: 8, maxLength: 8 }),
    angles: fc.option(fc.array(fc.integer({ min: 91, max: 179 }), { minLength: 8, maxLength: 8 })),
  })
  .map(({ said, wider, angles }) => withFacets(said as WindowToDraw, wider, angles))
  .chain((window) =>
    fc
      .record({
        posts: fc.option(anyShares(countLetters(window.layoutCode ?? "", /T/))),
        rails: fc.option(anyShares(window.numberOfMidRails)),
        split: fc.option(fc.double({ min: 0.1, max: 0.9, noNaN: true })),
      })
      .map(({ posts, rails, split }) => ({
        ...window,
        tPostsMm: posts && along(window.width, posts),
        midRailHeightsMm: rails && along(window.height, rails),
        tiltSplitMm: split === null ? null : Math.round((window.height / 10) * split),
      })),
  )
  .map((window): WindowToDraw => {
    const ways = [window, { ...window, tPostsMm: null }, { ...window, tPostsMm: null, midRailHeightsMm: null }];
    const may = [...ways, ...ways.map((way) => ({ ...way, tiltSplitMm: null }))].find((way) => !makingProblem({ ...way, name: "" }));
    return may ?? { ...window, ...NOTHING_SAID, sizeBasis: "make" };
  });
const NOTHING_SAID = {
  layoutCode: null,
  facetsMm: null,
  postAngles: null,
  tPostsMm: null,
  midRailHeightsMm: null,
  tiltSplitMm: null,
} as const;

/** An unfinished window in a form: any size, with positions and a deduction that need not fit. */
export const anyTypedWindow: fc.Arbitrary<WindowToDraw> = fc.record({
  width: anySide,
  height: anySide,
  louverSize: fc.constantFrom(47, 64, 76, 89, 114),
  ...(eachOption(anyValue) as { [Name in OptionName]: fc.Arbitrary<WindowOptions[Name]> }),
  colorSelection: fc.constant("White"),
  layoutCode: fc.option(anyLayoutCode),
  facetsMm: fc.option(fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 5 })),
  postAngles: fc.option(fc.array(fc.integer({ min: 0, max: 360 }), { maxLength: 5 })),
  tPostsMm: fc.option(fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 5 })),
  midRailHeightsMm: fc.option(fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 5 })),
  tiltSplitMm: fc.option(fc.integer({ min: 0, max: 10_000 })),
  widestPanelMm: fc.option(fc.integer({ min: WIDEST_PANEL.least, max: WIDEST_PANEL.most }), { nil: undefined }),
  deductionMm: fc.option(fc.integer({ min: 0, max: 50 })),
});

/** Every window that the portal accepts. */
export const anyWindow: fc.Arbitrary<WindowToDraw> = fc.record({
  width: anySide,
  height: anySide,
  louverSize: fc.oneof(fc.constantFrom(47, 64, 76, 89, 114), fc.integer({ min: 1, max: 1000 })),
  ...(eachOption(anyValue) as { [Name in OptionName]: fc.Arbitrary<WindowOptions[Name]> }),
  // A recess may be too small for its deduction, and a missing side leaves a part more room:
  // anyMadeWindow covers both.
  sizeBasis: fc.constant("make"),
  frameSides: fc.constant("LTRB"),
  colorSelection: fc.string(),
  widestPanelMm: fc.option(fc.integer({ min: WIDEST_PANEL.least, max: WIDEST_PANEL.most }), { nil: undefined }),
});
