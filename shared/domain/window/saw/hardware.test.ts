import { describe, expect, test } from "vitest";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { layOutWindow, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { drawnHinges, hingedPanels, hingesFor, listHardware, panelKilograms, pivotPanels, screwsFor, weigh } from "./hardware.ts";

const rows = (item: WindowToDraw, quantity?: number) =>
  listHardware(item, quantity).map(({ panel, kind, count, heightsMm, lengthMm, size }) =>
    [count, kind, panel ?? "frame", ...(heightsMm ?? []), ...(lengthMm === null ? [] : [`${lengthMm} long`]), ...(size ? [size] : [])].join(
      " ",
    ),
  );

test("hinge screws are the longest usual ones that cannot meet louvre pins, and only a narrow stile asks", () => {
  // The pin is 30 deep, and a millimetre of timber stays before it: 51 leaves 20.
  const chosen = [46, 47, 51, 56, 57, 60, 61, 120].map((stile) => [stile, screwsFor(stile).sizes.hinge, screwsFor(stile).ask === null]);
  expect(chosen).toEqual([
    [46, "3.5 × 16", false],
    [47, "3.5 × 16", true],
    [51, "3.5 × 20", true],
    [56, "3.5 × 25", true],
    [57, "3.5 × 25", true],
    [60, "3.5 × 25", true],
    [61, "3.5 × 30", true],
    [120, "3.5 × 30", true],
  ]);
  expect(screwsFor(46).ask).toBe("Ask: hinge screws of 16 mm can meet the louvre pins of 30 mm in a stile of 46 mm");
});

describe("by hand", () => {
  const bay = windowOf(1200, 1350, { layoutCode: "LR" });

  test("the weight of a pair is the sum of stiles, rails, elliptic louvres, rod and frame", () => {
    // Each panel: 2 stiles of 51 × 27 × 1,266, 2 rails of 85 × 27 × 455.5, 17 louvres of π/4 × 76 ×
    // 11 × 452.5, a rod of 12 × 10 × 1,036: 10.7525 million mm³, 4.839 kg. The frame: 38 × 50 ×
    // 5,100, 4.361 kg.
    expect(weigh(bay)).toEqual({ panels: [4.8, 4.8], total: 14 });
    // In oak a million mm³ weigh 0.7 kg: the panel has 10.7525 million, the frame 9.69.
    expect(weigh({ ...bay, densityKgM3: 700 })).toEqual({ panels: [7.5, 7.5], total: 21.8 });
    // Stiles 30 mm thick add 387,396 mm³.
    expect(weigh({ ...bay, sections: [{ profile: "stile", widthMm: 51, thicknessMm: 30 }] }).panels).toEqual([5, 5]);
  });

  test("the weight of a window that slides in a track excludes track and guide", () => {
    // The door has 2 panels of 874.5 × 1,915. Its frame alone weighs 38 × 50 × 7,660 × 450.
    const door = windowOf(1780, 2050, { openingDirection: "bypass" });
    const { panels, total } = weigh(door);
    expect(panels).toHaveLength(2);
    expect(total - panels.reduce((sum, kg) => sum + kg, 0)).toBeCloseTo(6.5, 0);
  });

  test("the number of a panel's hinges follows from its cut height, with one more above 15 kg", () => {
    expect([1200, 1200.5, 2000, 2000.5, 3000].map((high) => hingesFor(high, 15))).toEqual([2, 3, 3, 4, 4]);
    expect([1200, 1200.5, 2000.5].map((high) => hingesFor(high, 15.1))).toEqual([3, 4, 5]);
    expect([25, 25.1, 8.44].map(panelKilograms)).toEqual(["25.0 kg", "25.1 kg: two people", "8.4 kg"]);
  });

  test("a pair has three hinges a panel from its foot, catches and screws, counted for the quantity", () => {
    expect(rows(bay, 3)).toEqual([
      "9 hinge 1 150 633 1116",
      "9 hinge 2 150 633 1116",
      "6 catch 1",
      "6 catch 2",
      // Each panel has 3 hinges with 6 screws and 2 catches with 2, a row for each size.
      "54 screw 1 3.5 × 20",
      "12 screw 1 3 × 16",
      "54 screw 2 3.5 × 20",
      "12 screw 2 3 × 16",
      // A side of 1,350 has 4, one of 1,200 has 3: 150 from either end and at most 450 apart.
      "42 screw frame 4.5 × 70",
    ]);
  });

  test("a panel of heavy timber has one hinge more, and its hinges are evenly spaced beside the mid rail", () => {
    const tall = windowOf(900, 2276, { layoutCode: "L", numberOfMidRails: 1 });
    expect(rows(tall)[0]).toBe("4 hinge 1 150 780.5 1411.5 2042");
    expect(weigh({ ...tall, densityKgM3: 900 }).panels[0]).toBeGreaterThan(15);
    // The middle one, at 1,096, would be at the mid rail.
    expect(rows({ ...tall, densityKgM3: 900 })[0]).toBe("5 hinge 1 150 623 1172 1569 2042");
  });

  test("a hinge at a mid rail moves to the nearest free height, the upper one of two, 40 mm from the rail's edge", () => {
    const hingesAt = (heightMm: number, midRailHeightsMm: number[], other: Partial<WindowToDraw> = {}) => {
      const item = windowOf(900, heightMm, { layoutCode: "L", numberOfMidRails: midRailHeightsMm.length, midRailHeightsMm, ...other });
      return listHardware(item).find(({ kind }) => kind === "hinge")?.heightsMm;
    };
    // The panel's foot is 38 + 4 above the bottom. The rail at 675 is made from 639 to 711, which
    // is 597 to 669 above the foot: the middle hinge at 633 is in its middle, and 669 + 40 is the
    // upper free height.
    expect(hingesAt(1350, [675])).toEqual([150, 709, 1116]);
    // A lower rail moves the hinge up less, a higher one moves it down.
    expect(hingesAt(1350, [640])).toEqual([150, 674, 1116]);
    expect(hingesAt(1350, [710])).toEqual([150, 592, 1116]);
    // A rail that is clear of every hinge moves none.
    expect(hingesAt(1350, [450])).toEqual([150, 633, 1116]);
    // The lowest rail begins 165 above the foot, so the lowest hinge moves down to 125.
    expect(hingesAt(1350, [243])).toEqual([125, 633, 1116]);
  });

  test("sliding panels have rollers and neither hinges nor catches; track and guide have their length", () => {
    expect(rows(windowOf(1780, 2050, { openingDirection: "bypass" }))).toEqual([
      "2 roller 1",
      "2 roller 2",
      "1 track frame 1704 long",
      "1 guide frame 1704 long",
      "8 screw 1 4 × 25",
      "8 screw 2 4 × 25",
      // Sides of 2,050 and of 1,780 have 5 screws each; track and guide have 5.
      "30 screw frame 4.5 × 70",
    ]);
  });

  test("a folding leaf at the frame turns on pivots in a track, and every second leaf has a roller", () => {
    const folding = windowOf(3200, 2000, { openingDirection: "bi-fold" });
    const layout = layOutWindow(folding);
    const hangs = layout.panels.map(({ hang }) => hang);
    expect(hangs).toEqual(["left", "left", "right", "right"]);
    expect(pivotPanels(layout)).toEqual([1, 4]);
    expect(rows(folding).filter((row) => /pivot|roller|hinge/.test(row))).toEqual([
      "3 hinge 2 150 932.5 1715",
      "3 hinge 3 150 932.5 1715",
      "2 pivot 1",
      "2 pivot 4",
      "1 roller 2",
      "1 roller 3",
    ]);
    expect(pivotPanels(layOutWindow(bay))).toEqual([]);
  });

  test("hinges are drawn at the heights that the list names", () => {
    // The panels range from 38 to 1,312: their foot is 4 above the end, and a hinge is 64 high.
    const hingesOf = (item: WindowToDraw, layout = layOutWindow(item)) => drawnHinges(layout, hingedPanels(item, layout));
    const drawn = hingesOf(bay);
    expect(drawn.map(({ x, y }) => [x, y])).toEqual(
      [380, 11_520].flatMap((x) => [150, 633, 1116].map((height) => [x, 13_120 - 40 - height * 10 - 320])),
    );
    expect(hingesOf(windowOf(1780, 2050, { openingDirection: "bypass" }))).toEqual([]);
  });
});
