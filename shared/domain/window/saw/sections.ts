import { type Day, formatDay } from "#shared/domain/period.ts";
import { upperFirst } from "#shared/domain/text.ts";
import { FRAME_FACE, PANEL, POST_WIDTH, POST_WIDTHS, RAIL_BLANK } from "#shared/domain/window/geometry/shutter-construction.ts";
import { isLouvre, type LouvreProfile, type Profile } from "./profiles.ts";

/**
 * The section of a part: its visible width from the room and its depth, in millimetres to a tenth.
 */
export interface Section {
  readonly name: string;
  readonly widthMm: number;
  readonly thicknessMm: number;
}

/** A section that a workshop has set (rule W72). */
export interface OwnSection {
  readonly profile: string;
  readonly widthMm: number;
  readonly thicknessMm: number;
  /** The heights in which the workshop buys rails, ascending; only rails have heights. */
  readonly heightsMm?: readonly number[] | undefined;
}

/** The panel that laps over the other where two panels meet. */
export const LAPS = ["right", "left"] as const;
export type Lap = (typeof LAPS)[number];
export const USUAL_LAP: Lap = "right";
export const LAP_LABEL = {
  right: "The right one lies over the left",
  left: "The left one lies over the right",
} as const satisfies Record<Lap, string>;

export const SECTION_MM = { least: 5, most: 300 } as const;
export const RAIL_HEIGHT_MM = { least: 40, most: 300 } as const;
export const MOST_RAIL_HEIGHTS = 20;

/** The thickness of a panel's timber: a hinge's screws hold in it and its corners stay flat. */
const PANEL_THICKNESS = 27;
/** The depth of an L-frame, against whose back the track and the posts are mounted. */
const FRAME_DEPTH = 50;

/**
 * The depth of a bypass track from the front of its front panel to the wall behind its rear one, in
 * whole millimetres: two rails of 50 mm unless the workshop's settings have another (rule M38).
 */
export const TRACK_DEPTH_MM = { usual: 100, least: 40, most: 400 } as const;

/**
 * The default sections (rule M19): widths are the drawn ones, depths the middle of the trade's
 * published guides.
 */
const USUAL = {
  stile: { name: "stile", widthMm: PANEL.stile / 10, thicknessMm: PANEL_THICKNESS },
  /** Rails of every height are ripped from this blank. */
  rail: { name: "rail blank", widthMm: RAIL_BLANK.widthMm, thicknessMm: PANEL_THICKNESS },
  "mid-rail": { name: "mid rail blank", widthMm: RAIL_BLANK.widthMm, thicknessMm: PANEL_THICKNESS },
  /** A rod is thin enough for a staple and thick enough for the hand. */
  "tilt-rod": { name: "rod", widthMm: 12, thicknessMm: 10 },
  /** The panel's thickness, its stop, and a plug behind them. */
  "l-frame": { name: "L-frame", widthMm: FRAME_FACE["l-frame"] / 10, thicknessMm: FRAME_DEPTH },
  /** Its flange lies on the wall in front of the recess. */
  "z-frame": { name: "Z-frame", widthMm: FRAME_FACE["z-frame"] / 10, thicknessMm: 60 },
  "t-post": { name: "T-post", widthMm: POST_WIDTH / 10, thicknessMm: FRAME_DEPTH },
  /** Its two faces lie in the planes of two panels. */
  "bay-post": { name: "bay post", widthMm: POST_WIDTHS.B / 10, thicknessMm: FRAME_DEPTH },
  /** A corner post is square, so that both panels hang on a whole face. */
  "corner-post": { name: "corner post", widthMm: POST_WIDTHS.C / 10, thicknessMm: 60 },
  track: { name: "track", widthMm: 38, thicknessMm: FRAME_DEPTH },
  guide: { name: "guide", widthMm: 13, thicknessMm: FRAME_DEPTH },
} as const satisfies Record<Exclude<Profile, LouvreProfile>, Section>;

/** An aerofoil at its middle: the pin has 3 mm of timber on either side. */
const LOUVRE_THICKNESS = 11;

/** Track and guide are hardware, so no bar of timber contains them. */
export const isTimber = (profile: Profile): boolean => profile !== "track" && profile !== "guide";

export const isRail = (profile: string): boolean => profile === "rail" || profile === "mid-rail";

export const usualSection = (profile: Profile): Section =>
  isLouvre(profile) ? { name: "louvre", widthMm: Number(profile.slice("louvre-".length)), thicknessMm: LOUVRE_THICKNESS } : USUAL[profile];

/**
 * Returns the section of a part. If a workshop buys rails in heights, it is the lowest height that
 * holds the rail, else the blank, else the highest one.
 * @param ripMm the height of a rail; null for other parts
 */
export function sectionOf(profile: Profile, own: readonly OwnSection[], ripMm: number | null): Section {
  const usual = usualSection(profile);
  const said = own.find((row) => row.profile === profile);
  if (!said) return usual;
  const { widthMm, thicknessMm, heightsMm = [] } = said;
  const bought = [...heightsMm, widthMm].toSorted((one, other) => one - other);
  const holds = ripMm === null || heightsMm.length === 0 ? widthMm : (bought.find((height) => height >= ripMm) ?? bought.at(-1));
  return { name: usual.name, widthMm: holds ?? widthMm, thicknessMm };
}

/** `stile 51 × 27`, `louvre 76 × 11` */
export const sectionInWords = ({ name, widthMm, thicknessMm }: Section): string => `${name} ${widthMm} × ${thicknessMm}`;

/** Replaces blanks by no-break spaces, so that a section or a date stays on one line. */
const unbroken = (words: string): string => words.replaceAll(" ", "\u00a0");

interface TableFacts {
  /** The London day on which the workshop last changed its table; null: never. */
  readonly tableDate: Day | null;
  /** Since when the order keeps the table (rule W87); null: nothing of it is cut. */
  readonly keptAt: Date | null;
  readonly sections: readonly OwnSection[];
  readonly isUnreviewed?: boolean;
}

/** In place of sections, for a workshop that has stored none of its own. */
export const USUAL_SECTIONS = "usual sections";

/**
 * `Table of 24 Nov 2026: stile 57 × 27. Measures kept since 25 Nov 2026.`; `Usual sections.` for
 * the default table of an order without a cut part.
 * @param isUnreviewed leaves the usual sections out, because the paper prints `Default sections`
 */
export function tableInWords({ tableDate, keptAt, sections, isUnreviewed = false }: TableFacts): string {
  const usual = isUnreviewed ? "" : USUAL_SECTIONS;
  const words = sections.map((section) => unbroken(ownInWords(section))).join(", ") || usual;
  const dated = tableDate === null ? "" : ` of ${formatDay(new Date(tableDate))}`;
  const table = dated || sections.length > 0 ? `Table${dated}${words && ": "}${words}` : upperFirst(words);
  return [...(table ? [`${table}.`] : []), ...(keptAt ? [`Measures kept since ${unbroken(formatDay(keptAt))}.`] : [])].join(" ");
}

/** `Northmoor Joinery Works, table of 24 Nov 2026`: a table in the room of a label. */
export const tableOnLabel = ({ table, tableDate }: { readonly table: string } & Pick<TableFacts, "tableDate">): string =>
  tableDate === null ? table : `${table}, table of ${formatDay(new Date(tableDate))}`;

/** `stile 57 × 28`; rails in heights are listed by these: `rail 76, 90, 102 × 28`. */
export function ownInWords({ profile, widthMm, thicknessMm, heightsMm = [] }: OwnSection): string {
  if (heightsMm.length === 0) return sectionInWords({ name: nameOf(profile as Profile), widthMm, thicknessMm });
  return `${profile === "rail" ? "rail" : "mid rail"} ${heightsMm.join(", ")} × ${thicknessMm}`;
}

const nameOf = (profile: Profile): string => (isLouvre(profile) ? profile.replace("-", " ") : usualSection(profile).name);

/** The air that two panels in neighbouring tracks need to pass each other with open louvres. */
const PASSING_AIR_MM = 12;

/** The depth of track that a bypass shutter needs, in millimetres (rule M38). */
export function neededTrackDepthMm({ sections, louverSize }: NeedsDepth): number {
  const panel = sectionOf("stile", sections ?? [], null).thicknessMm;
  return 2 * panel + (2 * louverSize) / 2 + PASSING_AIR_MM;
}

interface NeedsDepth {
  readonly sections?: readonly OwnSection[] | null | undefined;
  readonly louverSize: number;
}
