import { countOf } from "#shared/domain/text.ts";

/**
 * The table of a window's fields, a row each, for forms and texts (rules Q2, Q3 and S11). Columns,
 * contract, form, stored drafts, pasted columns, facts and documents derive from it. A new choice
 * needs a row, a migration, and a drawing if it is visible (docs/contributing.md, "Add a choice of
 * a window").
 */
interface Named {
  /** The field's name on forms, beside facts and in error sentences. */
  readonly label: string;
  /** A shorter name for the head of a column and the job card. */
  readonly short?: string;
  /** The job card's name, if the maker uses another word. */
  readonly onJobCard?: string;
  /** Among the facts that are read from a distance at the bench: large, and first. */
  readonly large?: true;
  /** Column headings in fitters' spreadsheets: lower case, without the unit. */
  readonly headings: readonly string[];
  /** The value differs from window to window, so it is never among the common facts of a job. */
  readonly ownOfEach?: true;
  /**
   * The next window in the form copies the value from the previous one; all other fields start with
   * their default (rule S11).
   */
  readonly goesOn?: true;
}

/**
 * The construction of every shutter type: frame, panels, and their mounting. The default applies
 * until a person changes it.
 */
interface Made {
  readonly part: "frame" | "panel" | "making";
  /** Null equals a missing key. The choices of the specification's form reject null instead. */
  readonly orNull?: true;
}

/** One value of a fixed set; its keys are sent and stored. */
export interface Choice extends Named, Made {
  readonly kind: "choice";
  readonly values: Readonly<Record<string, ChoiceValue>>;
  readonly usual: string;
}

export interface ChoiceValue {
  readonly label: string;
  /**
   * The words in a document's sentence about a window. A value without words is omitted there and
   * among the facts.
   */
  readonly inWords?: string;
  /** Further texts in a spreadsheet's cell besides key and label. */
  readonly pasted?: readonly string[];
}

interface Counted extends Named {
  readonly kind: "count";
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** The number of a part; a document's sentence omits 0. */
export interface Count extends Counted, Made {
  readonly inWords: { readonly one: string; readonly many: string };
}

/**
 * `length`: typed in the window's own unit. `of type`: one of the values in which the shutter type
 * is made.
 */
interface Told extends Named {
  readonly kind: "text" | "type" | "length" | "of type";
}

export type Field = Choice | Count | (Counted & { readonly part?: never }) | Told;

export const WINDOW_FIELDS = {
  name: {
    kind: "text",
    label: "Window name",
    short: "Window",
    headings: ["name", "window", "window name", "room", "room name", "location", "position", "description", "ref", "reference", "opening"],
    ownOfEach: true,
  },
  shutterTypeId: {
    kind: "type",
    goesOn: true,
    label: "Shutter type",
    headings: ["type", "shutter type", "shutter", "product", "material"],
  },
  width: { kind: "length", label: "Width", headings: ["width", "w", "wide", "window width", "breadth"], ownOfEach: true },
  height: { kind: "length", label: "Height", headings: ["height", "h", "high", "window height", "drop"], ownOfEach: true },
  quantity: {
    kind: "count",
    label: "Quantity",
    least: 1,
    most: 999,
    usual: 1,
    headings: ["quantity", "qty", "pcs", "pieces", "number of", "no of", "count"],
    ownOfEach: true,
  },
  louverSize: {
    kind: "of type",
    goesOn: true,
    label: "Louver size",
    onJobCard: "Louvre",
    headings: [
      ...["louvre", "louver", "louvre size", "louver size", "louvres", "louvers"],
      ...["slat", "slat size", "blade", "blade size"],
    ],
  },
  colorSelection: { kind: "of type", goesOn: true, label: "Colour", headings: ["colour", "color", "finish", "paint"] },
  frameType: {
    kind: "choice",
    part: "frame",
    goesOn: true,
    label: "Frame",
    large: true,
    values: {
      "l-frame": { label: "L-frame", inWords: "L-frame", pasted: ["l"] },
      "z-frame": { label: "Z-frame", inWords: "Z-frame", pasted: ["z"] },
      "t-post": { label: "T-post", inWords: "T-post", pasted: ["t"] },
    },
    usual: "l-frame",
    headings: ["frame", "frame type"],
  },
  mountType: {
    kind: "choice",
    part: "frame",
    goesOn: true,
    label: "Mount",
    values: {
      inside: { label: "Inside", inWords: "inside mount", pasted: ["in"] },
      outside: { label: "Outside", inWords: "outside mount", pasted: ["out"] },
    },
    usual: "inside",
    headings: ["mount", "mounting", "fixing", "fit"],
  },
  openingDirection: {
    kind: "choice",
    part: "frame",
    label: "Opening direction",
    short: "Opening",
    large: true,
    values: {
      "left-hinge": { label: "Left hinge", inWords: "left hinge", pasted: ["left"] },
      "right-hinge": { label: "Right hinge", inWords: "right hinge", pasted: ["right"] },
      "bi-fold": { label: "Bi-fold", inWords: "bi-fold" },
      bypass: { label: "Bypass", inWords: "bypass" },
    },
    usual: "left-hinge",
    headings: ["opening direction", "direction", "hinge", "hinges", "hinging", "hung"],
  },
  tiltRodType: {
    kind: "choice",
    part: "panel",
    label: "Tilt rod",
    values: {
      center: { label: "Centre", inWords: "centre tilt rod", pasted: ["central"] },
      offset: { label: "Offset", inWords: "offset tilt rod" },
      hidden: { label: "Hidden", inWords: "hidden tilt rod", pasted: ["none"] },
    },
    usual: "center",
    headings: ["tilt rod", "tilt", "rod", "tilt rod type"],
  },
  numberOfMidRails: {
    kind: "count",
    part: "panel",
    label: "Mid rails",
    onJobCard: "Mid rails in a panel",
    inWords: { one: "mid rail", many: "mid rails" },
    least: 0,
    most: 20,
    usual: 0,
    headings: ["mid rails", "mid rail", "midrails", "midrail", "rails", "number of mid rails"],
  },
  /*
   * The defaults of these fields are omitted from texts, so a window without these details has the
   * same words as before the fields existed (rules M11 and M12).
   */
  sizeBasis: {
    kind: "choice",
    part: "making",
    orNull: true,
    label: "Size",
    values: { make: { label: "Make size", pasted: ["exact"] }, recess: { label: "Recess size", inWords: "recess size" } },
    usual: "make",
    headings: ["size", "size basis", "size given", "measured as"],
  },
  frameSides: {
    kind: "choice",
    part: "making",
    orNull: true,
    label: "Frame sides",
    values: {
      LTRB: { label: "All four", pasted: ["all four sides"] },
      LTR: { label: "Left, top, right", inWords: "frame left, top and right" },
      LTB: { label: "Left, top, bottom", inWords: "frame left, top and bottom" },
      LRB: { label: "Left, right, bottom", inWords: "frame left, right and bottom" },
      TRB: { label: "Top, right, bottom", inWords: "frame top, right and bottom" },
      LT: { label: "Left, top", inWords: "frame left and top" },
      LR: { label: "Left, right", inWords: "frame left and right" },
      LB: { label: "Left, bottom", inWords: "frame left and bottom" },
      TR: { label: "Top, right", inWords: "frame top and right" },
      TB: { label: "Top, bottom", inWords: "frame top and bottom" },
      RB: { label: "Right, bottom", inWords: "frame right and bottom" },
    },
    usual: "LTRB",
    headings: ["frame sides", "sides", "sides of frame"],
  },
  hingeColor: {
    kind: "choice",
    part: "making",
    goesOn: true,
    orNull: true,
    label: "Hinges",
    values: {
      match: { label: "To match", pasted: ["hinges to match"] },
      white: { label: "White", inWords: "white hinges" },
      brass: { label: "Brass", inWords: "brass hinges" },
      nickel: { label: "Nickel", inWords: "nickel hinges" },
      stainless: { label: "Stainless steel", inWords: "stainless steel hinges" },
    },
    usual: "match",
    headings: ["hinge colour", "hinge color", "hinge finish"],
  },
} as const satisfies Record<string, Field>;

/** Names, types, default values and words that follow from the table of a window's fields. */

type Fields = typeof WINDOW_FIELDS;
export type WindowField = keyof Fields;
/** The names of all fields, in reading order. */
export const FIELDS = Object.keys(WINDOW_FIELDS) as WindowField[];
export const fieldOf = (name: WindowField): Field => WINDOW_FIELDS[name];

/** The fields that every shutter type is made with. */
export type OptionName = { [Name in WindowField]: Fields[Name] extends { part: string } ? Name : never }[WindowField];
type ValueOf<Row> = Row extends { kind: "choice"; values: infer Values } ? keyof Values : Row extends { kind: "count" } ? number : never;
export type WindowOptions = { [Name in OptionName]: ValueOf<Fields[Name]> };
export type Option = Choice | Count;
export const OPTIONS = FIELDS.filter((name): name is OptionName => "part" in WINDOW_FIELDS[name]);
export const optionOf = (name: OptionName): Option => WINDOW_FIELDS[name];
/** Returns an option's values on the wire. */
export const valuesOf = ({ values }: Choice) => Object.keys(values) as [string, ...string[]];

/** Builds a record with one entry for each option, such as its column or its rule. */
export const eachOption = <Thing>(make: (option: Option, name: OptionName) => Thing, names = OPTIONS) =>
  Object.fromEntries(names.map((name) => [name, make(optionOf(name), name)])) as Record<OptionName, Thing>;

/** The choices of a new window (rule S11). */
export const USUAL_OPTIONS = eachOption(({ usual }) => usual) as WindowOptions;

/** Picks the options from a window. */
export const optionsIn = (window: WindowOptions) => eachOption((_, name) => window[name]) as WindowOptions;

/**
 * `PLAIN_OPTIONS` are always visible in the form; `MADE_OPTIONS` are behind a button, because only
 * some windows need them.
 */
export const PLAIN_OPTIONS = OPTIONS.filter((name) => optionOf(name).part !== "making");
export const MADE_OPTIONS = OPTIONS.filter((name) => optionOf(name).part === "making");

export interface OptionFact {
  readonly option: Option;
  readonly text: string;
}

type WordedWindow = WindowOptions & { readonly layoutCode?: string | null | undefined };

/**
 * A layout code already determines panels and posts: a T-post frame then reads as an L-frame, and
 * the opening is omitted (rule M9).
 */
const wordedValue = (name: OptionName, window: WordedWindow): string | number =>
  name === "frameType" && window.layoutCode && window.frameType === "t-post" ? "l-frame" : window[name];
const isWorded = (name: OptionName, { layoutCode }: WordedWindow): boolean => !(layoutCode && name === "openingDirection");

/** Returns a window's options as facts to read, without values that are omitted from texts. */
export const optionFacts = (window: WordedWindow): OptionFact[] =>
  OPTIONS.filter((name) => isWorded(name, window))
    .map((name) => ({ option: optionOf(name), value: wordedValue(name, window) }))
    .filter(({ option, value }) => option.kind === "count" || wordsFor(option, value) !== "")
    .map(({ option, value }) => ({ option, text: option.kind === "choice" ? (option.values[value]?.label ?? "") : String(value) }));

/** The facts for the workshop, which must know the frame that T-posts stand in. */
export function makersOptionFacts(window: WordedWindow): OptionFact[] {
  const { "l-frame": frame, "t-post": post } = WINDOW_FIELDS.frameType.values;
  const isPost = ({ option, text }: OptionFact) => option === WINDOW_FIELDS.frameType && text === post.label;
  return optionFacts(window).map((fact) => (isPost(fact) ? { ...fact, text: `${frame.label}, ${post.label}` } : fact));
}

/** Returns a window's options as parts of a sentence: `L-frame`, `inside mount`, `2 mid rails`. */
export const optionsInWords = (window: WordedWindow): string[] =>
  OPTIONS.filter((name) => isWorded(name, window))
    .map((name) => wordsFor(optionOf(name), wordedValue(name, window)))
    .filter((words) => words !== "");

function wordsFor(option: Option, value: string | number): string {
  if (option.kind === "choice") return option.values[value]?.inWords ?? "";
  return value === 0 ? "" : countOf(Number(value), option.inWords.one, option.inWords.many);
}

/** Returns one option in words, even if `optionsInWords` omits it: `no mid rails`. */
export function optionInWords(name: OptionName, window: WordedWindow): string {
  if (!isWorded(name, window)) return `layout ${window.layoutCode}`;
  const option = optionOf(name);
  const value = wordedValue(name, window);
  return wordsFor(option, value) || (option.kind === "choice" ? (option.values[value]?.label ?? "") : `no ${option.inWords.many}`);
}

/** Names a window without a name by its place, from 1. */
export const defaultWindowName = (place: number): string => `Window ${place}`;
