import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TenthMm } from "#shared/domain/length.ts";
import { anySide, anyWindow, windowOf } from "#shared/domain/testing/windows.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";
import { louvrePitch, POST_WIDTH, TRACK, widestPanelOf } from "./shutter-construction.ts";
import type { Box } from "./shutter-frame.ts";
import { layOutWindow, type WindowToDraw } from "./window-layout.ts";

const sum = (lengths: readonly number[]): number => lengths.reduce((all, length) => all + length, 0);
const inTenths = (mm: number): number => mm * 10;

describe("by hand", () => {
  const panels = (item: WindowToDraw) => layOutWindow(item).panels.map(({ x, width, hang }) => [x, width, hang]);

  test("one panel lies between the faces of an L-frame and hangs on the chosen side", () => {
    expect(panels(windowOf(600, 1000))).toEqual([[380, 5240, "left"]]);
    expect(panels(windowOf(600, 1000, { openingDirection: "right-hinge" }))).toEqual([[380, 5240, "right"]]);
  });

  test("a second panel is added above 950 mm, and the odd tenth of a millimetre is not lost", () => {
    expect(panels(windowOf(1026, 1000))).toEqual([[380, 9500, "left"]]);
    expect(panels(windowOf(1026.1, 1000))).toEqual([
      [380, 4751, "left"],
      [5131, 4750, "left"],
    ]);
  });

  test("a type with a narrower widest panel has more panels", () => {
    const widths = panels(windowOf(1900, 1300, { widestPanelMm: 750 })).map(([, width]) => width);
    expect(widths).toEqual([6080, 6080, 6080]);
  });

  test("a T-post divides three panels into two and one", () => {
    const { posts, panels: three } = layOutWindow(windowOf(2700, 1500, { frameType: "t-post" }));
    // Three panels share 2,700 - 2 x 38 - 32 = 2,592: 864 each.
    expect(three.map(({ x, width }) => [x, width])).toEqual([
      [380, 8640],
      [9020, 8640],
      [17_980, 8640],
    ]);
    expect(posts).toEqual([{ x: 17_660, y: 380, width: 320, height: 14_240, letter: "T", angle: null }]);
  });

  test("bi-fold panels come in pairs, and two or more pairs fold to both sides", () => {
    const hangs = (widthMm: number) => panels(windowOf(widthMm, 2000, { openingDirection: "bi-fold" })).map(([, , hang]) => hang);
    expect(hangs(1100)).toEqual(["left", "left"]);
    expect(hangs(2300)).toEqual(["left", "left", "right", "right"]);
    expect(hangs(4600)).toEqual(["left", "left", "left", "left", "right", "right"]);
  });

  test("bi-fold panels beyond 2,500 mm hang from a track, unless posts carry them", () => {
    const track = (widthMm: number, choices: Partial<WindowToDraw> = {}) =>
      layOutWindow(windowOf(widthMm, 2000, { openingDirection: "bi-fold", ...choices })).track;
    expect(track(2500)).toBeNull();
    expect(track(2500.1)).toEqual({
      top: { x: 380, y: 380, width: 24_241, height: 380 },
      guide: { x: 380, y: 19_490, width: 24_241, height: 130 },
    });
    expect(track(3200, { frameType: "t-post" })).toBeNull();
    expect(track(3200, { openingDirection: "left-hinge" })).toBeNull();
    const { panels, opening } = layOutWindow(windowOf(3200, 2000, { openingDirection: "bi-fold" }));
    expect(panels.every(({ y, height }) => y === opening.y + TRACK.height && height === opening.height - TRACK.height - TRACK.guide)).toBe(
      true,
    );
  });

  test("bypass panels overlap by a stile and hang in two tracks", () => {
    const { panels: sliding, track } = layOutWindow(windowOf(1780, 2050, { openingDirection: "bypass" }));
    // (1,780 - 76 + 51) / 2
    expect(sliding.map(({ x, width, behind }) => [x, width, behind])).toEqual([
      [380, 8775, false],
      [8645, 8775, true],
    ]);
    expect(track?.top).toEqual({ x: 380, y: 380, width: 17_040, height: 380 });
  });

  test("whole louvres have their pitch, and the rails absorb the rest", () => {
    // The panel is 1,000 - 76 = 924 high. Less two rails of 80 and the last blade's overlap of 12.5
    // that is 751.5: 11 louvres of 63.5, and 53 left for the rails.
    const { rise } = layOutWindow(windowOf(600, 1000));
    expect(rise.fields.map((field) => field.louvres.length)).toEqual([11]);
    expect(rise.rails.map((rail) => rail.height)).toEqual([1065, 1065]);
    expect(rise.fields[0]?.louvres.slice(0, 2)).toEqual([1065 + 380, 1065 + 380 + 635]);
  });

  test("a mid rail divides the louvres, and the lower section has the odd one", () => {
    const { rise } = layOutWindow(windowOf(1200, 1350, { numberOfMidRails: 1 }));
    expect(rise.fields.map((field) => field.louvres.length)).toEqual([7, 8]);
    expect(rise.midRails.map((rail) => rail.height)).toEqual([760]);
  });

  test("a window's description names its size, panels, louvres, rails and rod", () => {
    expect(describeWindow(windowOf(1200, 1350, { numberOfMidRails: 1, colorSelection: "Silk White" }))).toBe(
      "Shutter 1,200 mm wide and 1,350 mm high, seen from inside the room. Silk White, L-frame, inside mount. 2 panels, each about 562 mm wide, hinged on the left. 15 louvres of 76 mm in each panel. 1 mid rail, 707 mm from the bottom to the middle of it. Tilt rod in the centre.",
    );
    expect(describeWindow(windowOf(4600, 2100, { openingDirection: "bi-fold", numberOfMidRails: 2, tiltRodType: "hidden" }))).toContain(
      "6 panels in bi-fold pairs, each about 754 mm wide, 4 folding to the left and 2 to the right, hung from a track.",
    );
    expect(describeWindow(windowOf(400, 200, { frameType: "t-post" }))).toContain(
      "No T-post: the window is too narrow for one. No room for a louvre of 76 mm.",
    );
  });
});

describe("of any window", () => {
  const isInside = (inner: Box, outer: Box) =>
    inner.width >= 0 &&
    inner.height >= 0 &&
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height;

  test("every part of any window is inside the frame, and a panel's parts are inside the panel", () => {
    fc.assert(
      fc.property(anyWindow, (item) => {
        const { opening, panels, posts, track, ...frame } = layOutWindow(item);
        const outside = [opening, ...panels, ...posts, ...(track ? [track.top, track.guide] : [])].filter(
          (part) => !isInside(part, { x: 0, y: 0, width: frame.width, height: frame.height }),
        );
        expect(outside).toEqual([]);
        for (const panel of panels) {
          const parts = [...panel.rails, ...panel.midRails, ...panel.fields, ...panel.tiltRods];
          expect(parts.filter((part) => !isInside(part, panel))).toEqual([]);
        }
      }),
    );
  });

  test("frame, panels and posts add up to the measured width; frame, track, rails and louvres to the height", () => {
    fc.assert(
      fc.property(anyWindow, (item) => {
        const { face, panels, posts, track, rise } = layOutWindow(item);
        const room = item.width - 2 * face.left;
        const covered =
          item.openingDirection === "bypass"
            ? sum(panels.slice(1).map((panel, index) => (panels[index]?.x ?? 0) + (panels[index]?.width ?? 0) - panel.x))
            : 0;
        expect(covered).toBeLessThanOrEqual(TRACK.overlap * (panels.length - 1));
        const across = 2 * face.left + sum(panels.map((panel) => panel.width)) + posts.length * POST_WIDTH - covered;
        expect(Math.abs(across - item.width)).toBeLessThanOrEqual(inTenths(1));
        const rails = sum([...rise.rails, ...rise.midRails, ...rise.fields].map((part) => part.height));
        const down = 2 * face.top + (track ? track.top.height + track.guide.height : 0) + rails;
        expect(Math.abs(down - item.height)).toBeLessThanOrEqual(inTenths(1));
        expect(room).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("panels follow each other without a gap and differ by at most a tenth of a millimetre", () => {
    fc.assert(
      fc.property(anyWindow, (item) => {
        const { panels, posts, opening } = layOutWindow(item);
        if (item.openingDirection === "bypass") return;
        const parts = [...panels, ...posts].sort((a, b) => a.x - b.x || a.width - b.width);
        const ends = parts.map((part) => part.x + part.width);
        expect(parts.map((part) => part.x)).toEqual([opening.x, ...ends.slice(0, -1)]);
        expect(ends.at(-1)).toBe(opening.x + opening.width);
        const widths = panels.map((panel) => panel.width);
        expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("a wider window never has fewer panels", () => {
    fc.assert(
      fc.property(anyWindow, anySide, (item, other) => {
        const [narrow, wide] = [Math.min(item.width, other), Math.max(item.width, other)] as [TenthMm, TenthMm];
        const count = (width: TenthMm) => layOutWindow({ ...item, width }).panels.length;
        expect(count(wide)).toBeGreaterThanOrEqual(count(narrow));
      }),
    );
  });

  test("no panel exceeds the widest panel while another panel could be added", () => {
    fc.assert(
      fc.property(anyWindow, (item) => {
        const { panels } = layOutWindow(item);
        const most = item.openingDirection === "bypass" ? TRACK.mostPanels : item.openingDirection === "bi-fold" ? 8 : 4;
        const isFull = panels.length >= most && (item.frameType !== "t-post" || item.openingDirection === "bypass");
        expect(isFull || Math.max(...panels.map((panel) => panel.width)) <= widestPanelOf(item)).toBe(true);
      }),
    );
  });

  test("louvres have the pitch of their size, whole, between the rails", () => {
    fc.assert(
      fc.property(anyWindow, (item) => {
        const { rise } = layOutWindow(item);
        for (const { at, height, louvres } of rise.fields) {
          const half = item.louverSize * 5;
          if (louvres.length === 0) continue;
          expect((louvres[0] ?? 0) - half).toBe(at);
          expect((louvres.at(-1) ?? 0) + half).toBe(at + height);
          louvres.slice(1).forEach((pin, index) => {
            expect(pin - (louvres[index] ?? 0)).toBe(louvrePitch(item.louverSize));
          });
        }
      }),
      { numRuns: 50 },
    );
  });

  test("a larger louvre never has a smaller pitch, and closed louvres overlap", () => {
    for (let size = 1; size <= 1000; size += 1) {
      expect(louvrePitch(size + 1)).toBeGreaterThanOrEqual(louvrePitch(size));
      expect(louvrePitch(size)).toBeLessThan(inTenths(size));
      expect(louvrePitch(size)).toBeGreaterThan(0);
    }
  });

  test("every window that the portal accepts has a description", () => {
    fc.assert(fc.property(anyWindow, (item) => /^Shutter .*\.$/s.test(describeWindow(item))));
  });
});
