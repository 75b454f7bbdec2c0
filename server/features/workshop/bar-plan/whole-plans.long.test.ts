import fc from "fast-check";
import { expect, test } from "vitest";
import { anyMadeWindow } from "#shared/domain/testing/windows.ts";
import { CLEARANCES, type Clearances, eachClearance } from "#shared/domain/window/saw/clearances.ts";
import { type Cut, cutList } from "#shared/domain/window/saw/cut-list.ts";
import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { isRail, isTimber, type OwnSection } from "#shared/domain/window/saw/sections.ts";
import { MOST_KERF_MM, MOST_TRIM_MM, type Stock } from "#shared/domain/window/saw/workshop-stock.ts";
import { barsIn } from "./cut-stock.ts";
import { type Bought, groupsOf, type Offcut, type Piece, profileOf, type WindowToCut } from "./groups.ts";
import type { Cutting } from "./patterns.ts";
import { planGroups } from "./plan-groups.ts";

/**
 * Complete plans of random windows in random workshops: the saw's pieces equal the cut lists. The
 * solver is not used, because it only finds better plans of the same jobs, which patterns.test.ts
 * covers.
 */

const WINDOWS = 2000;

/** Any clearances that a workshop may set. */
const anyClearances = fc.record(
  eachClearance((name) => fc.integer({ min: 0, max: CLEARANCES[name].most * 10 }).map((tenths) => tenths / 10)),
) as fc.Arbitrary<Clearances>;

/** Rails of one height or bought in several heights; stiles of another depth. */
const anySections: fc.Arbitrary<OwnSection[]> = fc
  .record({
    heights: fc.uniqueArray(fc.integer({ min: 40, max: 200 }), { maxLength: 4 }),
    depth: fc.constantFrom(27, 30),
  })
  .map(({ heights, depth }) => [
    { profile: "stile", widthMm: 51, thicknessMm: depth },
    ...(["rail", "mid-rail"] as const).map((profile) => ({
      ...{ profile, widthMm: 135, thicknessMm: depth },
      ...(heights.length > 0 && { heightsMm: heights.toSorted((one, other) => one - other) }),
    })),
  ]);

const PROFILES = ["stile", "rail", "mid-rail", "louvre-76", "tilt-rod", "l-frame", "bay-post"] as const satisfies Profile[];
const anyStock: fc.Arbitrary<Stock[]> = fc
  .record({
    stockMm: fc.integer({ min: 1500, max: 6000 }),
    kerfTenths: fc.integer({ min: 0, max: MOST_KERF_MM * 10 }),
    trimMm: fc.integer({ min: 0, max: MOST_TRIM_MM }),
    of: fc.subarray([...PROFILES]),
  })
  .map(({ of, kerfTenths, ...bar }) => of.map((profile) => ({ profile, ...bar, kerfMm: kerfTenths / 10, keepMm: 600 })));

const COLOURS = ["White", "Cream"] as const;
const MATERIALS = ["Basswood", "MDF"] as const;
const anyWorkshop = fc.record({
  clearances: anyClearances,
  sections: fc.oneof(fc.constant<OwnSection[]>([]), anySections),
  stock: anyStock,
  offcuts: fc.array(
    fc.record({
      section: fc.constantFrom(...PROFILES),
      material: fc.constantFrom(...MATERIALS),
      color: fc.constantFrom(...COLOURS, null),
      heightMm: fc.constant(null),
      lengthMm: fc.integer({ min: 600, max: 6000 }),
    }),
    { maxLength: 4 },
  ),
  windows: fc.array(
    fc.record({
      window: anyMadeWindow,
      colorSelection: fc.constantFrom(...COLOURS),
      material: fc.constantFrom(...MATERIALS),
      finish: fc.constantFrom("painted" as const, "coloured" as const),
      shutters: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 2, maxLength: 6 },
  ),
});

async function planned(windows: readonly WindowToCut[], bought: Bought) {
  const groups = groupsOf(windows, bought);
  const cuttings: Cutting[] = [];
  const loadSolver = () => Promise.reject(new Error("There is no time for it"));
  await planGroups(
    groups.map(({ job }) => job),
    { secondsLeft: () => 0, loadSolver },
    { begun: (found) => cuttings.push(...found), better: () => {} },
  );
  return groups.map((group, at) => {
    const cutting = cuttings[at] as Cutting;
    return { group, cutting, ...profileOf(group, cutting) };
  });
}

const tenths = (mm: number): number => Math.round(mm * 10);
const sum = (lengths: readonly number[]): number => lengths.reduce((all, each) => all + each, 0);
const keyOf = ({ itemId, part, panel, lengthMm, ripMm, ends }: Pick<Piece, "itemId" | "part" | "panel" | "lengthMm" | "ripMm" | "ends">) =>
  [itemId, panel, part, lengthMm, ripMm, ends].join(" ");

test(`plans of ${WINDOWS} windows hold each part once, on the right kind of bar, within the stock length`, async () => {
  const seen = { windows: 0, T: 0, B: 0, C: 0, offcuts: 0, heights: 0, painted: 0 };
  await fc.assert(
    fc.asyncProperty(anyWorkshop, async ({ clearances, sections, stock, offcuts, windows: said }) => {
      const windows = said.map(
        ({ window, ...one }, at): WindowToCut => ({ ...window, ...one, clearances, sections, orderId: 1 + (at % 2), itemId: at + 1 }),
      );
      const inHeights = sections.flatMap(({ profile, heightsMm }) => (heightsMm ? [profile] : []));
      const onRack = offcuts.map((offcut, at): Offcut => ({ ...offcut, id: at + 1 }));
      const plan = await planned(windows, { stock, offcuts: onRack, inHeights });

      seen.windows += windows.length;
      for (const letter of ["T", "B", "C"] as const) seen[letter] += windows.filter((each) => each.layoutCode?.includes(letter)).length;

      const wanted = new Map<string, { readonly row: Cut; readonly window: WindowToCut; readonly count: number }>();
      for (const window of windows)
        for (const row of cutList(window)) {
          const key = keyOf({ ...row, itemId: window.itemId });
          // Two rows with different nominal lengths may have equal cuts.
          const count = (wanted.get(key)?.count ?? 0) + row.count * window.shutters;
          if (isTimber(row.profile)) wanted.set(key, { row, window, count });
        }
      const found = new Map<string, number>();
      const kinds = new Set<string>();
      for (const { group, cutting, bars, tooLong, stockMm, kerfMm, trimMm, lowerBound } of plan) {
        const kind = JSON.stringify([group.profile, group.section, group.material, group.color]);
        expect(kinds.has(kind), kind).toBe(false);
        kinds.add(kind);
        for (const piece of [...bars.flatMap(({ pieces }) => pieces), ...tooLong]) {
          found.set(keyOf(piece), (found.get(keyOf(piece)) ?? 0) + 1);
          const { row, window } = wanted.get(keyOf(piece)) ?? {};
          if (!row || !window) throw new Error(`No cut list has ${keyOf(piece)}`);
          const color = window.finish === "painted" ? null : window.colorSelection;
          expect(JSON.stringify([row.profile, row.section, window.material, color])).toBe(kind);
          if (inHeights.includes(group.profile)) expect(group.heightMm).toBe(row.section.widthMm);
        }
        for (const { pieces, offcut, lengthMm, offcutMm } of bars) {
          const cuts = sum(pieces.map((piece) => tenths(piece.lengthMm))) + tenths(kerfMm) * (pieces.length - 1);
          // An offcut has one raw end, a bar has two.
          const trims = tenths(trimMm) * (offcut ? 1 : 2);
          expect(pieces.length).toBeGreaterThan(0);
          expect(cuts + trims).toBeLessThanOrEqual(tenths(lengthMm));
          expect(lengthMm).toBe(offcut?.lengthMm ?? stockMm);
          expect(tenths(offcutMm)).toBeLessThanOrEqual(tenths(lengthMm) - cuts);
          const lengths = pieces.map((piece) => piece.lengthMm);
          expect(lengths).toEqual(lengths.toSorted((one, other) => other - one));
          if (!offcut) continue;
          expect([offcut.section, offcut.material, offcut.color, offcut.heightMm]).toEqual([
            group.profile,
            group.material,
            group.color,
            group.heightMm,
          ]);
        }
        const taken = bars.flatMap(({ offcut }) => offcut?.id ?? []);
        expect(new Set(taken).size).toBe(taken.length);
        // There are at least as many new bars as the proven bound, and as the length of the timber
        // requires.
        const whole = barsIn(cutting.bars);
        expect(whole).toBe(bars.length - taken.length);
        expect(whole).toBeGreaterThanOrEqual(lowerBound);
        const room = tenths(stockMm) - 2 * tenths(trimMm) + tenths(kerfMm);
        const helped = sum(group.offcuts.map(({ lengthMm }) => tenths(lengthMm) + tenths(kerfMm)));
        const timber = sum(bars.flatMap(({ pieces }) => pieces.map(({ lengthMm }) => tenths(lengthMm) + tenths(kerfMm))));
        expect(whole).toBeGreaterThanOrEqual(Math.ceil((timber - helped) / room));
        for (const { lengthMm } of tooLong) expect(tenths(lengthMm)).toBeGreaterThan(tenths(stockMm) - 2 * tenths(trimMm));
        seen.offcuts += taken.length;
        if (isRail(group.profile) && group.heightMm !== null) seen.heights += 1;
        seen.painted += group.color === null ? 1 : 0;
      }
      expect([...found].toSorted()).toEqual([...wanted].map(([key, { count }]) => [key, count]).toSorted());
    }),
    { numRuns: Math.ceil(WINDOWS / 3), endOnFailure: true },
  );
  expect(seen.windows).toBeGreaterThanOrEqual(WINDOWS);
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20);
}, 300_000);
