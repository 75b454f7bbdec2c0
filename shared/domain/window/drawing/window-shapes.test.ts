import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TenthMm } from "#shared/domain/length.ts";
import { anyMadeWindow, anyTypedWindow, anyWindow, bayOf, windowOf } from "#shared/domain/testing/windows.ts";
import { anglesOf, isBay } from "#shared/domain/window/geometry/bay.ts";
import { toHalves } from "#shared/domain/window/geometry/exact.ts";
import { standingRails } from "#shared/domain/window/geometry/making.ts";
import { layOutWindow, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import type { DrawingOptions, Shape } from "./shapes.ts";
import { drawingSize, windowShapes } from "./window-shapes.ts";

/** The corners of the area that a shape covers. */
function reachOf(shape: Shape, letter = 0.62): { x: readonly number[]; y: readonly number[] } {
  switch (shape.kind) {
    case "rect":
      return { x: [shape.x, shape.x + shape.width], y: [shape.y, shape.y + shape.height] };
    case "line":
      return { x: [shape.x1, shape.x2], y: [shape.y1, shape.y2] };
    case "path": {
      const numbers = [...shape.d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map((match) => [Number(match[1]), Number(match[2])] as const);
      return { x: numbers.map(([x]) => x), y: numbers.map(([, y]) => y) };
    }
    case "text": {
      const half = (shape.text.length * shape.size * letter) / 2;
      return shape.turn === 0
        ? { x: [shape.x - half, shape.x + half], y: [shape.y - shape.size, shape.y] }
        : { x: [shape.x - shape.size, shape.x], y: [shape.y - half, shape.y + half] };
    }
  }
}

const anyOptions: fc.Arbitrary<DrawingOptions> = fc.record({
  width: fc.integer({ min: 150, max: 900 }),
  height: fc.integer({ min: 150, max: 900 }),
  detail: fc.constantFrom("thumbnail", "full", "making", "cutting"),
  textSize: fc.integer({ min: 8, max: 14 }),
});

test("a drawing has no negative size and no invalid number, whatever is typed", () => {
  const recess = fc.record({ window: anyTypedWindow, side: fc.integer({ min: 1, max: 800 }) }).map(({ window, side }) => ({
    ...window,
    sizeBasis: "recess" as const,
    width: side as TenthMm,
  }));
  fc.assert(
    fc.property(fc.oneof(anyTypedWindow, recess), anyOptions, (window, options) => {
      const { width, height } = drawingSize(window, options);
      const rects = windowShapes(window, options).flatMap((shape) => (shape.kind === "rect" ? [shape] : []));
      const sizes = [width, height, ...rects.flatMap((rect) => [rect.width, rect.height])];
      expect(sizes.filter((size) => !(size >= 0))).toEqual([]);
      expect(JSON.stringify(windowShapes(window, options))).not.toMatch(/NaN|Infinity|null/);
    }),
    { numRuns: 2000 },
  );
});

test("the text that counts a wide window's panels stays inside a small drawing", () => {
  const wide = windowOf(2089, 0.1, { widestPanelMm: 1007 });
  const options: DrawingOptions = { width: 150, height: 150, detail: "making", textSize: 14 };
  const { width } = drawingSize(wide, options);
  for (const shape of windowShapes(wide, options).filter(({ kind }) => kind === "text")) {
    expect(Math.max(...reachOf(shape).x)).toBeLessThanOrEqual(width + 0.02);
  }
});

test("no shape is drawn outside the frame, and no dimension outside the drawing", () => {
  fc.assert(
    fc.property(anyWindow, anyOptions, (item, options) => {
      const shapes = windowShapes(item, options);
      const size = drawingSize(item, options);
      const frame = shapes.find((shape) => shape.part === "frame");
      if (frame?.kind !== "rect") throw new Error("no frame");
      const slack = 0.02;
      // One expectation for a drawing, not one for each of its thousands of points.
      const outside = shapes.flatMap((shape) => {
        const { x, y } = reachOf(shape);
        const box = shape.part === "dimension" ? { x: 0, y: 0, ...size } : frame;
        return [
          ...x.filter((at) => at < box.x - slack || at > box.x + box.width + slack).map((at) => `${shape.part} at x ${at}`),
          ...y.filter((at) => at < box.y - slack || at > box.y + box.height + slack).map((at) => `${shape.part} at y ${at}`),
        ];
      });
      expect(outside).toEqual([]);
      expect(size.width).toBeLessThanOrEqual(options.width + slack);
      expect(size.height).toBeLessThanOrEqual((options.height ?? options.width) + slack);
    }),
  );
});

/** The figures below the panels; `3 × 524` is one figure for three panels. */
function panelFigures(shapes: readonly Shape[]) {
  const frame = shapes.find((shape) => shape.part === "frame");
  const bottom = frame?.kind === "rect" ? frame.y + frame.height : 0;
  return shapes.flatMap((shape) => (shape.kind === "text" && shape.y > bottom && !shape.text.endsWith(" mm") ? [shape] : []));
}

describe("every panel's width is in the drawing for those who make or check it", () => {
  /** The sizes in the form, the dialogs, the job card and the golden drawings. */
  const drawings: readonly DrawingOptions[] = [
    { width: 256, height: 300 },
    { width: 700, height: 560, textSize: 13 },
    { width: 190, height: 200, textSize: 8 },
    { width: 360 },
  ];

  test("a making drawing shows the width of every panel, whatever the window", () => {
    fc.assert(
      fc.property(anyWindow, fc.constantFrom(...drawings), (item, drawing) => {
        const figures = panelFigures(windowShapes(item, { ...drawing, detail: "making" }));
        const told = figures.reduce((sum, { text }) => sum + Number(/^(\d+) × /.exec(text)?.[1] ?? 1), 0);
        expect(told).toBe(layOutWindow(item).panels.length);
      }),
    );
  });

  test.each([
    ["along its panel", windowOf(1200, 1900), ["562", "562"], 0],
    [
      "turned, where it is wider than its panel",
      windowOf(5000, 2000, { openingDirection: "bi-fold", frameType: "t-post" }),
      ["815.4", "815.4", "815.3", "815.3", "815.3", "815.3"],
      -90,
    ],
    ["counted, where its panel is thinner than a line of writing", windowOf(400, 4000, { openingDirection: "bi-fold" }), ["2 × 162"], 0],
  ] as const)("the figures of narrow panels are written %s", (_, item, texts, turn) => {
    const figures = panelFigures(windowShapes(item, { width: 190, height: 200, textSize: 8, detail: "making" }));
    expect(figures.map(({ text }) => text)).toEqual(texts);
    expect(new Set(figures.map((figure) => figure.turn))).toEqual(new Set([turn]));
  });

  test("a cutting drawing shows cut widths, both edges of each mid rail, and the hinges as they are made", () => {
    const pair = windowOf(1200, 1350, { layoutCode: "LR", numberOfMidRails: 1 });
    const texts = (detail: "making" | "cutting") =>
      windowShapes(pair, { width: 700, height: 560, textSize: 8, detail }).flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));
    expect(texts("making").filter((text) => !text.endsWith(" mm"))).toEqual(["562", "562", "643.3", "706.7"]);
    expect(texts("cutting").filter((text) => !text.endsWith(" mm"))).toEqual([
      ...["A", "B", "557.5", "557.5", "670.5 to 742.5", "centre 706.5", "mm from", "the bottom"],
      // The middle hinge would be on the mid rail at 633, so it is 40 mm below the rail's edge.
      ...["150", "588.5", "1,116", "hinges, mm from the panel's foot"],
    ]);
  });

  const cut = (item: WindowToDraw, size = { width: 500, height: 350 }) =>
    windowShapes(item, { ...size, detail: "cutting", textSize: 8.5 }).flatMap((shape) => (shape.kind === "text" ? [shape] : []));
  const textsOf = (...of: Parameters<typeof cut>) => cut(...of).map(({ text }) => text);

  test("a requested rail, split or post is written beside the position that is made", () => {
    const tall = windowOf(2400, 2300, { layoutCode: "LTLRTR", tPostsMm: [560, 1840], numberOfMidRails: 2, midRailHeightsMm: [800, 1500] });
    const said = textsOf({ ...tall, tiltSplitMm: 400 });
    const figures = [
      "764 to 856",
      "centre 810",
      "(asked: 800)",
      "1,444 to 1,536",
      "centre 1,490",
      "(asked: 1,500)",
      "split 374.5",
      "(asked: 400)",
    ];
    expect(said).toEqual(expect.arrayContaining([...figures, "560", "1,840", "post centres"]));
    expect(textsOf(windowOf(1400, 1350, { layoutCode: "LTR", sizeBasis: "recess", numberOfMidRails: 1 }))).toContain("of the recess");
  });

  test("panels with a different number of hinges have a column of their own", () => {
    const said = textsOf(windowOf(2000, 1500, { layoutCode: "LTLL", tPostsMm: [1000], louverSize: 89, densityKgM3: 1000 }));
    const titles = said.filter((text) => text.startsWith("hinges"));
    expect(titles).toEqual(["hinges A, mm from the panel's foot", "hinges B, C, mm from the panel's foot"]);
  });

  test("the figure of a mid rail is drawn at the height that it names", () => {
    const item = windowOf(900, 2000, { numberOfMidRails: 1, midRailHeightsMm: [1000] });
    const shapes = windowShapes(item, { width: 500, height: 350, detail: "cutting", textSize: 8.5 });
    const frame = shapes.find(({ part }) => part === "frame");
    if (frame?.kind !== "rect") throw new Error("no frame");
    const ticks = shapes.flatMap((shape) =>
      shape.part === "dimension" && shape.kind === "path" && shape.fill === undefined ? [shape.d] : [],
    );
    const levelOf = (y: number) => (frame.y + frame.height - y) / (frame.height / 2000);
    const [bracket = ""] = ticks.filter((d) => (d.match(/L/g) ?? []).length === 4);
    const levels = [...bracket.matchAll(/[ML][\d.]+ ([\d.]+)/g)].slice(0, 3).map(([, y]) => levelOf(Number(y)));
    const [edges] = standingRails(item).map(({ from, to }) => [toHalves(to), toHalves(from)]);
    expect([levels[0], levels[2]].map((level, at) => Math.abs((level ?? 0) - (edges?.[at] ?? 0)) < 1)).toEqual([true, true]);
  });

  test("figures that would leave too little room for the window are left out", () => {
    const small = { width: 120, height: 120 };
    expect(textsOf(windowOf(700, 1350, { numberOfMidRails: 2 }), small)).not.toContain("mm from");
  });

  test("the figures of panel widths never overlap", () => {
    const meet = ([from, to]: readonly number[], [start, end]: readonly number[]) =>
      Number(from) < Number(end) && Number(start) < Number(to);
    fc.assert(
      fc.property(anyWindow, fc.constantFrom(...drawings), (item, drawing) => {
        const places = panelFigures(windowShapes(item, { ...drawing, detail: "making" })).map((figure) => reachOf(figure, 0.56));
        expect(places.filter((one, index) => places.slice(index + 1).some((next) => meet(one.x, next.x) && meet(one.y, next.y)))).toEqual(
          [],
        );
      }),
    );
  });
});

describe("a bay", () => {
  const anyBay = anyMadeWindow.filter(isBay);
  const anyRoom: fc.Arbitrary<DrawingOptions> = fc.record({
    width: fc.integer({ min: 180, max: 900 }),
    height: fc.integer({ min: 180, max: 900 }),
    detail: fc.constantFrom("opening", "full", "making", "cutting"),
    textSize: fc.integer({ min: 6, max: 13 }),
  });

  test("a bay's drawing stays inside its own size and the room that it was given", () => {
    fc.assert(
      fc.property(anyBay, anyRoom, (item, options) => {
        const size = drawingSize(item, options);
        const slack = 0.02;
        const outside = windowShapes(item, options).flatMap((shape) => {
          const { x, y } = reachOf(shape, 0.56);
          return [
            ...x.filter((at) => at < -slack || at > size.width + slack).map((at) => `${shape.part} at x ${at}`),
            ...y.filter((at) => at < -slack || at > size.height + slack).map((at) => `${shape.part} at y ${at}`),
          ];
        });
        expect(outside).toEqual([]);
        expect(size.width).toBeLessThanOrEqual(options.width + slack);
        expect(size.height).toBeLessThanOrEqual((options.height ?? options.width) + slack);
      }),
      { numRuns: 300 },
    );
  });

  test("each post of a bay has its angle above it and in the plan, and each facet its width", () => {
    fc.assert(
      fc.property(anyBay, (item) => {
        const shapes = windowShapes(item, { width: 700, height: 560, detail: "making", textSize: 13 });
        const texts = (part: Shape["part"]) =>
          shapes.flatMap((shape) => (shape.kind === "text" && shape.part === part ? [shape.text] : []));
        const angles = anglesOf(item).map((angle) => `${angle}°`);
        expect(texts("dimension").filter((text) => text.endsWith("°"))).toEqual(angles);
        expect(texts("plan")).toEqual([
          ...(item.facetsMm ?? []).map((facet) => facet.toLocaleString("en-GB")),
          ...angles,
          "Room side, from above",
        ]);
      }),
      { numRuns: 300 },
    );
  });

  test("the plan of a bay turns by its angles: a box bay is three sides of a rectangle", () => {
    const box = windowShapes(bayOf([500, 1400, 500], 1500, "LCLRCR"), { width: 400, height: 400, detail: "full" });
    const line = box.find((shape) => shape.part === "plan" && shape.kind === "path");
    if (line?.kind !== "path") throw new Error("no plan");
    const corners = [...line.d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    const [a, b, c, d] = corners as [
      readonly [number, number],
      readonly [number, number],
      readonly [number, number],
      readonly [number, number],
    ];
    expect(Math.abs(a[0] - b[0])).toBeLessThan(0.02);
    expect(Math.abs(b[1] - c[1])).toBeLessThan(0.02);
    expect(Math.abs(a[1] - d[1])).toBeLessThan(0.02);
    // The direction away from the room is up.
    expect(b[1]).toBeLessThan(a[1]);
    expect((c[0] - b[0]) / (a[1] - b[1])).toBeCloseTo(1400 / 500, 2);
  });

  test("the thumbnail of a bay shows the shutter without texts and plan", () => {
    const shapes = windowShapes(bayOf([600, 1200, 600], 1400, "LBLRBR"), { width: 28, height: 36, detail: "thumbnail" });
    expect(shapes.filter(({ kind }) => kind === "text")).toEqual([]);
    expect(shapes.some(({ part }) => part === "plan")).toBe(false);
  });
});

test("a drawing has one scale in both directions", () => {
  fc.assert(
    fc.property(anyWindow, anyOptions, (item, options) => {
      const frame = windowShapes(item, options).find((shape) => shape.part === "frame");
      if (frame?.kind !== "rect") throw new Error("no frame");
      // Each side may be off by two rounded hundredths.
      const scale = Math.max(frame.width / item.width, frame.height / item.height);
      expect(Math.abs(frame.width - scale * item.width)).toBeLessThan(0.03 * Math.max(1, item.width / item.height));
      expect(Math.abs(frame.height - scale * item.height)).toBeLessThan(0.03 * Math.max(1, item.height / item.width));
    }),
  );
});

test("louvres that are too fine to distinguish are painted in one tone", () => {
  const shapes = windowShapes(windowOf(10_000, 10_000, { louverSize: 1 }), { width: 300 });
  expect(shapes.some((shape) => shape.part === "louvre" && shape.kind === "path")).toBe(false);
});

test("a panel that a remake does not make again is shaded, without louvres and rod", () => {
  const pair = windowOf(1200, 1350, { layoutCode: "LR" });
  const partsOf = (make: { panels: string[]; parts: string[] } | null) =>
    windowShapes({ ...pair, make }, { width: 400, detail: "cutting" }).map(({ part }) => part);
  const count = (make: Parameters<typeof partsOf>[0], part: string) => partsOf(make).filter((each) => each === part).length;
  const onlyB = { panels: ["B"], parts: [] };
  for (const part of ["louvre", "tilt-rod"]) expect(count(onlyB, part)).toBe(count(null, part) / 2);
  // Parts of every panel shade none.
  expect(count({ panels: [], parts: ["louvre"] }, "louvre")).toBe(count(null, "louvre"));
});
