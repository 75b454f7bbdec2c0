import type { LengthUnit } from "#shared/domain/length.ts";
import { fieldOf, MADE_OPTIONS, OPTIONS, type WindowField } from "#shared/domain/window/fields/window-fields.ts";
import { DETAILS, type DetailName } from "#shared/domain/window/text/making-text.ts";
import { convertMeasure, facetsTogether, lengthTyped } from "../form/measure-text.ts";
import { type FormField, problemsOf, type WindowProblems } from "../form/quote-problems.ts";
import { choicesFor, freeName, isOrderable, type Products, type WindowValues } from "../form/quote-values.ts";
import {
  choicesRefusal,
  type PastedMeasure,
  pastedCells,
  pastedChoice,
  pastedCount,
  pastedLouvre,
  pastedMeasure,
  pastedPositions,
  plain,
} from "./paste-cells.ts";
import { columnsOf, NO_LAYOUT, type SheetColumns, type SheetLayout, type SheetRow } from "./paste-columns.ts";

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
export type Mended = Readonly<Record<number, Partial<Record<FormField, string>>>>;

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
  readonly mended?: Mended;
  readonly layout?: SheetLayout;
}

const FOREIGN = "Measures in inches or feet are not read: give them in mm, cm or m";

/**
 * Converts a spreadsheet's rows to windows. Fields without a cell come from `common`: the defaults
 * of a window after the last one, or the choices for all rows. Nothing is guessed: an unreadable
 * cell gets an error beside it, and `problemsOf` validates the rest, like in the form.
 */
export function pasteWindows({ text, unit, common, mended = {}, layout = NO_LAYOUT }: Pasted, products: Products): PastedWindows {
  const sheet = pastedCells(text)
    .map((cells, index) => ({ cells, line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const columns = columnsOf(sheet, layout);
  const windows: WindowValues[] = [];
  const filled = sheet.filter(({ line }) => columns.uses.get(line) === "window");
  const rows = filled.map(({ cells, line }): PastedRow => {
    const foreign: WindowProblems = {};
    const said: Partial<Record<FormField, string>> = {};
    const units: Partial<Record<FormField, LengthUnit>> = {};
    for (const [place, field] of columns.fields.entries()) {
      if (field === null) continue;
      units[field] = columns.units[place] ?? unit;
      if (cells[place]) said[field] = cells[place];
      if (cells[place] && columns.foreign[place] && mended[line]?.[field] === undefined) foreign[field] = FOREIGN;
    }
    Object.assign(said, mended[line]);
    const unnamed = freeName(windows);
    const { window, unreadable, proposed } = windowOf(said, units, { ...common, name: unnamed, unit, keptChecks: undefined }, products);
    // A blank value makes the field required.
    for (const field of Object.keys(foreign) as FormField[])
      Object.assign(window, { [field]: field === "width" || field === "height" ? "" : field === "louverSize" ? null : undefined });
    windows.push(window);
    return { line, cells: said, window, errors: { ...problemsOf(window, products), ...unreadable, ...foreign }, proposed };
  });
  return { rows, sheet, columns };
}

/**
 * True for text such as `1.200` mm, which could be 1200 or 1.2. The form displays its reading at
 * once, but among forty rows a person would miss a wrong one.
 */
const isAmbiguous = ({ text, unit }: PastedMeasure): boolean => unit !== "m" && /^[1-9]\d{0,2}\.\d{3}$/.test(text);

function windowOf(said: PastedRow["cells"], units: Partial<Record<FormField, LengthUnit>>, base: WindowValues, products: Products) {
  const unreadable: WindowProblems = {};
  const proposed: PastedRow["proposed"] = {};
  const window: WindowValues = { ...base, name: said.name ?? base.name, width: "", height: "", quantity: 1 };

  const sides = (["width", "height"] as const).map((side) => {
    const cell = said[side];
    const read = cell === undefined ? null : pastedMeasure(cell, units[side] ?? base.unit);
    if (cell !== undefined && !read) unreadable[side] = `“${cell}” is not a measure in mm, cm or m`;
    else if (read && isAmbiguous(read))
      unreadable[side] = `“${cell}” could be ${read.text.replaceAll(".", "")} or ${Number(read.text)} ${read.unit}: write it without a dot`;
    // This check precedes the conversion to another unit below, which needs a length.
    else if (read && lengthTyped(read.text, read.unit) === null) unreadable[side] = `“${cell}” is not a length up to 10 m`;
    return read;
  });
  const [width, height] = sides;
  // A window has one unit for both sides. If the cells have two, both are converted to millimetres.
  window.unit = width && height && width.unit !== height.unit ? "mm" : (width?.unit ?? height?.unit ?? base.unit);
  for (const [side, read] of [["width", width] as const, ["height", height] as const]) {
    // An unreadable side retains its text if the form rejects that text, and is blank if the form
    // would guess.
    if (unreadable[side]) window[side] = read && isAmbiguous(read) ? "" : (said[side] ?? "");
    else if (read) window[side] = convertMeasure(read.text, read.unit, window.unit);
  }

  for (const name of ["quantity", ...OPTIONS] as const) {
    const [field, cell] = [fieldOf(name), said[name]];
    if (cell === undefined) continue;
    const read = field.kind === "choice" ? pastedChoice(field, cell) : pastedCount(cell);
    // An unreadable value becomes blank, so that the form requires it.
    Object.assign(window, { [name]: read ?? "" });
    if (field.kind === "choice" && read === undefined) unreadable[name] = choicesRefusal(field);
    if (Number.isNaN(read))
      unreadable[name] = /^\d+[.,]0{3}$/.test(cell)
        ? `“${cell}” could be ${Number.parseInt(cell, 10)} or ${cell.replace(/[.,]/, "")}: write it without a comma or dot`
        : `“${cell}” is not a whole number`;
  }
  for (const [name, cell] of Object.entries(detailsPasted(said))) {
    if (cell === undefined) unreadable[name as DetailName] = `“${said[name as DetailName]}” is not in whole millimetres`;
    Object.assign(window, { [name]: cell });
  }
  if (said.width === undefined && window.facetsMm?.length) window.width = facetsTogether(window.facetsMm, window.unit);
  if (said.shutterTypeId !== undefined) {
    const types = [...products.values()];
    const { match: type, isProposed } = matchOf(types, ({ name }) => name, said.shutterTypeId, isOrderable);
    window.shutterTypeId = type?.id ?? null;
    if (type && isProposed) proposed.shutterTypeId = type.name;
    if (!type) unreadable.shutterTypeId = `No shutter type is called “${said.shutterTypeId}”`;
  }
  return { window: withTypeChoices(window, said, unreadable, proposed, products), unreadable, proposed };
}

/** Shorter words resemble too many choices. */
const LEAST_LETTERS = 3;

/**
 * Finds the choice whose name equals the cell's words. Otherwise proposes the only choice whose
 * name contains the cell's words or is contained in them.
 */
function matchOf<T>(choices: readonly T[], nameOf: (choice: T) => string, cell: string, mayPropose: (choice: T) => boolean = () => true) {
  const wanted = plain(cell);
  const exact = choices.find((choice) => plain(nameOf(choice)) === wanted);
  if (exact !== undefined || wanted.length < LEAST_LETTERS) return { match: exact, isProposed: false };
  const alike = choices.filter((choice) => {
    const name = plain(nameOf(choice));
    return mayPropose(choice) && (name.includes(wanted) || (name.length >= LEAST_LETTERS && wanted.includes(name)));
  });
  return { match: alike.length === 1 ? alike[0] : undefined, isProposed: true };
}

/**
 * Normalises a layout's blanks and lower case only; `problemsOf` validates the layout. Undefined if
 * a value is unreadable.
 */
function detailsPasted(said: PastedRow["cells"]): Partial<Pick<WindowValues, DetailName>> {
  return {
    ...(said.layoutCode !== undefined && { layoutCode: said.layoutCode.toUpperCase().replace(/[\s-]/g, "") }),
    ...(said.facetsMm !== undefined && { facetsMm: pastedPositions(said.facetsMm) }),
    ...(said.postAngles !== undefined && { postAngles: pastedPositions(said.postAngles.replaceAll("°", " ")) }),
    ...(said.tPostsMm !== undefined && { tPostsMm: pastedPositions(said.tPostsMm) }),
    ...(said.midRailHeightsMm !== undefined && { midRailHeightsMm: pastedPositions(said.midRailHeightsMm) }),
    ...(said.tiltSplitMm !== undefined && { tiltSplitMm: pastedPositions(said.tiltSplitMm)?.[0] }),
    ...(said.note !== undefined && { note: said.note }),
  };
}

/**
 * Fills in louvre and colour, which depend on the type: the row's own or, if the type offers them,
 * those for all rows.
 */
function withTypeChoices(
  window: WindowValues,
  said: PastedRow["cells"],
  unreadable: WindowProblems,
  proposed: PastedRow["proposed"],
  products: Products,
): WindowValues {
  const product = window.shutterTypeId === null ? undefined : products.get(window.shutterTypeId);
  const made = { ...window, ...choicesFor(product, window) };
  if (said.louverSize !== undefined) {
    const read = pastedLouvre(said.louverSize);
    const sizes = product?.standardLouverSizes ?? [];
    const near = read === null ? [] : sizes.filter((size) => Math.abs(size - read) <= 1);
    made.louverSize = read !== null && !sizes.includes(read) && near.length === 1 ? (near[0] ?? read) : read;
    if (made.louverSize !== read) proposed.louverSize = `${made.louverSize} mm`;
    const known = made.louverSize !== null && sizes.includes(made.louverSize);
    if (product && !known) unreadable.louverSize = `${product.name} has louvres of ${product.standardLouverSizes.join(", ")} mm`;
  }
  if (said.colorSelection !== undefined) {
    const { match: color, isProposed } = matchOf(product?.colorOptions ?? [], (name) => name, said.colorSelection);
    made.colorSelection = color ?? "";
    if (color !== undefined && isProposed) proposed.colorSelection = color;
    if (product && made.colorSelection === "") unreadable.colorSelection = `${product.name} is not made in “${said.colorSelection}”`;
  }
  return made;
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
