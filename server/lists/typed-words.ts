import type { Day } from "#shared/domain/period.ts";
import {
  ORDER_STATUS_LABEL,
  PAYMENT_STATUS_LABEL,
  QUOTE_STATUS_LABEL,
  REMAKE_STATUS_LABEL,
  readNumber,
} from "#shared/domain/trade/status.ts";
import { daysTyped, type Span, TYPED_DAYS } from "./typed-days.ts";

/** Pence, both ends included. */
export interface Amounts {
  readonly from: number;
  readonly to: number;
}

/** A word of a search, or several words that belong together: a day, a state, a postcode. */
export interface TypedWord {
  /** The spellings that a row may contain; one of them must match. */
  readonly texts: readonly string[];
  readonly number: ReturnType<typeof readNumber>;
  readonly amounts: Amounts | null;
  readonly days: readonly Span[];
}

/** Further words are searched as one, so that a pasted line is found whatever its length. */
const MOST_WORDS = 8;
/**
 * At most this many of the words are days, states and postcodes; further ones are searched as plain
 * words.
 */
const MOST_PHRASES = 4;

const STATES = [ORDER_STATUS_LABEL, QUOTE_STATUS_LABEL, REMAKE_STATUS_LABEL, PAYMENT_STATUS_LABEL]
  .flatMap((labels) => Object.values<string>(labels))
  .concat("Placed", "Withdrawn");
const OF_SEVERAL_WORDS = STATES.filter((label) => label.includes(" "));
export const TYPED_STATE = new RegExp(`(?<=^|[ ,])(?:${OF_SEVERAL_WORDS.join("|")})(?=$|[ ,])`, "gi");
const WORDS_OF_STATES = new Set(STATES.map((label) => label.toLowerCase()));
/** True if a list has a state of this name. */
export const isState = (word: string): boolean => WORDS_OF_STATES.has(word);

const POSTCODE = /(?<=^|[ ,])([a-z]{1,2}\d[a-z\d]?) (\d[a-z]{2})(?=$|[ ,])/gi;

/**
 * An amount needs its sign, commas for the thousands, or its pence: a bare number is an order's.
 */
const AMOUNTS = [
  /^£(\d{1,9})(?:\.(\d{0,2}))?$/,
  /^£?(\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{2}))?$/,
  /^£(\d{1,3}(?:,\d{3}){1,2})\.(\d?)$/,
  /^(\d{1,9})\.(\d{2})$/,
];

/** Parses an amount. An amount without pence is a range: `£12` matches 12.00 to 12.99. */
export function amountsTyped(typed: string): Amounts | null {
  const [, pounds, pence = ""] = AMOUNTS.map((amount) => amount.exec(typed)).find((match) => match !== null) ?? [];
  if (pounds === undefined) return null;
  const step = 10 ** (2 - pence.length);
  const from = Number(pounds.replaceAll(",", "") + pence) * step;
  return { from, to: from + step - 1 };
}

const wordOf = (text: string, more: Partial<TypedWord> = {}): TypedWord => ({
  texts: [text],
  number: readNumber(text),
  amounts: amountsTyped(text),
  days: [],
  ...more,
});

/** Splits the typed text into words (rule O6). Empty for an empty text. */
export function wordsTyped(search: string | undefined, today: Day): TypedWord[] {
  const typed = search?.trim().replace(/\s+/g, " ");
  if (!typed) return [];
  const phrases: TypedWord[] = [];
  const cut = (text: string, more: Partial<TypedWord>): string => {
    if (phrases.length >= MOST_PHRASES) return text;
    phrases.push(wordOf(text, more));
    return " ";
  };
  const rest = typed
    .replace(TYPED_DAYS, (text) => {
      const days = daysTyped(text, today);
      return days.length > 0 ? cut(text, { days }) : text;
    })
    .replace(TYPED_STATE, (text) => cut(text, {}))
    .replace(POSTCODE, (text, outward: string, inward: string) => cut(text, { texts: [outward + inward, text] }))
    .replace(/£ (?=\d)/g, "£");
  // The comma after a word of a pasted address is not part of the row's text.
  const texts = rest.split(" ").flatMap((text) => text.replace(/^[,;]/, "").replace(/[,;]$/, "") || []);
  const most = MOST_WORDS - phrases.length;
  const words = texts.length > most ? [...texts.slice(0, most - 1), texts.slice(most - 1).join(" ")] : texts;
  const found = [...phrases, ...words.map((text) => wordOf(text))];
  return found.length > 0 ? found : [wordOf(typed)];
}
