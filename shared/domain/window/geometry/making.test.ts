import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyMadeWindow, windowOf } from "#shared/domain/testing/windows.ts";
import { heightsOf } from "#shared/domain/window/drawing/view.ts";
import { isLayoutCode } from "#shared/domain/window/fields/panels.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import { listCuts } from "#shared/domain/window/saw/cut-list.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";
import { positionsInWords } from "#shared/domain/window/text/making-text.ts";
import { asMillimetres } from "./exact.ts";
import { fitWindow } from "./fitted.ts";
import { heightOf, type MadePart } from "./made-rise.ts";
import { makingProblem } from "./making.ts";
import { louvrePitch, PANEL } from "./shutter-construction.ts";
import { deductionsOf, makeSize } from "./shutter-frame.ts";
import { layOutWindow, type WindowToDraw } from "./window-layout.ts";

const sum = (lengths: readonly number[]): number => lengths.reduce((all, length) => all + length, 0);
const problem = (item: WindowToDraw) => makingProblem({ ...item, name: "Bay" })?.sentence ?? null;
const hangs = (item: WindowToDraw) =>
  layOutWindow(item)
    .panels.map(({ hang }) => hang[0])
    .join("");
const widths = (item: WindowToDraw) => layOutWindow(item).panels.map(({ width }) => width);

test.each([
  ["L", true],
  ["LR", true],
  ["LLRRTLR", true],
  ["RTL", true],
  ["LLLLLLLLLLLLLLLL", true],
  ["LLLLLLLLLLLLLLLLL", false],
  ["RL", false],
  ["LTRL", false],
  ["T", false],
  ["LT", false],
  ["TL", false],
  ["LTTR", false],
  ["lr", false],
  ["LR ", false],
  ["", false],
])("the text %j is a layout code of a flat window: %j", (code, good) => expect(isLayoutCode(code)).toBe(good));

describe("a layout code alone says panels, hang and posts", () => {
  test("a pair opens from its centre, whatever the opening direction is", () => {
    for (const openingDirection of ["left-hinge", "right-hinge", "bi-fold"] as const) {
      const pair = windowOf(1200, 1350, { layoutCode: "LR", openingDirection });
      expect([hangs(pair), widths(pair)]).toEqual(["lr", [5620, 5620]]);
    }
  });

  test("a T-post frame adds no post to a layout code", () => {
    expect(layOutWindow(windowOf(1600, 1500, { layoutCode: "LR", frameType: "t-post" })).posts).toEqual([]);
  });

  test("posts without a position divide the window into equally wide panels", () => {
    const { posts, panels } = layOutWindow(windowOf(2100, 1500, { layoutCode: "LTLR" }));
    // Three panels share 2,100 - 76 - 32 = 1,992: 664 each.
    expect(panels.map(({ x, width }) => [x, width])).toEqual([
      [380, 6640],
      [7340, 6640],
      [13_980, 6640],
    ]);
    expect(posts.map(({ x, width }) => [x, width])).toEqual([[7020, 320]]);
  });

  test("panels between given posts are equally wide", () => {
    const { posts, panels } = layOutWindow(windowOf(1800, 1500, { layoutCode: "LTLR", tPostsMm: [600] }));
    // The first panel reaches from 38 to 584; two equal panels share 616 to 1,762.
    expect(panels.map(({ x, width }) => [x, width])).toEqual([
      [380, 5460],
      [6160, 5730],
      [11_890, 5730],
    ]);
    expect(posts[0]?.x).toBe(5840);
  });

  test("folding panels wider than 2,500 mm hang from a track, unless the code has a post", () => {
    const track = (layoutCode: string, widthMm: number) =>
      layOutWindow(windowOf(widthMm, 2000, { layoutCode, openingDirection: "bi-fold", frameType: "t-post" })).track !== null;
    expect([track("LLRR", 2500), track("LLRR", 2501), track("LLTRR", 2501)]).toEqual([false, true, false]);
  });
});

describe("where posts, rails and the split may be", () => {
  const ltr = (post: number, more: Partial<WindowToDraw> = {}) =>
    problem(windowOf(1800, 1500, { layoutCode: "LTR", tPostsMm: [post], ...more }));

  test("a post leaves every panel at least 180 mm, and both bounds are allowed", () => {
    const sentence = 'T-post 1 of "Bay" must lie between 234 and 1,566 mm';
    expect([233, 234, 1566, 1567].map((at) => ltr(at))).toEqual([sentence, null, null, sentence]);
    // A Z-frame's face is 51 mm; a missing side has none.
    expect(ltr(0, { frameType: "z-frame" })).toContain("between 247 and 1,553 mm");
    expect(ltr(0, { frameSides: "TR" })).toContain("between 196 and 1,566 mm");
    // The deduction takes 5 mm at the left.
    expect(ltr(0, { sizeBasis: "recess" })).toContain("between 239 and 1,561 mm");
    expect(ltr(0, { sizeBasis: "recess", deductionMm: 5 })).toContain("between 237 and 1,563 mm");
    // The flange lies 20 mm beyond the recess: 5 - 20 + 51 + 196.
    expect(ltr(0, { sizeBasis: "recess", frameType: "z-frame" })).toContain("between 232 and 1,568 mm");
  });

  test("each of two posts leaves room for the panels up to the other", () => {
    const posts = (...tPostsMm: number[]) => problem(windowOf(2000, 1500, { layoutCode: "LTLRTR", tPostsMm }));
    expect(posts(600, 1400)).toBeNull();
    expect(posts(900, 1290)).toBe('T-post 1 of "Bay" must lie between 234 and 898 mm');
    expect(posts(600)).toBe('Give 2 T-post positions for "Bay"');
    expect(posts(600, 600)).toBe('T-posts of "Bay" must rise from left to right');
    expect(problem(windowOf(900, 900, { tPostsMm: [400] }))).toBe('Give 0 T-post positions for "Bay"');
  });

  const rails = (...midRailHeightsMm: number[]) =>
    problem(windowOf(700, 2100, { numberOfMidRails: midRailHeightsMm.length, midRailHeightsMm }));
  test("a mid rail leaves a louvre above and below", () => {
    // The rail's centre is at least 38 + 80 + 76 + 38 from the bottom, and as much from the top.
    const sentence = 'Mid rail 1 of "Bay" must lie between 232 and 1,868 mm';
    expect([231, 232, 1868, 1869].map((at) => rails(at))).toEqual([sentence, null, null, sentence]);
    expect(rails(700, 851)).toBe('Mid rail 2 of "Bay" must lie between 852 and 1,868 mm');
    expect(rails(700, 852)).toBeNull();
    expect(rails(852, 700)).toBe('Mid rails of "Bay" must rise from the bottom');
    expect(problem(windowOf(700, 2100, { numberOfMidRails: 2, midRailHeightsMm: [900] }))).toBe('Give 2 mid-rail heights for "Bay"');
  });

  test("a split leaves a louvre on either side and does not meet a mid rail", () => {
    const split = (tiltSplitMm: number) => problem(windowOf(700, 2100, { numberOfMidRails: 1, midRailHeightsMm: [1000], tiltSplitMm }));
    expect(split(600)).toBeNull();
    expect(split(193)).toBe('Tilt split of "Bay" must lie between 194 and 1,906 mm');
    expect(split(1000)).toBe('Tilt split of "Bay" meets a mid rail');
  });

  test("choices that exclude each other are rejected with a sentence", () => {
    expect(problem(windowOf(1200, 1350, { layoutCode: "LR", openingDirection: "bypass" }))).toBe("A bypass shutter has no layout code");
    expect(problem(windowOf(1200, 1350, { sizeBasis: "recess", mountType: "outside" }))).toBe(
      "A recess size is for a shutter mounted inside",
    );
    expect(problem(windowOf(50, 1350, { sizeBasis: "recess", deductionMm: 50 }))).toBe('"Bay" is too small for its deduction');
    expect(problem(windowOf(51, 1350, { sizeBasis: "recess", deductionMm: 50 }))).toBeNull();
  });
});

describe("a recess", () => {
  const made = (more: Partial<WindowToDraw>) => {
    const { width, height } = makeSize(windowOf(1200, 1350, { sizeBasis: "recess", ...more }));
    return [width / 10, height / 10];
  };
  test("a recess size loses the deduction, and gains the flange of a Z-frame", () => {
    expect(made({})).toEqual([1190, 1340]);
    expect(made({ sizeBasis: "make" })).toEqual([1200, 1350]);
    expect(made({ deductionMm: 0 })).toEqual([1200, 1350]);
    expect(made({ frameType: "z-frame" })).toEqual([1230, 1380]);
    expect(made({ frameType: "z-frame", frameSides: "LTR" })).toEqual([1230, 1360]);
  });

  test("a recess on the sill loses the whole deduction of its height at the top", () => {
    const off = (frameSides: "LTRB" | "LTR") => deductionsOf(windowOf(1200, 1350, { sizeBasis: "recess", frameSides }));
    expect(off("LTRB")).toEqual({ left: 50, top: 50, right: 50, bottom: 50 });
    expect(off("LTR")).toEqual({ left: 50, top: 100, right: 50, bottom: 0 });
  });

  test("a position counts from the given size, so a post is made where it was measured on the wall", () => {
    const { posts } = layOutWindow(windowOf(1800, 1500, { layoutCode: "LTR", tPostsMm: [700], sizeBasis: "recess" }));
    expect((posts[0]?.x ?? 0) + 160).toBe(6950);
  });
});

describe("mid rails where a person wants them, and the split", () => {
  test("a given rail has its centre at the given height, and the louvres' remainder widens the rails", () => {
    const { height, panels, rise } = layOutWindow(windowOf(700, 2100, { numberOfMidRails: 2, midRailHeightsMm: [700, 1400] }));
    const fromBottom = rise.midRails.map(({ middle }) => (height - (panels[0]?.y ?? 0) - middle) / 10);
    expect(fromBottom).toEqual([1400, 700]);
    // Between the rails are 624 mm: (624 - 12.5) / 63.5 = 9 louvres, and 40 are left, half for
    // either rail. The outer rails do not change.
    expect(rise.fields.map(({ louvres }) => louvres.length)).toEqual([8, 9, 8]);
    expect(rise.midRails.map((rail) => rail.height)).toEqual([960, 960]);
    // Below and above are 700 - 38 - 38 - 80 = 544 for 8 louvres (520.5), and 23.5 for the outer
    // rails.
    expect(rise.rails.map((rail) => rail.height)).toEqual([1035, 1035]);
  });

  test("louvres above and below the split tilt separately; other sections stay whole", () => {
    const split = (tiltSplitMm: number) =>
      layOutWindow(windowOf(700, 2100, { numberOfMidRails: 1, midRailHeightsMm: [1000], tiltSplitMm })).panels[0];
    const whole = split(0)?.fields.map(({ louvres }) => louvres.length);
    // The louvres have 944 mm above the rail and 844 below it.
    expect(whole).toEqual([14, 13]);
    const low = split(600);
    expect(low?.fields.map(({ louvres }) => louvres.length)).toEqual([14, 6, 7]);
    // The split is at the gap above the seventh louvre, 574.75 mm from the bottom.
    expect(low?.tiltRods).toHaveLength(3);
    // At least one louvre is on either side of the split.
    expect(split(195)?.fields.map(({ louvres }) => louvres.length)).toEqual([14, 12, 1]);
  });
});

describe("of any window that is made in any way that may be", () => {
  const BOUNDS = { numRuns: 500 };

  test("the parts of any window add up to the made size, to the tenth of a millimetre", () => {
    fc.assert(
      fc.property(anyMadeWindow, (item) => {
        const { width, height, face, panels, posts, track, rise } = layOutWindow(item);
        expect({ width, height }).toEqual(makeSize(item));
        const down = sum([...rise.rails, ...rise.midRails, ...rise.fields].map((part) => part.height));
        expect(face.top + (track ? track.top.height + track.guide.height : 0) + down + face.bottom).toBe(height);
        if (item.openingDirection === "bypass") return;
        const across = [...panels, ...posts].toSorted((a, b) => a.x - b.x || a.width - b.width);
        expect(across.map(({ x }) => x)).toEqual([face.left, ...across.slice(0, -1).map((part) => part.x + part.width)]);
        expect(face.left + sum(across.map((part) => part.width)) + face.right).toBe(width);
      }),
      BOUNDS,
    );
  });

  test("panels hang as the code says, and no given post makes one too narrow", () => {
    fc.assert(
      fc.property(anyMadeWindow, (item) => {
        if (!item.layoutCode || item.openingDirection === "bypass") return;
        expect(hangs(item).toUpperCase()).toBe(item.layoutCode.replaceAll(/[TBC]/g, ""));
        if (!item.tPostsMm?.length) return;
        // Panels that share a section may lose a tenth of a millimetre.
        expect(Math.min(...widths(item))).toBeGreaterThanOrEqual(PANEL.narrowest - 1);
      }),
      BOUNDS,
    );
  });

  test("given posts and rails are made at the given positions", () => {
    fc.assert(
      fc.property(anyMadeWindow, (item) => {
        const { posts, rise, panels, height } = layOutWindow(item);
        const { left, bottom } = deductionsOf(item);
        const tPosts = posts.filter(({ letter }) => letter === "T");
        if (item.tPostsMm?.length) expect(tPosts.map(({ x, width }) => (x + width / 2 + left) / 10)).toEqual(item.tPostsMm);
        if (!item.midRailHeightsMm?.length) return;
        const centres = rise.midRails.map(({ middle }) => (height - (panels[0]?.y ?? 0) - middle + bottom) / 10);
        expect(centres.toReversed()).toEqual(item.midRailHeightsMm);
        for (const { at, height: high, middle } of rise.midRails) {
          expect(middle - at).toBeGreaterThanOrEqual(PANEL.midRail / 2);
          expect(at + high - middle).toBeGreaterThanOrEqual(PANEL.midRail / 2);
        }
        expect(Math.min(...rise.rails.map((rail) => rail.height))).toBeGreaterThanOrEqual(PANEL.rail);
      }),
      BOUNDS,
    );
  });

  test("a given rail is described and drawn where it is made, and where louvres, rails and air add up to it", () => {
    fc.assert(
      fc.property(anyMadeWindow, (item) => {
        if (!item.midRailHeightsMm?.length) return;
        const { rise, height, face, track } = layOutWindow(item);
        const fitted = fitWindow(item);
        const { bottom } = deductionsOf(item);
        const words = positionsInWords(item).find((each) => each.startsWith("mid rail")) ?? "";
        const said = [...words.matchAll(/([\d,.]+) to ([\d,.]+)/g)].flatMap(([, from = "", to = ""]) => [from, to]);
        const edges = said.map((each) => Number(each.replaceAll(",", "")));
        expect(describeWindow(item)).toContain(words.slice(1));
        const near = (places: readonly number[]) => {
          expect(places).toHaveLength(edges.length);
          for (const [at, tenths] of places.entries()) expect(Math.abs(tenths / 10 - (edges[at] ?? 0))).toBeLessThanOrEqual(0.2501);
        };
        // The drawing's stops of the heights beside the window.
        near(
          heightsOf(fitted)
            .slice(0, -1)
            .map(([, to]) => height - to + bottom)
            .toReversed(),
        );
        // Sums from the bottom: foot, the lowest rail, air, louvres, air and mid rails in turn.
        const counts = rise.fields.map(({ louvres }) => louvres.length).toReversed();
        const ends = rise.fields.slice(1).map(({ at }, index) => at === (rise.fields[index]?.at ?? 0) + (rise.fields[index]?.height ?? 0));
        const parted = ends.toReversed();
        const [pitch, overlap] = [louvrePitch(item.louverSize), item.louverSize * 10 - louvrePitch(item.louverSize)];
        const tenthsOf = (part: MadePart) => asMillimetres(heightOf(part)) * 10;
        const air = USUAL_CLEARANCES.bladeRail * 10;
        const foot = USUAL_CLEARANCES.foot * 10;
        let at = bottom + face.bottom + (track?.guide.height ?? 0) + foot + tenthsOf(fitted.rise.bottom) + air + overlap;
        const added: number[] = [];
        counts.forEach((count, section) => {
          at += count * pitch;
          if (section === counts.length - 1 || parted[section]) return;
          const rail = fitted.rise.midRails.at(-1 - added.length / 2);
          added.push(at + air, at + air + (rail ? tenthsOf(rail) : 0));
          at = (added.at(-1) ?? 0) + air + overlap;
        });
        near(added);
        const { parts, asks } = listCuts(item);
        const cut = parts.filter(({ part }) => part === "louvre");
        // Between many posts a louvre may be too short to be cut; the list then asks about it.
        if (asks.length === 0) expect(sum(cut.map(({ count }) => count))).toBe(fitted.layout.panels.length * sum(counts));
      }),
      BOUNDS,
    );
  });

  test("a split divides one section and no louvre is lost", () => {
    fc.assert(
      fc.property(anyMadeWindow, (item) => {
        const louvres = (window: WindowToDraw) => layOutWindow(window).rise.fields.flatMap((field) => field.louvres);
        expect(louvres(item)).toEqual(louvres({ ...item, tiltSplitMm: null }));
        const more = layOutWindow(item).rise.fields.length - layOutWindow({ ...item, tiltSplitMm: null }).rise.fields.length;
        expect(more).toBeLessThanOrEqual(item.tiltSplitMm ? 1 : 0);
      }),
      BOUNDS,
    );
  });
});
