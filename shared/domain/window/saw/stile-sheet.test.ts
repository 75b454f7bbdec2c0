import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyMadeWindow, bayOf, windowOf } from "#shared/domain/testing/windows.ts";
import { addExact, asMillimetres, type Exact, exact } from "#shared/domain/window/geometry/exact.ts";
import { fitWindow } from "#shared/domain/window/geometry/fitted.ts";
import { layOutWindow, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { completeClearances } from "./clearances.ts";
import { cutList, louvresOf } from "./cut-list.ts";
import { listHardware } from "./hardware.ts";
import { type StileSheet, stileSheet } from "./stile-sheet.ts";

const mm = (lengths: readonly Exact[]) => lengths.map(asMillimetres);
const pinsOf = ({ series, pitch }: StileSheet) =>
  series.flatMap(({ first, pins }) => Array.from({ length: pins }, (_, nth) => asMillimetres((first + nth * pitch) as Exact)));

describe("by hand", () => {
  test("a pair has its pins, its hinges on the frame, its catches and the rebated edge", () => {
    // The panel is 1,350 - 76 - 8 = 1,266 high and its foot 38 + 4 above the frame's. 17 louvres at
    // a pitch of 63.5 leave 182 of 1,274, 91 for a rail: the lowest pin is 91 + 38 - 4 above the
    // foot.
    const pair = windowOf(1200, 1350, { layoutCode: "LR", clearances: completeClearances({ rebate: 10 }) });
    const sheet = stileSheet({ ...pair, lap: "right" });
    expect([sheet.stile, sheet.foot, sheet.pitch].map(asMillimetres)).toEqual([1266, 42, 63.5]);
    expect(sheet.series.map(({ first, pins }) => [asMillimetres(first), pins])).toEqual([[125, 17]]);
    const [left, right] = sheet.panels;
    expect([left?.hinges, mm(left?.onFrame ?? []), left?.catches]).toEqual([
      [150, 633, 1116],
      [192, 675, 1158],
      [60, 1206],
    ]);
    expect([left?.rebates, right?.rebates]).toEqual([
      [{ edge: "right", from: "front", meets: 2 }],
      [{ edge: "left", from: "back", meets: 1 }],
    ]);
    // With square meeting stiles no edge is rebated.
    expect(stileSheet({ ...pair, clearances: null }).panels.flatMap(({ rebates }) => rebates)).toEqual([]);
    expect(stileSheet({ ...pair, lap: "left" }).panels[0]?.rebates).toEqual([{ edge: "right", from: "back", meets: 2 }]);
  });

  test("a stile that is made again has the hinges of its whole panel", () => {
    const pair = windowOf(1200, 1350, { layoutCode: "LR" });
    const again = stileSheet({ ...pair, make: { panels: ["B"], parts: ["stile"] } });
    expect(again.panels).toEqual(stileSheet(pair).panels);
  });

  test("the one stile that is made again has its own marks: hinges or catches and the rebate", () => {
    const pair = windowOf(1200, 1350, { layoutCode: "LR", clearances: completeClearances({ rebate: 10 }) });
    const marksOf = (stile: "left" | "right") => stileSheet({ ...pair, make: { panels: ["B"], parts: ["stile"], stile } }).panels[1];
    const [, whole] = stileSheet(pair).panels;
    expect(marksOf("right")).toEqual({ ...whole, catches: [], rebates: [] });
    expect(marksOf("left")).toEqual({ ...whole, hangsOn: null, hinges: [], onFrame: [] });
  });

  test("a stile that carries the next panel has the hinges of that panel, unless its own stile is made too", () => {
    const folded = windowOf(1200, 1350, { layoutCode: "RR" });
    const [first, second] = stileSheet(folded).panels;
    expect([first?.hangsOn, second?.carried]).toEqual([{ on: "panel", panel: 2 }, []]);
    const carriedBy = (make: WindowToDraw["make"]) => stileSheet({ ...folded, make }).panels[1]?.carried;
    const marks = [{ panel: 1, edge: "left", hinges: first?.hinges }];
    expect(carriedBy({ panels: ["B"], parts: ["stile"], stile: "left" })).toEqual(marks);
    expect(carriedBy({ panels: ["B"], parts: [] })).toEqual(marks);
    expect(carriedBy({ panels: ["B"], parts: ["stile"], stile: "right" })).toEqual([]);
    expect(carriedBy({ panels: [], parts: ["stile"] })).toEqual([]);
  });

  test("a mid rail parts the pins, a tilt split does not", () => {
    const series = (item: WindowToDraw) => stileSheet(item).series.map(({ pins }) => pins);
    expect(series(windowOf(1200, 1350, { layoutCode: "LR", numberOfMidRails: 1 }))).toEqual([8, 7]);
    expect(series(windowOf(1200, 1350, { layoutCode: "LR", tiltSplitMm: 500 }))).toEqual([17]);
  });

  test("each panel says what it hangs on; a T-post is measured from its own foot too", () => {
    const supports = (item: WindowToDraw) =>
      stileSheet(item).panels.map(({ hangsOn }) =>
        Object.values(hangsOn ?? {})
          .map((value) => value ?? "only")
          .join(" "),
      );
    // Posts are numbered among their kind, like the card's other facts.
    expect(supports(bayOf([700, 900, 700], 1400, "LBLTLBR"))).toEqual(["frame", "post B 1", "post T only", "frame"]);
    expect(supports(windowOf(2400, 1400, { layoutCode: "LLTLR" }))).toEqual(["frame", "panel 1", "post T only", "frame"]);
    expect(supports(bayOf([700, 900, 700], 1400, "LBLRCR", { postAngles: [143] }))).toEqual([
      "frame",
      "post B only",
      "post C only",
      "frame",
    ]);
    expect(supports(windowOf(1780, 2050, { openingDirection: "bypass" }))).toEqual(["track front", "track rear"]);
    expect(supports(windowOf(3200, 2000, { openingDirection: "bi-fold" }))).toEqual(["pivots", "panel 1", "panel 4", "pivots"]);
    const [, , third] = stileSheet(windowOf(2400, 1400, { layoutCode: "LLTLR" })).panels;
    expect([third?.hinges, mm(third?.onFrame ?? []), mm(third?.onPost ?? [])]).toEqual([
      [150, 658, 1166],
      [192, 700, 1208],
      [154, 662, 1170],
    ]);
  });
});

test("the marks of any window follow the geometry of its cut list", () => {
  fc.assert(
    fc.property(anyMadeWindow, (item) => {
      const sheet = stileSheet(item);
      const { height, faces, ends } = fitWindow(item);
      const layout = layOutWindow(item);
      const pins = pinsOf(sheet);
      // Pins are the louvres of the cut list, at their pitch, and lie between the rails.
      expect(pins.length * layout.panels.length).toBe(louvresOf(item));
      expect(cutList(item).find(({ part }) => part === "stile")?.cutMm).toBeCloseTo(asMillimetres(sheet.stile), 0);
      expect(sheet.stile).toBe(height);
      const joints = [{ from: exact(0), to: sheet.rails.bottom }, ...sheet.midRails, { from: sheet.rails.top, to: sheet.stile }].map(
        ({ from, to }) => ({ from: asMillimetres(from), to: asMillimetres(to) }),
      );
      for (const pin of pins) expect(joints.some(({ from, to }) => pin > from && pin < to)).toBe(false);
      for (const { first, pins: count } of sheet.series) {
        const [from, to] = [asMillimetres(first), asMillimetres((first + (count - 1) * sheet.pitch) as Exact)];
        // No rail is between the pins of a series.
        expect(joints.some((joint) => joint.from > from && joint.to < to)).toBe(false);
      }
      expect(Math.min(...pins, Number.POSITIVE_INFINITY)).toBeGreaterThan(0);
      expect(Math.max(...pins, 0)).toBeLessThan(asMillimetres(height));
      // The frame's marks are the panel's foot on the frame and the listed hinges.
      const foot = addExact(faces.bottom, exact(layout.track?.guide.height ?? 0), ends.below);
      expect(sheet.foot).toBe(foot);
      const listed = listHardware(item).filter(({ kind }) => kind === "hinge");
      expect(sheet.panels.filter(({ hinges }) => hinges.length > 0).map(({ panel, hinges }) => [panel, hinges])).toEqual(
        listed.map(({ panel, heightsMm }) => [panel, heightsMm]),
      );
      for (const { hinges, onFrame, onPost, catches } of sheet.panels) {
        expect(onFrame).toEqual(hinges.map((high) => addExact(foot, exact(high * 10))));
        if (onPost) expect(onPost.map((high) => addExact(high, faces.bottom))).toEqual(onFrame);
        for (const at of catches) expect(at > 0 && at < asMillimetres(height)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
