import { expect, test } from "vitest";
import type { MadeWindow } from "#server/schema/retail.ts";
import type { TenthMm } from "#shared/domain/length.ts";
import { OPTIONS, type OptionName, optionOf, USUAL_OPTIONS } from "#shared/domain/window/fields/window-fields.ts";
import { hangsOf } from "#shared/domain/window/geometry/window-layout.ts";
import { choicesThatDiffer, type DrawnFields, ROW_OF_FIELD, windowInWords } from "./window-words.ts";

const BASE: DrawnFields = {
  ...USUAL_OPTIONS,
  ...{ width: 12_000 as TenthMm, height: 10_000 as TenthMm, louverSize: 63, colorSelection: "White" },
  ...{ layoutCode: "LTR", facetsMm: null, postAngles: null, tPostsMm: [600], midRailHeightsMm: null, tiltSplitMm: 500 },
  ...{ widestPanelMm: 900, deductionMm: 5 },
};
const made = (fields: Partial<DrawnFields> = {}, material = "Basswood"): MadeWindow => {
  const toDraw = { ...BASE, ...fields };
  return { itemId: 1, material, panels: hangsOf(toDraw).length, toDraw };
};
const otherThan = (name: OptionName): (string | number)[] => {
  const option = optionOf(name);
  return option.kind === "choice"
    ? Object.keys(option.values).filter((value) => value !== option.usual)
    : Array.from({ length: option.most - option.least }, (_, at) => option.least + at + 1);
};

/** Another value of each field that has a row of its own. */
const OTHER: { readonly [Name in keyof typeof ROW_OF_FIELD]: DrawnFields[Name] } = {
  ...{ width: 12_001 as TenthMm, height: 9_999 as TenthMm, louverSize: 76, colorSelection: "Cream" },
  ...{ layoutCode: "LR", facetsMm: [600, 600], postAngles: [150], tPostsMm: [601], midRailHeightsMm: [400], tiltSplitMm: 501 },
  ...{ widestPanelMm: 901, deductionMm: 6 },
};

test("a window that did not change has no differences", () => {
  expect(choicesThatDiffer(made(), made())).toEqual([]);
});

test("a change of any option of the table of window fields is listed, to each of its values", () => {
  for (const name of OPTIONS)
    for (const value of otherThan(name)) {
      // A layout code determines how panels open, and that the frame is an L.
      const layoutCode = name === "openingDirection" || name === "frameType" ? null : "LTR";
      const differences = choicesThatDiffer(made({ layoutCode, tPostsMm: null }), made({ layoutCode, tPostsMm: null, [name]: value }));
      expect([name, value, differences.length > 0]).toEqual([name, value, true]);
    }
});

test("a change of any other drawn field is listed in its own row", () => {
  const fields = Object.keys(ROW_OF_FIELD) as (keyof typeof ROW_OF_FIELD)[];
  for (const name of fields.filter((field) => ROW_OF_FIELD[field] !== null)) {
    const differences = choicesThatDiffer(made(), made({ [name]: OTHER[name] }));
    expect([name, differences.length > 0]).toEqual([name, true]);
    for (const { before, after } of differences) expect([name, before]).not.toEqual([name, after]);
  }
  expect(choicesThatDiffer(made(), made({}, "Poplar"))).toEqual([{ what: "Type", before: "Basswood shutters", after: "Poplar shutters" }]);
});

test("the page words a window as before its rows were a table", () => {
  expect(windowInWords(made({ numberOfMidRails: 1, tiltRodType: "offset", mountType: "outside" }))).toBe(
    "Basswood shutters in White, 1,200 mm wide × 1,000 mm high, 63 mm louvres, 2 panels opening on hinges, 1 rail across the middle, louvres turned by a rod, fitted around the outside of the window",
  );
});
