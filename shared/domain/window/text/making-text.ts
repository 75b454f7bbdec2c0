import { inMillimetres } from "#shared/domain/length.ts";
import { type MeasuredMm, measuredInWords } from "#shared/domain/window/fields/measured.ts";
import {
  MADE_OPTIONS,
  type OptionName,
  optionInWords,
  PLAIN_OPTIONS,
  USUAL_OPTIONS,
  type WindowOptions,
} from "#shared/domain/window/fields/window-fields.ts";
import { countLetters } from "#shared/domain/window/geometry/bay.ts";
import { type Exact, toHalves } from "#shared/domain/window/geometry/exact.ts";
import { givenRails, madeSplit, standingRails } from "#shared/domain/window/geometry/making.ts";
import { BAY_ANGLE, DEDUCTION } from "#shared/domain/window/geometry/shutter-construction.ts";
import { type MakingDetails, makeSize, type WindowToMake } from "#shared/domain/window/geometry/shutter-frame.ts";

/**
 * The stored details of a window besides its options and sizes: its making, its measurements, and
 * the note to the maker (rules M9 to M12).
 */
export interface StoredDetails extends MakingDetails {
  readonly measuredMm?: MeasuredMm | null | undefined;
  readonly note?: string | null | undefined;
}

/**
 * Names of the details: beside a fact, for a single part, and as lower-case column headings of a
 * spreadsheet.
 */
export const DETAILS = {
  layoutCode: { label: "Layout", headings: ["layout", "layout code", "panel layout"] },
  facetsMm: { label: "Facets", headings: ["facets", "facet widths", "bay facets", "facets from left"] },
  postAngles: {
    label: "Post angles",
    one: "Post angle",
    headings: ["post angles", "post angle", "angles", "angle", "bay angles", "bay angle"],
  },
  tPostsMm: {
    label: "T-posts at",
    one: "T-post at",
    headings: ["t posts", "t post", "t posts at", "t post at", "t posts from left", "post positions"],
  },
  midRailHeightsMm: {
    label: "Mid rails at",
    one: "Mid rail at",
    headings: ["mid rails at", "mid rail at", "mid rail heights", "mid rail height", "rail heights"],
  },
  tiltSplitMm: { label: "Tilt split at", headings: ["tilt split", "tilt split at", "split tilt", "split tilt at"] },
  note: {
    label: "Note",
    headings: ["note for the maker", "note for maker", "maker s note", "makers note", "workshop note", "note", "notes"],
  },
} as const satisfies Record<string, { readonly label: string; readonly one?: string; readonly headings: readonly string[] }>;
export type DetailName = keyof typeof DETAILS;
export const DETAIL_NAMES = Object.keys(DETAILS) as DetailName[];

/** Picks these details, for a copy from one window to another. */
export const detailsIn = <Item extends StoredDetails>(item: Item) => {
  const { layoutCode, facetsMm, postAngles, tPostsMm, midRailHeightsMm, tiltSplitMm, measuredMm, note } = item;
  return { layoutCode, facetsMm, postAngles, tPostsMm, midRailHeightsMm, tiltSplitMm, measuredMm, note } as Pick<Item, keyof StoredDetails>;
};

export const joinInWords = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ");

const positions = (mm: readonly number[]): string => `${joinInWords(mm.map((at) => inMillimetres(at * 10)))} mm`;
const fromLeft = (mm: readonly number[]): string => `${positions(mm)} from the left`;
const fromBottom = (mm: readonly number[]): string => `${positions(mm)} from the bottom`;

/** Returns the made size of a recess; null if the given size is the made size (rule M11). */
export function madeSize(item: WindowToMake): string | null {
  if (item.sizeBasis !== "recess") return null;
  const { width, height } = makeSize(item);
  return `${inMillimetres(width)} × ${inMillimetres(height)} mm`;
}

/**
 * Returns the made size, and the recess for which it is: `1,190 × 1,340 mm (recess 1,200 × 1,350
 * mm)`.
 */
export function sizesInWords(item: WindowToMake): string {
  const given = `${inMillimetres(item.width)} × ${inMillimetres(item.height)} mm`;
  const made = madeSize(item);
  return made ? `${made} (recess ${given})` : given;
}

interface Fact {
  readonly label: string;
  readonly text: string;
}

const labelFor = ({ label, one }: { readonly label: string; readonly one: string }, places: readonly number[]): string =>
  places.length === 1 ? one : label;

/** `600, 1,200 and 600 mm`; bay posts without an angle have the default. */
function bayFacts({ layoutCode, facetsMm, postAngles }: MakingDetails): Fact[] {
  const count = countLetters(layoutCode ?? "", /B/);
  const angles = postAngles?.length ? postAngles : Array.from({ length: facetsMm?.length ? count : 0 }, () => BAY_ANGLE.usual);
  return [
    ...(facetsMm?.length ? [{ label: DETAILS.facetsMm.label, text: positions(facetsMm) }] : []),
    ...(angles.length > 0 ? [{ label: labelFor(DETAILS.postAngles, angles), text: anglesInWords(angles) }] : []),
  ];
}
/** `135° and 150°` */
export const anglesInWords = (angles: readonly number[]): string => joinInWords(angles.map((angle) => `${angle}°`));

/** Positions are measured in the given size, to the middle of the part. */
const postFacts = ({ tPostsMm }: MakingDetails): Fact[] =>
  tPostsMm?.length ? [{ label: labelFor(DETAILS.tPostsMm, tPostsMm), text: fromLeft(tPostsMm) }] : [];
const requestedSplitFacts = ({ tiltSplitMm }: MakingDetails): Fact[] =>
  tiltSplitMm ? [{ label: DETAILS.tiltSplitMm.label, text: fromBottom([tiltSplitMm]) }] : [];
const requestedRailFacts = ({ midRailHeightsMm }: MakingDetails): Fact[] =>
  midRailHeightsMm?.length ? [{ label: labelFor(DETAILS.midRailHeightsMm, midRailHeightsMm), text: fromBottom(midRailHeightsMm) }] : [];

const mm = (length: number): string => inMillimetres(length * 10);
const halves = (length: Exact): string => mm(toHalves(length));
const fromWhere = ({ sizeBasis }: WindowToMake): string => `mm from the bottom${sizeBasis === "recess" ? " of the recess" : ""}`;

/**
 * Returns the made positions of rails at given heights (rule M27): `Mid rail`, `724 to 817, centre
 * 770.5 (asked: 760), mm from the bottom`.
 */
export function givenRailFacts(item: WindowToMake): Fact[] {
  const rails = givenRails(item);
  const wanted = item.midRailHeightsMm ?? [];
  if (rails.length === 0) return [];
  const each = rails.map(
    ({ from, to, centre }, at) => `${halves(from)} to ${halves(to)}, centre ${halves(centre)} (asked: ${mm(wanted[at] ?? 0)})`,
  );
  return [{ label: rails.length === 1 ? "Mid rail" : "Mid rails", text: `${each.join("; ")}, ${fromWhere(item)}` }];
}

/**
 * Returns the made positions of rails without a given height: `Mid rail`, `653 to 725, centre 689,
 * mm from the bottom`.
 */
export function standingRailFacts(item: WindowToMake): Fact[] {
  if (givenRails(item).length > 0) return [];
  const each = standingRails(item).map(({ from, to, centre }) => `${halves(from)} to ${halves(to)}, centre ${halves(centre)}`);
  const label = each.length === 1 ? "Mid rail" : "Mid rails";
  return each.length === 0 ? [] : [{ label, text: `${each.join("; ")}, ${fromWhere(item)}` }];
}

/**
 * Returns the made position of the tilt split, the nearest gap between louvres (rule M27): `Tilt
 * split`, `612.5 (asked: 600), mm from the bottom`.
 */
export function splitFacts(item: WindowToMake): Fact[] {
  const split = madeSplit(item);
  if (split === null) return [];
  return [{ label: "Tilt split", text: `${halves(split)} (asked: ${mm(item.tiltSplitMm ?? 0)}), ${fromWhere(item)}` }];
}

/** The layout as a fact. It is separate from `makingFacts`, because it is among the first facts. */
export const layoutFact = ({ layoutCode }: MakingDetails): Fact[] =>
  layoutCode ? [{ label: DETAILS.layoutCode.label, text: layoutCode }] : [];
/**
 * Returns the making of a window as facts; empty if no detail was given.
 * @param sized includes the made size
 */
export function makingFacts(item: WindowToMake & StoredDetails, sized = true): Fact[] {
  const made = madeSize(item);
  return [
    ...(made && sized ? [{ label: "Made as", text: made }] : []),
    ...bayFacts(item),
    ...postFacts(item),
    ...givenRailFacts(item),
    ...splitFacts(item),
    ...(item.measuredMm ? [{ label: "Measured", text: measuredInWords(item.measuredMm) }] : []),
    ...(item.note ? [{ label: DETAILS.note.label, text: item.note }] : []),
  ];
}

/** Writes a fact as part of a sentence: `T-post at 420 mm from the left`. */
const inSentence = ({ label, text }: Fact): string => `${label.replace(/^[FMPT](?=\w)/, (first) => first.toLowerCase())} ${text}`;
export const positionsInWords = (item: WindowToMake): string[] =>
  [...bayFacts(item), ...postFacts(item), ...givenRailFacts(item), ...splitFacts(item)].map(inSentence);
/** Describes the requested positions, even if they cannot be made so. */
export const requestedInWords = (item: MakingDetails): string[] =>
  [...bayFacts(item), ...postFacts(item), ...requestedRailFacts(item), ...requestedSplitFacts(item)].map(inSentence);

/**
 * Words of `layout LR`, `outside mount`, `1 mid rail` and `hidden tilt rod` that a row of a list
 * omits.
 */
const LONG_WINDED = /^layout | mount$|mid (?=rails?$)|tilt (?=rod$)/g;
const USUAL_WORDS = PLAIN_OPTIONS.map((name) => optionInWords(name, USUAL_OPTIONS));
/** The layout comes first, because it distinguishes two windows best. */
const BY_LAYOUT: readonly OptionName[] = ["openingDirection", ...PLAIN_OPTIONS.filter((name) => name !== "openingDirection")];

/**
 * Shortens the choices that differ from the default for a row of a list: `LR`, `1 rail`, `recess
 * −10`.
 */
export function choicesInShort(window: WindowOptions & MakingDetails, deductionMm?: number | null): string[] {
  const counted = Number.isInteger(window.numberOfMidRails) ? window : { ...window, numberOfMidRails: 0 };
  const plain = BY_LAYOUT.map((name) => optionInWords(name, counted)).filter((words) => words !== "" && !USUAL_WORDS.includes(words));
  return [
    ...plain.map((words) => words.replace(LONG_WINDED, "")),
    ...(window.sizeBasis === "recess" ? [`recess −${deductionMm ?? DEDUCTION.usual}`] : []),
  ];
}

/** Summarises the folded fields of a form that `choicesInShort` omits, in a few words each. */
export function foldedInWords(window: WindowOptions & StoredDetails): string[] {
  const made = MADE_OPTIONS.filter((name) => name !== "sizeBasis" && window[name] !== USUAL_OPTIONS[name]);
  const note = window.note?.trim() ? [`${DETAILS.note.label}: ${window.note.trim()}`] : [];
  return [...requestedInWords(window), ...made.map((name) => optionInWords(name, window)), ...note]
    .filter((words) => words !== "")
    .map((words) => words[0]?.toUpperCase() + words.slice(1));
}

export function makingInWords(item: WindowToMake): string[] {
  const made = madeSize(item);
  return [...(item.layoutCode ? [`layout ${item.layoutCode}`] : []), ...positionsInWords(item), ...(made ? [`made as ${made}`] : [])];
}
