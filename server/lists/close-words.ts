/**
 * Finds words with one letter that is wrong, missing or surplus, or two that are swapped (rule
 * O17).
 */

const MOST_LETTERS = 20;
/** From this length on, the typed text may also be the beginning of a word. */
const LEAST_OF_BEGINNING = 6;

/**
 * Requires four letters in a row; other signs may surround them, as in `O'Brien` and `Smith-Jones`.
 */
const isWord = (text: string): boolean => /\p{L}{4}/u.test(text) && /^[\p{L}\p{M}'’-]+$/u.test(text);

/** Every spelling with one mistake, where `_` is any letter. */
function slipsOf(letters: readonly string[]): string[] {
  const places = letters.map((_, place) => place);
  return [
    ...places.map((place) => letters.with(place, "_")),
    ...places.map((place) => letters.toSpliced(place, 1)),
    ...[...places, letters.length].map((place) => letters.toSpliced(place, 0, "_")),
    ...places.slice(1).map((place) => letters.toSpliced(place - 1, 2, letters[place] ?? "", letters[place - 1] ?? "")),
  ].map((slip) => slip.join(""));
}

/** An index of words finds a pattern that has three letters in a row. */
const IN_A_ROW = /\p{L}{3}/u;
const ALPHABET = [..."abcdefghijklmnopqrstuvwxyz"];
/** For a pattern without three letters in a row, every letter is tried in place of `_`. */
const indexed = (slip: string): string[] => (IN_A_ROW.test(slip) ? [slip] : ALPHABET.map((letter) => slip.replace("_", letter)));

/**
 * The matches of a word: patterns by which an index finds candidates, and the expression that
 * selects the similar ones.
 */
interface Close {
  readonly word: string;
  readonly patterns: readonly string[];
  readonly expression: string;
}

/** Null for a word that is too short, too long, or contains other signs than letters. */
export function closeTo(word: string): Close | null {
  const letters = [...word];
  if (letters.length > MOST_LETTERS || !isWord(word)) return null;
  const slips = [...new Set(slipsOf(letters))];
  const inside = new Set(slips.map((slip) => slip.replace(/^_|_$/g, "")));
  const end = letters.length < LEAST_OF_BEGINNING ? "\\y" : "";
  return {
    word,
    patterns: [...new Set([word, ...[...inside].flatMap(indexed)])].map((text) => `%${text}%`),
    // The word itself counts anywhere, because of several typed words only one may be misspelt.
    expression: `${word}|\\y(?:${slips.join("|").replaceAll("_", "\\w")})${end}`,
  };
}
