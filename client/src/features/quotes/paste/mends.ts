import { fieldOf, type WindowField } from "#shared/domain/window/fields/window-fields.ts";
import type { FormField } from "../form/quote-problems.ts";
import { plain } from "./paste-cells.ts";
import { isDetail, type Mended, type PastedRow, rowError } from "./paste-windows.ts";

/** A cell that the person corrected, in each row with the same error. */
export interface Mend {
  readonly field: FormField;
  readonly cell: string;
  /** The rows' line numbers. */
  readonly lines: readonly number[];
  /**
   * The row in which the correction was made. Its field stays open, so that a new choice changes
   * all these rows.
   */
  readonly at: number;
}

/**
 * A choice from a list has one meaning in all rows with the same word. A measure or a name belongs
 * to one row.
 */
const isChosen = (field: FormField): field is WindowField =>
  !isDetail(field) && ["type", "of type", "choice"].includes(fieldOf(field).kind);

/** An error sentence quotes the cell, and a word may have several spellings. */
const errorOf = (row: PastedRow, field: FormField): string => plain(rowError(row, field) ?? "");
const cellOf = ({ cells }: PastedRow, field: FormField): string => plain(cells[field] ?? "");

/** The rows, including this one, in which the same word has the same meaning and the same error. */
export function alikeRows(rows: readonly PastedRow[], row: PastedRow, field: FormField, mends: readonly Mend[]): readonly PastedRow[] {
  if (!isChosen(field)) return [row];
  const together = mends.find((mend) => mend.field === field && mend.lines.includes(row.line))?.lines;
  const error = errorOf(row, field);
  // Louvre and colour depend on the type.
  const ofType = fieldOf(field).kind === "of type";
  return rows.filter(
    (other) =>
      (together ? together.includes(other.line) : other === row || error !== "") &&
      errorOf(other, field) === error &&
      cellOf(other, field) === cellOf(row, field) &&
      (!ofType || other.window.shutterTypeId === row.window.shutterTypeId),
  );
}

/** Adds a correction of a row's cell, and of all alike rows. */
export function mendAlike(rows: readonly PastedRow[], row: PastedRow, field: FormField, cell: string, mends: readonly Mend[]): Mend[] {
  const lines = alikeRows(rows, row, field, mends).map(({ line }) => line);
  const others = mends.map((mend) =>
    mend.field === field ? { ...mend, lines: mend.lines.filter((line) => !lines.includes(line)) } : mend,
  );
  return [...others.filter((mend) => mend.lines.length > 0), { field, cell, lines, at: row.line }];
}

/** The corrected cells of each row. */
export function mendedBy(mends: readonly Mend[]): Mended {
  const mended: Record<number, Partial<Record<FormField, string>>> = {};
  for (const { field, cell, lines } of mends) for (const line of lines) mended[line] = { ...mended[line], [field]: cell };
  return mended;
}
