import { expect, test } from "vitest";
import { isGuessable } from "./guessable-password.ts";

const known = { email: "Anna.Strong@company.test", companyName: "Oak & Ash Ltd", productName: "Tiltrod" };

test.each([
  "123456",
  "password",
  "PassWord",
  " letmein ",
  "      ",
  "qwertyuiop",
  "anna.strong",
  "my-ANNA.STRONG-1",
  "OAK & ASH LTD 2026",
  "tiltrod2026",
  "ｐａｓｓｗｏｒｄ",
])("%j is too easy to guess", async (password) => {
  expect(await isGuessable(password, known)).toBe(true);
});

test.each(["correct horse", "sea glass and oak", "annastrong", "oak & ash", "tilt rods", "123456 shutters"])(
  "%j is not",
  async (password) => {
    expect(await isGuessable(password, known)).toBe(false);
  },
);

test("a name of three letters may be in a password, one of four may not", async () => {
  expect(await isGuessable("xx bob xx", { ...known, email: "bob@company.test", companyName: "Bob" })).toBe(false);
  expect(await isGuessable("xx anna xx", { ...known, email: "anna@company.test" })).toBe(true);
});
