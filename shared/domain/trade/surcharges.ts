import { formatPence, type Pence, pence } from "#shared/domain/money.ts";
import {
  type Count,
  FIELDS,
  fieldOf,
  optionOf,
  valuesOf,
  WINDOW_FIELDS,
  type WindowField,
} from "#shared/domain/window/fields/window-fields.ts";

/** What a type charges beside its area, where a window has a value of one of its choices (rule P13). */

type Fields = typeof WINDOW_FIELDS;
/** The fields that are chosen: of every type's options, and of what its type is made in. */
export type SurchargeField = {
  [Name in WindowField]: Fields[Name] extends { part: string } | { kind: "of type" } ? Name : never;
}[WindowField];
export const SURCHARGE_FIELDS = FIELDS.filter(
  (name): name is SurchargeField => "part" in WINDOW_FIELDS[name] || WINDOW_FIELDS[name].kind === "of type",
) as [SurchargeField, ...SurchargeField[]];

/** `window`: once a row, however many; `shutter`: each that is made; `post`: each post of each. */
export const SURCHARGE_PER = ["window", "shutter", "post"] as const;
export type SurchargePer = (typeof SURCHARGE_PER)[number];
export const SURCHARGE_PER_LABEL = { window: "Window", shutter: "Shutter", post: "Post" } as const satisfies Record<SurchargePer, string>;

/** Of a type. */
export const MOST_SURCHARGES = 20;
/** £10,000. */
export const HIGHEST_SURCHARGE = pence(1_000_000);

/** As a window has it: an option's key, a number, or a colour. */
export type ChoiceTaken = string | number;
export interface Surcharge {
  readonly field: SurchargeField;
  readonly value: ChoiceTaken;
  readonly amountPence: Pence;
  readonly per: SurchargePer;
}

/** What a window was charged of one: in words, and in all. */
export interface ChargedSurcharge {
  readonly text: string;
  readonly amountPence: Pence;
}

export type Choices = { readonly [Name in SurchargeField]?: ChoiceTaken | null };

interface Charged extends Choices {
  readonly quantity: number;
  /** How many posts one of it has; asked where a surcharge is for each. */
  readonly posts: () => number;
}

/**
 * What of a type's surcharges a window is charged, in their order; what comes to nothing is left
 * out. Of one choice those that count alike are one line, so that a window has few.
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
  const counted = per === "shutter" ? times : `${times} post${times === 1 ? "" : "s"}`;
  return `${words}, ${counted} × ${formatPence(amountPence)}`;
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A choice by itself: `Hidden tilt rod`, `2 mid rails`, `89 mm louvres`, `Charcoal`, `Frame sides: All four`. */
export function choiceWords({ field, value }: Pick<Surcharge, "field" | "value">): string {
  if (field === "colorSelection") return String(value);
  if (field === "louverSize") return `${value} mm louvres`;
  const option = optionOf(field);
  if (option.kind === "count") return `${value === 0 ? "No" : value} ${value === 1 ? option.inWords.one : option.inWords.many}`;
  const { inWords, label = String(value) } = option.values[value] ?? {};
  return inWords ? upperFirst(inWords) : `${option.label}: ${label}`;
}

const isWhole = (value: ChoiceTaken, { least, most }: Pick<Count, "least" | "most">): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** Whether a window may have this value. Colours and louvres are the type's own: those are judged with it. */
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

/** The values of a field that a type's windows may have, to choose from. */
export function choicesOf(field: SurchargeField, { standardLouverSizes, colorOptions }: MadeIn): readonly ChoiceTaken[] {
  if (field === "colorSelection") return colorOptions;
  if (field === "louverSize") return standardLouverSizes;
  const option = optionOf(field);
  return option.kind === "choice" ? valuesOf(option) : Array.from({ length: option.most - option.least + 1 }, (_, at) => option.least + at);
}

/** `Hidden tilt rod £25.00 per shutter`, as the trail and the sheets say it. */
export const surchargeWords = (surcharge: Surcharge): string =>
  `${choiceWords(surcharge)} ${formatPence(surcharge.amountPence)} per ${surcharge.per}`;

/** The label of a field, as forms have it. */
export const surchargeFieldLabel = (field: SurchargeField): string => fieldOf(field).label;
