import { panelLetter, panelsInWords } from "#shared/domain/window/fields/panel-names.ts";
import type { WindowMark } from "#shared/domain/window/fields/window-mark.ts";
import { layOutWindow, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { CUT_PART_LABEL, type CutPart, cutList } from "./cut-list.ts";
import { isWholeWindow, type WindowMake } from "./window-make.ts";

/** The parts of a window that a remake makes again (rule W103): their words and their faults. */

const lettersOf = (item: WindowToDraw): string[] => layOutWindow(item).panels.map((_, at) => panelLetter(at + 1));

const partInSentence = (part: string): string => {
  const label = CUT_PART_LABEL[part as CutPart] ?? part;
  return part === "t-post" ? label : label.toLowerCase();
};

/** `Panel B: louvre, top rail`, `Panels A to C`, `Louvre of every panel`, `Whole window`. */
export function makeInWords(make: WindowMake | null | undefined): string {
  if (!make || isWholeWindow(make)) return "Whole window";
  const numbers = make.panels.map(panelNumber).toSorted((one, other) => one - other);
  const panels = numbers.length > 0 ? `${numbers.length === 1 ? "Panel" : "Panels"} ${panelsInWords(numbers)}` : null;
  if (make.parts.length === 0) return panels ?? "Whole window";
  const parts = make.parts.map(partInSentence).join(", ");
  return panels ? `${panels}: ${parts}` : `${parts.charAt(0).toUpperCase()}${parts.slice(1)} of every panel`;
}

/** `panel B: louvre`, within a sentence. */
export function makeInSentence(make: WindowMake | null | undefined): string {
  const words = makeInWords(make);
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

const LETTERS = 26;
/** The place of a panel by its letter, counted from 1; the inverse of `panelLetter`. */
const panelNumber = (letter: string): number => [...letter].reduce((sum, each) => sum * LETTERS + each.charCodeAt(0) - 64, 0);

/** The kinds of parts that a window's cut list has, in the list's order. */
export const partsOfWindow = (item: WindowToDraw): CutPart[] => [...new Set(cutList({ ...item, make: null }).map(({ part }) => part))];

/**
 * Why these parts of a window cannot be made: `Window "Bay" has no panel D`. Null without a fault.
 */
export function makeFault(item: WindowToDraw & { readonly name: string }, make: WindowMake): string | null {
  if (isWholeWindow(make)) return null;
  const letters = lettersOf(item);
  const missing = make.panels.find((letter) => !letters.includes(letter));
  if (missing !== undefined) return `Window "${item.name}" has no panel ${missing}`;
  const own = partsOfWindow(item);
  const absent = make.parts.find((part) => !own.some((each) => each === part));
  if (absent !== undefined) return `Window "${item.name}" has no ${partInSentence(absent)}`;
  return cutList({ ...item, make }).length === 0 ? `Nothing of window "${item.name}" would be made` : null;
}

/** Returns the panel under a marked place; an empty list beside all panels. */
export function panelsAt(item: WindowToDraw, { xMm, yMm }: WindowMark): string[] {
  const [x, y] = [xMm * 10, yMm * 10];
  const isUnder = (from: number, size: number, at: number) => at >= from && at <= from + size;
  const at = layOutWindow(item).panels.findIndex((panel) => isUnder(panel.x, panel.width, x) && isUnder(panel.y, panel.height, y));
  return at < 0 ? [] : [panelLetter(at + 1)];
}
