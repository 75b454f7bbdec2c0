import { expect, test } from "vitest";
import { loadFonts } from "#server/features/papers/engine/fonts.ts";
import { createPaper, PAGE_HEIGHT } from "#server/features/papers/engine/paper.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import { windowOf } from "#shared/domain/testing/windows.ts";
import { partBlocks } from "./part-blocks.ts";

const paper = createPaper(await loadFonts(), { title: "Parts", author: "", subject: "", date: new Date(0) });
const KINDS = ["stile", "top-rail", "bottom-rail", "mid-rail", "louvre", "tilt-rod", "frame-left", "frame-top", "frame-right", "t-post"];

/** A window of which these parts are made. */
function itemOf(widthMm: number, layoutCode: string, tPostsMm: readonly number[], parts: readonly string[]): MakerItem {
  const window = windowOf(widthMm, 1750, { layoutCode, tPostsMm: [...tPostsMm], numberOfMidRails: 2 });
  const size = { widthTenthMm: window.width, heightTenthMm: window.height };
  const facts = {
    ...size,
    name: "Bay",
    quantity: 1,
    overriddenChecks: [],
    shutterType: "Basswood",
    colorSelection: "White",
    note: null,
    densityKgM3: 500,
  };
  return { ...window, ...facts, make: { panels: [], parts } } as unknown as MakerItem;
}
const heightsOf = (item: MakerItem) => partBlocks(paper, item, { place: 1, usual: [], mark: null }).map(({ height }) => height);

test("few parts are printed beside their drawing, in one block", () => {
  const [first = 0, ...rest] = heightsOf(itemOf(1200, "LR", [], ["louvre"]));
  expect(first).toBeGreaterThan(Math.max(...rest));
});

test("the parts of many unlike panels continue on the next page: no block is taller than a page", () => {
  const posts = [420, 1100, 1500, 2180, 2560, 3300, 3660];
  const heights = heightsOf(itemOf(4400, "LTRTLTRTLTRTLTR", posts, KINDS));
  expect(heights.reduce((sum, height) => sum + height, 0)).toBeGreaterThan(PAGE_HEIGHT);
  expect(Math.max(...heights)).toBeLessThan(PAGE_HEIGHT);
});
