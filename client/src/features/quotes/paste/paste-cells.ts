import type { LengthUnit } from "#shared/domain/length.ts";
import type { Choice } from "#shared/domain/window/fields/window-fields.ts";
import { parseMeasure } from "../form/measure-text.ts";

/** Far more text than 200 windows need. The rest is ignored. */
const MOST_TEXT = 100_000;

/** A spreadsheet separates cells by tabs. A typed or exported list has semicolons or commas. */
const separatorOf = (text: string): string => (text.includes("\t") ? "\t" : text.includes(";") ? ";" : ",");

const ROW_END = /\r\n|\r|\n/y;
/**
 * Matches a quoted cell with surrounding blanks. It counts as a cell only if a separator, a line
 * end or the text's end follows.
 */
const QUOTED = /[ ]*"((?:[^"]|"")*)"[ ]*/y;

/**
 * Parses the clipboard's text as rows of cells. A cell with a tab, a line break or a quote is
 * quoted, and its own quotes are doubled. A quote that is not closed before a separator (`47" bay`)
 * is an ordinary character. Never throws.
 */
export function parseCells(text: string): string[][] {
  const source = text.slice(0, MOST_TEXT);
  const separator = separatorOf(source);
  const unquoted = new RegExp(`[^${separator}\\r\\n]*`, "y");
  const rows: string[][] = [[]];
  let position = 0;
  const endsCell = (end: number) => [undefined, separator, "\r", "\n"].includes(source[end]);
  const readPattern = (pattern: RegExp, mayEndAt = (_end: number) => true): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(source);
    if (!match || !mayEndAt(pattern.lastIndex)) return null;
    position = pattern.lastIndex;
    return match;
  };
  while (position < source.length) {
    const cell = readPattern(QUOTED, endsCell)?.[1]?.replaceAll('""', '"') ?? readPattern(unquoted)?.[0] ?? "";
    rows.at(-1)?.push(cell.replace(/\s+/g, " ").trim());
    if (source[position] === separator) position += 1;
    else if (readPattern(ROW_END)) rows.push([]);
  }
  return rows;
}

/**
 * True if the text has several cells: tabs or several lines. A single cell ends with a line break.
 */
export const isTable = (text: string): boolean => /[\t\r\n]/.test(text.trim());

export interface PastedMeasure {
  readonly text: string;
  readonly unit: LengthUnit;
}

const UNITS: Record<string, LengthUnit> = { mm: "mm", cm: "cm", m: "m" };
const LONG_UNITS = /^(milli|centi)?met(?:re|er)s?$/;

function unitCalled(word: string): LengthUnit | undefined {
  const long = LONG_UNITS.exec(word);
  return long ? (({ milli: "mm", centi: "cm" } as const)[long[1] ?? ""] ?? "m") : UNITS[word];
}

/**
 * Parses `1200`, `1.200,5`, `1200mm`, `1.2 m` or `120 cm` into the unchanged figure and its unit.
 * Null if the cell is not a length.
 */
export function parsePastedMeasure(cell: string, unit: LengthUnit): PastedMeasure | null {
  const match = /^([\d\s.,]+)([a-z]*)$/i.exec(cell.trim().replace(/\.$/, ""));
  const own = match?.[2] ? unitCalled(match[2].toLowerCase()) : unit;
  const text = match?.[1]?.trim() ?? "";
  return own && !Number.isNaN(parseMeasure(text, own)) ? { text, unit: own } : null;
}

/**
 * Parses `2`, `2,0`, `x2` or `2 pcs`. NaN if the cell is not a count. `1,000` may be 1 or 1000, so
 * it is NaN too.
 */
export function parseCount(cell: string): number {
  const match = /^x?\s*(\d{1,6})(?:[.,]0{1,2})?\s*(?:x|off|no|pcs?|pieces?)?\.?$/i.exec(cell.trim());
  return match ? Number(match[1]) : Number.NaN;
}

const FOREIGN_UNIT = /(?:^|[\d\s(½¼¾])(in|inch|inches|ft|foot|feet|yds?|yards?|["'”“″′’]{1,2})\.?(?=$|[\s)\d])/i;

/**
 * True if a heading or a cell measures in inches, feet or yards. In `Width in mm` the `in` is not a
 * unit.
 */
export const isForeignUnit = (text: string): boolean =>
  (FOREIGN_UNIT.test(text) || /["”″]/.test(text)) &&
  !/\b(?:mm|cm|m|(?:milli|centi)?met(?:re|er)s?)\b/i.test(text.replace(/(\d)(mm|cm|m)\b/gi, "$1 $2"));

/**
 * Parses `76`, `76mm` or `7,6 cm` as a louvre size in whole millimetres. Null for anything else.
 */
export function parseLouvre(cell: string): number | null {
  const read = parsePastedMeasure(cell, "mm");
  if (!read) return null;
  const inMm = parseMeasure(read.text, read.unit) * { mm: 1, cm: 10, m: 1000 }[read.unit];
  return Math.round(inMm * 10) % 10 === 0 ? Math.round(inMm) : null;
}

/**
 * Parses `600`, `600, 1200 mm` or `600/1200` as positions in whole millimetres. Undefined for
 * anything else.
 */
export function parsePositions(cell: string): number[] | undefined {
  const parts = cell
    .replaceAll(/mm/gi, " ")
    .split(/[\s,;/+]/)
    .filter((part) => part !== "");
  return parts.length > 0 && parts.every((part) => /^\d{1,5}$/.test(part)) ? parts.map(Number) : undefined;
}

/** Reduces text to its letters and digits, so that `L frame` matches `L-frame`. */
export const normalise = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Finds a choice by its label, its value or one of its short forms ("left", "L", "Z"). */
export const findChoice = ({ values }: Choice, cell: string): string | undefined =>
  Object.entries(values).find(([value, { label, pasted = [] }]) =>
    [value, label, ...pasted].some((name) => normalise(name) === normalise(cell)),
  )?.[0];

/** Formats the error `Frame is L-frame, Z-frame or T-post`. */
export function describeChoices({ label, values }: Choice): string {
  const all = Object.values(values).map((value) => value.label);
  return `${label} is ${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}
