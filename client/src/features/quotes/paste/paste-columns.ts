import { LENGTH_UNITS, type LengthUnit } from "#shared/domain/length.ts";
import { FIELDS, fieldOf, type WindowField } from "#shared/domain/window-options.ts";
import { pastedMeasure } from "./paste-values.ts";

/** Without headings: the order in which a person measures and chooses. */
const BY_ORDER = [...FIELDS.filter((name) => fieldOf(name).ownOfEach), ...FIELDS.filter((name) => !fieldOf(name).ownOfEach)];

export interface Columns {
  /** By place; null is a column that says nothing about a window. */
  readonly fields: readonly (WindowField | null)[];
  /** By place: the unit that the heading names. */
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

function fieldCalled(heading: string): WindowField | null {
  const called = words(heading)
    .filter((word) => !["in", "mm", "cm", "m", ...Object.keys(UNIT_WORDS)].includes(word))
    .join(" ");
  return FIELDS.find((name) => fieldOf(name).headings.includes(called)) ?? null;
}

/** A row of headings names a side of the window; a window called "Room" alone does not make one. */
function headingsOf(row: readonly string[]): Columns | null {
  const named = row.map(fieldCalled);
  // A heading that stands there twice is read once, from the left.
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
 * Whether the first column is the width, because windows have no names there. `1200 900 2` is width, height, quantity; `1 1200 900` is a
 * numbered window. What tells them apart is the third column: a quantity is far smaller than a width.
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
