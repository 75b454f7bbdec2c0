import { fieldOf, type WindowField } from "#shared/domain/window/fields/window-fields.ts";
import type { FormField } from "../form/quote-problems.ts";
import { normalise } from "./paste-cells.ts";
import { type CorrectedCells, isDetail, type PastedRow, rowError } from "./paste-windows.ts";

/** A cell that the person corrected, in each row with the same error. */
export interface Correction {
  readonly field: FormField;
  readonly cell: string;
  /** The rows' line numbers. */
  readonly lines: readonly number[];
  /**
   * The row in which the correction was made. Its field stays open, so that a new choice changes
   * all these rows.
   */
  readonly chosenIn: number;
}

/**
 * A choice from a list has one meaning in all rows with the same word. A measure or a name belongs
 * to one row.
 */
const isChosen = (field: FormField): field is WindowField =>
  !isDetail(field) && ["type", "of type", "choice"].includes(fieldOf(field).kind);

/** An error sentence quotes the cell, and a word may have several spellings. */
const errorOf = (row: PastedRow, field: FormField): string => normalise(rowError(row, field) ?? "");
const cellOf = ({ cells }: PastedRow, field: FormField): string => normalise(cells[field] ?? "");

/** The rows, including this one, in which the same word has the same meaning and the same error. */
export function findAlikeRows(
  rows: readonly PastedRow[],
  row: PastedRow,
  field: FormField,
  corrections: readonly Correction[],
): readonly PastedRow[] {
  if (!isChosen(field)) return [row];
  const together = corrections.find((correction) => correction.field === field && correction.lines.includes(row.line))?.lines;
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
export function correctAlikeRows(
  rows: readonly PastedRow[],
  row: PastedRow,
  field: FormField,
  cell: string,
  corrections: readonly Correction[],
): Correction[] {
  const lines = findAlikeRows(rows, row, field, corrections).map(({ line }) => line);
  const earlier = corrections.map((correction) =>
    correction.field === field ? { ...correction, lines: correction.lines.filter((line) => !lines.includes(line)) } : correction,
  );
  return [...earlier.filter((correction) => correction.lines.length > 0), { field, cell, lines, chosenIn: row.line }];
}

/** The corrected cells of each row. */
export function correctedCells(corrections: readonly Correction[]): CorrectedCells {
  const corrected: Record<number, Partial<Record<FormField, string>>> = {};
  for (const { field, cell, lines } of corrections) for (const line of lines) corrected[line] = { ...corrected[line], [field]: cell };
  return corrected;
}
