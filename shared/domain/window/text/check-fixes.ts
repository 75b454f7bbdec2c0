import { areaOf, LONGEST_SIDE_M, metresToLength, sizeInMillimetres, type TenthMm } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { MOST_LETTERS } from "#shared/domain/window/fields/panels.ts";
import { type Siblings, slipOf } from "#shared/domain/window/fields/unit-slip.ts";
import { proposedLayout, usualLayouts } from "#shared/domain/window/fields/usual-layouts.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import { isBay } from "#shared/domain/window/geometry/bay.ts";
import { ALL_SIDES, type WindowToMake } from "#shared/domain/window/geometry/shutter-frame.ts";
import { drawnCodeOf, hangsOf } from "#shared/domain/window/geometry/window-layout.ts";

/**
 * A change of a window that fixes a check, by field. Width and height are set together or not at
 * all.
 */
export type CheckFix = Partial<
  Pick<
    WindowToMake,
    "width" | "height" | "numberOfMidRails" | "layoutCode" | "tPostsMm" | "frameType" | "frameSides" | "openingDirection" | "tiltRodType"
  >
>;

type Sides = Pick<WindowToMake, "width" | "height">;

/**
 * Returns both sides as they were probably meant: if one side has the wrong unit, the other usually
 * has too.
 */
export function slipFixes(item: WindowToMake, siblings: Siblings): CheckFix[] {
  const meant = (side: keyof Sides): TenthMm => slipOf(side, item, siblings)?.meant ?? item[side];
  const [width, height] = [meant("width"), meant("height")];
  const isWindow = Math.max(width, height) <= metresToLength(LONGEST_SIDE_M) && areaOf(width, height) > 0;
  return isWindow ? [{ width, height }] : [];
}

/**
 * Proposes the fewest mid rails first. More than one are needed if the tilt split would meet the
 * first.
 */
export const railFixes = (): CheckFix[] => [1, 2, 3].map((numberOfMidRails) => ({ numberOfMidRails }));

/**
 * Proposes the usual layouts for the width. Without a layout code the proposed layout comes first
 * (rule M21), else the layout most similar to the drawing. Posts that were measured for another
 * layout are cleared. A bay has no proposals, because a flat window's layout does not fit it.
 */
export function layoutFixes(item: WindowToMake): CheckFix[] {
  if (isBay(item)) return [];
  const drawn = drawnCodeOf(item);
  const proposed = item.layoutCode ? null : proposedLayout(item);
  const apart = (code: string) => (code === proposed ? -1 : unlikeness(code, drawn));
  return usualLayouts(item)
    .filter((code) => code !== drawn)
    .toSorted((one, other) => apart(one) - apart(other))
    .map((layoutCode) => ({ layoutCode, ...(item.tPostsMm?.length && { tPostsMm: null }) }));
}

const panelsIn = (code: string): string => code.replaceAll("T", "");

/**
 * Compares layouts first by the number of panels, then by posts; with equally many panels by how
 * many hang from another side.
 */
function unlikeness(code: string, drawn: string): number {
  const [own, theirs] = [panelsIn(code), panelsIn(drawn)];
  const posts = Math.abs(code.length - own.length - (drawn.length - theirs.length));
  const otherwise = own.length === theirs.length ? [...own].filter((letter, at) => letter !== theirs[at]).length : 0;
  return (Math.abs(own.length - theirs.length) * MOST_LETTERS + posts) * MOST_LETTERS + otherwise;
}

/** With a layout code the frame type does not determine posts (rule M9). */
export const postFixes = ({ layoutCode }: WindowToMake): CheckFix[] => (layoutCode ? [] : [{ frameType: "t-post" }]);

/** Proposes hinges on the side from which the panels do not hang yet. */
export const rehungFixes = (item: WindowToMake): CheckFix[] => {
  const fromRight = { openingDirection: "right-hinge" } as const;
  const fromLeft = { openingDirection: "left-hinge" } as const;
  return hangsOf(item)[0] === "left" && item.openingDirection === "left-hinge" ? [fromRight] : [fromLeft, fromRight];
};

/** Proposes the rods that leave the face of the louvres free. */
export const rodFixes = (): CheckFix[] => [{ tiltRodType: "hidden" }];

/** Proposes one more side of the frame, then all four. */
export function sideFixes({ frameSides, mountType }: Pick<WindowToMake, "frameSides" | "mountType">): CheckFix[] {
  const isSides = (sides: string): sides is WindowToMake["frameSides"] => sides in WINDOW_FIELDS.frameSides.values;
  const oneMore = ALL_SIDES.map((added) => ALL_SIDES.filter((side) => side === added || frameSides.includes(side)).join(""));
  const sides = mountType === "outside" ? [] : oneMore.filter((each) => each !== frameSides);
  return [...sides.filter(isSides), "LTRB" as const].map((each) => ({ frameSides: each }));
}

/**
 * Describes a fix for its button (`Use 615 × 1,050 mm`, `Set 1 mid rail`, `Hang as LR`), and for
 * the message after it.
 */
export function fixInWords(fix: CheckFix): { readonly button: string; readonly done: string } {
  const { width, height, numberOfMidRails, layoutCode, frameType, frameSides, openingDirection, tiltRodType } = fix;
  const said = (verb: string, what: string) => ({ button: `${verb} ${what}`, done: `Now ${what}` });
  if (width !== undefined && height !== undefined) return said("Use", sizeInMillimetres({ widthTenthMm: width, heightTenthMm: height }));
  if (numberOfMidRails !== undefined) return said("Set", countOf(numberOfMidRails, "mid rail"));
  if (layoutCode) return { button: `Hang as ${layoutCode}`, done: `Now hung as ${layoutCode}` };
  if (openingDirection) {
    const side = openingDirection === "right-hinge" ? "right" : "left";
    return { button: `Hang from the ${side}`, done: `Now hung from the ${side}` };
  }
  if (tiltRodType) return said("Use", `${WINDOW_FIELDS.tiltRodType.values[tiltRodType].label.toLowerCase()} tilt rods`);
  if (frameType) return said("Use", `the ${WINDOW_FIELDS.frameType.values[frameType].label} frame`);
  if (frameSides === "LTRB") return said("Use", "all four sides");
  return said("Use", `a ${frameSides ? WINDOW_FIELDS.frameSides.values[frameSides].inWords : "frame"}`);
}
