import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyMadeWindow } from "#shared/domain/testing/windows.ts";
import { asMillimetres, type Exact } from "#shared/domain/window/geometry/exact.ts";
import { fitWindow } from "#shared/domain/window/geometry/fitted.ts";
import { heightOf } from "#shared/domain/window/geometry/made-rise.ts";
import { givenRails } from "#shared/domain/window/geometry/making.ts";
import { layOutWindow, type Post, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { CLEARANCES, type Clearances, eachClearance } from "./clearances.ts";
import { alikeCuts, CUT_PARTS, exactCuts, listCuts } from "./cut-list.ts";
import type { Profile } from "./profiles.ts";
import { type OwnSection, sectionOf, usualSection } from "./sections.ts";

/** Any clearances that a workshop can set. */
const anyClearances = fc.record(
  eachClearance((name) => fc.integer({ min: 0, max: CLEARANCES[name].most * 10 }).map((tenths) => tenths / 10)),
) as fc.Arbitrary<Clearances>;
/** Any widths that differ by up to 25 mm from the default ones, for some of the sections. */
const anySections: fc.Arbitrary<readonly OwnSection[]> = fc
  .subarray([...(["stile", "l-frame", "z-frame", "t-post", "bay-post", "corner-post"] as const), "louvre"] as const)
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.integer({ min: -250, max: 250 })))))
  .map((rows) =>
    rows.flatMap(([name, off]) =>
      (name === "louvre" ? LOUVRES : [name]).map((profile) => ({
        profile,
        widthMm: usualSection(profile).widthMm + (name === "louvre" ? Math.round(off / 10) : off) / 10,
        thicknessMm: 30,
      })),
    ),
  );
const LOUVRES = [47, 64, 76, 89, 114].map((size) => `louvre-${size}` as const);
type WorkshopWindow = WindowToDraw & { readonly clearances: Clearances; readonly sections: readonly OwnSection[] };
const anyWindowOfATable: fc.Arbitrary<WorkshopWindow> = fc
  .tuple(anyMadeWindow, anyClearances, anySections)
  .map(([item, clearances, sections]) => ({ ...item, clearances, sections }));

describe("any window that can be made, by any table of clearances and sections", { timeout: 600_000 }, () => {
  const RUNS = { numRuns: 5000 };
  const widthOf = (profile: Profile, { sections }: WorkshopWindow) => sectionOf(profile, sections, null).widthMm;
  const sideOf = (letter: string, item: WorkshopWindow) =>
    item.frameSides.includes(letter) ? widthOf(item.frameType === "z-frame" ? "z-frame" : "l-frame", item) : 0;
  const POST = { T: "t-post", B: "bay-post", C: "corner-post" } as const;
  const mm = (length: Exact): number => asMillimetres(length);
  const sum = (lengths: readonly Exact[]): number => lengths.reduce((all, each) => all + mm(each), 0);

  test("panels and gaps add up to each opening; openings, posts and frame to the size to make", () => {
    fc.assert(
      fc.property(anyWindowOfATable, (item) => {
        const { runs, layout } = fitWindow(item);
        for (const { opening, gaps, laps, width, panels } of runs) {
          expect(gaps).toHaveLength(panels.length + 1);
          expect(sum(gaps) + panels.length * mm(width) - sum(laps)).toBeCloseTo(mm(opening), 6);
        }
        // A drawing without room for whole posts keeps its squeezed ones.
        const widthOfPost = ({ letter, width }: Post) =>
          width < usualSection(POST[letter]).widthMm * 10 ? width / 10 : widthOf(POST[letter], item);
        const posts = layout.posts.reduce((all, post) => all + widthOfPost(post), 0);
        const frame = sideOf("L", item) + sideOf("R", item);
        expect(frame + sum(runs.map(({ opening }) => opening)) + posts).toBeCloseTo(layout.width / 10, 6);
        expect(runs.flatMap(({ panels }) => panels)).toEqual(layout.panels);
      }),
      RUNS,
    );
  });

  test("frame, track, air, rails, blades and the air beside them add up to the height to make", () => {
    fc.assert(
      fc.property(anyWindowOfATable, (item) => {
        const { rise, ends, layout } = fitWindow(item);
        const { bladeRail } = item.clearances;
        const blades = layout.rise.fields.reduce((all, { height }) => all + height, 0) / 10;
        // The two parts of a split touch; each rail that faces louvres has air beside it.
        const faces = layout.rise.fields.some(({ louvres }) => louvres.length > 0) ? 2 * (rise.midRails.length + 1) : 0;
        const rails = [rise.top, ...rise.midRails, rise.bottom].reduce((all, rail) => all + mm(heightOf(rail)), 0);
        const wider = (faces / 2) * (widthOf(`louvre-${item.louverSize}`, item) - item.louverSize);
        const around = sideOf("T", item) + sideOf("B", item) + (layout.track ? 38 + 13 : 0) + mm(ends.above) + mm(ends.below);
        expect(around + rails + faces * bladeRail + blades + wider).toBeCloseTo(layout.height / 10, 6);
      }),
      RUNS,
    );
  });

  test("the listed parts and the table's gaps add up to each opening of every layout code", () => {
    const seen = { T: 0, B: 0, C: 0 };
    fc.assert(
      fc.property(anyWindowOfATable, (item) => {
        const { layoutCode, clearances } = item;
        fc.pre(Boolean(layoutCode) && item.openingDirection !== "bypass");
        const layout = layOutWindow(item);
        const rows = exactCuts(item);
        // A panel without room between its stiles cannot be made, so the list asks.
        const { asks } = listCuts(item);
        fc.pre(!asks.some((sentence) => sentence.startsWith("Panel ")));
        for (const letter of ["T", "B", "C"] as const) seen[letter] += layoutCode?.includes(letter) ? 1 : 0;
        const of = (part: string, panel: number) => rows.filter((row) => row.part === part && row.panel === panel);
        // Posts keep their drawn middles.
        const edges = [
          sideOf("L", item),
          ...layout.posts.flatMap(({ x, width, letter }) => {
            const [middle, half] = [(x + width / 2) / 10, widthOf(POST[letter], item) / 2];
            return [middle - half, middle + half];
          }),
          layout.width / 10 - sideOf("R", item),
        ];
        let panel = 0;
        (layoutCode ?? "").split(/[TBC]/).forEach((run, at) => {
          const { hinge, meeting, rebate } = clearances;
          // A panel hangs at the side that its letter names, and on its neighbour of the same
          // letter.
          const ends = (run.startsWith("L") ? hinge : meeting) + (run.endsWith("R") ? hinge : meeting);
          const between = [...run].slice(1).map((letter, before) => (letter === run[before] ? hinge : meeting - rebate));
          let long = ends + between.reduce((all, each) => all + each, 0);
          for (const _ of run) {
            panel += 1;
            const [stile] = of("stile", panel);
            const [rail] = of("top-rail", panel);
            // Parts without a length are asked about instead of listed.
            fc.pre(stile !== undefined && rail !== undefined);
            long += 2 * (stile?.section.widthMm ?? 0) + mm(rail?.exactly ?? (0 as Exact));
            expect(Math.abs((rail?.cutMm ?? 0) - mm(rail?.exactly ?? (0 as Exact)))).toBeLessThanOrEqual(0.25);
            const high = mm(stile?.exactly ?? (0 as Exact));
            const [head, foot] = layout.track ? [clearances.trackHead, clearances.trackFoot] : [clearances.head, clearances.foot];
            const track = layout.track ? 38 + 13 : 0;
            const frame = sideOf("T", item) + sideOf("B", item);
            expect(Math.abs(frame + high + head + foot + track - layout.height / 10)).toBeLessThanOrEqual(0.5);
          }
          const opening = (edges[2 * at + 1] ?? 0) - (edges[2 * at] ?? 0);
          expect(Math.abs(long - opening)).toBeLessThanOrEqual(0.5);
        });
        expect(panel).toBe(layout.panels.length);
      }),
      RUNS,
    );
    for (const [letter, count] of Object.entries(seen)) expect(count, letter).toBeGreaterThan(200);
  });

  test("no part exceeds its nominal length unless panels lap, and each row is unique and in halves", () => {
    fc.assert(
      fc.property(anyWindowOfATable, fc.integer({ min: 1, max: 40 }), (item, quantity) => {
        const { parts } = listCuts(item, quantity);
        const lap = item.clearances.rebate > 0 || item.openingDirection === "bypass" || item.sections.length > 0;
        for (const { cutMm, nominalMm, lengthMm } of parts) {
          expect(cutMm * 2).toBe(Math.round(cutMm * 2));
          expect(lengthMm).toBe(cutMm);
          if (!lap) expect(cutMm).toBeLessThanOrEqual(nominalMm);
        }
        for (const { cutMm, exactly } of exactCuts(item)) expect(Math.abs(cutMm - mm(exactly))).toBeLessThanOrEqual(0.25);
        const keys = parts.map(
          ({ panel, part, cutMm, nominalMm, ripMm, ends, angle }) => `${panel} ${part} ${cutMm} ${nominalMm} ${ripMm} ${ends} ${angle}`,
        );
        expect(new Set(keys).size).toBe(parts.length);
        const alike = alikeCuts(parts);
        expect(alike.reduce((all, { count }) => all + count, 0)).toBe(parts.reduce((all, { count }) => all + count, 0));
        const places = parts.map(({ part }) => CUT_PARTS.indexOf(part));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
      RUNS,
    );
  });

  test("every drawn part is in the list once, or the list explains why it is missing", () => {
    fc.assert(
      fc.property(anyWindowOfATable, fc.integer({ min: 1, max: 40 }), (item, quantity) => {
        const layout = layOutWindow(item);
        const { parts, asks } = listCuts(item, quantity);
        const count = (part: string) => parts.filter((row) => row.part === part).reduce((all, row) => all + row.count, 0);
        const fields = layout.panels.flatMap((panel) => panel.fields);
        const louvres = fields.reduce((all, field) => all + field.louvres.length, 0);
        const rods = layout.panels.reduce((all, panel) => all + panel.tiltRods.length, 0);
        const isNarrow = asks.some((sentence) => sentence.startsWith("Panel "));
        if (!isNarrow && !asks.some((sentence) => sentence.startsWith("Ask: this louvre")))
          expect(count("louvre")).toBe(quantity * louvres);
        if (!isNarrow && !asks.some((sentence) => sentence.startsWith("Ask: this rod"))) expect(count("tilt-rod")).toBe(quantity * rods);
        expect(count("stile")).toBe(2 * quantity * layout.panels.length);
        // Each panel has all its parts in the list, counted from the left.
        layout.panels.forEach((panel, at) => {
          const own = parts.filter((row) => row.panel === at + 1);
          const counted = (part: string) => own.filter((row) => row.part === part).reduce((all, row) => all + row.count, 0);
          expect(counted("stile")).toBe(2 * quantity);
          if (asks.length === 0) {
            expect(counted("louvre")).toBe(quantity * panel.fields.reduce((all, { louvres: each }) => all + each.length, 0));
            expect(counted("tilt-rod")).toBe(quantity * panel.tiltRods.length);
            expect(counted("top-rail") + counted("bottom-rail")).toBe(2 * quantity);
          }
        });
        for (const { panel, part } of parts) expect(panel === null).toBe(/^frame|post$|^track$|^guide$/.test(part));
        if (!isNarrow && !asks.some((sentence) => sentence.startsWith("Ask: this rail")))
          expect(count("mid-rail")).toBe(quantity * layout.panels.length * item.numberOfMidRails);
        const posts = (letter: string) => layout.posts.filter((post) => post.letter === letter).length;
        expect(count("t-post")).toBe(quantity * posts("T"));
        expect([count("bay-post"), count("corner-post")]).toEqual([quantity * posts("B"), quantity * posts("C")]);
        const facets = posts("B") + posts("C") + 1;
        expect(count("frame-top")).toBe(layout.face.top > 0 ? quantity * facets : 0);
        expect(count("frame-bottom")).toBe(layout.face.bottom > 0 ? quantity * facets : 0);
        const long = parts.filter(({ part }) => part === "frame-top").reduce((all, row) => all + row.count * row.cutMm, 0);
        const between = layout.posts.reduce((all, { letter }) => all + (letter === "T" ? 0 : widthOf(POST[letter], item) * 10), 0);
        if (layout.face.top > 0)
          expect(Math.abs(long - (quantity * (layout.width - between)) / 10)).toBeLessThanOrEqual(0.25 * quantity * facets);
        for (const { part, cutMm, nominalMm } of parts) {
          if (part === "frame-left" || part === "frame-right") expect(cutMm).toBe(nominalMm);
          if (part === "bay-post" || part === "corner-post") expect(cutMm).toBe(Math.round(layout.height / 5) / 2);
          if (part === "louvre" || part === "tilt-rod") expect(cutMm).toBeGreaterThan(20);
        }
      }),
      RUNS,
    );
  });

  test("sides of the frame are mitred where two meet, no other part is, and each part has a section", () => {
    fc.assert(
      fc.property(anyWindowOfATable, (item) => {
        const SIDE = { L: "frame-left", T: "frame-top", R: "frame-right", B: "frame-bottom" } as const;
        const has = (side: keyof typeof SIDE) => item.frameSides.includes(side);
        const { parts } = listCuts(item);
        let mitres = 0;
        for (const { part, ends, section, ask, ripMm } of parts) {
          mitres += ends === "square" ? 0 : ends === "mitre-both" ? 2 : 1;
          if (!part.startsWith("frame")) expect(ends).toBe("square");
          expect(section.widthMm * section.thicknessMm).toBeGreaterThan(0);
          if (ripMm !== null && ask === null) expect(ripMm).toBeLessThanOrEqual(section.widthMm);
        }
        const corners = (["LT", "TR", "RB", "LB"] as const).filter(([one, other]) => has(one as "L") && has(other as "B"));
        expect(mitres).toBe(2 * corners.length);
      }),
      RUNS,
    );
  });

  test("a requested rail is inside the made rail, at least 20 mm from each edge", () => {
    fc.assert(
      fc.property(anyWindowOfATable, ({ sections: _, ...item }) => {
        givenRails(item).forEach(({ from, to, centre }, at) => {
          const asked = item.midRailHeightsMm?.[at] ?? 0;
          expect(asked - mm(from)).toBeGreaterThanOrEqual(20);
          expect(mm(to) - asked).toBeGreaterThanOrEqual(20);
          expect(mm(centre)).toBeCloseTo((mm(from) + mm(to)) / 2, 6);
        });
      }),
      RUNS,
    );
  });
});
