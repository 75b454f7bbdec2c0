import { hasGlyph, scriptOf } from "./fonts.ts";

/**
 * Characters without a printed form, and those that would change the reading direction of the
 * following text.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\n)\p{Cc}/gu;

/**
 * Characters whose compatibility form would lose meaning: m² must not become m2, nor ½ become 1⁄2.
 * All others, such as ligatures, full-width letters and presentation forms, print as their plain
 * letters.
 */
const KEPT_AS_TYPED = /[\u00a0-\u00ff\u02b0-\u02ff\u2000-\u218f]/;

const NO_GLYPH = "?";

const decomposed = (letter: string): string =>
  KEPT_AS_TYPED.test(letter) && scriptOf(letter) !== null ? letter : letter.normalize("NFKC");

/**
 * Converts text to printable text: lines end in `\n`, no character is invisible, each letter is in
 * one of the fonts, and letters without a font become question marks (rule D16).
 */
export function printable(text: string): string {
  if (isPlain(text)) return text;
  const visible = text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll("\t", " ")
    .replace(INVISIBLE, "")
    .normalize("NFC");
  const plain = [...visible].map((letter) => (isPlain(letter) ? letter : decomposed(letter))).join("");
  let printed = "";
  let script: ReturnType<typeof scriptOf> = "inter";
  for (const letter of plain.normalize("NFC")) {
    const isMark = /\p{M}/u.test(letter);
    if (isMark && script !== null && hasGlyph(script, letter)) printed += letter;
    if (isMark) continue;
    const own = letter === "\n" ? "inter" : scriptOf(letter);
    if (own !== null) printed += letter;
    // Consecutive letters without a glyph, like a word of another script, become one question mark.
    else if (script !== null) printed += NO_GLYPH;
    script = own;
  }
  return printed;
}

/** Nearly every text has only letters and signs that Inter has and that need no conversion. */
const isPlain = (text: string): boolean => !/[^\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff\u2013\u2014\u2018-\u201d\u2026\u2212]/.test(text);
