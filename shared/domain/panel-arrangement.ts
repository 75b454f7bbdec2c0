import { share } from "./share.ts";
import { MOST_BETWEEN_POSTS, MOST_IN_A_RUN, PANEL, POST_WIDTH, TRACK, widestPanelOf } from "./shutter-construction.ts";
import type { WindowOptions } from "./window-options.ts";

/** By which edge a panel hangs; a folding leaf hangs on its neighbour. */
export type Hang = "left" | "right" | "slides";

interface Across {
  readonly panels: readonly { readonly at: number; readonly width: number; readonly hang: Hang }[];
  /** Where each post begins. */
  readonly posts: readonly number[];
}

interface Choices extends Readonly<Pick<WindowOptions, "frameType" | "openingDirection">> {
  readonly widestPanelMm?: number | null | undefined;
}

/** Panels and posts across an opening: as few panels as the widest one allows (rule M3). */
export function arrangePanels(room: number, choices: Choices): Across {
  const { frameType, openingDirection } = choices;
  const widest = widestPanelOf(choices);
  if (openingDirection === "bypass") return slidingPanels(room, widest);

  // Folding leaves come in pairs; a hinged panel counts for itself.
  const leaves = openingDirection === "bi-fold" ? 2 : 1;
  const posted = frameType === "t-post" && room >= 2 * leaves * PANEL.narrowest + POST_WIDTH;
  const sectionsOf = (units: number) => (posted ? Math.max(2, Math.ceil(units / MOST_BETWEEN_POSTS)) : 1);
  const leafRoom = (units: number) => room - (sectionsOf(units) - 1) * POST_WIDTH;
  // A pair folds to either side, so a run of leaves on each; without a post nothing else carries them.
  const most = posted ? Number.POSITIVE_INFINITY : MOST_IN_A_RUN;
  let units = posted ? 2 : 1;
  while (units < most && leafRoom(units) > widest * leaves * units) units += 1;

  const sections = share(units, sectionsOf(units));
  const widths = share(leafRoom(units), units * leaves);
  const panels: { at: number; width: number; hang: Hang }[] = [];
  const posts: number[] = [];
  let at = 0;
  sections.forEach((unitsHere, section) => {
    if (section > 0) {
      posts.push(at);
      at += POST_WIDTH;
    }
    for (const hang of hangs(openingDirection, unitsHere, leaves, section * 2 < sections.length)) {
      const width = widths[panels.length] ?? 0;
      panels.push({ at, width, hang });
      at += width;
    }
  });
  return { panels, posts };
}

/** Of one section. Bi-fold pairs part in the middle; a single pair folds to the nearer side of the window. */
function hangs(direction: WindowOptions["openingDirection"], units: number, leaves: number, leftHalf: boolean): Hang[] {
  const all = units * leaves;
  if (direction !== "bi-fold") return Array.from({ length: all }, () => (direction === "right-hinge" ? "right" : "left"));
  const toLeft = (units > 1 ? Math.ceil(units / 2) : leftHalf ? 1 : 0) * leaves;
  return Array.from({ length: all }, (_, index) => (index < toLeft ? "left" : "right"));
}

/** Each panel covers the edge of the one before it; a post would stand in the way of the track, so there is none. */
function slidingPanels(room: number, widest: number): Across {
  const overlap = Math.min(TRACK.overlap, Math.floor(room / 4));
  const needed = Math.ceil((room - overlap) / (widest - overlap));
  const count = Math.min(Math.max(needed, TRACK.leastPanels), TRACK.mostPanels);
  const widths = share(room + (count - 1) * overlap, count);
  let at = 0;
  const panels = widths.map((width) => {
    const panel = { at, width, hang: "slides" as const };
    at += width - overlap;
    return panel;
  });
  return { panels, posts: [] };
}
