import { badRequest } from "#server/http/errors.ts";

/** Whose password it is to be, and the product's name: what a stranger tries first, once the commonest passwords are through. */
interface Known {
  readonly email: string;
  readonly companyName: string;
  readonly productName: string;
}

/** Shorter names are in too many good passwords. */
const LEAST_NAME = 4;
const SENTENCE = "This password is too easy to guess";

/** Of one case and one spelling: `Ｐassword` is `password` to who guesses. */
const plain = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** 49,000 passwords and 7,776 plain words, 5 MB once they are loaded: only when a password is chosen for the first time. */
async function loadCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set([...dictionary["passwords-common"], ...dictionary["diceware-common"]]);
}
/** The words of this trade, which the lists of common passwords lack. */
const TRADE_WORDS = [
  ...["shutter", "window", "blind", "louvre", "louver", "curtain", "panel", "frame", "hinge", "slat", "bay window", "screen"],
  ...["joiner", "fitter", "installer", "carpenter", "workshop", "interior", "plantation shutter", "window blind"],
].flatMap((word) => [word, `${word}s`].flatMap((form) => [form, form.replaceAll(" ", "")]));
const OTHER_TRADE_WORDS = ["joinery", "carpentry", "plantation", "basswood", "timber", "hardwood", "tilt rod", "tiltrod", "furnishings"];
const TRADE = new Set([...TRADE_WORDS, ...OTHER_TRADE_WORDS]);

let commonest: Promise<ReadonlySet<string>> | undefined;

/** What a finger runs along: alphabet, digits and the rows of English, German and French keyboards, with shift too. */
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
/** A row may begin anew: `890123`, `xyzabc`. */
const isRun = (text: string): boolean => ROWS.some((row) => row.repeat(Math.ceil(text.length / row.length) + 1).includes(text));

/** One sign, or two or three, again and again: `aaaaaa`, `121212`, `abcabca`. */
function isRepeated(text: string): boolean {
  const signs = [...text];
  return [1, 2, 3].some((period) => signs.length >= 2 * period && signs.every((sign, at) => sign === signs[at % period]));
}

/** Shorter than this a run or a repeat is chance. */
const LEAST_PATTERN = 3;
const isPattern = (text: string): boolean => [...text].length >= LEAST_PATTERN && (isRun(text) || isRepeated(text));

/** A year, `1!`, `123`: what people add where a rule asks for it. */
const MOST_ADDED = 4;
/** The text, and the text without up to four digits and signs at its end. */
function stems(text: string): string[] {
  const signs = [...text];
  const added = signs.length - 1 - signs.findLastIndex((sign) => /\p{L}/u.test(sign));
  return Array.from({ length: Math.min(added, MOST_ADDED) + 1 }, (_, less) => signs.slice(0, signs.length - less).join(""));
}

/**
 * Whether a password is among the commonest, a word of the trade or a pattern, also with a few
 * signs added, is blank, or holds the whole of a name that belongs to it (rule A6).
 */
export async function isGuessable(password: string, { email, companyName, productName }: Known): Promise<boolean> {
  const tried = plain(password);
  const names = [email.slice(0, email.lastIndexOf("@")), companyName, productName].map(plain);
  if (tried === "" || names.some((name) => name.length >= LEAST_NAME && tried.includes(name))) return true;
  commonest ??= loadCommonest();
  const words = await commonest;
  return stems(tried).some((stem) => words.has(stem) || TRADE.has(stem) || isPattern(stem));
}

/** Wherever a password is chosen. @param field where the form has it. @throws 400 `This password is too easy to guess` */
export async function refuseGuessable(password: string, known: Known, field = "password"): Promise<void> {
  if (await isGuessable(password, known)) throw badRequest(SENTENCE, [{ path: field, message: SENTENCE }]);
}
