import { expect, test } from "vitest";
import { valuesOf, WINDOW_FIELDS, type WindowOptions } from "#shared/domain/window/fields/window-fields.ts";
import { hingeTone, mix, tonesOf } from "./shutter-colours.ts";

/** These colours were reviewed by eye together with the golden drawings. */
test.each([
  ["off white", "#f1ede2"],
  ["silk", "#f5f1e6"],
  ["pearl", "#eeeae0"],
  ["alabaster", "#efebe1"],
  ["bisque", "#ead9c2"],
  ["ivory", "#f3ecd6"],
  ["cream", "#f3e8c8"],
  ["charcoal", "#45484b"],
  ["anthracite", "#3b4044"],
  ["graphite", "#4a4d50"],
  ["black", "#26272a"],
  ["stone", "#c9c1b1"],
  ["taupe", "#a3968a"],
  ["mushroom", "#b5a898"],
  ["beige", "#dccfb6"],
  ["sand", "#dac8a4"],
  ["silver", "#c3c6c9"],
  ["navy", "#2b3a55"],
  ["blue", "#5d7f9e"],
  ["sage", "#a3ad95"],
  ["green", "#6d8568"],
  ["red mahogany", "#6b2f25"],
  ["mahogany", "#5f3127"],
  ["walnut", "#5b4232"],
  ["wenge", "#43342c"],
  ["cherry", "#8a4b33"],
  ["teak", "#9a6a3e"],
  ["cedar", "#a5683f"],
  ["honey", "#c89655"],
  ["golden oak", "#b98543"],
  ["limed", "#d9cdb8"],
  ["oak", "#b68d57"],
  ["chestnut", "#7a4a30"],
  ["natural", "#d8b988"],
  ["grey", "#9a9ea1"],
  ["gray", "#9a9ea1"],
  ["white", "#fafaf7"],
  ["red", "#9c3b32"],
  ["brown", "#6a4a36"],
] as const)("the colour %s is painted %s, whatever words are around it", (word, hex) => {
  expect(tonesOf(word).base).toBe(hex);
  expect(tonesOf(`Classic ${word.toUpperCase().replace(" ", "-  ")} 12`).base).toBe(hex);
});

test("an unknown colour is painted a neutral off-white", () => {
  for (const name of ["", "RAL 5010", "Whit"]) expect(tonesOf(name).base).toBe("#ece9e2");
});

test.each([
  ["Pure White", { base: "#fafaf7", dark: false, shade: "#d2d2cf", light: "#fdfdfc", edge: "#8c8a87" }],
  ["Black", { base: "#26272a", dark: true, shade: "#19191b", light: "#4d4e50", edge: "#818283" }],
  ["Cedar", { base: "#a5683f", dark: true, shade: "#6b4429", light: "#b58362", edge: "#cba790" }],
] as const)("the colour %s has a shadow, a lit edge and an outline that contrasts with it", (name, tones) => {
  expect(tonesOf(name)).toEqual(tones);
});

test("paint with a green value below 112 counts as dark", () => {
  // Sage (#a3ad95) and natural (#d8b988) are light, mushroom's neighbour taupe (#a3968a) too; teak
  // (#9a6a3e) is dark.
  expect(["sage", "natural", "taupe", "teak"].map((name) => tonesOf(name).dark)).toEqual([false, false, false, true]);
});

test("a mix of two colours interpolates each channel and writes two hex digits", () => {
  expect(mix("#000000", "#0a64ff", 0.5)).toBe("#053280");
  expect(mix("#102030", "#405060", 0)).toBe("#102030");
  expect(mix("#102030", "#405060", 1)).toBe("#405060");
});

test("each hinge colour has its own tone, and matching hinges have none", () => {
  const tones = (valuesOf(WINDOW_FIELDS.hingeColor) as WindowOptions["hingeColor"][]).map(hingeTone);
  expect([tones[0], new Set(tones).size]).toEqual([null, tones.length]);
});
