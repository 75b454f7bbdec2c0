import {
  FIELDS,
  fieldOf,
  MADE_OPTIONS,
  type OptionName,
  optionInWords,
  USUAL_OPTIONS,
  type WindowField,
} from "#shared/domain/window/fields/window-fields.ts";
import type { StoredDetails } from "#shared/domain/window/text/making-text.ts";
import type { WindowItem } from "./window-list.tsx";

/** The compared fields of a stored window or of a window in a form, which may lack some. */
type Comparable = Pick<WindowItem, "shutterType" | "colorSelection" | OptionName> & StoredDetails & { readonly louverSize: number | null };

/** Windows of one job usually share these fields. Size, name and quantity belong to each window. */
const SHARED = FIELDS.filter((name) => !fieldOf(name).ownOfEach) as (OptionName | "shutterTypeId" | "louverSize" | "colorSelection")[];

/** The default values, which need no mention where most windows have them. */
const SILENT = Object.fromEntries(MADE_OPTIONS.map((name) => [name, optionInWords(name, USUAL_OPTIONS)])) as Partial<
  Record<WindowField, string>
>;

function inWords(item: Comparable, field: (typeof SHARED)[number]): string {
  switch (field) {
    case "shutterTypeId":
      return item.shutterType;
    case "louverSize":
      return item.louverSize === null ? "" : `${item.louverSize} mm louvre`;
    case "colorSelection":
      return item.colorSelection;
    default:
      return optionInWords(field, item);
  }
}

/**
 * Compares the windows of a job. `usual` describes what more than half of the windows have.
 * `differing` describes each item's deviations in order; an empty list means none.
 */
export function findWindowDifferences<Item extends Comparable>(
  items: readonly Item[],
  positions: (item: Item) => readonly string[],
): { usual: readonly string[]; differing: readonly (readonly string[])[] } {
  const usual = new Map<WindowField, string>();
  for (const field of SHARED) {
    const counts = new Map<string, number>();
    for (const item of items) counts.set(inWords(item, field), (counts.get(inWords(item, field)) ?? 0) + 1);
    for (const [words, count] of counts) if (count * 2 > items.length) usual.set(field, words);
  }
  return {
    usual: [...usual].filter(([field, words]) => words !== SILENT[field]).map(([, words]) => words),
    differing: items.map((item) => [
      ...SHARED.map((field) => inWords(item, field)).filter(
        (words, at) => words !== (usual.get(SHARED[at] as WindowField) ?? SILENT[SHARED[at] as WindowField]),
      ),
      ...positions(item),
    ]),
  };
}
