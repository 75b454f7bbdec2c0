import { describe, expect, test } from "vitest";
import {
  FIELDS,
  fieldOf,
  OPTIONS,
  optionFacts,
  optionOf,
  optionsInWords,
  USUAL_OPTIONS,
  type WindowField,
} from "./fields/window-fields.ts";

/** No column of a spreadsheet is read as one of these. */
const MAKING: readonly WindowField[] = OPTIONS.filter((name) => optionOf(name).part === "making");

test("a new window starts with the specification's choices", () => {
  expect(USUAL_OPTIONS).toMatchObject({
    tiltRodType: "center",
    numberOfMidRails: 0,
    frameType: "l-frame",
    mountType: "inside",
    openingDirection: "left-hinge",
  });
});

test("a document says the options as parts of a sentence, and no rails where there are none", () => {
  expect(optionsInWords(USUAL_OPTIONS)).toEqual(["L-frame", "inside mount", "left hinge", "centre tilt rod"]);
  expect(optionsInWords({ ...USUAL_OPTIONS, numberOfMidRails: 1 }).at(-1)).toBe("1 mid rail");
  expect(optionsInWords({ ...USUAL_OPTIONS, numberOfMidRails: 2 }).at(-1)).toBe("2 mid rails");
});

test("among the facts no rails are said too", () => {
  expect(optionFacts(USUAL_OPTIONS).map(({ option: { label }, text }) => `${label}: ${text}`)).toEqual([
    "Frame: L-frame",
    "Mount: Inside",
    "Opening direction: Left hinge",
    "Tilt rod: Centre",
    "Mid rails: 0",
  ]);
});

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const twice = (texts: readonly string[]) => texts.filter((text, at) => texts.indexOf(text) !== at);

describe("the table can be read back from a spreadsheet", () => {
  test("a heading names one field, in small letters and without a unit", () => {
    const headings = FIELDS.flatMap((name) => fieldOf(name).headings);
    expect(twice(headings)).toEqual([]);
    expect(headings.filter((heading) => !/^[a-z]+( [a-z]+)*$/.test(heading) || /\b(in|mm|cm|m)\b/.test(heading))).toEqual([]);
    for (const name of FIELDS.filter((field) => !MAKING.includes(field)))
      expect(fieldOf(name).headings).toContain(fieldOf(name).label.toLowerCase());
  });

  test.each(OPTIONS)("a cell names one value of %s, and the usual is one of them", (name) => {
    const option = optionOf(name);
    if (option.kind === "count") return expect(option.usual).toBeGreaterThanOrEqual(option.least);
    const cells = Object.entries(option.values).map(([value, { label, pasted = [] }]) => [
      ...new Set([value, label, ...pasted].map(plain)),
    ]);
    expect(twice(cells.flat())).toEqual([]);
    expect(Object.keys(option.values)).toContain(option.usual);
  });
});
