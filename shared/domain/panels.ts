import type { TenthMm } from "./length.ts";
import { louvrePitch, MOST_BETWEEN_POSTS, MOST_IN_A_RUN, PANEL, POST_WIDTH, TRACK, widestPanelOf } from "./shutter-construction.ts";
import type { WindowOptions } from "./window-fields.ts";

/** By which edge a panel hangs; a folding leaf hangs on its neighbour. */
export type Hang = "left" | "right" | "slides";

interface Across {
  readonly panels: readonly { readonly at: number; readonly width: number; readonly hang: Hang }[];
  readonly posts: readonly { readonly at: number; readonly width: number }[];
}

interface Choices extends Readonly<Pick<WindowOptions, "frameType" | "openingDirection">> {
  readonly widestPanelMm?: number | null | undefined;
  readonly layoutCode?: string | null | undefined;
  /** The posts' centres from the left of the opening, as many as there are in the code. */
  readonly postsAt?: readonly number[] | null;
}

/** Panels and posts across an opening: as the layout code says, else as few panels as the widest one allows (rules M3 and M9). */
export function arrangePanels(room: number, choices: Choices): Across {
  const { frameType, openingDirection, layoutCode } = choices;
  if (layoutCode) return panelsOfCode(room, sectionsOf(layoutCode), choices.postsAt ?? null);
  const widest = widestPanelOf(choices);
  if (openingDirection === "bypass") return slidingPanels(room, widest);

  // Folding leaves come in pairs; a hinged panel counts for itself.
  const leaves = openingDirection === "bi-fold" ? 2 : 1;
  const posted = frameType === "t-post" && room >= 2 * leaves * PANEL.narrowest + POST_WIDTH;
  const sectionCount = (units: number) => (posted ? Math.max(2, Math.ceil(units / MOST_BETWEEN_POSTS)) : 1);
  const leafRoom = (units: number) => room - (sectionCount(units) - 1) * POST_WIDTH;
  // A pair folds to either side, so a run of leaves on each; without a post nothing else carries them.
  const most = posted ? Number.POSITIVE_INFINITY : MOST_IN_A_RUN;
  let units = posted ? 2 : 1;
  while (units < most && leafRoom(units) > widest * leaves * units) units += 1;

  const sections = share(units, sectionCount(units));
  const widths = share(leafRoom(units), units * leaves);
  const panels: { at: number; width: number; hang: Hang }[] = [];
  const posts: { at: number; width: number }[] = [];
  let at = 0;
  sections.forEach((unitsHere, section) => {
    if (section > 0) {
      posts.push({ at, width: POST_WIDTH });
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

/** The hang of each panel, section by section: posts part them. */
export const sectionsOf = (layoutCode: string): Hang[][] =>
  layoutCode.split("T").map((section) => [...section].map((letter) => (letter === "L" ? "left" : "right")));

/** Where no posts are given they stand where all panels come out equally wide; between two given ones the panels are. */
function panelsOfCode(room: number, sections: readonly Hang[][], postsAt: readonly number[] | null): Across {
  const post = Math.min(POST_WIDTH, Math.floor(room / (4 * sections.length)));
  const all = share(room - (sections.length - 1) * post, sections.flat().length);
  const ends = postsAt && [...postsAt.map((at) => [at - post / 2, at + post / 2] as const), [room, room] as const];
  const panels: { at: number; width: number; hang: Hang }[] = [];
  const posts: { at: number; width: number }[] = [];
  let at = 0;
  sections.forEach((hangs, section) => {
    const end = ends?.[section];
    const widths = end ? share(end[0] - at, hangs.length) : all.slice(panels.length, panels.length + hangs.length);
    hangs.forEach((hang, index) => {
      const width = widths[index] ?? 0;
      panels.push({ at, width, hang });
      at += width;
    });
    if (section === sections.length - 1) return;
    posts.push({ at, width: post });
    at += post;
  });
  return { panels, posts };
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
  readonly midRails: readonly MidRail[];
  /** Between two rails, or a rail and the tilt split. */
  readonly fields: readonly Section[];
}

interface MidRail extends Part {
  /** Of the rail as it is bought: what is measured, also where it is widened on one side. */
  readonly middle: number;
}

interface Section extends Part {
  /** The heights of the louvres' pins. */
  readonly louvres: readonly number[];
}

interface RiseChoices {
  readonly louverSize: number;
  readonly numberOfMidRails: number;
  /** The mid rails' centres from the top of the panel, as many as there are, each where it may be (rule M10). */
  readonly railsAt?: readonly number[] | null;
  /** From the top of the panel. */
  readonly splitAt?: number | null;
}

/** Top rail, louvres, mid rail, louvres, …, bottom rail; the louvres next to a split are parted in two sections. */
export function arrangeRise(height: number, choices: RiseChoices): Rise {
  const rise = choices.railsAt ? betweenRails(height, choices.railsAt, choices.louverSize) : evenRise(height, choices);
  const { splitAt } = choices;
  return typeof splitAt === "number" ? { ...rise, fields: rise.fields.flatMap((field) => parted(field, splitAt)) } : rise;
}

/**
 * Louvres keep their pitch and the rails take up what is left, as makers do it: a window has whole louvres only. Mid rails part
 * them evenly; where that does not come out, the lower sections have one louvre more.
 */
function evenRise(height: number, { louverSize, numberOfMidRails }: RiseChoices): Rise {
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
  return { pitch, ...stacked, fields: stacked.fields.map((field, index) => filled(field, perField[index] ?? 0, louverSize)) };
}

const filled = (part: Part, louvres: number, louverSize: number): Section => ({
  ...part,
  louvres: Array.from({ length: louvres }, (_, place) => part.at + louverSize * 5 + place * louvrePitch(louverSize)),
});

/**
 * Mid rails where a person wants them. What the outer sections leave over the top and the bottom rail take; between two given rails both
 * are widened on the side that faces the section.
 */
function betweenRails(height: number, railsAt: readonly number[], louverSize: number): Rise {
  const pitch = louvrePitch(louverSize);
  const overlap = louverSize * 10 - pitch;
  const half = PANEL.midRail / 2;
  const edges = [PANEL.rail, ...railsAt.flatMap((at) => [at - half, at + half]), height - PANEL.rail];
  const fields = Array.from({ length: railsAt.length + 1 }, (_, section) => {
    const [from, to] = [edges[2 * section] ?? 0, edges[2 * section + 1] ?? 0];
    const louvres = Math.floor((to - from - overlap) / pitch);
    const [above = 0] = share(to - from - louvres * pitch - overlap, 2);
    const isFirst = section === 0;
    const isLast = section === railsAt.length;
    // Only outer rails are next to the first and the last section: they take all of it.
    const at = isFirst ? to - louvres * pitch - overlap : isLast ? from : from + above;
    return filled({ at, height: louvres * pitch + overlap }, louvres, louverSize);
  });
  const endOf = ({ at, height: high }: Part) => at + high;
  const midRails = railsAt.map((middle, index) => {
    const [above, below] = [fields[index] as Section, fields[index + 1] as Section];
    return { at: endOf(above), height: below.at - endOf(above), middle };
  });
  const bottom = endOf(fields.at(-1) as Section);
  return {
    pitch,
    rails: [
      { at: 0, height: fields[0]?.at ?? 0 },
      { at: bottom, height: height - bottom },
    ],
    midRails,
    fields,
  };
}

/** At the gap between louvres nearest to the split, with a louvre on either side at least. Other sections stay whole. */
function parted(field: Section, splitAt: number): Section[] {
  const { at, height, louvres } = field;
  if (splitAt < at || splitAt >= at + height || louvres.length < 2) return [field];
  const gaps = louvres.slice(1).map((pin, index) => Math.round((pin + (louvres[index] ?? 0)) / 2));
  const distance = (gap: number) => Math.abs(gap - splitAt);
  const gap = gaps.reduce((best, each) => (distance(each) < distance(best) ? each : best));
  const above = gaps.indexOf(gap) + 1;
  return [
    { at, height: gap - at, louvres: louvres.slice(0, above) },
    { at: gap, height: at + height - gap, louvres: louvres.slice(above) },
  ];
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
  const midRailsIn = placedRails.map((rail) => ({ ...rail, middle: rail.at + rail.height / 2 }));
  return { rails: [{ at: 0, height: top }, put(bottom)] as const, midRails: midRailsIn, fields: placedFields };
}

/** A whole number parted into so many whole parts that differ by at most one, the larger ones first: nothing is lost to rounding. */
export function share(whole: number, parts: number): number[] {
  const least = Math.floor(whole / parts);
  const larger = whole - least * parts;
  return Array.from({ length: parts }, (_, index) => least + (index < larger ? 1 : 0));
}
