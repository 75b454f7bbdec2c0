import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { sectionOf, usualSection } from "#shared/domain/window/saw/sections.ts";
import { FRAME_FACE, POST_WIDTHS, type PostLetter } from "./shutter-construction.ts";
import { frameOf, type ShutterFrame, type WindowToMake } from "./shutter-frame.ts";

/**
 * The visible widths of a workshop's own timber (rule M19), by which parts are cut. Drawings and
 * prices have the default widths.
 */

/** A T-post frame is an L round its posts. */
export const FRAME_PROFILE = { "l-frame": "l-frame", "z-frame": "z-frame", "t-post": "l-frame" } as const satisfies Record<
  WindowToMake["frameType"],
  Profile
>;

export const POST_PROFILE = { T: "t-post", B: "bay-post", C: "corner-post" } as const satisfies Record<PostLetter, Profile>;

/** The width of the workshop's section in tenths of a millimetre. */
const widthOf = (profile: Profile, { sections }: Pick<WindowToMake, "sections">): number =>
  Math.round(sectionOf(profile, sections ?? [], null).widthMm * 10);

export const stileOf = (item: WindowToMake): number => widthOf("stile", item);

/** The made width of a drawn part; a drawing too small for whole parts keeps its own. */
const madeWidth = (drawn: number, usual: number, own: number): number => (drawn === usual ? own : drawn);

/** The made width of a post. */
export const postWidthOf = ({ letter, width }: { readonly letter: PostLetter; readonly width: number }, item: WindowToMake): number =>
  madeWidth(width, POST_WIDTHS[letter], widthOf(POST_PROFILE[letter], item));

/** The made width of each side of the frame, in tenths of a millimetre; 0 for a missing side. */
export function madeFaces(item: WindowToMake, { face }: Pick<ShutterFrame, "face"> = frameOf(item)) {
  const [usual, own] = [FRAME_FACE[item.frameType], widthOf(FRAME_PROFILE[item.frameType], item)];
  const made = (drawn: number) => madeWidth(drawn, usual, own);
  return { left: made(face.left), top: made(face.top), right: made(face.right), bottom: made(face.bottom) };
}

/** How much a workshop's louvre is wider than the nominal one, in tenths of a millimetre. */
export function bladeDifference(item: WindowToMake): number {
  const profile = `louvre-${item.louverSize}` as const;
  return widthOf(profile, item) - Math.round(usualSection(profile).widthMm * 10);
}

/**
 * How much the made frame covers more than the drawn one, above and below the panels, in tenths of
 * a millimetre; negative for a narrower frame.
 */
export function frameDifference(item: WindowToMake): { readonly above: number; readonly below: number } {
  const frame = frameOf(item);
  const made = madeFaces(item, frame);
  return { above: made.top - frame.face.top, below: made.bottom - frame.face.bottom };
}
