import { describe, expect, test } from "vitest";
import { closeTo } from "./close-words.ts";

/** Evaluates the pattern and the expression as PostgreSQL does. */
function comesClose(typed: string, words: string): boolean {
  const close = closeTo(typed);
  if (!close) return false;
  const isLike = (pattern: string) => new RegExp(`^${pattern.replaceAll("%", "[^]*").replaceAll("_", "[^]")}$`).test(words);
  return close.patterns.some(isLike) && new RegExp(close.expression.replaceAll("\\y", "\\b")).test(words);
}

describe("matches similar spellings", () => {
  test.each([
    ["withcombe", "4 withycombe raleigh", "a letter is missing"],
    ["ithycombe", "4 withycombe raleigh", "the first is"],
    ["withyycombe", "4 withycombe raleigh", "one is too many"],
    ["wwithycombe", "4 withycombe raleigh", "the first is"],
    ["wothycombe", "4 withycombe raleigh", "one is wrong"],
    ["withycomba", "4 withycombe raleigh", "the last is"],
    ["wihtycombe", "4 withycombe raleigh", "two are changed round"],
    ["withcom", "4 withycombe raleigh", "a long word is not whole yet"],
    ["o'brian", "mrs o'brien", "it has a sign in it"],
    ["beth", "1 bath", "the word is short"],
    ["bsth", "1 bath\nba1 1aa", "it ends a line"],
    ["bsth", "bath, somerset", "it begins the text"],
    ["lees", "mrs lee", "less than four letters are left"],
    ["kafor", "mrs okafor", "it stands within a word as it is"],
  ])("a similar spelling matches: %s to %j: %s", (typed, words) => {
    expect(comesClose(typed, words)).toBe(true);
  });
});

describe("does not match other spellings", () => {
  test.each([
    ["wothcombe", "4 withycombe raleigh", "two letters are wrong"],
    ["cliff", "clifton", "a short word is a whole one"],
    ["rise", "bristol", "it would be found inside a word"],
    ["lea", "mrs lee", "three letters are too few"],
    ["bs84", "bs8 4qa", "a number has no slips"],
    ["a".repeat(21), `${"a".repeat(20)}b`, "so long a word is none"],
  ])("another spelling does not match: %s to %j: %s", (typed, words) => {
    expect(comesClose(typed, words)).toBe(false);
  });
});

test("every pattern contains three letters in a row, by which an index finds it", () => {
  const patterns = closeTo("bath")?.patterns ?? [];
  expect(patterns).toContain("%ath%");
  expect(patterns).toContain("%bxth%");
  expect(patterns.filter((pattern) => !/\p{L}{3}/u.test(pattern))).toEqual([]);
});
