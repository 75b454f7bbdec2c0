import { expect, test } from "vitest";
import { loadFonts } from "./fonts.ts";
import { createPaper } from "./paper.ts";
import type { Line } from "./typesetter.ts";

const { type } = createPaper(await loadFonts(), { title: "", author: "", subject: "", date: new Date(0) });
const FACT = { size: 9.5, tabular: true };
const textOf = (lines: readonly Line[]) => lines.map(({ runs }) => runs.map(({ text }) => text).join(""));

test.each([
  ["12 High Street, London NW5 1LJ", ["NW5 1LJ"]],
  ["Lewes BN7 1AA, England", ["BN7 1AA,"]],
  ["Dock 4 sw1a 1aa Rye M1 1AE", ["sw1a 1aa", "M1 1AE"]],
])("the postcodes of %s are never broken, however narrow the column is", (text, postcodes) => {
  const narrowest = Math.max(...postcodes.map((postcode) => type.width(postcode, FACT))) + 1;
  for (let width = narrowest; width < 200; width += 1) {
    const lines = textOf(type.lines(text, width, FACT));
    expect(lines.join(" ")).toBe(text);
    for (const postcode of postcodes) expect(lines.filter((line) => line.includes(postcode))).toHaveLength(1);
  }
});

test.each(["INV-00001", "ORD-12", "PO-100070", "12 Walnut Road - bay"])("the hyphen of %s is as narrow as in a sentence", (text) => {
  const [line] = type.lines(text, 500, FACT);
  const [usual] = type.lines(text, 500, { ...FACT, tabular: false });
  expect(line).toEqual(usual);
});

test("a figure with a point keeps it apart from its digits in every style", () => {
  const figures = ["Cut 147.5 (153.5 less 6)", "1,157 mm", "all 7.7 kg"].map((text) => type.lines(text, 500, { size: 9.5 })[0]?.tabular);
  expect(figures).toEqual([true, true, true]);
  expect(type.lines("2 windows", 500, { size: 9.5 })[0]?.tabular).toBe(false);
});

test("amounts have tabular digits, also negative ones", () => {
  const widths = ["£1,111.11", "£8,888.88", "-£111.11", "-£888.88"].map((sum) => type.lines(sum, 500, FACT)[0]);
  expect(widths.map((line) => line?.tabular)).toEqual([true, true, true, true]);
  expect(widths[0]?.width).toBeCloseTo(widths[1]?.width ?? 0);
  expect(widths[2]?.width).toBeCloseTo(widths[3]?.width ?? 0);
});
