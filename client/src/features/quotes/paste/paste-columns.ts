import { LENGTH_UNITS, type LengthUnit } from "#shared/domain/length.ts";
import { FIELDS, fieldOf, MADE_OPTIONS } from "#shared/domain/window/fields/window-fields.ts";
import { DETAIL_NAMES, DETAILS } from "#shared/domain/window/text/making-text.ts";
import { parseMeasure } from "../form/measure-text.ts";
import type { FormField } from "../form/quote-problems.ts";
import { isForeignUnit, parsePastedMeasure } from "./paste-cells.ts";

/**
 * The columns of rows without headings, in the order in which a person measures and chooses. The
 * options of how a window is made need a heading.
 */
const PASTED = FIELDS.filter((name) => !MADE_OPTIONS.some((option) => option === name));
const BY_ORDER = [...PASTED.filter((name) => fieldOf(name).ownOfEach), ...PASTED.filter((name) => !fieldOf(name).ownOfEach)];

/**
 * The number of rows in which a heading is searched: titles, addresses and blank lines may precede
 * it.
 */
export const MOST_ROWS_TO_HEADINGS = 10;

/** The fields that are lengths, where a foreign unit would give a wrong size. */
const LENGTHS: readonly FormField[] = ["width", "height", "louverSize", "facetsMm", "tPostsMm", "midRailHeightsMm", "tiltSplitMm"];

export interface SheetRow {
  /** The row's number in the pasted text, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type RowUse = "window" | "heading" | "skip";

/** The person's own decisions about the sheet, which override the portal's. */
export interface SheetLayout {
  /** The chosen fields by the column's index; null ignores the column. */
  readonly fields: Readonly<Record<number, FormField | null>>;
  /** The chosen uses by the row's line number. */
  readonly rows: Readonly<Record<number, RowUse>>;
}

export const NO_LAYOUT: SheetLayout = { fields: {}, rows: {} };

export interface SheetColumns {
  /** The field of each column; null for a column that is not about a window. */
  readonly fields: readonly (FormField | null)[];
  /** The unit in each column's heading. */
  readonly units: readonly (LengthUnit | null)[];
  /** True if a heading or a cell of the column is in inches, feet or yards. */
  readonly foreign: readonly boolean[];
  /** The use of each row, by its line number. */
  readonly uses: ReadonlyMap<number, RowUse>;
  /** The headings that were not recognised. */
  readonly unread: readonly string[];
}

const UNIT_WORDS = { millimetres: "mm", centimetres: "cm", metres: "m" } as const;
const FOREIGN_WORDS = ["inch", "inches", "ft", "foot", "feet", "yd", "yds", "yard", "yards"];
const words = (heading: string): string[] => heading.toLowerCase().match(/[a-z]+/g) ?? [];

function unitIn(heading: string): LengthUnit | null {
  const named = words(heading).map((word) => UNIT_WORDS[word as keyof typeof UNIT_WORDS] ?? word);
  return LENGTH_UNITS.find((unit) => named.includes(unit)) ?? null;
}

function fieldCalled(heading: string): FormField | null {
  const called = words(heading)
    .filter((word) => !["in", "mm", "cm", "m", ...FOREIGN_WORDS, ...Object.keys(UNIT_WORDS)].includes(word))
    .join(" ");
  const has = ({ headings }: { readonly headings: readonly string[] }) => headings.includes(called);
  return FIELDS.find((name) => has(fieldOf(name))) ?? DETAIL_NAMES.find((name) => has(DETAILS[name])) ?? null;
}

/** The fields that a row's cells name. If two headings are equal, the left one counts. */
function fieldsNamed({ cells }: SheetRow): (FormField | null)[] {
  const named = cells.map(fieldCalled);
  return named.map((field, place) => (field !== null && named.indexOf(field) === place ? field : null));
}

/**
 * Finds the row of headings, which names the width or the height and another field, because a title
 * alone may be "Height". The first row may name only one.
 */
function headingAmong(rows: readonly SheetRow[]): SheetRow | undefined {
  const named = (row: SheetRow) => fieldsNamed(row).filter((field) => field !== null);
  const measures = rows.filter((row) => named(row).some((field) => field === "width" || field === "height"));
  return measures.find((row) => named(row).length > 1) ?? measures.find((row) => row === rows[0]);
}

/**
 * True if the rows have no names and start with the width. `1200 900 2` is width, height, quantity,
 * but `1 1200 900` and `1.1 1200 900` are numbered windows. The third column decides: a quantity is
 * a whole number and far smaller than a width.
 */
function startsWithWidth(rows: readonly SheetRow[]): boolean {
  const read = (cell = "") => {
    const measure = parsePastedMeasure(cell, "mm");
    return measure && parseMeasure(measure.text, measure.unit);
  };
  if (!rows.every(({ cells: [first] }) => read(first) !== null)) return false;
  return rows.every(({ cells: [first = "", second, third = ""] }) => {
    const count = Number(third);
    if (third === "" || /[a-z]/i.test(first) || !Number.isFinite(count)) return true;
    const [width = 0, height = 0] = [read(first) ?? 0, read(second) ?? 0];
    // In metres a width may be smaller than a quantity, but it is similar to the height.
    const isLikeHeight = /[.,]/.test(first) && height > 0 && Math.max(width, height) <= 10 * Math.min(width, height);
    return Number.isInteger(count) && (count * 5 <= width || isLikeHeight);
  });
}

/** Decides the meaning of each column and each row of a sheet, after the person's own decisions. */
export function findColumns(sheet: readonly SheetRow[], layout: SheetLayout = NO_LAYOUT): SheetColumns {
  const first = sheet.slice(0, MOST_ROWS_TO_HEADINGS);
  const marked = first.find(({ line }) => layout.rows[line] === "heading");
  const heading = marked ?? headingAmong(first.filter(({ line }) => layout.rows[line] === undefined));
  const useOf = ({ line }: SheetRow): RowUse => {
    if (line === heading?.line) return "heading";
    const chosen = layout.rows[line];
    return chosen && chosen !== "heading" ? chosen : heading && line < heading.line ? "skip" : "window";
  };
  const uses = new Map(sheet.map((row) => [row.line, useOf(row)]));
  const windows = sheet.filter(({ line }) => uses.get(line) === "window");

  const byOrder = () => (startsWithWidth(windows) ? BY_ORDER.slice(1) : BY_ORDER);
  const proposed: readonly (FormField | null)[] = heading ? fieldsNamed(heading) : byOrder();
  const places = Array.from({ length: Math.max(0, ...sheet.map(({ cells }) => cells.length)) }, (_, place) => place);
  const chosen = new Set(Object.values(layout.fields));
  const fields = places.map((place) => {
    const own = layout.fields[place];
    const field = proposed[place] ?? null;
    // A field that the person assigned to another column is removed from this one.
    return own !== undefined ? own : field !== null && chosen.has(field) ? null : field;
  });
  const texts = (place: number) => windows.map(({ cells }) => cells[place] ?? "");
  return {
    fields,
    units: places.map((place) => (fields[place] ? unitIn(heading?.cells[place] ?? "") : null)),
    foreign: places.map((place) => {
      const field = fields[place];
      return field != null && LENGTHS.includes(field) && [heading?.cells[place] ?? "", ...texts(place)].some(isForeignUnit);
    }),
    uses,
    unread: heading ? heading.cells.filter((cell, place) => cell !== "" && fields[place] === null) : [],
  };
}
