import { expect, test } from "vitest";
import { daysTyped, eachDay } from "./typed-days.ts";
import { amountsTyped, wordsTyped } from "./typed-words.ts";

const TODAY = "2026-11-24";
const textsOf = (typed: string) => wordsTyped(typed, TODAY).map(({ texts }) => texts.join("|"));
const days = (typed: string) => daysTyped(typed, TODAY).map(({ from, to }) => (from === to ? from : `${from} to ${to}`));

test.each([
  ["kestrel shipped", ["kestrel", "shipped"]],
  ["  12   yew\troad ", ["12", "yew", "road"]],
  ["12 Mill Lane, Clifton,\nBristol BS8 4QA", ["BS84QA|BS8 4QA", "12", "Mill", "Lane", "Clifton", "Bristol"]],
  ["e1 6an", ["e16an|e1 6an"]],
  ["patel 19 Nov", ["19 Nov", "patel"]],
  ["19 Nov, patel", ["19 Nov", "patel"]],
  ["31 Feb patel", ["31", "Feb", "patel"]],
  ["patel in progress", ["in progress", "patel"]],
  ["£ 5,893.01 patel", ["£5,893.01", "patel"]],
  ["a b c d e f g h", ["a", "b", "c", "d", "e", "f", "g", "h"]],
  ["a b c d e f g h i j", ["a", "b", "c", "d", "e", "f", "g", "h i j"]],
  ["1 Nov 2 Nov 3 Nov 4 Nov 5 Nov", ["1 Nov", "2 Nov", "3 Nov", "4 Nov", "5", "Nov"]],
  [",", [","]],
  ["   ", []],
])("the typed text %j is searched as the words %j", (typed, texts) => {
  expect(textsOf(typed)).toEqual(texts);
});

test.each([
  ["2026-11-19", ["2026-11-19"]],
  ["19 Nov", ["2025-11-19", "2026-11-19", "2027-11-19"]],
  ["19 nov 2026", ["2026-11-19"]],
  ["19th November 2026", ["2026-11-19"]],
  ["1st sept", ["2025-09-01", "2026-09-01", "2027-09-01"]],
  ["29 feb", []],
  ["29 February 2028", ["2028-02-29"]],
  ["19/11", ["2025-11-19", "2026-11-19", "2027-11-19"]],
  ["19/11/26", ["2026-11-19"]],
  ["19/11/2026", ["2026-11-19"]],
  ["11/19", []],
  ["2026-13-01", []],
  ["this week", ["2026-11-23 to 2026-11-29"]],
  ["Next week", ["2026-11-30 to 2026-12-06"]],
  ["last week", ["2026-11-16 to 2026-11-22"]],
  ["week 48", ["2025-11-24 to 2025-11-30", "2026-11-23 to 2026-11-29", "2027-11-29 to 2027-12-05"]],
  ["week 53", ["2026-12-28 to 2027-01-03"]],
  ["week 1 2027", ["2027-01-04 to 2027-01-10"]],
  ["week 0", []],
  ["week 54", []],
  ["9999-12-31", ["9999-12-31"]],
  ["0500-12-31", []],
  ["week 52 9999", []],
  ["week 1 0500", []],
  ["19 no", []],
])("the typed text %j gives the days %j", (typed, found) => {
  expect(days(typed)).toEqual(found);
});

test("the days of the last typed year end", () => {
  expect(eachDay(daysTyped("9999-12-31", TODAY))).toEqual(["9999-12-31"]);
  expect(eachDay(daysTyped("week 53 2026", TODAY))).toHaveLength(7);
});

test.each([
  ["5,893.01", [589_301, 589_301]],
  ["5893.01", [589_301, 589_301]],
  ["£5893.01", [589_301, 589_301]],
  ["£5,893", [589_300, 589_399]],
  ["5,893", [589_300, 589_399]],
  ["£5893.", [589_300, 589_399]],
  ["£5893.5", [589_350, 589_359]],
  ["£7", [700, 799]],
  ["1,234,567.89", [123_456_789, 123_456_789]],
  ["5893", null],
  ["5893.1", null],
  ["58,93.01", null],
  ["£", null],
  ["£12345678901", null],
])("the typed text %s gives the amount %j", (typed, amounts) => {
  expect(amountsTyped(typed)).toEqual(amounts && { from: amounts[0], to: amounts[1] });
});
