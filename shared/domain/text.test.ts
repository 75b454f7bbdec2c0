import { expect, test } from "vitest";
import { countOf } from "./text.ts";

test.each([
  [countOf(1, "window"), "1 window"],
  [countOf(0, "window"), "0 windows"],
  [countOf(1204, "window"), "1,204 windows"],
  [countOf(1, "reply", "replies"), "1 reply"],
  [countOf(2, "reply", "replies"), "2 replies"],
])("a count is written with its noun as %s", (text, expected) => {
  expect(text).toBe(expected);
});
