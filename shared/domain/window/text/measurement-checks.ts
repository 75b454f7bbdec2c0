import { inMillimetres, type TenthMm, toLength } from "#shared/domain/length.ts";
import { type Siblings, slipOf } from "#shared/domain/window/fields/unit-slip.ts";
import { facetCodes, isBay } from "#shared/domain/window/geometry/bay.ts";
import { makingProblem } from "#shared/domain/window/geometry/making.ts";
import { PANEL, runsOnTrack, TRACK, widestPanelOf } from "#shared/domain/window/geometry/shutter-construction.ts";
import { ALL_SIDES, makeSize, type WindowToMake } from "#shared/domain/window/geometry/shutter-frame.ts";
import { drawnCodeOf, hangsOf, narrowestPanelOf, panelWidthOf } from "#shared/domain/window/geometry/window-layout.ts";
import { HEAVIEST_PANEL_KG, tooHeavyPanel } from "#shared/domain/window/saw/hardware.ts";
import { neededTrackDepthMm, TRACK_DEPTH_MM } from "#shared/domain/window/saw/sections.ts";
import { type CheckFix, layoutFixes, postFixes, railFixes, rehungFixes, rodFixes, sideFixes, slipFixes } from "./check-fixes.ts";

/**
 * Ids are stored with windows, so an id never changes its meaning. A retired id leaves this list,
 * but stays in old windows.
 */
export const CHECK_IDS = [
  "width-unit-slip",
  "height-unit-slip",
  "too-low",
  "too-high",
  "needs-mid-rail",
  "needs-track-or-post",
  "panel-too-wide",
  "run-needs-track",
  "panel-too-narrow",
  "open-side-outside",
  "hung-on-no-side",
  "bypass-too-shallow",
  "rod-on-bypass",
  "panel-too-heavy",
  "mid-rail-recommended",
] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/**
 * `slip`: probably a typing mistake. `limit`: the window can be ordered and even made, but makers
 * give no guarantee.
 */
type Severity = "slip" | "limit";

export type Sides = Pick<WindowToMake, "width" | "height">;

interface MeasurementCheck {
  readonly severity: Severity;
  /** The form displays the check beside this field. */
  readonly field: "width" | "height" | "numberOfMidRails" | "layoutCode" | "frameSides" | "openingDirection" | "tiltRodType";
  /** The fact alone, for people who later read that the check was overridden. */
  readonly title: string;
  readonly because: string;
  readonly applies: (item: WindowToMake, siblings: Siblings) => boolean;
  /** Explains the fault and the remedy. */
  readonly sentence: (item: WindowToMake, siblings: Siblings) => string;
  /** Possible fixes, the most likely first. */
  readonly fixes?: (item: WindowToMake, siblings: Siblings) => readonly CheckFix[];
}

/** Limits apply to the made size; slips are found in the typed size. */
const madeHeight = (item: WindowToMake): number => makeSize(item).height;
const madeWidth = (item: WindowToMake): number => makeSize(item).width;

const hasPosts = (item: WindowToMake): boolean => drawnCodeOf(item).includes("T");

/** Returns the widest facet without a T-post, in a bay whose facets are known; else null. */
function unpartedFacet({ layoutCode, facetsMm }: WindowToMake): { readonly nth: number; readonly width: number } | null {
  const facets = facetCodes(layoutCode ?? "").flatMap((code, at) =>
    code.includes("T") ? [] : [{ nth: at + 1, width: (facetsMm?.[at] ?? 0) * 10 }],
  );
  return facets.toSorted((one, other) => other.width - one.width)[0] ?? null;
}
const postAdvice = ({ layoutCode }: WindowToMake): string => (layoutCode ? "put a T-post into the layout" : "choose the T-post frame");

/** Returns the longest run of drawn panels that hang on each other, as letters of a layout. */
const longestRun = (item: WindowToMake): string =>
  (drawnCodeOf(item).match(/L+|R+/g) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), "");

const COUNTED = ["No", "One", "Two", "Three", "Four", "Five", "Six"] as const;

/** Returns the missing side of the frame from which a panel hangs. */
function missingHinge(item: WindowToMake): "left" | "right" | null {
  const hangs = hangsOf(item);
  const lacks = (side: string) => !item.frameSides.includes(side);
  if (hangs[0] === "left" && lacks("L")) return "left";
  return hangs.at(-1) === "right" && lacks("R") ? "right" : null;
}

const trackDepth = ({ trackDepthMm }: WindowToMake): TenthMm => mm(trackDepthMm ?? TRACK_DEPTH_MM.usual);

const neededDepth = (item: WindowToMake): TenthMm => mm(neededTrackDepthMm(item));

const slides = ({ openingDirection }: WindowToMake): boolean => openingDirection === "bypass";

/** The colour changes no weight. */
const heavyPanel = (item: WindowToMake): number | null => tooHeavyPanel({ ...item, colorSelection: "" });

const mm = (value: number): TenthMm => toLength(value, "mm");
const inMm = (length: number): string => `${inMillimetres(length)} mm`;

/** Hinged panels first get a layout for the width (rule M21); folding panels stay folding. */
const hungFixes = (item: WindowToMake): CheckFix[] =>
  item.openingDirection === "bi-fold" ? [...postFixes(item), ...layoutFixes(item)] : [...layoutFixes(item), ...postFixes(item)];

/** More panels are lighter; sliding panels have no layout. */
const layoutFixesOfHung = (item: WindowToMake): CheckFix[] => (slides(item) ? [] : hungFixes(item));

const isPvc = ({ material }: WindowToMake): boolean => /pvc/i.test(material ?? "");

/** The limits of rule M4. */
const LIMITS = {
  withoutMidRail: mm(1800),
  highest: mm(3000),
  lowest: mm(250),
  ofPvc: mm(1500),
  withoutTrackOrPost: TRACK.neededBeyond,
} as const;
const { withoutMidRail, highest, lowest, ofPvc, withoutTrackOrPost } = LIMITS;

const slipCheck = (side: keyof Sides): MeasurementCheck => ({
  severity: "slip",
  field: side,
  title: `The ${side} differs from the other windows' by about ten times or more`,
  because: "A digit too many or too few, or centimetres typed as millimetres, makes a shutter that fits nothing.",
  applies: (item, siblings) => slipOf(side, item, siblings) !== null,
  sentence: (item, siblings) => {
    const slip = slipOf(side, item, siblings);
    if (!slip) return "";
    return `The ${side}, ${inMm(item[side])}, is about ${slip.times} the other windows' ${inMm(slip.usual)}. Check the unit and the digits: was ${inMm(slip.meant)} meant?`;
  },
  fixes: slipFixes,
});

export const CHECKS = {
  "width-unit-slip": slipCheck("width"),
  "height-unit-slip": slipCheck("height"),
  "too-low": {
    severity: "limit",
    field: "height",
    title: `Lower than ${inMm(lowest)}`,
    because: "Frame, top rail and bottom rail take some 240 mm; below that no louvre of the usual sizes is left between them.",
    applies: (item) => madeHeight(item) < lowest,
    sentence: (item) =>
      `${inMm(madeHeight(item))} is lower than ${inMm(lowest)}, which leaves no room for louvres between the rails. Check the height and its unit.`,
  },
  "too-high": {
    severity: "limit",
    field: "height",
    title: `Higher than ${inMm(highest)}`,
    because: "Stiles are milled from lengths of about three metres, and a higher panel bows whatever is put across it.",
    applies: (item) => madeHeight(item) > highest,
    sentence: (item) =>
      `${inMm(madeHeight(item))} is higher than ${inMm(highest)}, the highest panel that is made in one piece. Check the height, or order two windows, one above the other.`,
  },
  "needs-mid-rail": {
    severity: "limit",
    field: "numberOfMidRails",
    title: `Higher than ${inMm(withoutMidRail)} without a mid rail`,
    because: "The stiles of a higher panel spread in the middle, the louvres come off their pins, and makers give no guarantee.",
    applies: (item) => madeHeight(item) > withoutMidRail && item.numberOfMidRails === 0,
    sentence: (item) =>
      `A window ${inMm(madeHeight(item))} high needs a mid rail: above ${inMm(withoutMidRail)} the stiles spread without one. Set mid rails to 1, or to 2 for a very high window.`,
    fixes: railFixes,
  },
  "needs-track-or-post": {
    severity: "limit",
    field: "width",
    title: `Wider than ${inMm(withoutTrackOrPost)}, where panels need a track or a T-post`,
    because: "So many panels on the hinges of the two sides pull the frame, and the last ones drag.",
    applies: (item) =>
      isBay(item)
        ? (unpartedFacet(item)?.width ?? 0) > withoutTrackOrPost
        : madeWidth(item) > withoutTrackOrPost && item.openingDirection !== "bypass" && !hasPosts(item),
    sentence: (item) => {
      const facet = isBay(item) ? unpartedFacet(item) : null;
      if (facet) {
        return `Facet ${facet.nth}, ${inMm(facet.width)}, is wider than ${inMm(withoutTrackOrPost)}: its panels need a post to carry them. Put a T-post into it.`;
      }
      return item.openingDirection === "bi-fold"
        ? `${inMm(madeWidth(item))} is wider than ${inMm(withoutTrackOrPost)}: folding panels hang from a track then, as it is drawn. Check that there is room for it, or ${postAdvice(item)}.`
        : `${inMm(madeWidth(item))} is wider than ${inMm(withoutTrackOrPost)}: the panels need a post or a track to carry them. ${
            item.layoutCode ? "Put a T-post into the layout, or choose bi-fold" : "Choose the T-post frame, or bypass"
          } as the opening direction.`;
    },
    fixes: hungFixes,
  },
  "panel-too-wide": {
    severity: "limit",
    field: "width",
    title: "A panel wider than the widest",
    because: "A wider panel drops at its free corner; more panels than a run of hinges or a track takes cannot be put in.",
    applies: (item) => panelWidthOf(item) > widestPanelOf(item),
    sentence: (item) =>
      `The panels would be ${inMm(panelWidthOf(item))} wide, and ${inMm(widestPanelOf(item))} is the widest. ${
        item.openingDirection === "bypass"
          ? "Order the opening as two windows."
          : item.layoutCode
            ? "Add a panel to the layout, or order the opening as two windows."
            : "Choose the T-post frame, or order the opening as two windows."
      }`,
    fixes: hungFixes,
  },
  "run-needs-track": {
    severity: "limit",
    field: "layoutCode",
    title: "A run of more than two panels without a track",
    because: "Each panel hangs on the one before it, and a third pulls the hinges of the first out of the frame.",
    applies: (item) => longestRun(item).length > 2 && !runsOnTrack({ ...item, width: makeSize(item).width }),
    sentence: (item) => {
      const run = longestRun(item);
      const mending = item.layoutCode
        ? "Put a T-post between them, or hang"
        : "Choose a layout with a T-post between them, or one that hangs";
      return `${COUNTED[run.length] ?? run.length} panels that hang on each other (${run}) need a track to carry them. ${mending} some of them from the other side.`;
    },
    fixes: hungFixes,
  },
  "panel-too-narrow": {
    severity: "limit",
    field: "width",
    title: `A panel narrower than ${inMm(PANEL.narrowest)}`,
    because: "Two stiles leave no louvre that is long enough to turn.",
    applies: (item) => !item.tPostsMm?.length && narrowestPanelOf(item) < PANEL.narrowest,
    sentence: (item) =>
      `The panels would be ${inMm(narrowestPanelOf(item))} wide, and ${inMm(PANEL.narrowest)} is the narrowest. ${
        drawnCodeOf(item).length === 1
          ? "Check the width and its unit."
          : item.layoutCode
            ? "Take a panel or a post out of the layout, or check the width."
            : "Choose a hinge as the opening direction, or check the width."
      }`,
    fixes: (item) => [...(item.layoutCode ? layoutFixes(item) : []), ...rehungFixes(item)],
  },
  "open-side-outside": {
    severity: "limit",
    field: "frameSides",
    title: "A frame without all of its sides, mounted outside",
    because: "Outside the recess there is no sill and no wall that closes the side, so light comes in and the frame's ends are seen.",
    applies: ({ frameSides, mountType }) => mountType === "outside" && frameSides.length !== ALL_SIDES.length,
    sentence: () =>
      "A frame mounted outside stands free of sill and walls: a side that is left out stays open. Choose all four sides, or inside as the mount.",
    fixes: sideFixes,
  },
  "hung-on-no-side": {
    severity: "limit",
    field: "frameSides",
    title: "A panel hung on a side that the frame has not",
    because: "The hinges are screwed to the frame: without its side they need a batten on the wall.",
    applies: (item) => missingHinge(item) !== null,
    sentence: (item) => {
      const side = missingHinge(item) ?? "left";
      return `The ${side} panel hangs on the ${side} side of the frame, which is left out. Add that side, or hang the panel otherwise.`;
    },
    fixes: (item) => [...(item.layoutCode ? layoutFixes(item) : rehungFixes(item)), ...sideFixes(item)],
  },
  "bypass-too-shallow": {
    severity: "limit",
    field: "openingDirection",
    title: "A bypass track that is too shallow for its louvres",
    because: "Open louvres stand out of both panels by half their width, so the panels strike each other as they pass.",
    applies: (item) => slides(item) && trackDepth(item) < neededDepth(item),
    sentence: (item) =>
      `The track is ${inMm(trackDepth(item))} deep, and two panels with louvres of ${item.louverSize} mm need ${inMm(neededDepth(item))} to pass each other. Choose smaller louvres or hinges, or check that there is room for a deeper track.`,
  },
  "rod-on-bypass": {
    severity: "limit",
    field: "tiltRodType",
    title: "A centre tilt rod on a bypass shutter",
    because: "The rod stands out of the rear panel's face and strikes the panel in front of it.",
    applies: (item) => slides(item) && item.tiltRodType === "center",
    sentence: () => "A centre tilt rod strikes the panel that slides in front of it. Choose hidden tilt rods.",
    fixes: rodFixes,
  },
  "panel-too-heavy": {
    severity: "limit",
    field: "width",
    title: `A panel heavier than ${HEAVIEST_PANEL_KG} kg`,
    because: "The hinge screws creep under a heavier panel, and its free corner drops until it drags.",
    applies: (item) => heavyPanel(item) !== null,
    sentence: (item) =>
      `The heaviest panel would weigh ${heavyPanel(item)?.toFixed(1)} kg, and ${HEAVIEST_PANEL_KG} kg is the most that hinges carry. ${
        slides(item)
          ? "Choose a lighter type, or order the opening as two windows."
          : "Add a panel to the layout, or choose a lighter type."
      }`,
    fixes: layoutFixesOfHung,
  },
  "mid-rail-recommended": {
    severity: "limit",
    field: "numberOfMidRails",
    title: `PVC higher than ${inMm(ofPvc)} without a mid rail`,
    because: "PVC is softer than timber: the stiles of a higher panel bow in the sun, and the louvres bind.",
    applies: (item) => isPvc(item) && madeHeight(item) > ofPvc && item.numberOfMidRails === 0,
    sentence: (item) =>
      `A PVC window ${inMm(madeHeight(item))} high should have a mid rail: above ${inMm(ofPvc)} its stiles bow without one. Set mid rails to 1.`,
    fixes: railFixes,
  },
} as const satisfies Record<CheckId, MeasurementCheck>;

export interface MeasurementWarning {
  readonly id: CheckId;
  readonly severity: Severity;
  readonly field: MeasurementCheck["field"];
  readonly sentence: string;
  /** The proposed fix; null if only the person can know it. */
  readonly fix: CheckFix | null;
  /** The window's checks that the fix ends. */
  readonly ends: readonly CheckId[];
}

const checkOf = (id: CheckId): MeasurementCheck => CHECKS[id];

/**
 * Finds the questions that a careful colleague would ask about a window before it is made. A person
 * may override each of them; none is an error (rule M4).
 */
export function checkMeasurements(item: WindowToMake, siblings: Siblings): MeasurementWarning[] {
  const ids = CHECK_IDS.filter((id) => checkOf(id).applies(item, siblings));
  return ids.map((id) => {
    const { severity, field, sentence } = checkOf(id);
    const fix = fixOf(id, item, siblings, ids);
    const ends = fix ? ids.filter((each) => !checkOf(each).applies({ ...item, ...fix }, siblings)) : [];
    return { id, severity, field, sentence: sentence(item, siblings), fix, ends };
  });
}

const fixOf = (id: CheckId, item: WindowToMake, siblings: Siblings, applying: readonly CheckId[]): CheckFix | null =>
  checkOf(id)
    .fixes?.(item, siblings)
    .find((fix) => isFix(id, fix, item, siblings, applying)) ?? null;

/** Warnings with one cause, which the first one states and its fix ends. */
export type CheckCause = readonly [first: MeasurementWarning, ...others: MeasurementWarning[]];

/** Groups warnings by the fix that ends most of them. A warning without a fix is a cause of its own. */
export function groupByCause(warnings: readonly MeasurementWarning[]): CheckCause[] {
  const [head] = warnings;
  if (!head) return [];
  const endedBy = ({ ends }: MeasurementWarning) => warnings.filter(({ id }) => ends.includes(id));
  const first = warnings.reduce((most, each) => (endedBy(each).length > endedBy(most).length ? each : most), head);
  const others = endedBy(first).filter((each) => each !== first);
  return [[first, ...others], ...groupByCause(warnings.filter((each) => each !== first && !others.includes(each)))];
}

/**
 * Accepts a fix only if the portal accepts the fixed window and it raises no new check. The fix of
 * a slip may raise a limit that has a fix of its own.
 */
function isFix(id: CheckId, fix: CheckFix, item: WindowToMake, siblings: Siblings, before: readonly CheckId[]): boolean {
  const fixed = { ...item, ...fix };
  const applies = (each: CheckId) => checkOf(each).applies(fixed, siblings);
  if (applies(id)) return false;
  const problem = makingProblem({ ...fixed, name: "" });
  if (problem && problem.field !== makingProblem({ ...item, name: "" })?.field) return false;
  const after = CHECK_IDS.filter(applies);
  if (CHECKS[id].severity === "limit") return after.every((each) => before.includes(each));
  return after.every((each) => CHECKS[each].severity === "limit" && fixOf(each, fixed, siblings, after) !== null);
}

/**
 * Keeps the known ids, once each, in the order of the list. Old windows and other programs may have
 * other ids.
 */
export const knownChecks = (ids: readonly string[]): CheckId[] => CHECK_IDS.filter((id) => ids.includes(id));

const BY_WIDEST: readonly CheckId[] = ["panel-too-wide", "run-needs-track", "panel-too-narrow", "hung-on-no-side", "panel-too-heavy"];
/**
 * True if another widest panel may change the check, which determines the number of panels in
 * windows without a layout code (rule M3).
 */
export const followsWidest = (id: CheckId, { layoutCode }: Pick<WindowToMake, "layoutCode">): boolean =>
  id === "panel-too-wide" || (!layoutCode && BY_WIDEST.includes(id));
