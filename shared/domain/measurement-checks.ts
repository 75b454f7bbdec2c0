import { inMillimetres, type TenthMm, toLength } from "./length.ts";
import { TRACK, widestPanelOf } from "./shutter-construction.ts";
import type { WindowToMake } from "./shutter-frame.ts";
import { slipOf } from "./unit-slip.ts";
import { panelWidthOf } from "./window-layout.ts";

/** Stored with a window, so an id keeps its meaning for ever; a retired one leaves this list, not the windows. */
export const CHECK_IDS = [
  "width-unit-slip",
  "height-unit-slip",
  "too-low",
  "too-high",
  "needs-mid-rail",
  "needs-track-or-post",
  "panel-too-wide",
] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/** `slip`: most likely a typing mistake. `limit`: it can be typed and even made, but not with the maker's word for it. */
export type Severity = "slip" | "limit";

export type Sides = Pick<WindowToMake, "width" | "height">;

interface MeasurementCheck {
  readonly severity: Severity;
  /** The field beside which it is said. */
  readonly field: "width" | "height" | "numberOfMidRails";
  /** The fact alone, for the people who read later that the measure was kept. */
  readonly title: string;
  readonly because: string;
  readonly applies: (item: WindowToMake, siblings: readonly Sides[]) => boolean;
  /** What is the matter and what to do. */
  readonly sentence: (item: WindowToMake, siblings: readonly Sides[]) => string;
}

const mm = (value: number): TenthMm => toLength(value, "mm");
const said = (length: number): string => `${inMillimetres(length)} mm`;

/** Rule M4. */
export const LIMITS = { withoutMidRail: mm(1800), highest: mm(3000), lowest: mm(250), withoutTrackOrPost: TRACK.neededBeyond } as const;
const { withoutMidRail, highest, lowest, withoutTrackOrPost } = LIMITS;

const slipCheck = (side: keyof Sides): MeasurementCheck => ({
  severity: "slip",
  field: side,
  title: `The ${side} differs from the other windows' by about ten times or more`,
  because: "A digit too many or too few, or centimetres typed as millimetres, makes a shutter that fits nothing.",
  applies: (item, siblings) => slipOf(side, item, siblings) !== null,
  sentence: (item, siblings) => {
    const slip = slipOf(side, item, siblings);
    if (!slip) return "";
    return `The ${side}, ${said(item[side])}, is about ${slip.times} the other windows' ${said(slip.usual)}. Check the unit and the digits: was ${said(slip.meant)} meant?`;
  },
});

export const CHECKS = {
  "width-unit-slip": slipCheck("width"),
  "height-unit-slip": slipCheck("height"),
  "too-low": {
    severity: "limit",
    field: "height",
    title: `Lower than ${said(lowest)}`,
    because: "Frame, top rail and bottom rail take some 240 mm; below that no louvre of the usual sizes is left between them.",
    applies: ({ height }) => height < lowest,
    sentence: ({ height }) =>
      `${said(height)} is lower than ${said(lowest)}, which leaves no room for louvres between the rails. Check the height and its unit.`,
  },
  "too-high": {
    severity: "limit",
    field: "height",
    title: `Higher than ${said(highest)}`,
    because: "Stiles are milled from lengths of about three metres, and a higher panel bows whatever is put across it.",
    applies: ({ height }) => height > highest,
    sentence: ({ height }) =>
      `${said(height)} is higher than ${said(highest)}, the highest panel that is made in one piece. Check the height, or order two windows, one above the other.`,
  },
  "needs-mid-rail": {
    severity: "limit",
    field: "numberOfMidRails",
    title: `Higher than ${said(withoutMidRail)} without a mid rail`,
    because: "The stiles of a higher panel spread in the middle, the louvres come off their pins, and makers give no guarantee.",
    applies: ({ height, numberOfMidRails }) => height > withoutMidRail && numberOfMidRails === 0,
    sentence: ({ height }) =>
      `A window ${said(height)} high needs a mid rail: above ${said(withoutMidRail)} the stiles spread without one. Set mid rails to 1, or to 2 for a very high window.`,
  },
  "needs-track-or-post": {
    severity: "limit",
    field: "width",
    title: `Wider than ${said(withoutTrackOrPost)}, where panels need a track or a T-post`,
    because: "So many panels on the hinges of the two sides pull the frame, and the last ones drag.",
    applies: ({ width, frameType, openingDirection }) =>
      width > withoutTrackOrPost && openingDirection !== "bypass" && frameType !== "t-post",
    sentence: ({ width, openingDirection }) =>
      openingDirection === "bi-fold"
        ? `${said(width)} is wider than ${said(withoutTrackOrPost)}: folding panels hang from a track then, as it is drawn. Check that there is room for it, or choose the T-post frame.`
        : `${said(width)} is wider than ${said(withoutTrackOrPost)}: the panels need a post or a track to carry them. Choose the T-post frame, or bypass as the opening direction.`,
  },
  "panel-too-wide": {
    severity: "limit",
    field: "width",
    title: "A panel wider than the widest",
    because: "A wider panel drops at its free corner; more panels than a run of hinges or a track takes cannot be put in.",
    applies: (item) => panelWidthOf(item) > widestPanelOf(item),
    sentence: (item) =>
      `The panels would be ${said(panelWidthOf(item))} wide, and ${said(widestPanelOf(item))} is the widest. ${
        item.openingDirection === "bypass"
          ? "Order the opening as two windows."
          : "Choose the T-post frame, or order the opening as two windows."
      }`,
  },
} as const satisfies Record<CheckId, MeasurementCheck>;

export interface MeasurementWarning {
  readonly id: CheckId;
  readonly severity: Severity;
  readonly field: MeasurementCheck["field"];
  readonly sentence: string;
}

/** What a careful colleague would ask about a window before it is made. Each may be kept as it is; none is refused (rule M4). */
export const checkMeasurements = (item: WindowToMake, siblings: readonly Sides[]): MeasurementWarning[] =>
  CHECK_IDS.flatMap((id) => {
    const { severity, field, applies, sentence }: MeasurementCheck = CHECKS[id];
    return applies(item, siblings) ? [{ id, severity, field, sentence: sentence(item, siblings) }] : [];
  });

/** Of what was sent or stored, the checks that there are: once each, in the order of the list. */
export const knownChecks = (ids: readonly string[]): CheckId[] => CHECK_IDS.filter((id) => ids.includes(id));
