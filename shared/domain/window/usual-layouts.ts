import { PANEL, TRACK, widestPanelOf } from "./shutter-construction.ts";
import { makeSize, type WindowToMake } from "./shutter-frame.ts";
import { narrowestPanelOf, panelWidthOf } from "./window-layout.ts";

/** What windows are mostly made as, the plainest first. No run is longer than two: a third panel needs a track. */
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

/** A row of small drawings holds so many. */
const MOST = 6;

/** For a width that nobody has typed yet: one of each kind. */
const ANY = ["L", "R", "LR", "LTR", "LLRR"] as const;

const lettersOf = (code: string): number => code.replaceAll("T", "").length;

/**
 * The usual layout codes of a window of this width (rule M9), the plainest first. Every panel can
 * be made, with as few as the widest allows, or one or two more.
 * @param item the window as it is typed; null while it has no size
 */
export function usualLayouts(item: WindowToMake | null): readonly string[] {
  if (!item) return ANY;
  const plain = { ...item, tPostsMm: null, openingDirection: "left-hinge" as const };
  const fitting = USUAL.filter((layoutCode) => {
    const made = { ...plain, layoutCode };
    const carried = layoutCode.includes("T") || makeSize(made).width <= TRACK.neededBeyond;
    return carried && panelWidthOf(made) <= widestPanelOf(item) && narrowestPanelOf(made) >= PANEL.narrowest;
  });
  const fewest = Math.min(...fitting.map(lettersOf));
  return fitting.filter((code) => lettersOf(code) <= fewest + 2).slice(0, MOST);
}
