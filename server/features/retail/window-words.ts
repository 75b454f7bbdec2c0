import type { MadeWindow } from "#server/schema/retail.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { OPTIONS, type Option, type OptionName, optionOf } from "#shared/domain/window/fields/window-fields.ts";
import { drawnCodeOf } from "#shared/domain/window/geometry/window-layout.ts";
import { anglesInWords, DETAILS, joinInWords } from "#shared/domain/window/text/making-text.ts";

/** Describes a window as the homeowner's page words and draws it (rules T4 and T11). */
export type WindowChoices = Omit<MadeWindow, "itemId">;
export type DrawnFields = MadeWindow["toDraw"];

interface Row {
  readonly what: string;
  readonly text: (choices: WindowChoices) => string;
}

const NONE = "none";
const mm = (lengths: readonly number[] | null | undefined): string =>
  lengths?.length ? `${joinInWords(lengths.map((length) => inMillimetres(length * 10)))} mm` : NONE;
const OPENS = { bypass: "sliding past each other", "bi-fold": "folding together" } as const satisfies Partial<
  Record<DrawnFields["openingDirection"], string>
>;
const opens = (opening: DrawnFields["openingDirection"]): string =>
  opening === "bypass" || opening === "bi-fold" ? OPENS[opening] : "opening on hinges";
const ROD = {
  hidden: "louvres turned by hand, without a rod in sight",
  center: "louvres turned by a rod",
  offset: "louvres turned by a rod, beside the middle",
} as const satisfies Record<DrawnFields["tiltRodType"], string>;

/**
 * The page words the first seven rows. The others are drawn, and worded only in a list of
 * differences.
 */
const ROWS = {
  type: { what: "Type", text: ({ material }) => `${material} shutters` },
  colour: { what: "Colour", text: ({ toDraw }) => toDraw.colorSelection },
  size: { what: "Size", text: ({ toDraw }) => `${inMillimetres(toDraw.width)} mm wide × ${inMillimetres(toDraw.height)} mm high` },
  louvres: { what: "Louvres", text: ({ toDraw }) => `${toDraw.louverSize} mm louvres` },
  panels: { what: "Panels", text: ({ panels, toDraw }) => `${countOf(panels, "panel")} ${opens(toDraw.openingDirection)}` },
  rails: {
    what: "Rails",
    text: ({ toDraw }) => `${toDraw.numberOfMidRails === 0 ? "no rail" : countOf(toDraw.numberOfMidRails, "rail")} across the middle`,
  },
  rod: { what: "Tilt rod", text: ({ toDraw }) => ROD[toDraw.tiltRodType] },
  mount: {
    what: "Mount",
    text: ({ toDraw }) => (toDraw.mountType === "inside" ? "fitted inside the window's recess" : "fitted around the outside of the window"),
  },
  layout: { what: DETAILS.layoutCode.label, text: ({ toDraw }) => drawnCodeOf(toDraw) },
  facets: { what: DETAILS.facetsMm.label, text: ({ toDraw }) => mm(toDraw.facetsMm) },
  angles: {
    what: DETAILS.postAngles.label,
    text: ({ toDraw }) => (toDraw.postAngles?.length ? anglesInWords(toDraw.postAngles) : "as usual"),
  },
  posts: { what: DETAILS.tPostsMm.label, text: ({ toDraw }) => mm(toDraw.tPostsMm) },
  railHeights: { what: DETAILS.midRailHeightsMm.label, text: ({ toDraw }) => mm(toDraw.midRailHeightsMm) },
  split: { what: DETAILS.tiltSplitMm.label, text: ({ toDraw }) => mm(toDraw.tiltSplitMm ? [toDraw.tiltSplitMm] : null) },
} as const satisfies Record<string, Row>;

/**
 * Options that a row above words. Every other option has the row that the table of window fields
 * makes.
 */
const WORDED_OPTIONS: readonly OptionName[] = ["mountType", "openingDirection", "tiltRodType", "numberOfMidRails"];

/**
 * The row that shows each drawn field; a new field does not compile before it is added here. Null:
 * the field shows in the number of panels or not at all.
 */
export const ROW_OF_FIELD = {
  width: "size",
  height: "size",
  louverSize: "louvres",
  colorSelection: "colour",
  layoutCode: "layout",
  facetsMm: "facets",
  postAngles: "angles",
  tPostsMm: "posts",
  midRailHeightsMm: "railHeights",
  tiltSplitMm: "split",
  widestPanelMm: null,
  deductionMm: null,
} as const satisfies Record<Exclude<keyof DrawnFields, OptionName>, keyof typeof ROWS | null>;

const optionText = (option: Option, value: string | number): string =>
  option.kind === "choice" ? (option.values[value]?.label ?? String(value)) : String(value);

const WINDOW_ROWS: readonly Row[] = [
  ...Object.values(ROWS),
  ...OPTIONS.filter((name) => !WORDED_OPTIONS.includes(name)).map(
    (name): Row => ({ what: optionOf(name).label, text: ({ toDraw }) => optionText(optionOf(name), toDraw[name]) }),
  ),
];

/** The rows whose text differs between two windows. */
export const choicesThatDiffer = (before: WindowChoices, after: WindowChoices) =>
  WINDOW_ROWS.map(({ what, text }) => ({ what, before: text(before), after: text(after) })).filter((row) => row.before !== row.after);

export const sizeInWords = (choices: WindowChoices): string => ROWS.size.text(choices);

/** Describes a window in plain words, without terms of the trade. */
export function windowInWords(choices: WindowChoices): string {
  const { toDraw } = choices;
  const { type, colour, size, louvres, panels, rails, mount } = ROWS;
  return [
    `${type.text(choices)} in ${colour.text(choices)}`,
    ...[size, louvres, panels].map((row) => row.text(choices)),
    ...(toDraw.numberOfMidRails > 0 ? [rails.text(choices)] : []),
    toDraw.tiltRodType === "hidden" ? ROD.hidden : ROD.center,
    mount.text(choices),
  ].join(", ");
}
