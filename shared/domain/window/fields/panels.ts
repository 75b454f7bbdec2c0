import {
  MOST_BETWEEN_POSTS,
  MOST_IN_A_RUN,
  PANEL,
  POST_WIDTH,
  POST_WIDTHS,
  type PostLetter,
  TRACK,
  widestPanelOf,
} from "#shared/domain/window/geometry/shutter-construction.ts";
import type { WindowOptions } from "./window-fields.ts";

/**
 * A layout code names the panels from left to right as seen from inside: L hangs from the left, R
 * from the right. Between them T is a T-post, B a bay post and C a corner post (rules M9 and M20).
 */
export const LAYOUT_CODE = /^(L+R*|R+)([TBC](L+R*|R+))*$/;
export const MOST_LETTERS = 16;
export const isLayoutCode = (code: string): boolean => code.length <= MOST_LETTERS && LAYOUT_CODE.test(code);

/** The edge from which a panel hangs; a folding leaf hangs on its neighbour. */
export type Hang = "left" | "right" | "slides";

/** A range in tenths of a millimetre. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Across {
  readonly panels: readonly { readonly at: number; readonly width: number; readonly hang: Hang }[];
  readonly posts: readonly { readonly at: number; readonly width: number; readonly letter: PostLetter }[];
}

interface Choices extends Readonly<Pick<WindowOptions, "frameType" | "openingDirection">> {
  readonly widestPanelMm?: number | null | undefined;
  readonly layoutCode?: string | null | undefined;
  /** The T-posts' centres from the left of the opening, as many as there are in the code. */
  readonly postsAt?: readonly number[] | null;
  /** The ranges between the faces of each facet of a bay, from the left of the opening. */
  readonly rooms?: readonly Span[] | null;
}

/**
 * Arranges panels and posts across an opening: by the layout code, else with as few panels as the
 * widest panel allows (rules M3 and M9).
 */
export function arrangePanels(room: number, choices: Choices): Across {
  const { frameType, openingDirection, layoutCode } = choices;
  if (layoutCode && choices.rooms) return panelsOfBay(choices.rooms, layoutCode, choices.postsAt ?? null);
  if (layoutCode) return panelsOfCode(room, layoutCode, choices.postsAt ?? null);
  const widest = widestPanelOf(choices);
  if (openingDirection === "bypass") return slidingPanels(room, widest);

  // Folding leaves come in pairs; a hinged panel counts for itself.
  const leaves = openingDirection === "bi-fold" ? 2 : 1;
  const posted = frameType === "t-post" && room >= 2 * leaves * PANEL.narrowest + POST_WIDTH;
  const sectionCount = (units: number) => (posted ? Math.max(2, Math.ceil(units / MOST_BETWEEN_POSTS)) : 1);
  const leafRoom = (units: number) => room - (sectionCount(units) - 1) * POST_WIDTH;
  // Pairs fold to both sides, so each side has a run of leaves. Without a post, nothing else
  // carries them.
  const most = posted ? Number.POSITIVE_INFINITY : MOST_IN_A_RUN;
  let units = posted ? 2 : 1;
  while (units < most && leafRoom(units) > widest * leaves * units) units += 1;

  const sections = share(units, sectionCount(units));
  const widths = share(leafRoom(units), units * leaves);
  const panels: { at: number; width: number; hang: Hang }[] = [];
  const posts: { at: number; width: number; letter: PostLetter }[] = [];
  let at = 0;
  sections.forEach((unitsHere, section) => {
    if (section > 0) {
      posts.push({ at, width: POST_WIDTH, letter: "T" });
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

/**
 * Returns the hangs of one section. Bi-fold pairs part in the middle; a single pair folds to the
 * nearer side of the window.
 */
function hangs(direction: WindowOptions["openingDirection"], units: number, leaves: number, leftHalf: boolean): Hang[] {
  const all = units * leaves;
  if (direction !== "bi-fold") return Array.from({ length: all }, () => (direction === "right-hinge" ? "right" : "left"));
  const toLeft = (units > 1 ? Math.ceil(units / 2) : leftHalf ? 1 : 0) * leaves;
  return Array.from({ length: all }, (_, index) => (index < toLeft ? "left" : "right"));
}

/** Returns the hang of each panel by section; posts separate the sections. */
export const sectionsOf = (layoutCode: string): Hang[][] =>
  layoutCode.split(/[TBC]/).map((section) => [...section].map((letter) => (letter === "L" ? "left" : "right")));

/** Returns the posts of a code, from the left. */
export const postsOf = (layoutCode: string): PostLetter[] =>
  [...layoutCode].filter((letter): letter is PostLetter => letter in POST_WIDTHS);

/**
 * Without given posts, all panels of the code are equally wide; otherwise the panels between two
 * given posts are. A bay whose facets are still missing in the form is drawn like a flat window.
 */
function panelsOfCode(room: number, layoutCode: string, postsAt: readonly number[] | null): Across {
  const sections = sectionsOf(layoutCode);
  const letters = postsOf(layoutCode);
  const most = Math.floor(room / (4 * sections.length));
  const widthOf = (post: number) => Math.min(POST_WIDTHS[letters[post] ?? "T"], most);
  const all = share(room - letters.reduce((taken, _, post) => taken + widthOf(post), 0), sections.flat().length);
  const ends = postsAt && [...postsAt.map((at, post) => at - widthOf(post) / 2), room];
  const panels: { at: number; width: number; hang: Hang }[] = [];
  const posts: { at: number; width: number; letter: PostLetter }[] = [];
  let at = 0;
  sections.forEach((hangs, section) => {
    const end = ends?.[section];
    const widths = end === undefined ? all.slice(panels.length, panels.length + hangs.length) : share(end - at, hangs.length);
    hangs.forEach((hang, index) => {
      const width = widths[index] ?? 0;
      panels.push({ at, width, hang });
      at += width;
    });
    const letter = letters[section];
    if (letter === undefined) return;
    posts.push({ at, width: widthOf(section), letter });
    at += widthOf(section);
  });
  return { panels, posts };
}

/**
 * Arranges a bay facet by facet: panels and T-posts lie between the facet's faces, and a bay post
 * between two facets.
 */
function panelsOfBay(rooms: readonly Span[], layoutCode: string, postsAt: readonly number[] | null): Across {
  const bayPosts = postsOf(layoutCode).filter((letter) => letter !== "T");
  let given = 0;
  const facets = layoutCode.split(/[BC]/).map((code, facet) => {
    const { from, to } = rooms[facet] ?? { from: 0, to: 0 };
    const count = postsOf(code).length;
    const own = postsAt && count > 0 ? postsAt.slice(given, given + count).map((at) => at - from) : null;
    given += count;
    const { panels, posts } = panelsOfCode(to - from, code, own);
    const after = rooms[facet + 1];
    const letter = bayPosts[facet];
    return {
      panels: panels.map((panel) => ({ ...panel, at: panel.at + from })),
      posts: [
        ...posts.map((post) => ({ ...post, at: post.at + from })),
        ...(after && letter ? [{ at: to, width: after.from - to, letter }] : []),
      ],
    };
  });
  return { panels: facets.flatMap(({ panels }) => panels), posts: facets.flatMap(({ posts }) => posts) };
}

/**
 * Each panel covers the edge of the previous one. A post would block the track, so there are none.
 */
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

/**
 * Divides a whole number into whole parts that differ by at most one, the larger parts first, so
 * that rounding loses nothing.
 */
export function share(whole: number, parts: number): number[] {
  const least = Math.floor(whole / parts);
  const larger = whole - least * parts;
  return Array.from({ length: parts }, (_, index) => least + (index < larger ? 1 : 0));
}
