import { expect, test } from "vitest";
import { readColours, readSizes } from "./product-form.ts";

test.each([
  ["64, 76, 89", [64, 76, 89], []],
  ["64mm, 76 mm", [64, 76], []],
  [" 64 ,, 64 ", [64], []],
  ["64, wide, 76.5, -5, 0", [64], ["wide", "76.5", "-5", "0"]],
  ["", [], []],
])("readSizes parses louvre sizes of %j", (typed, values, dropped) => expect(readSizes(typed)).toEqual({ values, dropped }));

test.each([
  ["White, Cream , Black", ["White", "Cream", "Black"]],
  ["White,, ,White", ["White"]],
  ["Élan blanc, 白", ["Élan blanc", "白"]],
  ["", []],
])("readColours parses colours of %j", (typed, values) => expect(readColours(typed).values).toEqual(values));
