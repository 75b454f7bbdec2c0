import { areaOf, LONGEST_SIDE_M, metresToLength, sizeInMillimetres, type TenthMm } from "#shared/domain/length.ts";
import { MOST_LETTERS } from "#shared/domain/window/fields/panels.ts";
import { type Siblings, slipOf } from "#shared/domain/window/fields/unit-slip.ts";
import { proposedLayout, usualLayouts } from "#shared/domain/window/fields/usual-layouts.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import { isBay } from "#shared/domain/window/geometry/bay.ts";
import { ALL_SIDES, type WindowToMake } from "#shared/domain/window/geometry/shutter-frame.ts";
import { drawnCodeOf, hangsOf } from "#shared/domain/window/geometry/window-layout.ts";

/** A change of a window that mends what a check asks about, by field. Sides come both or not at all. */
export type CheckFix = Partial<
  Pick<WindowToMake, "width" | "height" | "numberOfMidRails" | "layoutCode" | "tPostsMm" | "frameType" | "frameSides" | "openingDirection">
>;

type Sides = Pick<WindowToMake, "width" | "height">;

/** Both sides as they were probably meant: where one is a unit off, the other one mostly is too. */
export function slipFixes(item: WindowToMake, siblings: Siblings): CheckFix[] {
  const meant = (side: keyof Sides): TenthMm => slipOf(side, item, siblings)?.meant ?? item[side];
  const [width, height] = [meant("width"), meant("height")];
  const isWindow = Math.max(width, height) <= metresToLength(LONGEST_SIDE_M) && areaOf(width, height) > 0;
  return isWindow ? [{ width, height }] : [];
}

/** As few as mend it. More than one where the tilt split would meet the first. */
export const railFixes = (): CheckFix[] => [1, 2, 3].map((numberOfMidRails) => ({ numberOfMidRails }));

/**
 * The usual layouts of the width. Without a code the proposed one comes first (rule M21), else the
 * likest to what is drawn. Posts that were measured for another layout mean nothing. No layout of a
 * flat window is one for a bay.
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

/** First by the number of panels, then by posts; of as many panels by how many hang otherwise. */
function unlikeness(code: string, drawn: string): number {
  const [own, theirs] = [panelsIn(code), panelsIn(drawn)];
  const posts = Math.abs(code.length - own.length - (drawn.length - theirs.length));
  const otherwise = own.length === theirs.length ? [...own].filter((letter, at) => letter !== theirs[at]).length : 0;
  return (Math.abs(own.length - theirs.length) * MOST_LETTERS + posts) * MOST_LETTERS + otherwise;
}

/** With a layout code the frame says nothing of posts (rule M9). */
export const postFixes = ({ layoutCode }: WindowToMake): CheckFix[] => (layoutCode ? [] : [{ frameType: "t-post" }]);

/** On hinges, from the side that panels don't hang from yet. */
export const rehungFixes = (item: WindowToMake): CheckFix[] => {
  const fromRight = { openingDirection: "right-hinge" } as const;
  const fromLeft = { openingDirection: "left-hinge" } as const;
  return hangsOf(item)[0] === "left" && item.openingDirection === "left-hinge" ? [fromRight] : [fromLeft, fromRight];
};

/** The frame with one side more, else with all of them. */
export function sideFixes({ frameSides, mountType }: Pick<WindowToMake, "frameSides" | "mountType">): CheckFix[] {
  const isSides = (sides: string): sides is WindowToMake["frameSides"] => sides in WINDOW_FIELDS.frameSides.values;
  const oneMore = ALL_SIDES.map((added) => ALL_SIDES.filter((side) => side === added || frameSides.includes(side)).join(""));
  const sides = mountType === "outside" ? [] : oneMore.filter((each) => each !== frameSides);
  return [...sides.filter(isSides), "LTRB" as const].map((each) => ({ frameSides: each }));
}

/** On the button that makes the change (`Use 615 × 1,050 mm`, `Set 1 mid rail`, `Hang as LR`), and once it is made. */
export function fixInWords(fix: CheckFix): { readonly button: string; readonly done: string } {
  const { width, height, numberOfMidRails, layoutCode, frameType, frameSides, openingDirection } = fix;
  const said = (verb: string, what: string) => ({ button: `${verb} ${what}`, done: `Now ${what}` });
  if (width !== undefined && height !== undefined) return said("Use", sizeInMillimetres({ widthTenthMm: width, heightTenthMm: height }));
  if (numberOfMidRails !== undefined) return said("Set", `${numberOfMidRails} mid ${numberOfMidRails === 1 ? "rail" : "rails"}`);
  if (layoutCode) return { button: `Hang as ${layoutCode}`, done: `Now hung as ${layoutCode}` };
  if (openingDirection) {
    const side = openingDirection === "right-hinge" ? "right" : "left";
    return { button: `Hang from the ${side}`, done: `Now hung from the ${side}` };
  }
  if (frameType) return said("Use", `the ${WINDOW_FIELDS.frameType.values[frameType].label} frame`);
  if (frameSides === "LTRB") return said("Use", "all four sides");
  return said("Use", `a ${frameSides ? WINDOW_FIELDS.frameSides.values[frameSides].inWords : "frame"}`);
}
