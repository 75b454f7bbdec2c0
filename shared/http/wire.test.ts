import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  calendarDay,
  email,
  idField,
  instant,
  metres,
  nameText,
  oneOf,
  optionalName,
  optionalText,
  optionalTrimmedText,
  orDefault,
  paging,
  pathId,
  pounds,
  priceInPounds,
  queryId,
  squareMetres,
  text,
  trimmedText,
} from "./wire.ts";

/** Returns the first error sentence, or the decoded value. */
const outcome = (schema: z.ZodType, value: unknown): unknown => {
  const result = schema.safeParse(value);
  return result.success ? result.data : result.error.issues[0]?.message;
};

describe("what travels is what is kept, in other units", () => {
  test.each([
    [pounds, 1234.5, 123_450],
    [pounds, 0.1 + 0.2, 30],
    [metres, 1.2345, 12_345],
    [metres, 1.00005, 10_001],
    [squareMetres, 1.218, 1218],
  ])("a wire value is decoded to the server's unit, example %#", (codec, wire, inside) => {
    expect(outcome(codec, wire)).toBe(inside);
  });

  test("amounts, lengths and instants survive encoding and decoding", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 1e12 }), (pence) => z.decode(pounds, z.encode(pounds, pence as never)) === pence));
    fc.assert(fc.property(fc.integer({ min: 0, max: 1e5 }), (tenths) => z.decode(metres, z.encode(metres, tenths as never)) === tenths));
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-01-01") }), (date) => {
        expect(z.decode(instant, z.encode(instant, date))).toEqual(date);
      }),
    );
  });

  test("a number in quotes is rejected as a number", () => {
    expect(pounds.safeParse("12").success).toBe(false);
    expect(metres.safeParse(null).success).toBe(false);
    expect(pounds.safeParse(Number.NaN).success).toBe(false);
  });
});

describe("a price that a person sets", () => {
  const price = priceInPounds({ missing: "missing", notPositive: "not positive", tooHigh: "too high", highest: 100_000 });
  test.each([
    [undefined, "missing"],
    [null, "missing"],
    ["12", "not positive"],
    [0, "not positive"],
    [-1, "not positive"],
    [100_000.01, "too high"],
    [1.005, "Price can have at most two decimals"],
    [0.1 + 0.2, "Price can have at most two decimals"],
    [150.5, 15_050],
    [100_000, 10_000_000],
  ])("a price of %s gives %s", (value, expected) => {
    expect(outcome(price, value)).toBe(expected);
  });
});

describe("a text is judged without its blank ends, and kept with them as far as it may be long", () => {
  const name = text({ least: 2, most: 5, required: "too short", name: "Name" });
  test.each([
    [undefined, "too short"],
    [7, "too short"],
    ["", "too short"],
    ["   ", "too short"],
    [" a ", "too short"],
    [" ab  ", " ab  "],
    ["  ab  ", "ab"],
    ["   abcde   ", "abcde"],
    [`ab${" ".repeat(490_000)}`, "ab"],
    ["abcdef", "Name must be at most 5 characters"],
    ["né\n🙂", "né\n🙂"],
  ])("the text %j is validated without its surrounding spaces: %j", (value, expected) => {
    expect(outcome(name, value)).toBe(expected);
  });

  test("a limit above 999 has a comma in its sentence, and surplus spaces are cut", () => {
    expect(outcome(optionalText("Description", 2000), "x".repeat(2001))).toBe("Description must be at most 2,000 characters");
    expect(outcome(optionalText("Description", 2000), " ".repeat(3000))).toBe("");
    expect(outcome(optionalText("Description", 2000), " ".repeat(2000))).toBe(" ".repeat(2000));
  });
});

describe("a number or an address has no blank ends, a name no hidden signs either", () => {
  const rule = { least: 2, most: 5, required: "too short", name: "Name" };
  const HIDDEN = "Name contains hidden characters: please type it instead of pasting it";
  test.each([
    [undefined, "too short", "too short"],
    [" \u00a0\n", "too short", "too short"],
    [" a ", "too short", "too short"],
    ["\tabcde\u3000 ", "abcde", "abcde"],
    ["abcdef ", "Name must be at most 5 characters", "Name must be at most 5 characters"],
    ["a\u202Eb", "a\u202Eb", HIDDEN],
    ["ab\uFEFF", "ab", HIDDEN],
    ["a\u200Db", "a\u200Db", "a\u200Db"],
  ])("the text %j is %j as a trimmed text and %j as a name", (value, number, name) => {
    expect(outcome(trimmedText(rule), value)).toBe(number);
    expect(outcome(nameText(rule), value)).toBe(name);
    if (value !== undefined && value.trim().length > 1) {
      expect(outcome(optionalTrimmedText("Name", 5), value)).toBe(number);
      expect(outcome(optionalName("Name", 5), value)).toBe(name);
    }
  });
});

describe("an e-mail is stored trimmed", () => {
  test.each([
    ["  Someone@Company.Test ", "Someone@Company.Test"],
    ["no at sign", "Please enter a valid email address"],
    [undefined, "Please enter a valid email address"],
    [`${"x".repeat(250)}@company.test`, "Email must be at most 254 characters"],
  ])("the email %j gives %j", (value, expected) => {
    expect(outcome(email, value)).toBe(expected);
  });
});

describe("an id beyond every id finds nothing", () => {
  test.each(["2147483648", "99999999999", "999999999999999999", "abc", "1.5", "-1", "0", "", "1e3", "0x10", " 1"])(
    "the path id %j is decoded to an id that no row has",
    (value) => {
      expect(outcome(pathId, value)).toBe(0);
    },
  );
  test.each([
    ["1", 1],
    ["2147483647", 2_147_483_647],
    ["007", 7],
  ])("the path id %s is decoded to %s", (value, id) => {
    expect(outcome(pathId, value)).toBe(id);
  });
  test.each([
    [1, 1],
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, 0],
    [Number.MAX_SAFE_INTEGER, 0],
    [0, "an id"],
    [-1, "an id"],
    [1.5, "an id"],
    ["1", "an id"],
    [undefined, "an id"],
  ])("the body id %s gives %s", (value, expected) => {
    expect(outcome(idField("an id"), value)).toBe(expected);
  });
  test("a query id that is not a number is rejected with a sentence", () => {
    expect(outcome(queryId("Actor"), "12")).toBe(12);
    expect(outcome(queryId("Actor"), "99999999999")).toBe(0);
    expect(outcome(queryId("Actor"), "twelve")).toBe("Actor must be a number");
  });
});

describe("the page of a list", () => {
  test.each([
    ["1", 1],
    ["200", 200],
    ["201", 200],
    ["99999999999999999999", 200],
    ["0", "Limit must be a positive whole number"],
    ["-1", "Limit must be a positive whole number"],
    ["x", "Limit must be a positive whole number"],
    ["1.5", "Limit must be a positive whole number"],
    ["", "Limit must be a positive whole number"],
  ])("the page limit %j gives %j", (value, expected) => {
    expect(outcome(paging.limit, value)).toBe(expected);
  });
});

test("a value outside a fixed set is rejected with a sentence that names the set", () => {
  const status = oneOf(["draft", "sent"], "Status");
  expect(outcome(status, "sent")).toBe("sent");
  expect(outcome(status, "paid")).toBe("Status must be one of draft, sent");
});

test.each([
  ["2026-02-28", "2026-02-28"],
  ["2026-02-30", "a day"],
  ["2026-02-28T00:00:00Z", "a day"],
  [20260228, "a day"],
])("the calendar day %s gives %s", (value, expected) => {
  expect(outcome(calendarDay("a day"), value)).toBe(expected);
});

test("a missing or null value becomes the default, and any other value is validated", () => {
  const rule = orDefault<string>(oneOf(["match", "white"], "Hinge colour"), "match");
  expect([undefined, null, "white"].map((given) => outcome(rule, given))).toEqual(["match", "match", "white"]);
  expect(outcome(rule, "pink")).toBe("Hinge colour must be one of match, white");
});
