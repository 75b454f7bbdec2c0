/**
 * Names of the person and the product. An attacker tries them right after the commonest passwords.
 */
export interface PasswordOwner {
  readonly email: string;
  readonly companyName: string;
  readonly productName: string;
}

export type PasswordFault = "blank" | "name" | "trade" | "pattern";

/** Shorter names occur in too many good passwords. */
const LEAST_NAME = 4;

/**
 * Unifies case and spelling, because an attacker's guess covers both: `Ｐassword` equals `password`.
 */
const normalize = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/**
 * Sequences of neighbouring keys: the alphabet, digits and the rows of English, German and French
 * keyboards, also with shift.
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
/** A run may continue at the row's beginning: `890123`, `xyzabc`. */
const isRun = (text: string): boolean => ROWS.some((row) => row.repeat(Math.ceil(text.length / row.length) + 1).includes(text));

/** Detects one, two or three repeated characters: `aaaaaa`, `121212`, `abcabca`. */
function isRepeated(text: string): boolean {
  const signs = [...text];
  return [1, 2, 3].some((period) => signs.length >= 2 * period && signs.every((sign, at) => sign === signs[at % period]));
}

/** A shorter run or repeat can be chance. */
const LEAST_PATTERN = 3;
const isPattern = (text: string): boolean => [...text].length >= LEAST_PATTERN && (isRun(text) || isRepeated(text));

/** Words of the shutter trade, which lists of common passwords lack. */
const TRADE_WORDS = [
  ...["shutter", "window", "blind", "louvre", "louver", "curtain", "panel", "frame", "hinge", "slat", "bay window", "screen"],
  ...["joiner", "fitter", "installer", "carpenter", "workshop", "interior", "plantation shutter", "window blind"],
].flatMap((word) => [word, `${word}s`].flatMap((form) => [form, form.replaceAll(" ", "")]));
const OTHER_TRADE_WORDS = ["joinery", "carpentry", "plantation", "basswood", "timber", "hardwood", "tilt rod", "tiltrod", "furnishings"];
const TRADE: ReadonlySet<string> = new Set([...TRADE_WORDS, ...OTHER_TRADE_WORDS]);

/**
 * The most characters that people append where a rule requires digits and signs, such as a year,
 * `1!` or `123`.
 */
const MOST_ADDED = 4;
/**
 * Returns the normalized password, and its shorter forms without up to four digits and signs at its
 * end.
 */
export function passwordStems(password: string): string[] {
  const signs = [...normalize(password)];
  const added = signs.length - 1 - signs.findLastIndex((sign) => /\p{L}/u.test(sign));
  return Array.from({ length: Math.min(added, MOST_ADDED) + 1 }, (_, less) => signs.slice(0, signs.length - less).join(""));
}

/**
 * Returns why a password is easy to guess, or null: it is blank, contains a name of its owner, or
 * is a word of the trade, a run or a repeat, also with a few characters appended (rule A20). The
 * server also rejects common passwords and words, whose list is too large for a browser.
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
