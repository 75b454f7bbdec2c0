import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyMadeWindow, windowOf } from "#shared/domain/testing/windows.ts";
import { CUT_PARTS, cutList } from "./cut-list.ts";
import { layOutWindow, type WindowToDraw } from "./window-layout.ts";

const lines = (item: WindowToDraw, quantity?: number) =>
  cutList(item, quantity).map(({ part, profile, lengthMm, count }) => `${count} ${part} of ${profile}, ${lengthMm}`);

describe("by hand", () => {
  test("a pair with a mid rail", () => {
    // 1,200 - 76 = 1,124, 562 each; 562 - 102 = 460 between the stiles. 1,350 - 76 = 1,274 high.
    expect(lines(windowOf(1200, 1350, { layoutCode: "LR", numberOfMidRails: 1 }))).toEqual([
      "4 stile of stile, 1274",
      "2 top-rail of rail, 460",
      "2 bottom-rail of rail, 460",
      "2 mid-rail of mid-rail, 460",
      "30 louvre of louvre-76, 460",
      "2 tilt-rod of tilt-rod, 457",
      "2 tilt-rod of tilt-rod, 520.5",
      "1 frame-left of l-frame, 1350",
      "1 frame-top of l-frame, 1200",
      "1 frame-right of l-frame, 1350",
      "1 frame-bottom of l-frame, 1200",
    ]);
  });

  test("how many are made is in the count; a hidden rod is none; a side that is left out is not cut", () => {
    const item = windowOf(1800, 1500, {
      layoutCode: "LTR",
      tPostsMm: [700],
      tiltRodType: "hidden",
      frameType: "z-frame",
      frameSides: "LTR",
      louverSize: 89,
    });
    expect(lines(item, 3)).toEqual([
      "12 stile of stile, 1449",
      "3 top-rail of rail, 531",
      "3 top-rail of rail, 931",
      "3 bottom-rail of rail, 531",
      "3 bottom-rail of rail, 931",
      "48 louvre of louvre-89, 531",
      "48 louvre of louvre-89, 931",
      "3 frame-left of z-frame, 1500",
      "3 frame-top of z-frame, 1800",
      "3 frame-right of z-frame, 1500",
      "3 t-post of t-post, 1449",
    ]);
  });

  test("a track and its guide, and sliding panels", () => {
    const cut = lines(windowOf(1780, 2050, { openingDirection: "bypass", frameType: "t-post" }));
    expect(cut).toContain("1 track of track, 1704");
    expect(cut).toContain("1 guide of guide, 1704");
    expect(cut).toContain("1 frame-top of l-frame, 1780");
  });

  test("halves of a millimetre, half up", () => {
    // 600.5 - 76 - 102 = 422.5; a tenth less rounds up to it, three tenths less down.
    const rail = (widthMm: number) => cutList(windowOf(widthMm, 1000)).find(({ part }) => part === "top-rail")?.lengthMm;
    expect([600.5, 600.4, 600.3, 600.2].map(rail)).toEqual([422.5, 422.5, 422.5, 422]);
  });
});

describe("of any window that is made in any way that may be", () => {
  const RUNS = { numRuns: 500 };
  const near = (length: number, tenths: number) => expect(Math.abs(length - tenths / 10)).toBeLessThanOrEqual(0.25);

  test("what is cut is what is drawn: as many louvres, and each length within a quarter of a millimetre", () => {
    fc.assert(
      fc.property(anyMadeWindow, fc.integer({ min: 1, max: 40 }), (item, quantity) => {
        const layout = layOutWindow(item);
        const cut = cutList(item, quantity);
        const count = (part: string) => cut.filter((row) => row.part === part).reduce((sum, row) => sum + row.count, 0);
        const fields = layout.panels.flatMap((panel) => panel.fields);
        expect(count("louvre")).toBe(quantity * fields.reduce((sum, field) => sum + field.louvres.length, 0));
        expect(count("stile")).toBe(2 * quantity * layout.panels.length);
        expect(count("mid-rail")).toBe(quantity * layout.panels.length * item.numberOfMidRails);
        expect(count("t-post")).toBe(quantity * layout.posts.length);
        expect(count("tilt-rod")).toBe(quantity * layout.panels.reduce((sum, panel) => sum + panel.tiltRods.length, 0));
        for (const { part, lengthMm } of cut) {
          expect(lengthMm * 2).toBe(Math.round(lengthMm * 2));
          if (part === "frame-top" || part === "frame-bottom") near(lengthMm, layout.width);
          if (part === "frame-left" || part === "frame-right") near(lengthMm, layout.height);
        }
      }),
      RUNS,
    );
  });

  test("across a panel: two stiles and a rail; down: the frame, the track and a stile", () => {
    fc.assert(
      fc.property(anyMadeWindow, (item) => {
        const layout = layOutWindow(item);
        const rails = cutList(item).filter(({ part }) => part === "top-rail");
        for (const panel of layout.panels) {
          const between = (panel.width - 2 * panel.stile) / 10;
          expect(rails.some(({ lengthMm }) => Math.abs(lengthMm - between) <= 0.25)).toBe(true);
        }
        const [stile] = cutList(item);
        const track = layout.track ? layout.track.top.height + layout.track.guide.height : 0;
        near(stile?.lengthMm ?? 0, layout.height - layout.face.top - layout.face.bottom - track);
      }),
      RUNS,
    );
  });

  test("a row for each part and length, the parts in their order", () => {
    fc.assert(
      fc.property(anyMadeWindow, (item) => {
        const cut = cutList(item);
        expect(new Set(cut.map(({ part, lengthMm }) => `${part} ${lengthMm}`)).size).toBe(cut.length);
        const places = cut.map(({ part }) => CUT_PARTS.indexOf(part));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
      RUNS,
    );
  });
});
