/**
 * A row for each field of a window, as forms ask and people read (rules Q2, Q3 and S11). Column,
 * contract, form, kept draft, pasted columns, facts and documents derive from it. A new choice is a
 * row, a migration, and its drawing if it is seen (docs/contributing.md, "Add a choice of a window").
 */
interface Named {
  /** Its name on forms, beside facts and in refusals. */
  readonly label: string;
  /** Where there is little room: the head of a column, the job card. */
  readonly short?: string;
  /** On the job card, where the maker calls it otherwise. */
  readonly onJobCard?: string;
  /** Among the facts that are read from a bench: large, and first. */
  readonly large?: true;
  /** What a fitter's spreadsheet calls its column: small letters, without the unit. */
  readonly headings: readonly string[];
  /** Each window has its own: it is not what the windows of a house have in common. */
  readonly ownOfEach?: true;
  /** The next window takes it from the last one; everything else begins as usual (rule S11). */
  readonly goesOn?: true;
}

/**
 * The making of every shutter type: frame, panels, and how both go in. The usual holds until a
 * person changes it.
 */
interface Made {
  readonly part: "frame" | "panel" | "making";
  /** null is as good as left out. Not so for the choices of the specification's form, where null is a mistake. */
  readonly orNull?: true;
}

/** One of a fixed set; the keys travel and are stored. */
export interface Choice extends Named, Made {
  readonly kind: "choice";
  readonly values: Readonly<Record<string, ChoiceValue>>;
  readonly usual: string;
}

export interface ChoiceValue {
  readonly label: string;
  /** In the sentence that a document says of a window. Absent: it goes without saying, there and among the facts. */
  readonly inWords?: string;
  /** Besides key and label, in a spreadsheet's cell. */
  readonly pasted?: readonly string[];
}

interface Counted extends Named {
  readonly kind: "count";
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** How many of a part; none are not mentioned in the sentence of a document. */
export interface Count extends Counted, Made {
  readonly inWords: { readonly one: string; readonly many: string };
}

/** `length`: typed in the window's own unit. `of type`: one of those that its shutter type is made in. */
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
  /* Their usual goes without saying: a window without these details is worded as before there were any (rules M11 and M12). */
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

/** What follows from the table of a window's fields: names, types, usual values and words. */

type Fields = typeof WINDOW_FIELDS;
export type WindowField = keyof Fields;
/** In reading order. */
export const FIELDS = Object.keys(WINDOW_FIELDS) as WindowField[];
export const fieldOf = (name: WindowField): Field => WINDOW_FIELDS[name];

/** The fields that every shutter type is made with. */
export type OptionName = { [Name in WindowField]: Fields[Name] extends { part: string } ? Name : never }[WindowField];
type ValueOf<Row> = Row extends { kind: "choice"; values: infer Values } ? keyof Values : Row extends { kind: "count" } ? number : never;
export type WindowOptions = { [Name in OptionName]: ValueOf<Fields[Name]> };
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

/** What every window is asked for, and what only some need, behind a button of the form. */
export const PLAIN_OPTIONS = OPTIONS.filter((name) => optionOf(name).part !== "making");
export const MADE_OPTIONS = OPTIONS.filter((name) => optionOf(name).part === "making");

export interface OptionFact {
  readonly option: Option;
  readonly text: string;
}

type Said = WindowOptions & { readonly layoutCode?: string | null | undefined };

/**
 * A layout code alone says panels and posts: a T-post's frame is an L, and no opening is said (rule
 * M9).
 */
const saidOf = (name: OptionName, window: Said): string | number =>
  name === "frameType" && window.layoutCode && window.frameType === "t-post" ? "l-frame" : window[name];
const isSaid = (name: OptionName, { layoutCode }: Said): boolean => !(layoutCode && name === "openingDirection");

/** A window's options as facts to read, without those that go without saying. */
export const optionFacts = (window: Said): OptionFact[] =>
  OPTIONS.filter((name) => isSaid(name, window))
    .map((name) => ({ option: optionOf(name), value: saidOf(name, window) }))
    .filter(({ option, value }) => option.kind === "count" || wordsFor(option, value) !== "")
    .map(({ option, value }) => ({ option, text: option.kind === "choice" ? (option.values[value]?.label ?? "") : String(value) }));

/** A window's options as parts of a sentence: `L-frame`, `inside mount`, `2 mid rails`. */
export const optionsInWords = (window: Said): string[] =>
  OPTIONS.filter((name) => isSaid(name, window))
    .map((name) => wordsFor(optionOf(name), saidOf(name, window)))
    .filter((words) => words !== "");

function wordsFor(option: Option, value: string | number): string {
  if (option.kind === "choice") return option.values[value]?.inWords ?? "";
  return value === 0 ? "" : `${value} ${value === 1 ? option.inWords.one : option.inWords.many}`;
}

/** One option in words, also where `optionsInWords` leaves it out: `no mid rails`. */
export function optionInWords(name: OptionName, window: Said): string {
  if (!isSaid(name, window)) return `layout ${window.layoutCode}`;
  const option = optionOf(name);
  const value = saidOf(name, window);
  return wordsFor(option, value) || (option.kind === "choice" ? (option.values[value]?.label ?? "") : `no ${option.inWords.many}`);
}

/** A window without a name of its own is called by its place, from 1. */
export const defaultWindowName = (place: number): string => `Window ${place}`;
