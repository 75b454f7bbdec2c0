import { type Difference, type Row, rowsThatDiffer, WINDOW, windowDifferences } from "#shared/domain/differences.ts";
import { inMillimetres, sizeInMillimetres, type TenthMm } from "#shared/domain/length.ts";
import { OPTIONS, type Option, type OptionName, optionOf, type WindowOptions } from "#shared/domain/window/fields/window-fields.ts";
import { drawnCodeOf, toDraw, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { anglesInWords, DETAILS, joinInWords, type StoredDetails } from "./making-text.ts";

/** Rows of a window's choices, and the differences between two states of an order's windows. */

const NONE = "none";
const mm = (lengths: readonly number[] | null | undefined): string =>
  lengths?.length ? `${joinInWords(lengths.map((length) => inMillimetres(length * 10)))} mm` : NONE;

const optionText = (option: Option, value: string | number): string =>
  option.kind === "choice" ? (option.values[value]?.label ?? String(value)) : String(value);

export const optionRow = (name: OptionName): Row<WindowOptions> => ({
  what: optionOf(name).label,
  text: (window) => optionText(optionOf(name), window[name]),
});

/** The details of a window's making. */
export const DETAIL_ROWS = {
  layoutCode: { what: DETAILS.layoutCode.label, text: drawnCodeOf },
  facetsMm: { what: DETAILS.facetsMm.label, text: ({ facetsMm }) => mm(facetsMm) },
  postAngles: {
    what: DETAILS.postAngles.label,
    text: ({ postAngles }) => (postAngles?.length ? anglesInWords(postAngles) : "as usual"),
  },
  tPostsMm: { what: DETAILS.tPostsMm.label, text: ({ tPostsMm }) => mm(tPostsMm) },
  midRailHeightsMm: { what: DETAILS.midRailHeightsMm.label, text: ({ midRailHeightsMm }) => mm(midRailHeightsMm) },
  tiltSplitMm: { what: DETAILS.tiltSplitMm.label, text: ({ tiltSplitMm }) => mm(tiltSplitMm ? [tiltSplitMm] : null) },
} as const satisfies Record<string, Row<WindowToDraw>>;

/** A window as it is stored, or as it will be. */
export interface OrderedWindow extends Omit<WindowToDraw, "width" | "height">, StoredDetails {
  /** Undefined: the window is new. */
  readonly id: number | undefined;
  readonly name: string;
  readonly shutterType: string;
  readonly widthTenthMm: TenthMm;
  readonly heightTenthMm: TenthMm;
  readonly quantity: number;
}

/** The rows that decide how a window is made. */
const MADE_ROWS: readonly Row<OrderedWindow>[] = [
  { what: "Type", text: ({ shutterType }) => shutterType },
  { what: "Colour", text: ({ colorSelection }) => colorSelection },
  { what: "Width", text: ({ widthTenthMm }) => `${inMillimetres(widthTenthMm)} mm` },
  { what: "Height", text: ({ heightTenthMm }) => `${inMillimetres(heightTenthMm)} mm` },
  { what: "Louvres", text: ({ louverSize }) => `${louverSize} mm` },
  ...OPTIONS.map(optionRow),
  ...Object.values(DETAIL_ROWS).map(({ what, text }) => ({ what, text: (window: OrderedWindow) => text(toDraw(window)) })),
];

/** True if shutters that are cut for the old window do not fit the new one. */
export const isMadeAnew = (before: OrderedWindow, after: OrderedWindow): boolean => rowsThatDiffer(MADE_ROWS, before, after).length > 0;

const ROWS: readonly Row<OrderedWindow>[] = [
  { what: "Name", text: ({ name }) => name },
  ...MADE_ROWS,
  { what: "Quantity", text: ({ quantity }) => String(quantity) },
  { what: DETAILS.note.label, text: ({ note }) => note ?? NONE },
];

/** An added or removed window in one line: `900 × 1,200 mm, 2 of these`. */
const wholeWindow = (window: OrderedWindow): string =>
  [sizeInMillimetres(window), window.quantity > 1 ? `${window.quantity} of these` : ""].filter(Boolean).join(", ");

/** All differences between two states of an order's windows, without prices (rule O21). */
export const differencesOfOrder = (before: readonly OrderedWindow[], after: readonly OrderedWindow[]): Difference[] =>
  windowDifferences(before, after, { texts: (old, now) => rowsThatDiffer(ROWS, old, now), whole: wholeWindow });

/** The first letter is small, unless the word is a sign or a name: `T-posts at`. */
const inSentence = (what: string): string => (/^[A-Z][a-z]/.test(what) ? what.charAt(0).toLowerCase() + what.slice(1) : what);

const UNIT = " mm";
/** `width 900 → 910 mm`, `removed`, `added, 900 × 1,200 mm`. */
function changeInWords({ what, before, after }: Difference): string {
  if (what === WINDOW) return before === "" ? `added, ${after}` : "removed";
  const from = before.endsWith(UNIT) && after.endsWith(UNIT) ? before.slice(0, -UNIT.length) : before;
  return `${inSentence(what)} ${from} → ${after}`;
}

function windowsIn(differences: readonly Difference[]): Map<string, Difference[]> {
  const byWindow = new Map<string, Difference[]>();
  for (const one of differences) byWindow.set(one.window ?? "", [...(byWindow.get(one.window ?? "") ?? []), one]);
  return byWindow;
}

/** A line for each window: `Kitchen: width 900 → 910 mm, louvres 64 → 76 mm`. */
export const differencesInWords = (differences: readonly Difference[]): string[] =>
  [...windowsIn(differences)].map(([window, own]) => `${window}: ${own.map(changeInWords).join(", ")}`);

/** The changed facts without their values: `Kitchen width and height; Bed 3 removed`. */
export const changesInShort = (differences: readonly Difference[]): string =>
  [...windowsIn(differences)]
    .map(([window, own]) => {
      const whats = own.map((one) => (one.what === WINDOW ? (one.before === "" ? "added" : "removed") : inSentence(one.what)));
      return `${window} ${joinInWords(whats)}`;
    })
    .join("; ");

/** `Kitchen is cut already`, `Kitchen and Bed 3 are cut already`. */
export const cutInWords = (names: readonly string[]): string => `${joinInWords(names)} ${names.length === 1 ? "is" : "are"} cut already`;
