import type { MadeWindow } from "#server/schema/retail.ts";
import { type Row, rowsThatDiffer, type Texts } from "#shared/domain/differences.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { OPTIONS, type OptionName } from "#shared/domain/window/fields/window-fields.ts";
import { DETAIL_ROWS, optionRow } from "#shared/domain/window/text/window-rows.ts";

/** Describes a window as the homeowner's page words and draws it (rules T4 and T11). */
export type WindowChoices = Omit<MadeWindow, "itemId">;
export type DrawnFields = MadeWindow["toDraw"];

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

/** A row of the drawn fields. */
const drawn = ({ what, text }: Row<DrawnFields>): Row<WindowChoices> => ({ what, text: ({ toDraw }) => text(toDraw) });

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
  layout: drawn(DETAIL_ROWS.layoutCode),
  facets: drawn(DETAIL_ROWS.facetsMm),
  angles: drawn(DETAIL_ROWS.postAngles),
  posts: drawn(DETAIL_ROWS.tPostsMm),
  railHeights: drawn(DETAIL_ROWS.midRailHeightsMm),
  split: drawn(DETAIL_ROWS.tiltSplitMm),
} as const satisfies Record<string, Row<WindowChoices>>;

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

const WINDOW_ROWS: readonly Row<WindowChoices>[] = [
  ...Object.values(ROWS),
  ...OPTIONS.filter((name) => !WORDED_OPTIONS.includes(name)).map((name) => drawn(optionRow(name))),
];

/** The rows whose text differs between two windows. */
export const choicesThatDiffer = (before: WindowChoices, after: WindowChoices): Texts[] => rowsThatDiffer(WINDOW_ROWS, before, after);

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
