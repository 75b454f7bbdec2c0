import { inMillimetres } from "./length.ts";
import { type MakingDetails, makeSize, type WindowToMake } from "./shutter-frame.ts";

/** What is kept of a window beside its options and its measures: how it is made, and what the maker is told (rules M9 to M12). */
export interface KeptDetails extends MakingDetails {
  readonly note?: string | null | undefined;
}

/** What they are called: beside the fact, where there is one of them, and as a column of a fitter's spreadsheet, in small letters. */
export const DETAILS = {
  layoutCode: { label: "Layout", headings: ["layout", "layout code", "panel layout"] },
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
  // A column of notes may be the fitter's own: only one that says so is the maker's.
  note: { label: "Note", headings: ["note for the maker", "note for maker", "maker s note", "makers note", "workshop note"] },
} as const satisfies Record<string, { readonly label: string; readonly one?: string; readonly headings: readonly string[] }>;
export type DetailName = keyof typeof DETAILS;
export const DETAIL_NAMES = Object.keys(DETAILS) as DetailName[];

/** These details alone, of anything that has them: what is carried from one window to another. */
export const detailsIn = <Item extends KeptDetails>({ layoutCode, tPostsMm, midRailHeightsMm, tiltSplitMm, note }: Item) =>
  ({ layoutCode, tPostsMm, midRailHeightsMm, tiltSplitMm, note }) as Pick<Item, keyof KeptDetails>;

export const listed = (parts: readonly string[]): string => [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ");

const positions = (mm: readonly number[]): string => `${listed(mm.map((at) => inMillimetres(at * 10)))} mm`;
const fromLeft = (mm: readonly number[]): string => `${positions(mm)} from the left`;
const fromBottom = (mm: readonly number[]): string => `${positions(mm)} from the bottom`;

/** What the maker makes of a recess; null where the size given is the size made (rule M11). */
export function madeSize(item: WindowToMake): string | null {
  if (item.sizeBasis !== "recess") return null;
  const { width, height } = makeSize(item);
  return `${inMillimetres(width)} × ${inMillimetres(height)} mm`;
}

interface Fact {
  readonly label: string;
  readonly text: string;
}

const calledFor = ({ label, one }: { readonly label: string; readonly one: string }, places: readonly number[]): string =>
  places.length === 1 ? one : label;

/** Positions are those that were given, of the size given, to the middle of the part. */
const positionFacts = ({ tPostsMm, midRailHeightsMm, tiltSplitMm }: MakingDetails): Fact[] => [
  ...(tPostsMm?.length ? [{ label: calledFor(DETAILS.tPostsMm, tPostsMm), text: fromLeft(tPostsMm) }] : []),
  ...(midRailHeightsMm?.length
    ? [{ label: calledFor(DETAILS.midRailHeightsMm, midRailHeightsMm), text: fromBottom(midRailHeightsMm) }]
    : []),
  ...(tiltSplitMm ? [{ label: DETAILS.tiltSplitMm.label, text: fromBottom([tiltSplitMm]) }] : []),
];

/** How a window is made, as facts to read; nothing where nothing was said of it. The layout stands among what is read first. */
export const layoutFact = ({ layoutCode }: MakingDetails): Fact[] =>
  layoutCode ? [{ label: DETAILS.layoutCode.label, text: layoutCode }] : [];
export function makingFacts(item: WindowToMake & KeptDetails): Fact[] {
  const made = madeSize(item);
  return [
    ...(made ? [{ label: "Made as", text: made }] : []),
    ...positionFacts(item),
    ...(item.note ? [{ label: DETAILS.note.label, text: item.note }] : []),
  ];
}

/** The same as parts of a sentence: `T-post at 420 mm from the left`. */
export const positionsInWords = (item: MakingDetails): string[] =>
  positionFacts(item).map(({ label, text }) => `${label.replace(/^[MT](?=\w)/, (first) => first.toLowerCase())} ${text}`);
export function makingInWords(item: WindowToMake): string[] {
  const made = madeSize(item);
  return [...(item.layoutCode ? [`layout ${item.layoutCode}`] : []), ...positionsInWords(item), ...(made ? [`made as ${made}`] : [])];
}
