import fc from "fast-check";
import { expect, test } from "vitest";
import { anyMadeWindow } from "#shared/domain/testing/windows.ts";
import { asMillimetres, type Exact, subtractExact } from "#shared/domain/window/geometry/exact.ts";
import { fitWindow } from "#shared/domain/window/geometry/fitted.ts";
import { madeRiseOf } from "#shared/domain/window/geometry/making.ts";
import { layOutWindow, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { drawnHinges, hingedPanels, hingesFor, listHardware, weigh } from "./hardware.ts";

const anyTimber = fc.tuple(anyMadeWindow, fc.integer({ min: 200, max: 1500 }), fc.integer({ min: 1, max: 9 }));

/** The edges of each mid rail above the panel's foot, in millimetres. */
const railsAboveFoot = (item: WindowToDraw) => {
  const { midRails, bottom } = madeRiseOf(item);
  const aboveFoot = (depth: Exact) => asMillimetres(subtractExact(bottom.to, depth));
  return midRails.map(({ from, to }) => ({ from: aboveFoot(to), to: aboveFoot(from) }));
};

test("hinges of any window depend on height and weight, stay off mid rails inside their panel, and weights add up", () => {
  fc.assert(
    fc.property(anyTimber, ([window, densityKgM3, quantity]) => {
      const item: WindowToDraw = { ...window, densityKgM3 };
      const layout = layOutWindow(item);
      const { panels, total } = weigh(item);
      const high = asMillimetres(fitWindow(item).height);
      const rows = listHardware(item, quantity);
      expect(panels).toHaveLength(layout.panels.length);
      expect(total).toBeGreaterThanOrEqual(panels.reduce((sum, kg) => sum + kg, 0) - 0.05 * panels.length - 0.05);
      const drawn = drawnHinges(layout, hingedPanels(item, layout));
      const listed = rows.filter(({ kind }) => kind === "hinge");
      expect(listed.reduce((sum, { count }) => sum + count, 0)).toBe(drawn.length * quantity);
      for (const { panel, count, heightsMm } of listed) {
        const of = layout.panels[(panel ?? 0) - 1];
        expect(of?.hang).not.toBe("slides");
        expect(count).toBe(quantity * hingesFor(high, panels[(panel ?? 0) - 1] ?? 0));
        expect(heightsMm).toHaveLength(count / quantity);
        const heights = heightsMm ?? [];
        expect(heights).toEqual(heights.toSorted((one, other) => one - other));
        expect(Math.min(...heights)).toBeGreaterThan(0);
        expect(Math.max(...heights)).toBeLessThan(high);
        // Without a mid rail the hinges are symmetrical: head and foot have the same distance.
        if (item.numberOfMidRails === 0) expect(Math.abs((heights[0] ?? 0) + (heights.at(-1) ?? 0) - high)).toBeLessThanOrEqual(1);
        const rails = railsAboveFoot(item);
        const fits = (at: number) => rails.every(({ from, to }) => at <= from - 40 || at >= to + 40);
        const isFree = (at: number) => at >= 32 && at <= high - 32 && fits(at) && heights.every((other) => Math.abs(other - at) >= 64);
        for (const at of heights) {
          // A panel without any free height keeps its even hinges.
          if (fits(at)) continue;
          for (let height = 0; height <= high; height += 0.5) expect(isFree(height)).toBe(false);
        }
      }
      // Every panel is carried by hinges, pivots or rollers.
      for (const at of layout.panels.keys())
        expect(rows.some(({ panel, kind }) => panel === at + 1 && (kind === "hinge" || kind === "pivot" || kind === "roller"))).toBe(true);
      for (const { count, kind, lengthMm } of rows) {
        expect(count % quantity).toBe(0);
        expect(lengthMm !== null).toBe(kind === "track" || kind === "guide");
      }
    }),
    { numRuns: 2000 },
  );
});
