import { inMillimetres } from "#shared/domain/length.ts";
import type { WindowOptions } from "#shared/domain/window/fields/window-fields.ts";
import { type Exact, exact, exactFigure, isHalf, subtractExact, toHalves } from "#shared/domain/window/geometry/exact.ts";
import { type Fitted, fitWindow } from "#shared/domain/window/geometry/fitted.ts";
import { heightOf } from "#shared/domain/window/geometry/made-rise.ts";
import { type PostLetter, RAIL_BLANK } from "#shared/domain/window/geometry/shutter-construction.ts";
import { frameSpans, layOutWindow, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { inTenths, USUAL_CLEARANCES } from "./clearances.ts";
import type { Profile } from "./profiles.ts";
import { isRail, type OwnSection, type Section, sectionOf, usualSection } from "./sections.ts";

/** Parts in the order in which a list names them and a maker cuts them (rule M13). */
export const CUT_PARTS = [
  "stile",
  "top-rail",
  "bottom-rail",
  "mid-rail",
  "louvre",
  "tilt-rod",
  "frame-left",
  "frame-top",
  "frame-right",
  "frame-bottom",
  "t-post",
  "bay-post",
  "corner-post",
  "track",
  "guide",
] as const;
export type CutPart = (typeof CUT_PARTS)[number];
export const CUT_PART_LABEL = {
  stile: "Stile",
  "top-rail": "Top rail",
  "bottom-rail": "Bottom rail",
  "mid-rail": "Mid rail",
  louvre: "Louvre",
  "tilt-rod": "Tilt rod",
  "frame-left": "Frame, left",
  "frame-top": "Frame, top",
  "frame-right": "Frame, right",
  "frame-bottom": "Frame, bottom",
  "t-post": "T-post",
  "bay-post": "Bay post",
  "corner-post": "Corner post",
  track: "Track",
  guide: "Guide",
} as const satisfies Record<CutPart, string>;

/** The cut of the two ends. The left end of an upright is its lower end. */
export const CUT_ENDS = ["square", "mitre-left", "mitre-right", "mitre-both"] as const;
export type CutEnds = (typeof CUT_ENDS)[number];

export interface Cut {
  /** Counts panels from 1, from the left; null for the frame and its posts. */
  readonly panel: number | null;
  readonly part: CutPart;
  readonly profile: Profile;
  readonly section: Section;
  readonly ends: CutEnds;
  /** The drawn length, to half a millimetre. */
  readonly nominalMm: number;
  /** The cut length after clearances, to half a millimetre. */
  readonly cutMm: number;
  /** An older name of `cutMm` with the same value. */
  readonly lengthMm: number;
  /** The height to which a rail is ripped, to half a millimetre; null for other parts. */
  readonly ripMm: number | null;
  /** Why the workshop must ask before cutting: `Ask: this rail would be 58 mm high`. */
  readonly ask: string | null;
  /** Counts the pieces of one window, or of the window's quantity. */
  readonly count: number;
}

/** The parts to cut for a window, and a sentence for each kind of part that is not listed. */
export interface CutList {
  readonly parts: Cut[];
  readonly asks: string[];
}

/** A T-post frame is an L round its posts. */
const FRAME_PROFILE = { "l-frame": "l-frame", "z-frame": "z-frame", "t-post": "l-frame" } as const satisfies Record<
  WindowOptions["frameType"],
  Profile
>;

/**
 * Lists the parts to cut for a window (rule M15), one row for each panel, part, nominal and cut
 * length, and height of a rail. Clearances are subtracted only here.
 * @param quantity how many pieces of the window are made
 */
export function listCuts(item: WindowToDraw, quantity = 1): CutList {
  const rows = cutRows(item, quantity);
  return { parts: rows.flatMap(({ exactly: _, ...row }) => (isListed(row) ? [row] : [])), asks: notListed(rows) };
}

/** Returns the rows without the questions. */
export const cutList = (item: WindowToDraw, quantity = 1): Cut[] => listCuts(item, quantity).parts;

/** A row with its length before rounding, from which the card adds up. */
export interface ExactCut extends Cut {
  readonly exactly: Exact;
}

/** Returns all rows, including those that are not listed. */
function cutRows(item: WindowToDraw, quantity: number): ExactCut[] {
  const profiles = profilesOf(item);
  const own = item.sections ?? [];
  const rows = new Map<string, ExactCut>();
  const pieces = [...piecesOf(fitWindow(item), item)];
  const otherWidths = otherSectionWidths(new Set(pieces.map(({ part }) => part)), profiles, own);
  for (const { panel = null, part, nominal, cut, rip = null, wide = null, ends = "square" } of pieces) {
    const [nominalMm, cutMm, ripMm] = [toHalves(nominal), toHalves(cut), rip === null ? null : toHalves(rip)];
    const key = `${panel} ${part} ${nominalMm} ${cutMm} ${ripMm} ${ends}`;
    const profile = profiles[part];
    const section = sectionOf(profile, own, ripMm);
    const asks = [ripMm === null ? narrowStileQuestion(section, wide) : railQuestion(ripMm, section), ...sectionAsks(part, otherWidths)];
    const ask = asks.filter((sentence) => sentence !== null).join(". ") || null;
    const count = (rows.get(key)?.count ?? 0) + quantity;
    rows.set(key, { panel, part, profile, section, ends, nominalMm, cutMm, lengthMm: cutMm, ripMm, ask, count, exactly: cut });
  }
  return [...rows.values()].sort((a, b) => CUT_PARTS.indexOf(a.part) - CUT_PARTS.indexOf(b.part));
}

/** Returns the listed rows with their exact lengths. */
export const exactCuts = (item: WindowToDraw): ExactCut[] => cutRows(item, 1).filter(isListed);

/** No saw can hold a shorter rod or louvre. */
const LEAST_LISTED_MM = 20;
const isListed = ({ part, cutMm }: Cut): boolean => cutMm > (part === "louvre" || part === "tilt-rod" ? LEAST_LISTED_MM : 0);

/** Groups rows that differ only in their panel, with the list of these panels. */
export function alikeCuts<Row extends Omit<Cut, "profile">>(rows: readonly Row[]): (Row & { readonly panels: readonly number[] })[] {
  const found = new Map<string, Row & { panels: number[] }>();
  for (const row of rows) {
    const { part, nominalMm, cutMm, ripMm, ends, panel } = row;
    const key = `${part} ${nominalMm} ${cutMm} ${ripMm} ${ends}`;
    const alike = found.get(key);
    const panels = [...(alike?.panels ?? []), ...(panel === null ? [] : [panel])];
    found.set(key, { ...(alike ?? row), count: (alike?.count ?? 0) + row.count, panels });
  }
  return [...found.values()];
}

/** Describes the ends of a part; null if both are square, as nearly all are. */
export function endsInWords({ part, ends }: Pick<Cut, "part" | "ends">): string | null {
  if (ends === "square") return null;
  if (ends === "mitre-both") return "mitre both ends";
  const [left, right] = part === "frame-left" || part === "frame-right" ? ["lower", "upper"] : ["left", "right"];
  return `mitre the ${ends === "mitre-left" ? left : right} end`;
}

const inSentence = (part: CutPart): string =>
  part.endsWith("rail") ? "rail" : part === "tilt-rod" ? "rod" : part === "t-post" ? "T-post" : CUT_PART_LABEL[part].toLowerCase();

const notListed = (rows: readonly Cut[]): string[] => [
  ...new Set(
    rows
      .filter((row) => !isListed(row))
      .map(({ part, cutMm }) => `Ask: this ${inSentence(part)} would be ${inMillimetres(cutMm * 10)} mm long`),
  ),
];

function railQuestion(ripMm: number, { widthMm }: Section): string | null {
  const figure = inMillimetres(ripMm * 10);
  if (ripMm < RAIL_BLANK.leastMm) return `Ask: this rail would be ${figure} mm high`;
  return ripMm > widthMm ? `Ask: this rail is ${figure} mm high, its blank ${inMillimetres(widthMm * 10)}` : null;
}

/** A very narrow panel is drawn with stiles narrower than any section, which cannot be made. */
function narrowStileQuestion({ widthMm }: Section, wide: number | null): string | null {
  if (wide === null || wide / 10 >= usualSection("stile").widthMm) return null;
  return `Ask: this stile is ${inMillimetres(wide)} mm wide, its section ${inMillimetres(widthMm * 10)}`;
}

const SIDES = ["frame-left", "frame-right"] as const;
const ENDS = ["frame-top", "frame-bottom"] as const;
const FACET_POSTS = ["bay-post", "corner-post"] as const;
const POSTS = ["t-post", ...FACET_POSTS] as const;

/**
 * The parts whose section widths enter the size of a part: the opening, the panels in it, and the
 * parts between two stiles.
 */
const SIZED_BY = {
  stile: ["stile", ...ENDS],
  "top-rail": ["stile", ...SIDES, ...ENDS, ...POSTS],
  "bottom-rail": ["stile", ...SIDES, ...ENDS, ...POSTS],
  "mid-rail": ["stile", ...SIDES, ...POSTS],
  louvre: ["louvre", "stile", ...SIDES, ...POSTS],
  "tilt-rod": [],
  "frame-left": ["frame-left"],
  "frame-top": ["frame-top", ...FACET_POSTS],
  "frame-right": ["frame-right"],
  "frame-bottom": ["frame-bottom", ...FACET_POSTS],
  "t-post": ["t-post"],
  "bay-post": ["bay-post"],
  "corner-post": ["corner-post"],
  track: SIDES,
  guide: SIDES,
} as const satisfies Record<CutPart, readonly CutPart[]>;

/**
 * The questions for a workshop's sections that are wider or narrower than the default ones, by
 * part: lengths are computed from the default widths, so timber cut to them would not fill the
 * opening. Rods and rails are ripped to their size.
 */
function otherSectionWidths(
  parts: ReadonlySet<CutPart>,
  profiles: Record<CutPart, Profile>,
  own: readonly OwnSection[],
): ReadonlyMap<CutPart, string> {
  const sentences = new Map<CutPart, string>();
  for (const part of parts) {
    const profile = profiles[part];
    const usual = usualSection(profile);
    const { widthMm } = sectionOf(profile, own, null);
    if (part === "tilt-rod" || isRail(profile) || widthMm === usual.widthMm) continue;
    const mm = (width: number) => `${inMillimetres(width * 10)} mm`;
    sentences.set(part, `Your ${usual.name} is ${mm(widthMm)}; this list is cut for ${mm(usual.widthMm)}`);
  }
  return sentences;
}

const sectionAsks = (part: CutPart, otherWidths: ReadonlyMap<CutPart, string>): string[] => [
  ...new Set(SIZED_BY[part].flatMap((sizing) => otherWidths.get(sizing) ?? [])),
];

/**
 * `Cut 470 (479 less 9)`, or `Cut 1,350` without a deduction. A rounded length has its exact figure
 * beside it.
 */
export function cutInWords({ nominalMm, cutMm, exactly }: Pick<Cut, "nominalMm" | "cutMm"> & { readonly exactly?: Exact }): string {
  const mm = (length: number) => inMillimetres(length * 10);
  const why = [
    ...(nominalMm === cutMm ? [] : [`${mm(nominalMm)} ${nominalMm > cutMm ? "less" : "and"} ${mm(Math.abs(nominalMm - cutMm))}`]),
    ...(exactly === undefined || isHalf(exactly) ? [] : [`exactly ${exactFigure(exactly)}`]),
  ];
  return `Cut ${mm(cutMm)}${why.length > 0 ? ` (${why.join(", ")})` : ""}`;
}

/** Counts the louvres of one window as they are drawn and cut. */
export function louvresOf(item: WindowToDraw): number {
  const fields = layOutWindow(item).panels.flatMap((panel) => panel.fields);
  return fields.reduce((sum, field) => sum + field.louvres.length, 0);
}

function profilesOf({ frameType, louverSize }: WindowToDraw): Record<CutPart, Profile> {
  const frame = FRAME_PROFILE[frameType];
  return {
    stile: "stile",
    "top-rail": "rail",
    "bottom-rail": "rail",
    "mid-rail": "mid-rail",
    louvre: `louvre-${louverSize}`,
    "tilt-rod": "tilt-rod",
    "frame-left": frame,
    "frame-top": frame,
    "frame-right": frame,
    "frame-bottom": frame,
    "t-post": "t-post",
    "bay-post": "bay-post",
    "corner-post": "corner-post",
    track: "track",
    guide: "guide",
  };
}

const POST_PART = { T: "t-post", B: "bay-post", C: "corner-post" } as const satisfies Record<PostLetter, CutPart>;

interface CutPiece {
  readonly panel?: number;
  readonly part: CutPart;
  readonly nominal: Exact;
  readonly cut: Exact;
  /** The height of a rail. */
  readonly rip?: Exact;
  /**
   * The drawn width of a stile, in tenths of a millimetre; in a very narrow panel it is narrower
   * than the section.
   */
  readonly wide?: number;
  /** Absent for square ends. */
  readonly ends?: CutEnds;
}

/** Only ends that meet another side are mitred. */
const mitresOf = (left: number, right: number): CutEnds =>
  left > 0 ? (right > 0 ? "mitre-both" : "mitre-left") : right > 0 ? "mitre-right" : "square";

/**
 * Yields each piece with its lengths. Sides of the frame are mitred where they meet, so each is as
 * long as the made window.
 */
function* piecesOf(fitted: Fitted, item: WindowToDraw): Generator<CutPiece> {
  const { layout, runs } = fitted;
  const { height, face, posts, track } = layout;
  let number = 0;
  for (const run of runs)
    for (const panel of run.panels) {
      number += 1;
      for (const piece of panelPieces(fitted, run, panel, item)) yield { ...piece, panel: number };
    }
  const asDrawn = (part: CutPart, length: number, ends: CutEnds = "square"): CutPiece => ({
    part,
    nominal: exact(length),
    cut: exact(length),
    ends,
  });
  const upright = mitresOf(face.bottom, face.top);
  // One piece for each facet, with square ends at the posts between facets.
  const across = frameSpans(layout).map(({ from, to }) => ({
    length: to - from,
    ends: mitresOf(from === 0 ? face.left : 0, to === layout.width ? face.right : 0),
  }));
  if (face.left > 0) yield asDrawn("frame-left", height, upright);
  if (face.top > 0) for (const { length, ends } of across) yield asDrawn("frame-top", length, ends);
  if (face.right > 0) yield asDrawn("frame-right", height, upright);
  if (face.bottom > 0) for (const { length, ends } of across) yield asDrawn("frame-bottom", length, ends);
  for (const post of posts) yield asDrawn(POST_PART[post.letter], post.height);
  if (track) {
    yield asDrawn("track", track.top.width);
    yield asDrawn("guide", track.guide.width);
  }
}

type Run = Fitted["runs"][number];

function* panelPieces({ height, rise }: Fitted, run: Run, panel: Run["panels"][number], item: WindowToDraw): Generator<CutPiece> {
  const { louvreEnd, rodEnd } = inTenths(item.clearances ?? USUAL_CLEARANCES);
  const stiles = exact(2 * panel.stile);
  const across = { nominal: subtractExact(run.nominal, stiles), cut: subtractExact(run.width, stiles) };
  const stile: CutPiece = { part: "stile", nominal: exact(panel.height), cut: height, wide: panel.stile };
  yield stile;
  yield stile;
  yield { part: "top-rail", ...across, rip: heightOf(rise.top) };
  yield { part: "bottom-rail", ...across, rip: heightOf(rise.bottom) };
  for (const rail of rise.midRails) yield { part: "mid-rail", ...across, rip: heightOf(rail) };
  const louvre = { part: "louvre", nominal: across.nominal, cut: subtractExact(across.cut, exact(2 * louvreEnd)) } as const;
  for (const field of panel.fields) for (const _ of field.louvres) yield louvre;
  if (panel.tiltRods.length === 0) return;
  for (const { louvres, height: high } of panel.fields) {
    const [first, last] = [louvres[0], louvres.at(-1)];
    if (first === undefined || last === undefined) continue;
    // With a blade narrower than two ends, the rod would otherwise be longer than its section.
    yield { part: "tilt-rod", nominal: exact(high), cut: exact(Math.min(high, last - first + 2 * rodEnd)) };
  }
}
