import type { TenthMm } from "./length.ts";
import { louvrePitch, MOST_BETWEEN_POSTS, MOST_IN_A_RUN, PANEL, POST_WIDTH, TRACK, widestPanelOf } from "./shutter-construction.ts";
import type { WindowOptions } from "./window-fields.ts";

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

interface Part {
  /** From the top of the panel. */
  readonly at: number;
  readonly height: number;
}

/** A panel from top to bottom. */
export interface Rise {
  readonly pitch: TenthMm;
  /** Top and bottom. */
  readonly rails: readonly [Part, Part];
  readonly midRails: readonly Part[];
  readonly fields: readonly (Part & { readonly louvres: readonly number[] })[];
}

interface RiseChoices {
  readonly louverSize: number;
  readonly numberOfMidRails: number;
}

/**
 * Louvres keep their pitch and the rails take up what is left, as makers do it: a window has whole louvres only. Mid rails part
 * them evenly; where that does not come out, the lower sections have one louvre more.
 */
export function arrangeRise(height: number, { louverSize, numberOfMidRails }: RiseChoices): Rise {
  const pitch = louvrePitch(louverSize);
  const overlap = louverSize * 10 - pitch;
  const sections = numberOfMidRails + 1;
  const forLouvres = (rail: number) => Math.floor((height - 2 * rail - numberOfMidRails * PANEL.midRail - sections * overlap) / pitch);
  const count = forLouvres(PANEL.rail) >= sections ? forLouvres(PANEL.rail) : Math.min(forLouvres(PANEL.leastRail), sections);
  if (count < sections) return withoutLouvres(height, numberOfMidRails, pitch);

  const perField = share(count, sections).reverse();
  const rails = share(height - numberOfMidRails * PANEL.midRail - count * pitch - sections * overlap, 2);
  const fields = perField.map((louvres) => louvres * pitch + overlap);
  const midRails = Array.from({ length: numberOfMidRails }, () => PANEL.midRail as number);
  const stacked = stack(rails, midRails, fields);
  const half = louverSize * 5;
  return {
    pitch,
    ...stacked,
    fields: stacked.fields.map((field, index) => ({
      ...field,
      louvres: Array.from({ length: perField[index] ?? 0 }, (_, place) => field.at + half + place * pitch),
    })),
  };
}

/** Too low for its rails and a louvre: the rails as they are while they fit, else squeezed, so that the drawing shows the trouble. */
function withoutLouvres(height: number, numberOfMidRails: number, pitch: TenthMm): Rise {
  const rest = height - 2 * PANEL.rail - numberOfMidRails * PANEL.midRail;
  const [top = 0, bottom = 0, ...squeezed] = share(height, numberOfMidRails + 2);
  const stacked =
    rest >= 0
      ? stack([PANEL.rail, PANEL.rail], Array(numberOfMidRails).fill(PANEL.midRail), share(rest, numberOfMidRails + 1))
      : stack([top, bottom], squeezed, Array(numberOfMidRails + 1).fill(0));
  return { pitch, ...stacked, fields: stacked.fields.map((field) => ({ ...field, louvres: [] })) };
}

/** Top rail, field, mid rail, field, …, bottom rail, each below the other. */
function stack([top = 0, bottom = 0]: readonly number[], midRails: readonly number[], fields: readonly number[]) {
  let at = top;
  const put = (height: number): Part => {
    const part = { at, height };
    at += height;
    return part;
  };
  const placedFields: Part[] = [];
  const placedRails: Part[] = [];
  fields.forEach((height, index) => {
    placedFields.push(put(height));
    if (index < midRails.length) placedRails.push(put(midRails[index] ?? 0));
  });
  return { rails: [{ at: 0, height: top }, put(bottom)] as const, midRails: placedRails, fields: placedFields };
}

/** A whole number parted into so many whole parts that differ by at most one, the larger ones first: nothing is lost to rounding. */
export function share(whole: number, parts: number): number[] {
  const least = Math.floor(whole / parts);
  const larger = whole - least * parts;
  return Array.from({ length: parts }, (_, index) => least + (index < larger ? 1 : 0));
}
