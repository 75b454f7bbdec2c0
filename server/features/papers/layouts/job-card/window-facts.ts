import type { Facts } from "#server/features/papers/engine/letterhead.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import {
  type Field,
  makersOptionFacts,
  OPTIONS,
  type Option,
  type OptionName,
  optionOf,
  WINDOW_FIELDS,
} from "#shared/domain/window/fields/window-fields.ts";
import { FRAME, makesAny, RAILS } from "#shared/domain/window/saw/window-make.ts";
import { layoutFact } from "#shared/domain/window/text/making-text.ts";

/** The facts that all windows of a card share; they are printed once, in its head. */
export function usualFacts(items: readonly MakerItem[]): Facts {
  const [first, ...others] = items.map(materialOf);
  return (first ?? []).filter(([name, text]) => others.every((facts) => facts.some((fact) => fact[0] === name && fact[1] === text)));
}

/** Facts that windows of one house usually share. */
const materialOf = (item: MakerItem): Facts => [
  [WINDOW_FIELDS.shutterTypeId.label, item.shutterType],
  [WINDOW_FIELDS.colorSelection.label, item.colorSelection],
  [calledByMaker(WINDOW_FIELDS.louverSize), `${item.louverSize} mm`],
  ...makersOptionFacts(item)
    .filter(({ option }) => SHARED.some((shared) => shared === option) && isNeeded(item, option))
    .map(({ option, text }) => [calledByMaker(option), text] as const),
];

const SHARED = [WINDOW_FIELDS.frameType, WINDOW_FIELDS.mountType, WINDOW_FIELDS.tiltRodType, WINDOW_FIELDS.frameSides];

/** The kinds of parts that are made by an option: hinges and tracks join panels and frame. */
const MADE_BY: Readonly<Record<OptionName, readonly string[]>> = {
  frameType: FRAME,
  mountType: FRAME,
  openingDirection: ["stile", ...FRAME],
  tiltRodType: [...RAILS, "stile", "louvre", "tilt-rod"],
  numberOfMidRails: ["stile", "mid-rail", "tilt-rod"],
  sizeBasis: FRAME,
  frameSides: FRAME,
  hingeColor: ["stile", ...FRAME],
};

/** Tests whether a part that is made depends on the option; a remake has only these facts. */
const isNeeded = ({ make }: MakerItem, option: Option): boolean =>
  makesAny(
    make,
    OPTIONS.flatMap((name) => (optionOf(name) === option ? MADE_BY[name] : [])),
  );

/**
 * Hinges are listed among the measures with their number, and the basis of the size is beside the
 * size.
 */
export const choicesOf = (item: MakerItem): Facts => [
  ...layoutFact(item).map(({ label, text }) => [label, text] as const),
  ...materialOf(item),
  ...makersOptionFacts({ ...item, hingeColor: "match", sizeBasis: "make" })
    .filter(({ option }) => !SHARED.some((shared) => shared === option) && isNeeded(item, option))
    .map(({ option, text }) => [calledByMaker(option), text] as const),
];

const calledByMaker = ({ onJobCard, short, label }: Field): string => onJobCard ?? short ?? label;
