import { inMillimetres } from "#shared/domain/length.ts";
import type { Span } from "#shared/domain/window/fields/panels.ts";
import { BAY_ANGLE, CORNER_ANGLE, PANEL, POST_WIDTHS, type PostLetter } from "./shutter-construction.ts";
import { frameOf, type MakingDetails, type WindowToMake } from "./shutter-frame.ts";

/** A window that goes round corners: its facets, its posts and their angles (rules M20 and M33). */

type BayLetter = Exclude<PostLetter, "T">;

export const isBay = ({ layoutCode }: Pick<MakingDetails, "layoutCode">): boolean => /[BC]/.test(layoutCode ?? "");
/** Returns the code of each facet, from the left. */
export const facetCodes = (layoutCode: string): string[] => layoutCode.split(/[BC]/);
export const countLetters = (code: string, letters: RegExp): number => [...code].filter((letter) => letters.test(letter)).length;

const bayLetters = (layoutCode: string): BayLetter[] => [...layoutCode].filter((letter) => letter === "B" || letter === "C");
const middleOf = (letter: BayLetter | undefined): number => (letter ? POST_WIDTHS[letter] / 2 : 0);

/**
 * Returns the angles inside the room of all bay and corner posts, from the left. A bay post without
 * an angle has the default.
 */
export function anglesOf({ layoutCode, postAngles }: MakingDetails): number[] {
  let bayPosts = 0;
  return bayLetters(layoutCode ?? "").map((letter) => {
    if (letter === "C") return CORNER_ANGLE;
    const given = postAngles?.[bayPosts] ?? BAY_ANGLE.usual;
    bayPosts += 1;
    return given;
  });
}

/**
 * Returns what each facet loses besides the room of its panels: half a post or the side of the
 * frame at either end.
 */
function facesOf(item: WindowToMake): { readonly left: number; readonly right: number }[] {
  const { face } = frameOf(item);
  const letters = bayLetters(item.layoutCode ?? "");
  return facetCodes(item.layoutCode ?? "").map((_, at, all) => ({
    left: at === 0 ? face.left : middleOf(letters[at - 1]),
    right: at === all.length - 1 ? face.right : middleOf(letters[at]),
  }));
}

/**
 * Returns the least width of each facet, in tenths of a millimetre: its faces, its T-posts, and the
 * narrowest panels.
 */
export function leastFacets(item: WindowToMake): number[] {
  const codes = facetCodes(item.layoutCode ?? "");
  return facesOf(item).map(({ left, right }, at) => {
    const code = codes[at] ?? "";
    return left + right + countLetters(code, /T/) * POST_WIDTHS.T + countLetters(code, /[LR]/) * PANEL.narrowest;
  });
}

export interface BayProblem {
  readonly field: "facetsMm" | "postAngles" | "sizeBasis";
  readonly sentence: string;
}

const sum = (lengths: readonly number[]): number => lengths.reduce((all, each) => all + each, 0);
const mm = (millimetres: number): string => inMillimetres(millimetres * 10);

function facetsProblem(item: WindowToMake, name: string): string | null {
  const facets = item.facetsMm ?? [];
  if (!isBay(item)) return facets.length > 0 ? `"${name}" has no bay: leave its facets out` : null;
  const needed = facetCodes(item.layoutCode ?? "").length;
  if (facets.length !== needed) return `Give ${needed} facet widths for "${name}"`;
  const together = sum(facets);
  if (together * 10 !== item.width) {
    return `The facets of "${name}" are ${mm(together)} mm together, not ${inMillimetres(item.width)}`;
  }
  for (const [at, least] of leastFacets(item).entries()) {
    if ((facets[at] ?? 0) * 10 < least) return `Facet ${at + 1} of "${name}" must be at least ${mm(Math.ceil(least / 10))} mm`;
  }
  return null;
}

function anglesProblem({ layoutCode, postAngles }: MakingDetails, name: string): string | null {
  const angles = postAngles ?? [];
  const needed = countLetters(layoutCode ?? "", /B/);
  if (angles.length === 0) return null;
  if (angles.length !== needed) return `Give ${needed} post angles for "${name}"`;
  const may = angles.every((angle) => angle >= BAY_ANGLE.least && angle <= BAY_ANGLE.most);
  return may ? null : `Post angles of "${name}" must be from ${BAY_ANGLE.least} to ${BAY_ANGLE.most} degrees`;
}

/**
 * Returns the first reason why a window's facets and angles are invalid; a flat window may have
 * none.
 */
export function bayProblem(item: WindowToMake, name: string): BayProblem | null {
  if (isBay(item) && item.sizeBasis === "recess") return { field: "sizeBasis", sentence: "A bay has no recess size" };
  const facets = facetsProblem(item, name);
  if (facets) return { field: "facetsMm", sentence: facets };
  const angles = anglesProblem(item, name);
  return angles ? { field: "postAngles", sentence: angles } : null;
}

/**
 * Returns the range of each facet's panels between its faces, in tenths of a millimetre from the
 * left of the opening. Null for a flat window, and while a form's facets are invalid.
 */
export function facetRooms(item: WindowToMake): Span[] | null {
  if (!isBay(item) || facetsProblem(item, "") !== null) return null;
  const { opening } = frameOf(item);
  const faces = facesOf(item);
  let edge = -opening.x;
  return (item.facetsMm ?? []).map((facet, at) => {
    const from = edge + (faces[at]?.left ?? 0);
    edge += facet * 10;
    return { from, to: edge - (faces[at]?.right ?? 0) };
  });
}
