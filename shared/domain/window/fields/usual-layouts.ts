import { PANEL, TRACK, widestPanelOf } from "#shared/domain/window/geometry/shutter-construction.ts";
import { makeSize, type WindowToMake } from "#shared/domain/window/geometry/shutter-frame.ts";
import { narrowestPanelOf, panelWidthOf } from "#shared/domain/window/geometry/window-layout.ts";

/**
 * The usual layouts of windows, the simplest first. No run is longer than two, because a third
 * panel needs a track.
 */
const USUAL = [
  "L",
  "R",
  "LR",
  "LL",
  "RR",
  "LTR",
  "LLR",
  "LRR",
  "LLRR",
  "LTLR",
  "LRTR",
  "LLTRR",
  "LRTLR",
  "LTLTRTR",
  "LTLRTR",
  "LTLTLTRTRTR",
  "LLTLRTRR",
] as const;

/** The number of small drawings in a row of the form. */
const MOST = 6;

/** One layout of each kind, for a window without a width. */
const ANY = ["L", "R", "LR", "LTR", "LLRR"] as const;

/** The usual layouts of a window round a corner, at any width: three facets, or two walls. */
export const USUAL_BAYS = ["LBLRBR", "LCR"] as const;

const lettersOf = (code: string): number => code.replaceAll("T", "").length;

/** More posts than these would exceed a layout code's limit of letters. */
const MOST_PAIRS = 5;
const PAIRS = Array.from({ length: MOST_PAIRS - 1 }, (_, posts) => Array.from({ length: posts + 2 }, () => "LR").join("T"));

const isFitting = (item: WindowToMake, layoutCode: string): boolean => {
  const made = { ...item, tPostsMm: null, facetsMm: null, openingDirection: "left-hinge" as const, layoutCode };
  const carried = layoutCode.includes("T") || makeSize(made).width <= TRACK.neededBeyond;
  return carried && panelWidthOf(made) <= widestPanelOf(item) && narrowestPanelOf(made) >= PANEL.narrowest;
};

/**
 * Returns the layout that the form proposes for a width (rule M21): one, two or three panels while
 * they need no post, beyond that pairs between the fewest posts. Null if none of these can be made.
 */
export const proposedLayout = (item: WindowToMake): string | null =>
  ["L", "LR", "LLR", ...PAIRS].find((code) => isFitting(item, code)) ?? null;

/**
 * Returns the usual layout codes for a window of this width (rule M9), the proposed one first.
 * Every panel can be made, and the number of panels is the fewest that the widest panel allows, or
 * one or two more.
 * @param item the window as it is typed; null while it has no size
 */
export function usualLayouts(item: WindowToMake | null): readonly string[] {
  if (!item) return ANY;
  const fitting = USUAL.filter((layoutCode) => isFitting(item, layoutCode));
  const fewest = Math.min(...fitting.map(lettersOf));
  const proposed = proposedLayout(item);
  const usual = fitting.filter((code) => lettersOf(code) <= fewest + 2 && code !== proposed);
  return [...(proposed ? [proposed] : []), ...usual].slice(0, MOST);
}
