import { fieldOf, type WindowField } from "#shared/domain/window/fields/window-fields.ts";
import type { FormField } from "../form/quote-problems.ts";
import { plain } from "./paste-cells.ts";
import { isDetail, type Mended, type PastedRow, rowError } from "./paste-windows.ts";

/** A cell that the person has written anew, in each row that had the same trouble. */
export interface Mend {
  readonly field: FormField;
  readonly cell: string;
  /** The rows' numbers. */
  readonly lines: readonly number[];
  /** The row in which it was chosen. It stays a field, so that choosing again moves them all. */
  readonly at: number;
}

/**
 * What is chosen from a list has one meaning wherever the same word stands. A measure or a name is
 * each row's own.
 */
const isChosen = (field: FormField): field is WindowField =>
  !isDetail(field) && ["type", "of type", "choice"].includes(fieldOf(field).kind);

/** A sentence quotes the cell, and a word may be written in several ways. */
const errorOf = (row: PastedRow, field: FormField): string => plain(rowError(row, field) ?? "");
const cellOf = ({ cells }: PastedRow, field: FormField): string => plain(cells[field] ?? "");

/** The rows, this one among them, in which the same word means the same, and is as wrong. */
export function alikeRows(rows: readonly PastedRow[], row: PastedRow, field: FormField, mends: readonly Mend[]): readonly PastedRow[] {
  if (!isChosen(field)) return [row];
  const together = mends.find((mend) => mend.field === field && mend.lines.includes(row.line))?.lines;
  const error = errorOf(row, field);
  // Louvre and colour are those of a type.
  const ofType = fieldOf(field).kind === "of type";
  return rows.filter(
    (other) =>
      (together ? together.includes(other.line) : other === row || error !== "") &&
      errorOf(other, field) === error &&
      cellOf(other, field) === cellOf(row, field) &&
      (!ofType || other.window.shutterTypeId === row.window.shutterTypeId),
  );
}

/** With the cell of a row written anew, and of all that are alike. */
export function mendAlike(rows: readonly PastedRow[], row: PastedRow, field: FormField, cell: string, mends: readonly Mend[]): Mend[] {
  const lines = alikeRows(rows, row, field, mends).map(({ line }) => line);
  const others = mends.map((mend) =>
    mend.field === field ? { ...mend, lines: mend.lines.filter((line) => !lines.includes(line)) } : mend,
  );
  return [...others.filter((mend) => mend.lines.length > 0), { field, cell, lines, at: row.line }];
}

/** The cells of each row as they are read now. */
export function mendedBy(mends: readonly Mend[]): Mended {
  const mended: Record<number, Partial<Record<FormField, string>>> = {};
  for (const { field, cell, lines } of mends) for (const line of lines) mended[line] = { ...mended[line], [field]: cell };
  return mended;
}
