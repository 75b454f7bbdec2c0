import { formatPence, type Pence, pence } from "#shared/domain/money.ts";
import { countOf, upperFirst } from "#shared/domain/text.ts";
import {
  type Count,
  FIELDS,
  fieldOf,
  optionOf,
  valuesOf,
  WINDOW_FIELDS,
  type WindowField,
} from "#shared/domain/window/fields/window-fields.ts";

/**
 * A shutter type's surcharges for values of a window's choices, in addition to the price of its
 * area (rule P13).
 */

type Fields = typeof WINDOW_FIELDS;
/**
 * Fields with a choice: every type's options, and the sizes and colours in which the type is made.
 */
export type SurchargeField = {
  [Name in WindowField]: Fields[Name] extends { part: string } | { kind: "of type" } ? Name : never;
}[WindowField];
export const SURCHARGE_FIELDS = FIELDS.filter(
  (name): name is SurchargeField => "part" in WINDOW_FIELDS[name] || WINDOW_FIELDS[name].kind === "of type",
) as [SurchargeField, ...SurchargeField[]];

/**
 * `window`: once a row, whatever its quantity; `shutter`: each piece; `post`: each post of each
 * piece.
 */
export const SURCHARGE_PER = ["window", "shutter", "post"] as const;
export type SurchargePer = (typeof SURCHARGE_PER)[number];
export const SURCHARGE_PER_LABEL = { window: "Window", shutter: "Shutter", post: "Post" } as const satisfies Record<SurchargePer, string>;

/** The limit for one shutter type. */
export const MOST_SURCHARGES = 20;
/** £10,000. */
export const HIGHEST_SURCHARGE = pence(1_000_000);

/** The value of a window's choice: an option's key, a number, or a colour. */
export type ChoiceTaken = string | number;
export interface Surcharge {
  readonly field: SurchargeField;
  readonly value: ChoiceTaken;
  readonly amountPence: Pence;
  readonly per: SurchargePer;
}

/** A surcharge of a window: its text and the whole amount. */
export interface ChargedSurcharge {
  readonly text: string;
  readonly amountPence: Pence;
}

export type Choices = { readonly [Name in SurchargeField]?: ChoiceTaken | null };

interface Charged extends Choices {
  readonly quantity: number;
  /** Counts the posts of one piece; called only if a surcharge is charged per post. */
  readonly posts: () => number;
}

/**
 * Returns the surcharges that apply to a window, in their order, without those that amount to
 * nothing. Surcharges on one choice with the same basis are added up in one line, so that a window
 * has few lines.
 */
export function surchargesOn(window: Charged, surcharges: readonly Surcharge[]): ChargedSurcharge[] {
  const due = new Map<string, Surcharge>();
  for (const surcharge of surcharges) {
    if (window[surcharge.field] !== surcharge.value) continue;
    const line = `${surcharge.field} ${surcharge.per}`;
    due.set(line, { ...surcharge, amountPence: pence(surcharge.amountPence + (due.get(line)?.amountPence ?? 0)) });
  }
  return [...due.values()].flatMap((surcharge) => {
    const times = timesCharged(window, surcharge.per);
    return times === 0 ? [] : [{ text: chargedWords(surcharge, times), amountPence: pence(surcharge.amountPence * times) }];
  });
}

function timesCharged({ quantity, posts }: Charged, per: SurchargePer): number {
  if (per === "window") return 1;
  return per === "shutter" ? quantity : posts() * quantity;
}

/** `Hidden tilt rod`, `Hidden tilt rod, 4 × £25.00`, `Charcoal, 1 post × £12.00`. */
function chargedWords(surcharge: Surcharge, times: number): string {
  const { amountPence, per } = surcharge;
  const words = choiceWords(surcharge);
  if (per === "window" || (per === "shutter" && times === 1)) return words;
  const counted = per === "shutter" ? times : countOf(times, "post");
  return `${words}, ${counted} × ${formatPence(amountPence)}`;
}

/**
 * Formats a choice: `Hidden tilt rod`, `2 mid rails`, `89 mm louvres`, `Charcoal`, `Frame sides:
 * All four`.
 */
export function choiceWords({ field, value }: Pick<Surcharge, "field" | "value">): string {
  if (field === "colorSelection") return String(value);
  if (field === "louverSize") return `${value} mm louvres`;
  const option = optionOf(field);
  if (option.kind === "count")
    return value === 0 ? `No ${option.inWords.many}` : countOf(Number(value), option.inWords.one, option.inWords.many);
  const { inWords, label = String(value) } = option.values[value] ?? {};
  return inWords ? upperFirst(inWords) : `${option.label}: ${label}`;
}

const isWhole = (value: ChoiceTaken, { least, most }: Pick<Count, "least" | "most">): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/**
 * Checks that a window may have this value. Colours and louvre sizes belong to the type, which
 * validates them itself.
 */
export function isChoice({ field, value }: Pick<Surcharge, "field" | "value">): boolean {
  if (field === "colorSelection") return typeof value === "string" && value.trim() !== "";
  if (field === "louverSize") return Number.isInteger(value) && Number(value) > 0;
  const option = optionOf(field);
  return option.kind === "count" ? isWhole(value, option) : typeof value === "string" && valuesOf(option).includes(value);
}

interface MadeIn {
  readonly standardLouverSizes: readonly number[];
  readonly colorOptions: readonly string[];
}

/** Returns the values of a field that a type's windows may have. */
export function choicesOf(field: SurchargeField, { standardLouverSizes, colorOptions }: MadeIn): readonly ChoiceTaken[] {
  if (field === "colorSelection") return colorOptions;
  if (field === "louverSize") return standardLouverSizes;
  const option = optionOf(field);
  return option.kind === "choice" ? valuesOf(option) : Array.from({ length: option.most - option.least + 1 }, (_, at) => option.least + at);
}

/** `Hidden tilt rod £25.00 per shutter`, for the audit trail and printed sheets. */
export const surchargeWords = (surcharge: Surcharge): string =>
  `${choiceWords(surcharge)} ${formatPence(surcharge.amountPence)} per ${surcharge.per}`;

export const surchargeFieldLabel = (field: SurchargeField): string => fieldOf(field).label;
