import { measuredInWords } from "#shared/domain/window/fields/measured.ts";
import { FIELDS, fieldOf, type WindowField } from "#shared/domain/window/fields/window-fields.ts";
import { calculateSides, formatMeasure, parseLength } from "./measure-text.ts";
import { describeMaking, formatField } from "./quote-differences.ts";
import { listFilledWindows, type Products, type QuoteValues, type WindowValues, WORD_LABELS, type Word } from "./quote-values.ts";

/** The version that wins if both people changed the same field. */
export type Winner = "mine" | "theirs";

export interface Merged {
  readonly values: QuoteValues;
  /** One sentence for each field that both people changed to different values. */
  readonly clashes: readonly string[];
  /** The fields that only the other person changed. */
  readonly applied: readonly string[];
}

/**
 * The fields that merge as a unit: half of the values from each person would be a combination that
 * neither chose.
 */
const TOGETHER: readonly (readonly (keyof WindowValues)[])[] = [
  ["openingDirection", "layoutCode", "facetsMm", "postAngles", "tPostsMm"],
  ["numberOfMidRails", "midRailHeightsMm"],
];
const GROUPED = new Set<string>(TOGETHER.flat());

interface Part {
  readonly label: string;
  readonly keys: readonly (keyof WindowValues)[];
  readonly text: (window: WindowValues) => string;
}

const partsOf = (products: Products): readonly Part[] => {
  const textOf = (name: WindowField) => (window: WindowValues) => formatField(window, name, products);
  const single = (name: WindowField): Part => ({ label: fieldOf(name).label, keys: [name], text: textOf(name) });
  const plain = (key: "tiltSplitMm" | "note", label: string): Part => ({
    label,
    keys: [key],
    text: (window) => String(window[key] ?? "none"),
  });
  const [layout, rails] = TOGETHER as [Part["keys"], Part["keys"]];
  const withDetails =
    (name: WindowField, ...details: (keyof WindowValues)[]) =>
    (window: WindowValues) =>
      [textOf(name)(window), describeMaking(Object.fromEntries(details.map((key) => [key, window[key]])))].filter(Boolean).join(", ");
  return [
    ...FIELDS.filter((name) => !GROUPED.has(name)).map(single),
    {
      label: fieldOf("openingDirection").label,
      keys: layout,
      text: withDetails("openingDirection", "layoutCode", "facetsMm", "postAngles", "tPostsMm"),
    },
    { label: fieldOf("numberOfMidRails").label, keys: rails, text: withDetails("numberOfMidRails", "midRailHeightsMm") },
    plain("tiltSplitMm", "Tilt split"),
    { label: "Measured", keys: ["measuredMm"], text: ({ measuredMm }) => (measuredMm ? measuredInWords(measuredMm) : "once") },
    plain("note", "Note for the maker"),
  ];
};

/**
 * Merges two people's changes of one draft, by window and field. A change by one person is applied;
 * for a field changed by both, the winner's value is applied and the clash is reported. `base`
 * holds the values from which both started.
 */
export function mergeQuotes(base: QuoteValues, mine: QuoteValues, theirs: QuoteValues, products: Products, winner: Winner): Merged {
  const clashes: string[] = [];
  const applied: string[] = [];
  /** Chooses the version of one value: an unchanged value yields to the other person's. */
  const choose = (what: string, was: string, own: string, other: string): Winner => {
    if (own === other || other === was) return "mine";
    if (own !== was) {
      clashes.push(`${what} ${other}, yours ${own}`);
      return winner;
    }
    applied.push(`${what} ${other}, before ${was}`);
    return "theirs";
  };

  const words: Partial<Record<Word, string | undefined>> = {};
  for (const [name, label] of Object.entries(WORD_LABELS) as [Word, string][]) {
    const said = (values: QuoteValues) => values[name]?.trim() || "none";
    words[name] = (choose(`${label}:`, said(base), said(mine), said(theirs)) === "mine" ? mine : theirs)[name];
  }

  const parts = partsOf(products);
  const both = (was: WindowValues, own: WindowValues, other: WindowValues): WindowValues => {
    const merged = { ...own, keptChecks: { ...other.keptChecks, ...own.keptChecks } };
    for (const { label, keys, text } of parts) {
      if (choose(`${was.name}: ${label}`, text(was), text(own), text(other)) === "theirs")
        for (const key of keys) Object.assign(merged, { [key]: inUnitOf(own, other, key) });
    }
    return { ...merged, ...calculateSides(merged) };
  };
  const isSame = (one: WindowValues, other: WindowValues) => parts.every(({ text }) => text(one) === text(other));

  const own = listFilledWindows(mine.windows);
  const myWindows = byId(own);
  const theirWindows = byId(theirs.windows);
  const stays = new Map<WindowValues, WindowValues>();
  for (const was of base.windows) {
    const [here, there] = [myWindows.get(was.itemId), theirWindows.get(was.itemId)];
    if (here && there) {
      const merged = both(was, here, there);
      stays.set(here, merged).set(there, merged);
    } else if (here && isSame(was, here)) applied.push(`${was.name}: removed`);
    else if (here) {
      clashes.push(`${was.name}: removed in theirs, changed in yours`);
      // The other person deleted the stored window, so it returns as a new window without an id.
      if (winner === "mine") stays.set(here, { ...here, itemId: undefined });
    } else if (there && !isSame(was, there)) {
      clashes.push(`${was.name}: changed in theirs, removed in yours`);
      if (winner === "theirs") stays.set(there, there);
    }
  }
  const known = byId(base.windows);
  for (const window of own) if (!known.has(window.itemId)) stays.set(window, window);
  for (const window of theirs.windows) {
    if (known.has(window.itemId)) continue;
    stays.set(window, window);
    applied.push(`${window.name}: added`);
  }

  const moved = order(own, theirWindows, known) !== order(base.windows, myWindows, theirWindows);
  const [first, second] = moved ? [own, theirs.windows] : [theirs.windows, own];
  const windows = inOrder(first, second, stays);
  if (windows.length === 0) clashes.push("No window would be left");
  return {
    values: { ...theirs, ...words, windows: windows.length > 0 ? windows : [...(winner === "mine" ? own : theirs.windows)] },
    clashes,
    applied,
  };
}

const byId = (windows: readonly WindowValues[]) =>
  new Map(windows.flatMap((window) => (window.itemId === undefined ? [] : [[window.itemId as number | undefined, window] as const])));

/** The order of the windows that all three versions contain. */
const order = (windows: readonly WindowValues[], ...versions: readonly ReadonlyMap<number | undefined, WindowValues>[]): string =>
  windows
    .map(({ itemId }) => itemId)
    .filter((id) => id !== undefined && versions.every((each) => each.has(id)))
    .join();

/** Returns the other person's measure in the unit of this form's window. */
function inUnitOf(own: WindowValues, other: WindowValues, key: keyof WindowValues): unknown {
  if (key !== "width" && key !== "height") return other[key];
  const length = parseLength(other[key], other.unit);
  return length === null ? other[key] : formatMeasure(length, own.unit);
}

/**
 * The first list's windows in its order. A window that is only in the second list follows the same
 * predecessor as there.
 */
function inOrder(
  first: readonly WindowValues[],
  second: readonly WindowValues[],
  stays: ReadonlyMap<WindowValues, WindowValues>,
): WindowValues[] {
  const windows = first.flatMap((window) => stays.get(window) ?? []);
  let place = -1;
  for (const window of second) {
    const merged = stays.get(window);
    if (!merged) continue;
    const found = windows.indexOf(merged);
    place = found === -1 ? place + 1 : found;
    if (found === -1) windows.splice(place, 0, merged);
  }
  return windows;
}
