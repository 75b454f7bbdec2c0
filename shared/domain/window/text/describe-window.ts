import { inMillimetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { type ChoiceValue, WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import { asMillimetres } from "#shared/domain/window/geometry/exact.ts";
import { standingRails } from "#shared/domain/window/geometry/making.ts";
import { TRACK } from "#shared/domain/window/geometry/shutter-construction.ts";
import { ALL_SIDES } from "#shared/domain/window/geometry/shutter-frame.ts";
import {
  bayPosts,
  facetSpans,
  layOutWindow,
  type Post,
  type WindowLayout,
  type WindowToDraw,
} from "#shared/domain/window/geometry/window-layout.ts";
import { anglesInWords, givenRailFacts, joinInWords, splitFacts } from "./making-text.ts";

const { frameType: FRAME, mountType: MOUNT, tiltRodType: TILT_ROD, hingeColor: HINGES } = WINDOW_FIELDS;

/**
 * Layouts are exact to a tenth of a millimetre; a text that is read aloud needs whole ones only.
 */
const roundMm = (length: number): string => inMillimetres(Math.round(length / 10) * 10);

/** Describes the drawing in words, for people who use a screen reader. */
export function describeWindow(item: WindowToDraw): string {
  const layout = layOutWindow(item);
  return [
    `Shutter ${inMillimetres(layout.width)} mm wide and ${inMillimetres(layout.height)} mm high${recessWords(item)}, seen from inside the room`,
    [item.colorSelection.trim(), frameWords(item), MOUNT.values[item.mountType].inWords, hingeWords(item)].filter(Boolean).join(", "),
    ...facetWords(layout),
    panelWords(item, layout),
    ...postWords(item, layout),
    louvreWords(item, layout),
    ...midRailWords(item, layout),
    item.tiltRodType === "center" ? "Tilt rod in the centre" : `${TILT_ROD.values[item.tiltRodType].label} tilt rod`,
    ...splitWords(item),
  ]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(" ");
}

const recessWords = (item: WindowToDraw): string =>
  item.sizeBasis === "recess" ? `, for a recess of ${inMillimetres(item.width)} × ${inMillimetres(item.height)} mm` : "";

/**
 * With a layout code the posts follow from the code, so a T-post frame is described as an L-frame.
 */
function frameWords({ frameType, layoutCode, frameSides }: WindowToDraw): string {
  const kind = frameType === "t-post" ? (layoutCode ? FRAME.values["l-frame"].label : "T-post frame") : FRAME.values[frameType].label;
  const missing = ALL_SIDES.filter((side) => !frameSides.includes(side)).map((side) => SIDE_NAMES[side]);
  return missing.length === 0 ? kind : `${kind} without its ${joinInWords(missing)} ${missing.length === 1 ? "side" : "sides"}`;
}

function hingeWords({ hingeColor }: WindowToDraw): string {
  const hinges: ChoiceValue = HINGES.values[hingeColor];
  return hinges.inWords ?? "";
}

const SIDE_NAMES = { L: "left", T: "top", R: "right", B: "bottom" } as const;

/**
 * Panels between given posts may differ in width; then each panel's width is named, from the left.
 */
function widthWords({ panels }: WindowLayout): string {
  const widths = panels.map(({ width }) => Math.round(width / 10));
  const [narrowest, widest] = [Math.min(...widths), Math.max(...widths)];
  if (widest - narrowest > 1) return `${joinInWords(widths.map((width) => inMillimetres(width * 10)))} mm wide`;
  return `${panels.length === 1 ? "" : "each "}about ${roundMm(panels[0]?.width ?? 0)} mm wide`;
}

function panelWords({ openingDirection, layoutCode }: WindowToDraw, layout: WindowLayout): string {
  const { panels, track } = layout;
  const each = widthWords(layout);
  const count = countOf(panels.length, "panel");
  const left = panels.filter((panel) => panel.hang === "left").length;
  const right = panels.filter((panel) => panel.hang === "right").length;
  if (layoutCode) {
    const hung = right === 0 ? "hung on the left" : left === 0 ? "hung on the right" : `${left} hung on the left and ${right} on the right`;
    return `Layout ${layoutCode}: ${count}, ${each}, ${hung}${track ? ", hung from a track" : ""}`;
  }
  switch (openingDirection) {
    case "left-hinge":
      return `${count}, ${each}, hinged on the left`;
    case "right-hinge":
      return `${count}, ${each}, hinged on the right`;
    case "bypass":
      return `${count}, ${each}, sliding past each other on a track and overlapping by ${roundMm(TRACK.overlap)} mm`;
    case "bi-fold":
      return `${count} in bi-fold pairs, ${each}, ${right === 0 ? "folding to the left" : `${left} folding to the left and ${right} to the right`}${track ? ", hung from a track" : ""}`;
  }
}

/** `Bay of 3 facets, 600, 1,200 and 600 mm wide`, along the panels. */
function facetWords(layout: WindowLayout): string[] {
  const facets = facetSpans(layout);
  if (!bayPosts(layout).some(({ angle }) => angle !== null)) return [];
  return [`Bay of ${facets.length} facets, ${joinInWords(facets.map(({ from, to }) => roundMm(to - from)))} mm wide along the panels`];
}

const fromTheLeft = (posts: readonly Post[]): string =>
  `${joinInWords(posts.map(({ x, width }) => roundMm(x + width / 2)))} mm from the left to the middle of ${posts.length === 1 ? "it" : "each"}`;

function bayPostWords(layout: WindowLayout): string[] {
  const ofKind = (letter: Post["letter"]) => bayPosts(layout).filter((post) => post.letter === letter);
  const [bay, corner] = [ofKind("B"), ofKind("C")];
  const angles = anglesInWords(bay.flatMap(({ angle }) => angle ?? []));
  return [
    ...(bay.length > 0 ? [`${countOf(bay.length, "bay post")}${angles ? ` of ${angles} inside` : ""}, ${fromTheLeft(bay)}`] : []),
    ...(corner.length > 0 ? [`${countOf(corner.length, "corner post")}, ${fromTheLeft(corner)}`] : []),
  ];
}

function postWords({ frameType, openingDirection, layoutCode }: WindowToDraw, layout: WindowLayout): string[] {
  const posts = layout.posts.filter(({ letter }) => letter === "T");
  const count = countOf(posts.length, "T-post");
  if (layoutCode) return [...(posts.length > 0 ? [`${count}, ${fromTheLeft(posts)}`] : []), ...bayPostWords(layout)];
  if (frameType !== "t-post") return [];
  if (posts.length > 0) return [count];
  return [
    openingDirection === "bypass" ? "No T-post: it would stand in the way of the track" : "No T-post: the window is too narrow for one",
  ];
}

function louvreWords({ louverSize }: WindowToDraw, { rise, panels }: WindowLayout): string {
  const louvres = rise.fields.reduce((sum, field) => sum + field.louvres.length, 0);
  return louvres === 0
    ? `No room for a louvre of ${louverSize} mm`
    : `${countOf(louvres, "louvre")} of ${louverSize} mm in ${panels.length === 1 ? "the" : "each"} panel`;
}

/**
 * Measures mid rails as a fitter does: from the bottom, the lowest first. Rails at given heights
 * have both edges and the centre (rule M27).
 */
function midRailWords(item: WindowToDraw, { rise }: WindowLayout): string[] {
  const given = givenRailFacts(item).map(({ label, text }) => `${label} ${text}`);
  if (given.length > 0) return given;
  if (rise.midRails.length === 0) return ["No mid rail"];
  const centres = standingRails(item).map(({ centre }) => roundMm(asMillimetres(centre) * 10));
  return [
    `${countOf(centres.length, "mid rail")}, ${joinInWords(centres)} mm from the bottom${ofRecess(item)} to the middle of ${centres.length === 1 ? "it" : "each"}`,
  ];
}

const ofRecess = ({ sizeBasis }: WindowToDraw): string => (sizeBasis === "recess" ? " of the recess" : "");

/** A split is where two sections meet without a rail between them. */
const splitWords = (item: WindowToDraw): string[] =>
  splitFacts(item).map(({ label, text }) => `Louvres above and below the ${label.toLowerCase()} tilt apart: ${text}`);
