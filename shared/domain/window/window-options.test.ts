import { describe, expect, test } from "vitest";
import {
  FIELDS,
  fieldOf,
  makersOptionFacts,
  OPTIONS,
  optionFacts,
  optionOf,
  optionsInWords,
  USUAL_OPTIONS,
  type WindowField,
} from "./fields/window-fields.ts";

/** The options that no spreadsheet column fills. */
const MAKING: readonly WindowField[] = OPTIONS.filter((name) => optionOf(name).part === "making");

test("a new window starts with the choices of the specification", () => {
  expect(USUAL_OPTIONS).toMatchObject({
    tiltRodType: "center",
    numberOfMidRails: 0,
    frameType: "l-frame",
    mountType: "inside",
    openingDirection: "left-hinge",
  });
});

test("the options in words are parts of a sentence, and omit mid rails if there are none", () => {
  expect(optionsInWords(USUAL_OPTIONS)).toEqual(["L-frame", "inside mount", "left hinge", "centre tilt rod"]);
  expect(optionsInWords({ ...USUAL_OPTIONS, numberOfMidRails: 1 }).at(-1)).toBe("1 mid rail");
  expect(optionsInWords({ ...USUAL_OPTIONS, numberOfMidRails: 2 }).at(-1)).toBe("2 mid rails");
});

test("the option facts name mid rails even if there are none", () => {
  expect(optionFacts(USUAL_OPTIONS).map(({ option: { label }, text }) => `${label}: ${text}`)).toEqual([
    "Frame: L-frame",
    "Mount: Inside",
    "Opening direction: Left hinge",
    "Tilt rod: Centre",
    "Mid rails: 0",
  ]);
});

test("the workshop reads which frame is around T-posts, with or without a layout code, and the customer the choice", () => {
  const frame = (facts: typeof optionFacts, layoutCode: string | null) =>
    facts({ ...USUAL_OPTIONS, frameType: "t-post", layoutCode }).find(({ option }) => option.label === "Frame")?.text;
  expect([frame(makersOptionFacts, null), frame(makersOptionFacts, "LTR")]).toEqual(["L-frame, T-post", "L-frame"]);
  expect(frame(optionFacts, null)).toBe("T-post");
});

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const twice = (texts: readonly string[]) => texts.filter((text, at) => texts.indexOf(text) !== at);

describe("the table can be read back from a spreadsheet", () => {
  test("a spreadsheet heading names one field, in lower case and without a unit", () => {
    const headings = FIELDS.flatMap((name) => fieldOf(name).headings);
    expect(twice(headings)).toEqual([]);
    expect(headings.filter((heading) => !/^[a-z]+( [a-z]+)*$/.test(heading) || /\b(in|mm|cm|m)\b/.test(heading))).toEqual([]);
    for (const name of FIELDS.filter((field) => !MAKING.includes(field)))
      expect(fieldOf(name).headings).toContain(fieldOf(name).label.toLowerCase());
  });

  test.each(OPTIONS)("a spreadsheet cell names one value of %s, and the default is one of the values", (name) => {
    const option = optionOf(name);
    if (option.kind === "count") return expect(option.usual).toBeGreaterThanOrEqual(option.least);
    const cells = Object.entries(option.values).map(([value, { label, pasted = [] }]) => [
      ...new Set([value, label, ...pasted].map(plain)),
    ]);
    expect(twice(cells.flat())).toEqual([]);
    expect(Object.keys(option.values)).toContain(option.usual);
  });
});
