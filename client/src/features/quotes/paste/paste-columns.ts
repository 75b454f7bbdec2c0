import { LENGTH_UNITS, type LengthUnit } from "#shared/domain/length.ts";
import { DETAIL_NAMES, DETAILS } from "#shared/domain/window/making-words.ts";
import { FIELDS, fieldOf, MADE_OPTIONS } from "#shared/domain/window/window-fields.ts";
import type { FormField } from "../form/quote-problems.ts";
import { pastedMeasure } from "./paste-cells.ts";

/** The columns of rows without headings, in the order in which a person measures and chooses: how a window is made needs its heading. */
const PASTED = FIELDS.filter((name) => !MADE_OPTIONS.some((option) => option === name));
const BY_ORDER = [...PASTED.filter((name) => fieldOf(name).ownOfEach), ...PASTED.filter((name) => !fieldOf(name).ownOfEach)];

interface Columns {
  /** The field of each column. Null for a column that is not about a window. */
  readonly fields: readonly (FormField | null)[];
  /** The unit that each column's heading names. */
  readonly units: readonly (LengthUnit | null)[];
  readonly hasHeadings: boolean;
  /** Headings that were not understood. */
  readonly unread: readonly string[];
}

const UNIT_WORDS = { millimetres: "mm", centimetres: "cm", metres: "m" } as const;
const words = (heading: string): string[] => heading.toLowerCase().match(/[a-z]+/g) ?? [];

function unitIn(heading: string): LengthUnit | null {
  const named = words(heading).map((word) => UNIT_WORDS[word as keyof typeof UNIT_WORDS] ?? word);
  return LENGTH_UNITS.find((unit) => named.includes(unit)) ?? null;
}

function fieldCalled(heading: string): FormField | null {
  const called = words(heading)
    .filter((word) => !["in", "mm", "cm", "m", ...Object.keys(UNIT_WORDS)].includes(word))
    .join(" ");
  const has = ({ headings }: { readonly headings: readonly string[] }) => headings.includes(called);
  return FIELDS.find((name) => has(fieldOf(name))) ?? DETAIL_NAMES.find((name) => has(DETAILS[name])) ?? null;
}

/** A first row is a row of headings if it names the width or the height. A window may well be called "Room". */
function headingsOf(row: readonly string[]): Columns | null {
  const named = row.map(fieldCalled);
  // Of a heading that stands there twice, the left one counts.
  const fields = named.map((field, place) => (field !== null && named.indexOf(field) === place ? field : null));
  if (!fields.includes("width") && !fields.includes("height")) return null;
  return {
    fields,
    units: row.map((heading, place) => (fields[place] ? unitIn(heading) : null)),
    hasHeadings: true,
    unread: row.filter((heading, place) => heading !== "" && fields[place] === null),
  };
}

/**
 * Whether the rows have no names and start with the width. `1200 900 2` is width, height, quantity, but `1 1200 900` is a numbered window.
 * The third column tells: a quantity is far smaller than a width.
 */
function startsWithWidth(rows: readonly (readonly string[])[]): boolean {
  const read = (cell: string | undefined) => pastedMeasure(cell ?? "", "mm");
  if (!rows.every(([first]) => read(first) !== null)) return false;
  return rows.every(([first = "", , third = ""]) => {
    const count = Number(third);
    return third === "" || /[a-z.,]/i.test(first) || !Number.isFinite(count) || count * 5 <= Number(first);
  });
}

export function columnsOf(rows: readonly (readonly string[])[]): Columns {
  const headings = rows[0] && headingsOf(rows[0]);
  if (headings) return headings;
  const fields = startsWithWidth(rows) ? BY_ORDER.slice(1) : BY_ORDER;
  return { fields, units: fields.map(() => null), hasHeadings: false, unread: [] };
}
