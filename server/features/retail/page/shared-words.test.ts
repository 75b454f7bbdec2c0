import fc from "fast-check";
import { expect, test } from "vitest";
import { sharedWords } from "./shared-words.ts";

const windowsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([name, text]) => ({ name, words: text }));

test("facts of all windows are worded once, and facts of all but two name the two", () => {
  const { usual, own } = sharedWords(
    windowsOf({
      Hall: "Basswood shutters in White, 600 mm wide, 1 panel, turned by hand, without a rod",
      Study: "Basswood shutters in White, 700 mm wide, 1 panel, turned by hand, without a rod",
      Landing: "Basswood shutters in White, 700 mm wide, 2 panels, turned by hand, without a rod",
      "Bed 2": "MDF shutters in Cream, 800 mm wide, 1 panel, turned by hand, without a rod",
    }),
  );
  expect(usual).toEqual([
    "All windows: turned by hand, without a rod.",
    "All but Bed 2: Basswood shutters in White.",
    "All but Landing: 1 panel.",
  ]);
  expect(own).toEqual([["600 mm wide"], ["700 mm wide"], ["700 mm wide", "2 panels"], ["MDF shutters in Cream", "800 mm wide"]]);
});

test("an exception whose name another window has is not worded once", () => {
  const windows = ["White", "White", "White", "White", "Cream"].map((words, place) => ({
    name: place > 2 ? "Bed" : `Bed ${place}`,
    words,
  }));
  expect(sharedWords(windows)).toEqual({ usual: [], own: windows.map(({ words }) => [words]) });
});

test("a window's facts are its own or in a sentence that does not except it, for any windows", () => {
  const facts = fc.subarray(["White", "63 mm louvres", "1 panel", "2 panels", "a rail"], { minLength: 1 });
  fc.assert(
    fc.property(fc.array(facts, { minLength: 1, maxLength: 12 }), (houses) => {
      const windows = houses.map((parts, place) => ({ name: `Window ${place + 1}`, words: parts.join(", ") }));
      const { usual, own } = sharedWords(windows);
      for (const [place, { name, words }] of windows.entries()) {
        const worded = usual.flatMap((sentence) => {
          const [, who = "", facts = ""] = /^All (?:windows|but (.+)): (.+)\.$/.exec(sentence) ?? [];
          return who.split(" and ").includes(name) ? [] : facts.split(", ");
        });
        expect([...worded, ...(own[place] ?? [])].toSorted()).toEqual(words.split(", ").toSorted());
      }
    }),
  );
});
