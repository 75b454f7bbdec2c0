import { z } from "zod";
import { hasAtMostDecimals, toUnits } from "#shared/domain/decimal.ts";
import { lengthToMetres, type MilliM2, m2ToMilliM2, metresToLength, milliM2ToM2, type TenthMm } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { type Pence, penceToPounds, poundsToPence } from "#shared/domain/money.ts";
import { type Day, endOfDay, isDay, londonDay, startOfDay } from "#shared/domain/period.ts";

/** Codecs between the wire's values and the server's values (rule C1). */

const inside = <T>() => z.custom<T>();

/** Money: pounds with at most two decimals on the wire, pence on the server. */
export const pounds = z.codec(z.number(), inside<Pence>(), { decode: poundsToPence, encode: penceToPounds });

/**
 * A price that a person enters: more than two decimals are rejected instead of silently rounded.
 */
export const priceInPounds = (messages: { missing: string; notPositive: string; tooHigh: string; highest: number }) =>
  z.codec(
    z
      .number({ error: (issue) => (issue.input === undefined || issue.input === null ? messages.missing : messages.notPositive) })
      .positive(messages.notPositive)
      .max(messages.highest, messages.tooHigh)
      .refine((value) => hasAtMostDecimals(value, 2), "Price can have at most two decimals"),
    inside<Pence>(),
    { decode: poundsToPence, encode: penceToPounds },
  );

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/**
 * A percentage or an amount in a body with at most two decimals; whole hundredths on the server.
 * @param sentence the error for every fault; it should name the bounds
 */
export const hundredths = <Inside extends number>({ least, most }: Bounds, sentence: string) =>
  z.codec(
    z
      .number(sentence)
      .min(least, sentence)
      .max(most, sentence)
      .refine((value) => hasAtMostDecimals(value, 2), sentence),
    inside<Inside>(),
    { decode: (value) => toUnits(value, 2) as Inside, encode: (value) => value / 100 },
  );

/** A percentage in a reply; hundredths of a percent on the server. */
export const percent = z.codec(z.number(), inside<number>(), { decode: (value) => toUnits(value, 2), encode: (value) => value / 100 });

/** Metres with up to four decimals on the wire, tenths of a millimetre on the server. */
export const metres = z.codec(z.number(), inside<TenthMm>(), { decode: metresToLength, encode: lengthToMetres });

/** Square metres with three decimals on the wire, thousandths on the server. */
export const squareMetres = z.codec(z.number(), inside<MilliM2>(), { decode: m2ToMilliM2, encode: milliM2ToM2 });

/** An instant: ISO 8601 in UTC on the wire, a Date on the server. */
export const instant = z.codec(z.iso.datetime(), inside<Date>(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** A calendar day, `YYYY-MM-DD`, on the server and on the wire. */
export const calendarDay = (message: string) =>
  z
    .string(message)
    .refine((value): value is Day => isDay(value), message)
    .meta({ format: "date" });

const LARGEST_ID = 2_147_483_647;
/**
 * An id that no row has. An impossible id becomes this one, so the reply is the 404 of an unknown
 * record.
 */
const NO_ID = 0;

const idOrNone = (value: number): number => (Number.isSafeInteger(value) && value > 0 && value <= LARGEST_ID ? value : NO_ID);

/** An id in a path. */
export const pathId = z.codec(z.string(), z.number(), {
  decode: (text) => (/^\d{1,12}$/.test(text) ? idOrNone(Number(text)) : NO_ID),
  encode: String,
});
export const byId = z.object({ id: pathId });

/** An id in a body. */
export const idField = (message: string) => z.number(message).int(message).positive(message).overwrite(idOrNone);

/** An id in a query. */
export const queryId = (name: string) =>
  z.codec(z.string().regex(/^\d{1,12}$/, `${name} must be a number`), z.number(), {
    decode: (text) => idOrNone(Number(text)),
    encode: String,
  });

export const id = z.number().int().positive();

interface TextRule {
  readonly least?: number;
  readonly most: number;
  /** The error if the value is missing, not a text, blank or shorter than `least`. */
  readonly required: string;
  readonly name: string;
}

const tooLongSentence = (name: string, most: number) => `${name} must be at most ${most.toLocaleString("en-GB")} characters`;

/**
 * Trims a text that exceeds its limit only by surrounding spaces, so that half a megabyte of spaces
 * is never stored.
 */
const trimOverlong = (most: number) => (value: string) => (value.length > most ? value.trim() : value);

/**
 * A text that is stored unchanged. Its length is validated without surrounding spaces (rule C10).
 */
export const text = ({ least = 1, most, required, name }: TextRule) =>
  z
    .string(required)
    .overwrite(trimOverlong(most))
    .refine((value) => value.trim().length >= least, required)
    .refine((value) => value.length <= most, tooLongSentence(name, most))
    .meta({ minLength: least, maxLength: most });

/** A text that is stored without surrounding spaces. */
export const trimmedText = ({ least = 1, most, required, name }: TextRule) =>
  trimmedString(z.string(required), { least, most, required, name });

const trimmedString = (start: z.ZodString, { least = 1, most, required, name }: TextRule) =>
  start
    .trim()
    .refine((value) => value.length >= least, required)
    .refine((value) => value.length <= most, tooLongSentence(name, most))
    .meta({ minLength: least, maxLength: most });

/**
 * Invisible characters that reverse or hide neighbouring text. The joiners U+200C and U+200D are
 * allowed, because scripts and emoji need them.
 */
const HIDDEN = /[\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/;
const withoutHiddenCharacters = (start: z.ZodString, name: string) =>
  start.refine((value) => !HIDDEN.test(value), `${name} contains hidden characters: please type it instead of pasting it`);

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
/**
 * Rejects line breaks, because names appear in rows of lists, subjects of emails and columns of
 * files.
 */
const withoutLineBreaks = (name: z.ZodString) => name.refine((value) => !LINE_BREAK.test(value), "Names cannot hold line breaks");

/**
 * The name of a company, person, shutter type, window or colour, without invisible characters that
 * could disguise it (rule C11).
 */
export const nameText = (rule: TextRule) =>
  withoutLineBreaks(trimmedString(withoutHiddenCharacters(z.string(rule.required), rule.name), rule));

/** A text that may be absent or blank; it is stored unchanged. */
export const optionalText = (name: string, most: number) =>
  z
    .string(`${name} must be text`)
    .overwrite(trimOverlong(most))
    .refine((value) => value.length <= most, tooLongSentence(name, most))
    .meta({ maxLength: most });

/** A text that may be absent or blank; it is stored without surrounding spaces. */
export const optionalTrimmedText = (name: string, most: number) => optionalTrimmedString(z.string(`${name} must be text`), name, most);
/** A name that may be absent or blank. */
export const optionalName = (name: string, most: number) =>
  withoutLineBreaks(optionalTrimmedString(withoutHiddenCharacters(z.string(`${name} must be text`), name), name, most));

const optionalTrimmedString = (start: z.ZodString, name: string, most: number) =>
  start
    .trim()
    .refine((value) => value.length <= most, tooLongSentence(name, most))
    .meta({ maxLength: most });

const oneOfSentence = (values: readonly string[], name: string) => `${name} must be one of ${values.join(", ")}`;

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, name: string) =>
  z.enum(values, oneOfSentence(values, name));

/** Replaces a missing or null value by the default. */
export const orDefault = <Value>(rule: z.ZodType<Value, Value>, usual: Value) =>
  z.codec(rule.nullable(), rule, { decode: (given) => given ?? usual, encode: (kept) => kept }).default(usual as never);

export const email = z
  .string("Please enter a valid email address")
  .trim()
  .max(LONGEST.email, tooLongSentence("Email", LONGEST.email))
  .regex(z.regexes.email, "Please enter a valid email address")
  .meta({ format: "email" });

/** The text of a search box; blank means no search. */
const search = z.string("Search must be text").max(200, "Search must be at most 200 characters").optional();

/** The text of a search box with a description of the searched fields. */
export const searchIn = (what: string) => search.describe(`${what} Every word must match. Ignores case; % and _ are ordinary characters.`);

const LARGEST_PAGE = 200;
export const DEFAULT_PAGE = 50;
const limit = z.codec(z.string().regex(/^0*[1-9]\d*$/, "Limit must be a positive whole number"), z.number(), {
  decode: (digits) => Math.min(Number(digits), LARGEST_PAGE),
  encode: String,
});

/** The default sort of every list (rule C8). */
export const NEWEST = "newest";

/** The sorts of a list: newest first, or one other order. */
export const sortBy = <const Other extends string>(other: Other) =>
  oneOf([NEWEST, other], "Sort").optional().describe(`Default: ${NEWEST}.`);

/** The limit of repetitions of one query parameter. */
export const MOST_CHOSEN = 50;
export const TOO_MANY_CHOSEN = `At most ${MOST_CHOSEN} choices`;

/** One or more values of a fixed set in a query; the parameter may be repeated. */
export const severalOf = <const T extends readonly [string, ...string[]]>(values: T, name: string) => {
  const several = z.array(z.enum(values)).max(MOST_CHOSEN, TOO_MANY_CHOSEN);
  return z.codec(z.union([z.enum(values), several], oneOfSentence(values, name)), z.array(z.enum(values)), {
    decode: (given) => (Array.isArray(given) ? given : [given]),
    encode: (chosen) => chosen,
  });
};

/** Yes or no in a query. */
export const yesOrNo = (name: string) =>
  z.codec(z.enum(["true", "false"], `${name} must be true or false`), z.boolean(), {
    decode: (given) => given === "true",
    encode: (chosen) => (chosen ? "true" : "false"),
  });

/** Filters a list by company. Only staff may use the filter; it is ignored for others. */
export const companyFilter = {
  companyId: queryId("Company").optional().describe("Only rows of this company; ignored except for staff."),
  company: queryId("Company").optional().describe("An alias of companyId."),
};

/** The query of every list: pages by a cursor that stays valid while rows are added (rule C8). */
export const paging = {
  limit: limit.optional().describe(`The number of rows of a page: ${DEFAULT_PAGE} by default, at most ${LARGEST_PAGE}.`),
  cursor: z
    .string("Cursor must be text")
    .optional()
    .describe("The cursor of the page, from the Link header of the previous page. Any other value is a 400."),
};

/** Times in a query: a day, `YYYY-MM-DD`, or an instant in ISO 8601 (rule K2). */

const instantText = z.iso.datetime({ offset: true });
/** The last instant of year 9999's last day would fall into a year that cannot be written. */
const LAST_DAY: Day = "9999-12-30";

/**
 * Returns the London day that a text names or falls on; null if it is neither a day nor an instant.
 */
function readDay(text: string): Day | null {
  const day = isDay(text) ? text : instantText.safeParse(text).success ? londonDay(new Date(text)) : null;
  return day !== null && isDay(day) && day <= LAST_DAY ? day : null;
}

const dayText = (message: string) => z.string(message).refine((text) => readDay(text) !== null, { message, abort: true });

export const dayOrInstant = (message: string) =>
  z.codec(dayText(message), z.custom<Day>(), { decode: (text) => readDay(text) ?? "", encode: (day) => day });

/** The start of a range: a day begins at its first instant. */
export const rangeStart = (message: string) =>
  z.codec(dayText(message), z.custom<Date>(), {
    decode: (text) => (isDay(text) ? startOfDay(text) : new Date(text)),
    encode: (at) => at.toISOString(),
  });

/** The end of a range: a day ends at its last instant. */
export const rangeEnd = (message: string) =>
  z.codec(dayText(message), z.custom<Date>(), {
    decode: (text) => (isDay(text) ? endOfDay(text) : new Date(text)),
    encode: (at) => at.toISOString(),
  });
