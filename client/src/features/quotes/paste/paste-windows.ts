import type { LengthUnit } from "#shared/domain/length.ts";
import { fieldOf, MADE_OPTIONS, OPTIONS, type WindowField } from "#shared/domain/window/fields/window-fields.ts";
import { DETAILS, type DetailName } from "#shared/domain/window/text/making-text.ts";
import { convertMeasure, parseLength, sumFacets } from "../form/measure-text.ts";
import { type FormField, findProblems, type WindowProblems } from "../form/quote-problems.ts";
import { findFreeName, isOrderable, type Products, pickTypeChoices, type WindowValues } from "../form/quote-values.ts";
import {
  describeChoices,
  findChoice,
  normalise,
  type PastedMeasure,
  parseCells,
  parseCount,
  parseLouvre,
  parsePastedMeasure,
  parsePositions,
} from "./paste-cells.ts";
import { findColumns, NO_LAYOUT, type SheetColumns, type SheetLayout, type SheetRow } from "./paste-columns.ts";

export const isDetail = (name: FormField): name is DetailName => name in DETAILS;

export interface PastedRow {
  /** The row's number in the pasted text, from 1. */
  readonly line: number;
  /** The cells' text by field, corrected or as pasted. */
  readonly cells: Partial<Record<FormField, string>>;
  readonly window: WindowValues;
  /** The errors by field. A field without a cell in this row has the choice for all rows. */
  readonly errors: WindowProblems;
  /** Values matched with the only choice that resembles the cell, by field. */
  readonly proposed: Partial<Record<FormField, string>>;
}
/** Cells that the person corrected, by the row's line number. */
export type CorrectedCells = Readonly<Record<number, Partial<Record<FormField, string>>>>;

interface PastedWindows {
  readonly rows: readonly PastedRow[];
  /** The pasted sheet without empty rows. */
  readonly sheet: readonly SheetRow[];
  readonly columns: SheetColumns;
}

interface Pasted {
  readonly text: string;
  /** The unit of measures that name none. */
  readonly unit: LengthUnit;
  /** The values of fields without a cell. */
  readonly common: WindowValues;
  readonly corrected?: CorrectedCells;
  readonly layout?: SheetLayout;
}

const FOREIGN = "Measures in inches or feet are not read: give them in mm, cm or m";

/**
 * Converts a spreadsheet's rows to windows. Fields without a cell come from `common`: the defaults
 * of a window after the last one, or the choices for all rows. Nothing is guessed: an unreadable
 * cell gets an error beside it, and `findProblems` validates the rest, like in the form.
 */
export function pasteWindows({ text, unit, common, corrected = {}, layout = NO_LAYOUT }: Pasted, products: Products): PastedWindows {
  const sheet = parseCells(text)
    .map((cells, index) => ({ cells, line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const columns = findColumns(sheet, layout);
  const windows: WindowValues[] = [];
  const filled = sheet.filter(({ line }) => columns.uses.get(line) === "window");
  const rows = filled.map(({ cells, line }): PastedRow => {
    const foreign: WindowProblems = {};
    const cellsByField: Partial<Record<FormField, string>> = {};
    const units: Partial<Record<FormField, LengthUnit>> = {};
    for (const [place, field] of columns.fields.entries()) {
      if (field === null) continue;
      units[field] = columns.units[place] ?? unit;
      if (cells[place]) cellsByField[field] = cells[place];
      if (cells[place] && columns.foreign[place] && corrected[line]?.[field] === undefined) foreign[field] = FOREIGN;
    }
    Object.assign(cellsByField, corrected[line]);
    const unnamed = findFreeName(windows);
    const { window, unreadable, proposed } = windowOf(
      cellsByField,
      units,
      { ...common, name: unnamed, unit, keptChecks: undefined },
      products,
    );
    // A blank value makes the field required.
    for (const field of Object.keys(foreign) as FormField[])
      Object.assign(window, { [field]: field === "width" || field === "height" ? "" : field === "louverSize" ? null : undefined });
    windows.push(window);
    return { line, cells: cellsByField, window, errors: { ...findProblems(window, products), ...unreadable, ...foreign }, proposed };
  });
  return { rows, sheet, columns };
}

/**
 * True for text such as `1.200` mm, which could be 1200 or 1.2. The form displays its reading at
 * once, but among forty rows a person would miss a wrong one.
 */
const isAmbiguous = ({ text, unit }: PastedMeasure): boolean => unit !== "m" && /^[1-9]\d{0,2}\.\d{3}$/.test(text);

function windowOf(cells: PastedRow["cells"], units: Partial<Record<FormField, LengthUnit>>, base: WindowValues, products: Products) {
  const unreadable: WindowProblems = {};
  const proposed: PastedRow["proposed"] = {};
  const window: WindowValues = { ...base, name: cells.name ?? base.name, width: "", height: "", quantity: 1 };

  const sides = (["width", "height"] as const).map((side) => {
    const cell = cells[side];
    const read = cell === undefined ? null : parsePastedMeasure(cell, units[side] ?? base.unit);
    if (cell !== undefined && !read) unreadable[side] = `“${cell}” is not a measure in mm, cm or m`;
    else if (read && isAmbiguous(read))
      unreadable[side] = `“${cell}” could be ${read.text.replaceAll(".", "")} or ${Number(read.text)} ${read.unit}: write it without a dot`;
    // This check precedes the conversion to another unit below, which needs a length.
    else if (read && parseLength(read.text, read.unit) === null) unreadable[side] = `“${cell}” is not a length up to 10 m`;
    return read;
  });
  const [width, height] = sides;
  // A window has one unit for both sides. If the cells have two, both are converted to millimetres.
  window.unit = width && height && width.unit !== height.unit ? "mm" : (width?.unit ?? height?.unit ?? base.unit);
  for (const [side, read] of [["width", width] as const, ["height", height] as const]) {
    // An unreadable side retains its text if the form rejects that text, and is blank if the form
    // would guess.
    if (unreadable[side]) window[side] = read && isAmbiguous(read) ? "" : (cells[side] ?? "");
    else if (read) window[side] = convertMeasure(read.text, read.unit, window.unit);
  }

  for (const name of ["quantity", ...OPTIONS] as const) {
    const [field, cell] = [fieldOf(name), cells[name]];
    if (cell === undefined) continue;
    const read = field.kind === "choice" ? findChoice(field, cell) : parseCount(cell);
    // An unreadable value becomes blank, so that the form requires it.
    Object.assign(window, { [name]: read ?? "" });
    if (field.kind === "choice" && read === undefined) unreadable[name] = describeChoices(field);
    if (Number.isNaN(read))
      unreadable[name] = /^\d+[.,]0{3}$/.test(cell)
        ? `“${cell}” could be ${Number.parseInt(cell, 10)} or ${cell.replace(/[.,]/, "")}: write it without a comma or dot`
        : `“${cell}” is not a whole number`;
  }
  for (const [name, cell] of Object.entries(parseDetails(cells))) {
    if (cell === undefined) unreadable[name as DetailName] = `“${cells[name as DetailName]}” is not in whole millimetres`;
    Object.assign(window, { [name]: cell });
  }
  if (cells.width === undefined && window.facetsMm?.length) window.width = sumFacets(window.facetsMm, window.unit);
  if (cells.shutterTypeId !== undefined) {
    const types = [...products.values()];
    const { match: type, isProposed } = findMatch(types, ({ name }) => name, cells.shutterTypeId, isOrderable);
    window.shutterTypeId = type?.id ?? null;
    if (type && isProposed) proposed.shutterTypeId = type.name;
    if (!type) unreadable.shutterTypeId = `No shutter type is called “${cells.shutterTypeId}”`;
  }
  return { window: withTypeChoices(window, cells, unreadable, proposed, products), unreadable, proposed };
}

/** Shorter words resemble too many choices. */
const LEAST_LETTERS = 3;

/**
 * Finds the choice whose name equals the cell's words. Otherwise proposes the only choice whose
 * name contains the cell's words or is contained in them.
 */
function findMatch<T>(choices: readonly T[], nameOf: (choice: T) => string, cell: string, mayPropose: (choice: T) => boolean = () => true) {
  const words = normalise(cell);
  const exact = choices.find((choice) => normalise(nameOf(choice)) === words);
  if (exact !== undefined || words.length < LEAST_LETTERS) return { match: exact, isProposed: false };
  const similar = choices.filter((choice) => {
    const name = normalise(nameOf(choice));
    return mayPropose(choice) && (name.includes(words) || (name.length >= LEAST_LETTERS && words.includes(name)));
  });
  return { match: similar.length === 1 ? similar[0] : undefined, isProposed: true };
}

/**
 * Normalises a layout's blanks and lower case only; `findProblems` validates the layout. Undefined
 * if a value is unreadable.
 */
function parseDetails(cells: PastedRow["cells"]): Partial<Pick<WindowValues, DetailName>> {
  return {
    ...(cells.layoutCode !== undefined && { layoutCode: cells.layoutCode.toUpperCase().replace(/[\s-]/g, "") }),
    ...(cells.facetsMm !== undefined && { facetsMm: parsePositions(cells.facetsMm) }),
    ...(cells.postAngles !== undefined && { postAngles: parsePositions(cells.postAngles.replaceAll("°", " ")) }),
    ...(cells.tPostsMm !== undefined && { tPostsMm: parsePositions(cells.tPostsMm) }),
    ...(cells.midRailHeightsMm !== undefined && { midRailHeightsMm: parsePositions(cells.midRailHeightsMm) }),
    ...(cells.tiltSplitMm !== undefined && { tiltSplitMm: parsePositions(cells.tiltSplitMm)?.[0] }),
    ...(cells.note !== undefined && { note: cells.note }),
  };
}

/**
 * Fills in louvre and colour, which depend on the type: the row's own or, if the type offers them,
 * those for all rows.
 */
function withTypeChoices(
  window: WindowValues,
  cells: PastedRow["cells"],
  unreadable: WindowProblems,
  proposed: PastedRow["proposed"],
  products: Products,
): WindowValues {
  const product = window.shutterTypeId === null ? undefined : products.get(window.shutterTypeId);
  const complete = { ...window, ...pickTypeChoices(product, window) };
  if (cells.louverSize !== undefined) {
    const read = parseLouvre(cells.louverSize);
    const sizes = product?.standardLouverSizes ?? [];
    const near = read === null ? [] : sizes.filter((size) => Math.abs(size - read) <= 1);
    complete.louverSize = read !== null && !sizes.includes(read) && near.length === 1 ? (near[0] ?? read) : read;
    if (complete.louverSize !== read) proposed.louverSize = `${complete.louverSize} mm`;
    const known = complete.louverSize !== null && sizes.includes(complete.louverSize);
    if (product && !known) unreadable.louverSize = `${product.name} has louvres of ${product.standardLouverSizes.join(", ")} mm`;
  }
  if (cells.colorSelection !== undefined) {
    const { match: color, isProposed } = findMatch(product?.colorOptions ?? [], (name) => name, cells.colorSelection);
    complete.colorSelection = color ?? "";
    if (color !== undefined && isProposed) proposed.colorSelection = color;
    if (product && complete.colorSelection === "") unreadable.colorSelection = `${product.name} is not made in “${cells.colorSelection}”`;
  }
  return complete;
}

/**
 * The error to display in the row. A missing choice without a cell in the row is reported once,
 * beside the choices for all rows.
 */
export function rowError({ cells, window, errors }: PastedRow, name: FormField): string | undefined {
  // A detail without a cell in the row shows its error beside the row's other cells, or in the
  // form.
  if (isDetail(name)) return cells[name] === undefined ? undefined : errors[name];
  const field: WindowField = name;
  // Without a type the available louvres and colours are unknown.
  const ofType = fieldOf(field).kind === "of type";
  const waitsForType = ofType && window.shutterTypeId === null;
  const ofOwnType = ofType && cells.shutterTypeId !== undefined && window.shutterTypeId !== null;
  // There is no common choice for how windows are made.
  const ofMaking = MADE_OPTIONS.some((option) => option === field);
  const own = cells[field] !== undefined || ofOwnType || ofMaking || fieldOf(field).ownOfEach;
  return own && !waitsForType ? errors[field] : undefined;
}
