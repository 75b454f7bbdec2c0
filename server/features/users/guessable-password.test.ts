import { expect, test } from "vitest";
import { passwordFault } from "#shared/domain/guessable-password.ts";
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
  // One, two or three characters, repeated.
  "aaaaaa",
  "555555",
  "121212",
  "xyzxyzxy",
  "!?!?!?",
  "🪟🪟🪟🪟🪟🪟",
  // Up or down the alphabet, the digits or a row of keys, with shift too, and started again at the
  // end.
  "654321",
  "987654321",
  "890123",
  "abcdef",
  "zyxwvu",
  "ASDFGH",
  "poiuyt",
  "!@#$%^",
  '!"£$%^',
  "qwertz",
  // A common word or sequence with a year or a few signs.
  "Password1!",
  "Summer2024",
  "summer24!!",
  "Abcdef99",
  "Kitchen#7",
  // A word of the trade.
  "shutters",
  "Windows1",
  "blinds",
  "louvres2026",
  "plantation shutters",
  "PlantationShutters!",
  "joinery",
])("the password %j is too easy to guess", async (password) => {
  expect(await isGuessable(password, known)).toBe(true);
});

test.each([
  "correct horse",
  "sea glass and oak",
  "annastrong",
  "oak & ash",
  "tilt rods",
  "123456 shutters",
  "summer-rain-24",
  "Summer2024more",
  "Summer 20245",
  "abcdeg",
  "🇬🇧🇵🇱",
  "🪟🌊🌳",
])("the password %j is not too easy to guess", async (password) => {
  expect(await isGuessable(password, known)).toBe(false);
});

test.each([
  ["      ", "blank"],
  ["my-ANNA.STRONG-1", "name"],
  ["oak & ash ltd 2026", "name"],
  ["Tiltrod2026", "name"],
  ["louvres2026", "trade"],
  ["PlantationShutters!", "trade"],
  ["joinery", "trade"],
  ["abcabca", "pattern"],
  ["aaaaaa2024", "pattern"],
  ["890123", "pattern"],
  ["poiuyt!1", "pattern"],
  ['!"£$%^', "pattern"],
  ["ａｂｃｄｅｆ", "pattern"],
])("the forms' hint and the server both reject %j (%s)", async (password, fault) => {
  expect([passwordFault(password, known), await isGuessable(password, known)]).toEqual([fault, true]);
});

test.each([
  ["correct horse", false],
  ["annastrong", false],
  ["abcdeg", false],
  ["summer-rain-24", false],
  // Only the server has the list of common words.
  ["letmein", true],
  ["Password1!", true],
  ["Kitchen#7", true],
])("the forms' hint accepts %j, and the server's list decides", async (password, isListed) => {
  expect([passwordFault(password, known), await isGuessable(password, known)]).toEqual([null, isListed]);
});

test("a password may contain a name of three letters, but not one of four", async () => {
  expect(await isGuessable("xx bob xx", { ...known, email: "bob@company.test", companyName: "Bob" })).toBe(false);
  expect(await isGuessable("xx anna xx", { ...known, email: "anna@company.test" })).toBe(true);
});

// These passwords are from a list that did not supply the product's own.
const COMMON = `password 123456 12345678 qwerty dragon baseball football letmein monkey 696969 abc123 mustang shadow master jordan superman
  harley 1234567 hunter trustno1 ranger buster tigger soccer batman killer hockey sunshine pepper access 123456789 654321 starwars silver
  yankees 123123 666666 amanda orange freedom`;

test("the forty commonest passwords of another list are rejected", async () => {
  const passwords = COMMON.split(/\s+/);
  const rejected = await Promise.all(passwords.map((password) => isGuessable(password, known)));
  expect(passwords.filter((_, at) => !rejected[at])).toEqual([]);
});
