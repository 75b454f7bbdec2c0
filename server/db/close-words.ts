/** Words with one letter that is wrong, missing or too many, or two that are changed round (rule O6). */

const LEAST_LETTERS = 4;
const MOST_LETTERS = 20;
/** So long a word may also be the beginning of one. */
const LEAST_OF_BEGINNING = 6;

/** `O'Brien` and `Smith-Jones` are words too. */
const isWord = (text: string): boolean => /^[\p{L}\p{M}'’-]+$/u.test(text);
const mayBeClose = (letters: readonly string[]): boolean =>
  letters.length >= LEAST_LETTERS && letters.length <= MOST_LETTERS && isWord(letters.join(""));

/** Each way to write it with one slip, where `_` is any letter. */
function slipsOf(letters: readonly string[]): string[] {
  const places = letters.map((_, place) => place);
  return [
    ...places.map((place) => letters.with(place, "_")),
    ...places.map((place) => letters.toSpliced(place, 1)),
    ...[...places, letters.length].map((place) => letters.toSpliced(place, 0, "_")),
    ...places.slice(1).map((place) => letters.toSpliced(place - 1, 2, letters[place] ?? "", letters[place - 1] ?? "")),
  ].map((slip) => slip.join(""));
}

/** What three letters in a row have, an index of words finds. */
const IN_A_ROW = /\p{L}{3}/u;
/** Where a word begins and ends in a row's words, whose fields are lines. */
const BEGINNINGS = ["", "% ", "%\n"];
const ENDS = ["", " %", ",%", "\n%"];
const wholeWord = (slip: string): string[] => BEGINNINGS.flatMap((beginning) => ENDS.map((end) => `${beginning}${slip}${end}`));

/** What comes close to a word: patterns by which an index finds it and more, and the expression that tells which of that it is. */
export interface Close {
  readonly patterns: readonly string[];
  readonly expression: string;
}

/** Null where a word is too short or too long for that, or holds anything but letters. */
export function closeTo(word: string): Close | null {
  const letters = [...word];
  if (!mayBeClose(letters)) return null;
  const slips = [...new Set(slipsOf(letters))];
  const inside = new Set(slips.map((slip) => slip.replace(/^_|_$/g, "")));
  const end = letters.length < LEAST_OF_BEGINNING ? "\\y" : "";
  return {
    patterns: [...new Set([word, ...inside])].flatMap((slip) => (IN_A_ROW.test(slip) ? `%${slip}%` : wholeWord(slip))),
    // The word itself counts wherever it stands: of several words one may be right.
    expression: `${word}|\\y(?:${slips.join("|").replaceAll("_", "\\w")})${end}`,
  };
}
