import { sectionsOf } from "#shared/domain/window/fields/panels.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import { type BayProblem, bayProblem, countLetters, facetCodes, facetRooms, isBay } from "./bay.ts";
import { addExact, divideExact, type Exact, exact, subtractExact } from "./exact.ts";
import { type MadeRise, madeRise } from "./made-rise.ts";
import { bladeDifference, frameDifference } from "./made-sections.ts";
import { arrangeRise } from "./rise.ts";
import { DEDUCTION, PANEL, POST_WIDTH } from "./shutter-construction.ts";
import { deductionsOf, frameOf, type WindowToMake } from "./shutter-frame.ts";

/** The allowed positions of a window's posts, rails and split (rules M9 to M11). */

/** Tenths of a millimetre within the given size, both inclusive. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

const HALF_POST = POST_WIDTH / 2;
const HALF_RAIL = PANEL.midRail / 2;
const tenths = (mm: number): number => mm * 10;

/**
 * Returns the bounds of each T-post's centre: the panels on either side must have the least width
 * that can be made. In a bay, the bounds lie between the faces of the post's facet.
 */
function postBounds(item: WindowToMake, posts: readonly number[]): Bounds[] {
  const { opening } = frameOf(item);
  const { left } = deductionsOf(item);
  const rooms = facetRooms(item) ?? [{ from: 0, to: opening.width }];
  const codes = isBay(item) ? facetCodes(item.layoutCode ?? "") : [item.layoutCode ?? ""];
  let before = 0;
  return rooms.flatMap(({ from, to }, facet) => {
    const sections = sectionsOf(codes[facet] ?? "");
    const own = posts.slice(before, before + sections.length - 1);
    before += own.length;
    const needed = (section: number) => (sections[section]?.length ?? 1) * PANEL.narrowest + HALF_POST;
    return own.map((_, at) => {
      const [previous, next] = [own[at - 1], own[at + 1]];
      return {
        least: (previous === undefined ? left + opening.x + from : tenths(previous) + HALF_POST) + needed(at),
        most: (next === undefined ? left + opening.x + to : tenths(next) - HALF_POST) - needed(at + 1),
      };
    });
  });
}

/** Returns the panels' foot and head above the bottom of the given size. */
function panelEnds(item: WindowToMake): Bounds {
  const { height, panels } = frameOf(item);
  const { bottom } = deductionsOf(item);
  const head = bottom + height - panels.y;
  return { least: head - panels.height, most: head };
}

/** Returns the bounds of each mid rail's centre: at least one louvre stays above and below it. */
function railBounds(item: WindowToMake, rails: readonly number[]): Bounds[] {
  const ends = panelEnds(item);
  const louvre = tenths(item.louverSize);
  const outer = PANEL.rail + louvre + HALF_RAIL;
  return rails.map((_, at) => {
    const below = rails[at - 1];
    return { least: below === undefined ? ends.least + outer : tenths(below) + PANEL.midRail + louvre, most: ends.most - outer };
  });
}

/** Returns the bounds of the tilt split: at least one louvre stays on either side. */
function splitBounds(item: WindowToMake): Bounds {
  const ends = panelEnds(item);
  const outer = PANEL.rail + tenths(item.louverSize);
  return { least: ends.least + outer, most: ends.most - outer };
}

const figures = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

/** Describes the first position outside its bounds, which are rounded inward. */
function firstOutside(positions: readonly number[], bounds: readonly Bounds[], named: (nth: number) => string): string | null {
  for (const [index, { least, most }] of bounds.entries()) {
    const [from, to] = [Math.ceil(least / 10), Math.floor(most / 10)];
    const at = positions[index] ?? 0;
    if (at < from || at > to) return `${named(index + 1)} must lie between ${figures.format(from)} and ${figures.format(to)} mm`;
  }
  return null;
}

const isAscending = (positions: readonly number[]): boolean =>
  positions.every((each, index) => index === 0 || each > (positions[index - 1] ?? 0));

type Named = WindowToMake & { readonly name: string };

function postsProblem(item: WindowToMake, name: string): string | null {
  const posts = item.tPostsMm ?? [];
  const needed = countLetters(item.layoutCode ?? "", /T/);
  if (posts.length === 0) return null;
  if (posts.length !== needed) return `Give ${needed} T-post positions for "${name}"`;
  if (!isAscending(posts)) return `T-posts of "${name}" must rise from left to right`;
  return firstOutside(posts, postBounds(item, posts), (nth) => `T-post ${nth} of "${name}"`);
}

function railsProblem(item: WindowToMake, name: string): string | null {
  const rails = item.midRailHeightsMm ?? [];
  if (rails.length === 0) return null;
  if (rails.length !== item.numberOfMidRails) return `Give ${item.numberOfMidRails} mid-rail heights for "${name}"`;
  if (!isAscending(rails)) return `Mid rails of "${name}" must rise from the bottom`;
  return firstOutside(rails, railBounds(item, rails), (nth) => `Mid rail ${nth} of "${name}"`);
}

function splitProblem(item: WindowToMake, name: string): string | null {
  const split = item.tiltSplitMm ?? null;
  if (split === null) return null;
  const outside = firstOutside([split], [splitBounds(item)], () => `Tilt split of "${name}"`);
  if (outside) return outside;
  const at = depthBelowHead(item, split);
  const meets = riseOf(item, null).midRails.some((rail) => at >= rail.at && at <= rail.at + rail.height);
  return meets ? `Tilt split of "${name}" meets a mid rail` : null;
}

/**
 * Converts a height above the bottom of the given size, in millimetres, to a depth below the
 * panels' head.
 */
const depthBelowHead = (item: WindowToMake, mm: number): number => panelEnds(item).most - tenths(mm);

const riseOf = (item: WindowToMake, splitAt: number | null) =>
  arrangeRise(frameOf(item).panels.height, {
    ...item,
    railsAt:
      item.midRailHeightsMm?.length && !railsProblem(item, "")
        ? item.midRailHeightsMm.map((mm) => depthBelowHead(item, mm)).reverse()
        : null,
    splitAt,
  });

/**
 * Arranges the panels from top to bottom. An invalid position, as in an unfinished form, is
 * ignored.
 */
export const makingRise = (item: WindowToMake) =>
  riseOf(item, item.tiltSplitMm && !splitProblem(item, "") ? depthBelowHead(item, item.tiltSplitMm) : null);

/** Returns the cut heights of the window's panels (rule M28). */
export function madeRiseOf(item: WindowToMake): MadeRise {
  const { panels, track } = frameOf(item);
  const clearances = item.clearances ?? USUAL_CLEARANCES;
  return madeRise(makingRise(item), panels.height, {
    blade: tenths(item.louverSize),
    wider: bladeDifference(item),
    moved: frameDifference(item),
    onTrack: track !== null,
    clearances,
  });
}

const heightAboveBottom = (item: WindowToMake, depth: Exact): Exact => subtractExact(exact(panelEnds(item).most), depth);

/** Heights above the bottom of the given size. */
export interface StandingRail {
  readonly from: Exact;
  readonly to: Exact;
  readonly centre: Exact;
}

/**
 * Returns the made position of each mid rail, the lowest first (rule M27). A rail's middle can
 * move, because a rail at a given height is widened on one side, and rails shrink for the blades.
 */
export const standingRails = (item: WindowToMake): readonly StandingRail[] =>
  madeRiseOf(item)
    .midRails.map(({ from, to }) => ({
      from: heightAboveBottom(item, to),
      to: heightAboveBottom(item, from),
      centre: heightAboveBottom(item, divideExact(addExact(from, to), 2)),
    }))
    .reverse();

/** Returns the rails at given heights; empty if the rails are evenly spaced. */
export const givenRails = (item: WindowToMake): readonly StandingRail[] => (makingRise(item).isGiven ? standingRails(item) : []);

/**
 * Returns the made height of the tilt split above the bottom of the given size; null without a
 * split.
 */
export function madeSplit(item: WindowToMake): Exact | null {
  const { fields } = makingRise(item);
  const split = fields.find(({ at }, index) => {
    const above = fields[index - 1];
    return above !== undefined && above.at + above.height === at;
  });
  return split ? heightAboveBottom(item, addExact(exact(split.at), madeRiseOf(item).lowered)) : null;
}

/** Returns the T-posts' centres from the left of the opening; null if the layout places them. */
export function postsAt(item: WindowToMake): readonly number[] | null {
  if (!item.tPostsMm?.length || (isBay(item) && !facetRooms(item)) || postsProblem(item, "")) return null;
  const { opening } = frameOf(item);
  const { left } = deductionsOf(item);
  return item.tPostsMm.map((mm) => tenths(mm) - left - opening.x);
}

export interface MakingProblem {
  /** The form displays the sentence beside this field. */
  readonly field: "layoutCode" | "sizeBasis" | BayProblem["field"] | "tPostsMm" | "midRailHeightsMm" | "tiltSplitMm";
  readonly sentence: string;
}

/**
 * Returns the first reason why a window can't be made, in a sentence for the person who entered it;
 * null if it can.
 */
export function makingProblem(item: Named): MakingProblem | null {
  const { name, layoutCode, sizeBasis, deductionMm, width, height } = item;
  const ofRecess = sizeBasis === "recess" && {
    outside: item.mountType === "outside" && "A recess size is for a shutter mounted inside",
    small: Math.min(width, height) <= tenths(deductionMm ?? DEDUCTION.usual) && `"${name}" is too small for its deduction`,
  };
  if (layoutCode && item.openingDirection === "bypass") return { field: "layoutCode", sentence: "A bypass shutter has no layout code" };
  const bay = bayProblem(item, name);
  if (bay) return bay;
  const inOrder = [
    ["sizeBasis", () => ofRecess && (ofRecess.outside || ofRecess.small)],
    ["tPostsMm", () => postsProblem(item, name)],
    ["midRailHeightsMm", () => railsProblem(item, name)],
    ["tiltSplitMm", () => splitProblem(item, name)],
  ] as const;
  for (const [field, judge] of inOrder) {
    const sentence = judge();
    if (sentence) return { field, sentence };
  }
  return null;
}
