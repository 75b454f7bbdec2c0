/**
 * Words with one letter that is wrong, missing or too many, or two that are changed round (rule
 * O6).
 */

const MOST_LETTERS = 20;
/** So long a word may also be the beginning of one. */
const LEAST_OF_BEGINNING = 6;

/**
 * Four letters in a row, beside which there may be signs: `O'Brien` and `Smith-Jones` are words
 * too.
 */
const isWord = (text: string): boolean => /\p{L}{4}/u.test(text) && /^[\p{L}\p{M}'’-]+$/u.test(text);

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

/** What has three letters in a row, an index of words finds. */
const IN_A_ROW = /\p{L}{3}/u;
const ALPHABET = [..."abcdefghijklmnopqrstuvwxyz"];
/** Of what has not, the letter is tried. */
const indexed = (slip: string): string[] => (IN_A_ROW.test(slip) ? [slip] : ALPHABET.map((letter) => slip.replace("_", letter)));

/**
 * What comes close to a word: patterns by which an index finds it and more, and the expression that
 * tells which of that it is.
 */
interface Close {
  readonly word: string;
  readonly patterns: readonly string[];
  readonly expression: string;
}

/** Null where a word is too short or too long for that, or holds anything but letters. */
export function closeTo(word: string): Close | null {
  const letters = [...word];
  if (letters.length > MOST_LETTERS || !isWord(word)) return null;
  const slips = [...new Set(slipsOf(letters))];
  const inside = new Set(slips.map((slip) => slip.replace(/^_|_$/g, "")));
  const end = letters.length < LEAST_OF_BEGINNING ? "\\y" : "";
  return {
    word,
    patterns: [...new Set([word, ...[...inside].flatMap(indexed)])].map((text) => `%${text}%`),
    // The word itself counts wherever it stands: of several words one may be right.
    expression: `${word}|\\y(?:${slips.join("|").replaceAll("_", "\\w")})${end}`,
  };
}
