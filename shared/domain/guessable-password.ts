/** The person's and the product's names: a stranger tries them after the commonest passwords. */
export interface PasswordOwner {
  readonly email: string;
  readonly companyName: string;
  readonly productName: string;
}

export type PasswordFault = "blank" | "name" | "trade" | "pattern";

/** Shorter names occur in too many good passwords. */
const LEAST_NAME = 4;

/** One case and one spelling: `Ｐassword` equals `password` for whoever guesses. */
const normalize = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/**
 * The sequences that a finger follows: alphabet, digits and the rows of English, German and French
 * keyboards, with shift too.
 */
const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "0123456789",
  "`1234567890-=",
  "qwertyuiop[]",
  "asdfghjkl;'#",
  "zxcvbnm,./",
  "qwertzuiopü",
  "yxcvbnm,.-",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn,;:!",
  '¬!"£$%^&*()_+',
  "~!@#$%^&*()_+",
  '!"\u00a7$%&/()=',
  "qwertyuiop{}",
  "asdfghjkl:@~",
  'asdfghjkl:"',
  "zxcvbnm<>?",
].flatMap((row) => [row, [...row].toReversed().join("")]);
/** A row may begin again: `890123`, `xyzabc`. */
const isRun = (text: string): boolean => ROWS.some((row) => row.repeat(Math.ceil(text.length / row.length) + 1).includes(text));

/** One sign, or two or three, repeated: `aaaaaa`, `121212`, `abcabca`. */
function isRepeated(text: string): boolean {
  const signs = [...text];
  return [1, 2, 3].some((period) => signs.length >= 2 * period && signs.every((sign, at) => sign === signs[at % period]));
}

/** A shorter run or repeat is chance. */
const LEAST_PATTERN = 3;
const isPattern = (text: string): boolean => [...text].length >= LEAST_PATTERN && (isRun(text) || isRepeated(text));

/** The words of this trade, which the lists of common passwords lack. */
const TRADE_WORDS = [
  ...["shutter", "window", "blind", "louvre", "louver", "curtain", "panel", "frame", "hinge", "slat", "bay window", "screen"],
  ...["joiner", "fitter", "installer", "carpenter", "workshop", "interior", "plantation shutter", "window blind"],
].flatMap((word) => [word, `${word}s`].flatMap((form) => [form, form.replaceAll(" ", "")]));
const OTHER_TRADE_WORDS = ["joinery", "carpentry", "plantation", "basswood", "timber", "hardwood", "tilt rod", "tiltrod", "furnishings"];
const TRADE: ReadonlySet<string> = new Set([...TRADE_WORDS, ...OTHER_TRADE_WORDS]);

/** A year, `1!`, `123`: people add them where a rule requires signs. */
const MOST_ADDED = 4;
/** The normalized password, and the same without up to four digits and signs at its end. */
export function passwordStems(password: string): string[] {
  const signs = [...normalize(password)];
  const added = signs.length - 1 - signs.findLastIndex((sign) => /\p{L}/u.test(sign));
  return Array.from({ length: Math.min(added, MOST_ADDED) + 1 }, (_, less) => signs.slice(0, signs.length - less).join(""));
}

/**
 * Finds why a password is easy to guess: blank, the whole of a name that belongs to its owner, or a
 * word of the trade, a run or a repeat, also with a few signs added (rule A6). The server rejects
 * common passwords and words besides: their list is too large for a browser.
 */
export function passwordFault(password: string, { email, companyName, productName }: PasswordOwner): PasswordFault | null {
  const tried = normalize(password);
  if (tried === "") return "blank";
  // An unfinished email has no @ yet.
  const localPart = email.includes("@") ? email.slice(0, email.lastIndexOf("@")) : email;
  const names = [localPart, companyName, productName].map(normalize);
  if (names.some((name) => name.length >= LEAST_NAME && tried.includes(name))) return "name";
  const stems = passwordStems(password);
  if (stems.some((stem) => TRADE.has(stem))) return "trade";
  return stems.some(isPattern) ? "pattern" : null;
}
