import { type Choice, type Count, type Field, WINDOW_FIELDS } from "./window-fields.ts";

/** What follows from the table of a window's fields: names, types, usual values and words. */

type Fields = typeof WINDOW_FIELDS;
export type WindowField = keyof Fields;
/** In reading order. */
export const FIELDS = Object.keys(WINDOW_FIELDS) as WindowField[];
export const fieldOf = (name: WindowField): Field => WINDOW_FIELDS[name];

/** The fields that every shutter type is made with. */
export type OptionName = { [Name in WindowField]: Fields[Name] extends { part: string } ? Name : never }[WindowField];
export type WindowOptions = { [Name in OptionName]: Fields[Name] extends { values: infer Values } ? keyof Values : number };
export type Option = Choice | Count;
export const OPTIONS = FIELDS.filter((name): name is OptionName => "part" in WINDOW_FIELDS[name]);
export const optionOf = (name: OptionName): Option => WINDOW_FIELDS[name];
/** What an option may be, as it travels. */
export const valuesOf = ({ values }: Choice) => Object.keys(values) as [string, ...string[]];

/** One thing for each option, such as its column or its rule. */
export const eachOption = <Thing>(make: (option: Option, name: OptionName) => Thing, names = OPTIONS) =>
  Object.fromEntries(names.map((name) => [name, make(optionOf(name), name)])) as Record<OptionName, Thing>;

/** What a new window starts with (rule S11). */
export const USUAL_OPTIONS = eachOption(({ usual }) => usual) as WindowOptions;

/** The options alone, of anything that has them. */
export const optionsIn = (window: WindowOptions) => eachOption((_, name) => window[name]) as WindowOptions;

export interface OptionFact {
  readonly option: Option;
  readonly text: string;
}

/** A window's options as facts to read, without those that go without saying. */
export const optionFacts = (window: WindowOptions): OptionFact[] =>
  OPTIONS.map((name) => ({ option: optionOf(name), value: window[name] }))
    .filter(({ option, value }) => option.kind === "count" || wordsFor(option, value) !== "")
    .map(({ option, value }) => ({ option, text: option.kind === "choice" ? (option.values[value]?.label ?? "") : String(value) }));

/** A window's options as parts of a sentence: `L-frame`, `inside mount`, `2 mid rails`. */
export const optionsInWords = (window: WindowOptions): string[] =>
  OPTIONS.map((name) => wordsFor(optionOf(name), window[name])).filter((words) => words !== "");

function wordsFor(option: Option, value: string | number): string {
  if (option.kind === "choice") return option.values[value]?.inWords ?? "";
  return value === 0 ? "" : `${value} ${value === 1 ? option.inWords.one : option.inWords.many}`;
}

/** A window without a name of its own is called by its place, from 1. */
export const defaultWindowName = (place: number): string => `Window ${place}`;
