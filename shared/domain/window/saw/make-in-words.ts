import { countOf, upperFirst } from "#shared/domain/text.ts";
import { panelLetter, panelsInWords } from "#shared/domain/window/fields/panel-names.ts";
import type { WindowMark } from "#shared/domain/window/fields/window-mark.ts";
import { hangsOf, layOutWindow, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { CUT_PART_LABEL, type Cut, type CutPart, cutList } from "./cut-list.ts";
import { countFault, recutPartInWords } from "./recuts.ts";
import { isOfPanel, isWholeWindow, type WindowMake } from "./window-make.ts";

/** The parts of a window that a remake makes again (rule W103): their words and their faults. */

const lettersOf = (item: WindowToDraw): string[] => layOutWindow(item).panels.map((_, at) => panelLetter(at + 1));

/** The part's name in a cut list; the one stile that is made has its side: `Stile, left`. */
export const madePartLabel = (make: WindowMake | null | undefined, part: CutPart): string =>
  part === "stile" && make?.stile ? `${CUT_PART_LABEL.stile}, ${make.stile}` : CUT_PART_LABEL[part];

/**
 * `1 louvre` if a number of them is made, `left stile` if one of them is, otherwise `all 28 louvres`,
 * `both stiles` or `top rail`, by the number in one chosen panel or in the frame.
 */
function countedInWords(item: WindowToDraw, make: WindowMake, part: CutPart): string {
  if (part === "stile" && make.stile) return `${make.stile} stile`;
  const words = recutPartInWords(part);
  const asked = make.counts?.[part];
  if (asked !== undefined) return countOf(asked, words);
  const all = countInOnePlace(item, make, part);
  if (all < 2) return words;
  return all === 2 ? `both ${words}s` : `all ${countOf(all, words)}`;
}

function countInOnePlace(item: WindowToDraw, make: WindowMake, part: CutPart): number {
  const rows = rowsOfPart(item, make, part);
  return rows.filter(({ panel }) => panel === rows[0]?.panel).reduce((sum, { count }) => sum + count, 0);
}

/**
 * `Panel B: all 28 louvres, top rail`, `Panels A to C: 1 louvre in each`, `Both stiles of every
 * panel`, `Whole window`.
 */
export function makeInWords(item: WindowToDraw, make: WindowMake | null | undefined): string {
  if (!make || isWholeWindow(make)) return "Whole window";
  const numbers = make.panels.map(panelNumber).toSorted((one, other) => one - other);
  const panels = numbers.length > 0 ? `${numbers.length === 1 ? "Panel" : "Panels"} ${panelsInWords(numbers)}` : null;
  if (make.parts.length === 0) return panels ?? "Whole window";
  const list = (parts: readonly string[]) => parts.map((part) => countedInWords(item, make, part as CutPart)).join(", ");
  const [ofPanels, ofFrame] = [make.parts.filter(isOfPanel), make.parts.filter((part) => !isOfPanel(part))];
  const each = numbers.length > 1 && /\d|\bboth\b|\b(?:left|right) stile/.test(list(ofPanels)) ? " in each" : "";
  const ofEvery = hangsOf(item).length > 1 ? " of every panel" : "";
  const inPanels = panels ? `${panels}: ${list(ofPanels)}${each}` : `${list(ofPanels)}${ofEvery}`;
  const words = [...(ofPanels.length > 0 ? [inPanels] : []), ...(ofFrame.length > 0 ? [list(ofFrame)] : [])].join("; ");
  return upperFirst(words);
}

const ALL_OF_A_PART = /^All ([\d,]+) ([A-Za-z -]+)$/;

/**
 * `panel B: all 28 louvres`, `the louvres: all 28`, within a sentence; the name `T-post` retains its
 * capital. The part is named first, because `only all 28 louvres` contradicts itself.
 */
export function makeInSentence(item: WindowToDraw, make: WindowMake | null | undefined): string {
  const words = makeInWords(item, make);
  const [, count, what] = ALL_OF_A_PART.exec(words) ?? [];
  if (count !== undefined) return `the ${what}: all ${count}${what?.endsWith("of every panel") ? " in each" : ""}`;
  if (words.startsWith("All ")) return `these: a${words.slice(1)}`;
  return words.startsWith(CUT_PART_LABEL["t-post"]) ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

const LETTERS = 26;
/** The place of a panel by its letter, counted from 1; the inverse of `panelLetter`. */
const panelNumber = (letter: string): number => [...letter].reduce((sum, each) => sum * LETTERS + each.charCodeAt(0) - 64, 0);

/** The kinds of parts that a window's cut list has, in the list's order. */
export const partsOfWindow = (item: WindowToDraw): CutPart[] => [...new Set(cutList({ ...item, make: null }).map(({ part }) => part))];

/**
 * Why these parts of a window cannot be made: `Window "Bay" has no panel D`. Null without a fault.
 * A number that `known`, the make as it was, has already is not refused for parts that differ.
 */
export function makeFault(item: WindowToDraw & { readonly name: string }, make: WindowMake, known?: WindowMake | null): string | null {
  const unnamed = Object.keys(make.counts ?? {}).find((part) => !make.parts.includes(part));
  if (unnamed !== undefined) return `Name the part ${recutPartInWords(unnamed as CutPart)} in window "${item.name}" to give its number`;
  if (make.stile && !make.parts.includes("stile")) return `Name the part stile in window "${item.name}" to choose its side`;
  if (isWholeWindow(make)) return null;
  const letters = lettersOf(item);
  const missing = make.panels.find((letter) => !letters.includes(letter));
  if (missing !== undefined) return `Window "${item.name}" has no panel ${missing}`;
  const own = partsOfWindow(item);
  const absent = make.parts.find((part) => !own.some((each) => each === part));
  if (absent !== undefined) return `Window "${item.name}" has no ${recutPartInWords(absent as CutPart)}`;
  const tooMany = countsOfMake(make).flatMap(
    ([part, count]) =>
      faultOfCount(item, make, { part, count, isKnown: isOfPanels(known, make.panels) && known?.counts?.[part] === count }) ?? [],
  );
  if (tooMany[0] !== undefined) return tooMany[0];
  return cutList({ ...item, make }).length === 0 ? `Nothing of window "${item.name}" would be made` : null;
}

const isOfPanels = (make: WindowMake | null | undefined, panels: readonly string[]): boolean =>
  make?.panels.toSorted().join() === panels.toSorted().join();
const countsOfMake = ({ counts = {} }: WindowMake) => Object.entries(counts) as [CutPart, number][];

/** The rows of a kind of part in the chosen panels of a window, or in its frame, without numbers. */
const rowsOfPart = (item: WindowToDraw, { panels }: WindowMake, part: CutPart): Cut[] =>
  cutList({ ...item, make: { panels, parts: [part] } });

/**
 * Tests whether the parts of one panel, or of the frame, have several angles or ends. A number of
 * them would not say which: only the longest can be shortened to replace any other part. One stile
 * of a panel has the hinges, the other the catches.
 */
function differInCut(rows: readonly Cut[]): boolean {
  const cutOf = new Map<number | null, string>();
  if (rows.some(({ part }) => part === "stile")) return true;
  return rows.some(({ panel, angle, ends }) => {
    const cut = `${angle} ${ends}`;
    const first = cutOf.get(panel) ?? cut;
    cutOf.set(panel, first);
    return cut !== first;
  });
}

function faultOfCount(
  item: WindowToDraw & { readonly name: string },
  make: WindowMake,
  asked: { readonly part: CutPart; readonly count: number; readonly isKnown: boolean },
): string | null {
  const rows = rowsOfPart(item, make, asked.part);
  const isClear = asked.part === "stile" && (make.stile ? asked.count === 1 : asked.count >= countInOnePlace(item, make, asked.part));
  if (differInCut(rows) && !isClear && !asked.isKnown) return `Name all ${recutPartInWords(asked.part)}s of "${item.name}": they differ`;
  const places = [...new Set(rows.map(({ panel }) => panel))];
  return places.map((panel) => countFault(rows, { panel, ...asked }, item.name)).find((fault) => fault !== null) ?? null;
}

/**
 * The largest number of a kind of part that a request may give: every chosen panel has as many. 0
 * for parts that differ, which have no number.
 */
export function mostOfPart(item: WindowToDraw, make: WindowMake, part: CutPart): number {
  const rows = rowsOfPart(item, make, part);
  if (differInCut(rows)) return 0;
  const counts = new Map<number | null, number>();
  for (const { panel, count } of rows) counts.set(panel, (counts.get(panel) ?? 0) + count);
  return counts.size === 0 ? 0 : Math.min(...counts.values());
}

/** Returns the panel under a marked place; an empty list beside all panels. */
export function panelsAt(item: WindowToDraw, { xMm, yMm }: WindowMark): string[] {
  const [x, y] = [xMm * 10, yMm * 10];
  const isUnder = (from: number, size: number, at: number) => at >= from && at <= from + size;
  const at = layOutWindow(item).panels.findIndex((panel) => isUnder(panel.x, panel.width, x) && isUnder(panel.y, panel.height, y));
  return at < 0 ? [] : [panelLetter(at + 1)];
}
