import { inMillimetres } from "#shared/domain/length.ts";
import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import { addExact, type Exact, exact, exactFigure, isHalf, subtractExact, toHalves } from "#shared/domain/window/geometry/exact.ts";
import { type Fitted, fitWindow } from "#shared/domain/window/geometry/fitted.ts";
import { heightOf } from "#shared/domain/window/geometry/made-rise.ts";
import { bladeDifference, FRAME_PROFILE, POST_PROFILE, stileOf } from "#shared/domain/window/geometry/made-sections.ts";
import { RAIL_BLANK } from "#shared/domain/window/geometry/shutter-construction.ts";
import { frameSpans, layOutWindow, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { inTenths, USUAL_CLEARANCES } from "./clearances.ts";
import type { Profile } from "./profiles.ts";
import { type Section, sectionOf } from "./sections.ts";
import { isOfMake, isPartMade, mostMade } from "./window-make.ts";

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
  /** The angle of a bay or corner post inside the room, in whole degrees; null for other parts. */
  readonly angle: number | null;
  /**
   * The bevel of the post's two faces, half of what its angle lacks of 180; null for other parts.
   */
  readonly bevelDeg: number | null;
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

/**
 * Lists the parts to cut for a window (rule M13), one row for each panel, part, nominal and cut
 * length, and height of a rail. Clearances are subtracted only here.
 * @param quantity how many pieces of the window are made
 */
export function listCuts(item: WindowToDraw, quantity = 1): CutList {
  const rows = cutRows(item, quantity);
  return {
    parts: rows.flatMap(({ exactly: _, ripExactly: __, rods: ___, ...row }) => (isListed(row) ? [row] : [])),
    asks: notListed(rows),
  };
}

/** Returns the rows without the questions. */
export const cutList = (item: WindowToDraw, quantity = 1): Cut[] => listCuts(item, quantity).parts;

/**
 * The questions about a window's parts: those that are not listed, and rails outside their bounds
 * (rule M17).
 */
export function listQuestions(item: WindowToDraw): string[] {
  const { parts, asks } = listCuts(item);
  return [...new Set([...asks, ...parts.flatMap(({ ask }) => ask ?? [])])];
}

/** A row with its length before rounding, from which the card adds up. */
export interface ExactCut extends Cut {
  readonly exactly: Exact;
  /** A rail's height before rounding; null for other parts, and for rails of several heights. */
  readonly ripExactly: Exact | null;
  /** The places of tilt rods among a panel's rods, from the top; null for other parts. */
  readonly rods: RodPlaces | null;
}

interface RodPlaces {
  readonly places: readonly number[];
  readonly of: number;
}

/** Returns all rows, including those that are not listed. */
function cutRows(item: WindowToDraw, quantity: number): ExactCut[] {
  const profiles = profilesOf(item);
  const own = item.sections ?? [];
  const stile = sectionOf("stile", own, null);
  const rows = new Map<string, ExactCut>();
  for (const { panel = null, part, nominal, cut, rip = null, rods = null, ends = "square", angle = null, narrow = null } of piecesOf(
    fitWindow(item),
    item,
  )) {
    if (item.make && !isPartMade(item.make, { letter: panel === null ? null : panelLetter(panel), part })) continue;
    const [nominalMm, cutMm, ripMm] = [toHalves(nominal), toHalves(cut), rip === null ? null : toHalves(rip)];
    const bevelDeg = angle === null ? null : bevelOf(angle);
    const key = `${panel} ${part} ${nominalMm} ${cutMm} ${ripMm} ${ends} ${angle}`;
    const profile = profiles[part];
    const section = sectionOf(profile, own, ripMm);
    const ask = narrow ?? (ripMm === null ? null : (railQuestion(ripMm, section) ?? thicknessQuestion(section, stile)));
    const alike = rows.get(key);
    const count = (alike?.count ?? 0) + 1;
    const ripExactly = alike && alike.ripExactly !== rip ? null : rip;
    const rodsOfRow = rods && { ...rods, places: [...new Set([...(alike?.rods?.places ?? []), ...rods.places])] };
    const lengths = { nominalMm, cutMm, lengthMm: cutMm, ripMm, exactly: cut, ripExactly };
    rows.set(key, { panel, part, profile, section, ends, angle, bevelDeg, ...lengths, rods: rodsOfRow, ask, count });
  }
  return limitCounts([...rows.values()], item.make)
    .map((row) => ({ ...row, count: row.count * quantity }))
    .sort((a, b) => CUT_PARTS.indexOf(a.part) - CUT_PARTS.indexOf(b.part));
}

/** Reduces the rows of one window to the numbers of parts that a remake names (rule W103). */
function limitCounts(rows: readonly ExactCut[], make: WindowToDraw["make"]): readonly ExactCut[] {
  if (!make?.counts && !make?.stile) return rows;
  const kinds = new Map(rows.map(({ panel, part }) => [`${panel} ${part}`, { panel, part }]));
  return [...kinds.values()].flatMap(({ panel, part }) => {
    const alike = rows.filter((row) => row.panel === panel && row.part === part);
    const most = mostMade(make, part);
    // Recuts and sawn parts are numbered by the order of the rows.
    return most === Number.POSITIVE_INFINITY ? alike : chooseLongest(alike, most);
  });
}

/**
 * Chooses a number of parts among rows of one kind in a panel, the longest first: a longer part can
 * be shortened at the bench.
 */
export function chooseLongest<Row extends Pick<Cut, "cutMm" | "ripMm" | "count">>(rows: readonly Row[], number: number): Row[] {
  let missing = number;
  return rows
    .toSorted((one, other) => other.cutMm - one.cutMm || (other.ripMm ?? 0) - (one.ripMm ?? 0))
    .flatMap((row) => {
      const count = Math.min(row.count, missing);
      missing -= count;
      return count > 0 ? [{ ...row, count }] : [];
    });
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
    const { part, nominalMm, cutMm, ripMm, ends, angle, panel } = row;
    const key = `${part} ${nominalMm} ${cutMm} ${ripMm} ${ends} ${angle}`;
    const alike = found.get(key);
    const panels = [...(alike?.panels ?? []), ...(panel === null ? [] : [panel])];
    found.set(key, { ...(alike ?? row), count: (alike?.count ?? 0) + row.count, panels });
  }
  return [...found.values()];
}

/** Two faces that meet in the middle of a post's angle are each bevelled by half, exact to 0.5°. */
const bevelOf = (angle: number): number => (180 - angle) / 2;

/**
 * Describes the ends of a part, and the bevel of a post: `bevel both room faces 18.5° for 143°`.
 * Null if both ends are square, as nearly all are.
 */
export function endsInWords({ part, ends, bevelDeg }: Pick<Cut, "part" | "ends"> & { readonly bevelDeg?: number | null }): string | null {
  if (bevelDeg) return `bevel both room faces ${bevelDeg}° for ${180 - 2 * bevelDeg}°`;
  if (ends === "square") return null;
  if (ends === "mitre-both") return "mitre both ends";
  const [left, right] = part === "frame-left" || part === "frame-right" ? ["lower", "upper"] : ["left", "right"];
  return `mitre the ${ends === "mitre-left" ? left : right} end`;
}

const ROD_PLACES: Readonly<Record<number, readonly string[]>> = { 2: ["upper", "lower"], 3: ["upper", "middle", "lower"] };

/**
 * `upper`, `upper and middle`, or `no. 3 from the top` of more than three rods: the places of rods
 * whose length not all rods of their panel have. Null for all rods of a panel.
 */
export function rodsInWords({ rods }: Pick<ExactCut, "rods">): string | null {
  if (!rods || rods.places.length === rods.of) return null;
  const names = ROD_PLACES[rods.of];
  if (!names) return `no. ${rods.places.map((place) => place + 1).join(" and ")} from the top`;
  return rods.places.map((place) => names[place]).join(" and ");
}

const inSentence = (part: CutPart): string =>
  part.endsWith("rail") ? "rail" : part === "tilt-rod" ? "rod" : part === "t-post" ? "T-post" : CUT_PART_LABEL[part].toLowerCase();

const notListed = (rows: readonly Cut[]): string[] => [
  ...new Set(
    rows
      .filter((row) => !isListed(row))
      .map(({ part, cutMm, ask }) => ask ?? `Ask: this ${inSentence(part)} would be ${inMillimetres(cutMm * 10)} mm long`),
  ),
];

function railQuestion(ripMm: number, { widthMm }: Section): string | null {
  const figure = inMillimetres(ripMm * 10);
  if (ripMm < RAIL_BLANK.leastMm) return `Ask: this rail would be ${figure} mm high`;
  return ripMm > widthMm ? `Ask: this rail is ${figure} mm high, its blank ${inMillimetres(widthMm * 10)}` : null;
}

/** A rail that is thinner or thicker than its stiles is not flush with them. */
const thicknessQuestion = (rail: Section, stile: Section): string | null =>
  rail.thicknessMm === stile.thicknessMm ? null : `Ask: this rail is ${rail.thicknessMm} mm thick, its stiles ${stile.thicknessMm}`;

/**
 * `Cut 470 (479 less 9)`, or `Cut 1,350` without a deduction. A rounded length has its exact figure
 * beside it.
 */
export function cutInWords({ nominalMm, cutMm, exactly }: Pick<Cut, "nominalMm" | "cutMm"> & { readonly exactly?: Exact }): string {
  const mm = (length: number) => inMillimetres(length * 10);
  const why = [
    ...(nominalMm === cutMm ? [] : [`${mm(nominalMm)} ${nominalMm > cutMm ? "less" : "plus"} ${mm(Math.abs(nominalMm - cutMm))}`]),
    ...(exactly === undefined || isHalf(exactly) ? [] : [`exactly ${exactFigure(exactly)}`]),
  ];
  return `Cut ${mm(cutMm)}${why.length > 0 ? ` (${why.join(", ")})` : ""}`;
}

/** Counts the louvres of one window as they are drawn and cut. */
export function louvresOf(item: WindowToDraw): number {
  const made = layOutWindow(item).panels.filter((_, at) => isPartMade(item.make, { letter: panelLetter(at + 1), part: "louvre" }));
  const most = mostMade(item.make, "louvre");
  return made.reduce(
    (sum, { fields }) =>
      sum +
      Math.min(
        most,
        fields.reduce((all, { louvres }) => all + louvres.length, 0),
      ),
    0,
  );
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

interface CutPiece {
  readonly panel?: number;
  readonly part: CutPart;
  readonly nominal: Exact;
  readonly cut: Exact;
  /** The height of a rail. */
  readonly rip?: Exact;
  /** The place of a tilt rod. */
  readonly rods?: RodPlaces;
  /** Absent for square ends. */
  readonly ends?: CutEnds;
  /** The angle of a bay or corner post. */
  readonly angle?: number | null;
  /** The question about a panel that has no room between its stiles. */
  readonly narrow?: string | null;
}

/** Only ends that meet another side are mitred. */
const mitresOf = (left: number, right: number): CutEnds =>
  left > 0 ? (right > 0 ? "mitre-both" : "mitre-left") : right > 0 ? "mitre-right" : "square";

/**
 * Yields each piece with its lengths. Sides of the frame are mitred where they meet, so each is as
 * long as the made window.
 */
function* piecesOf(fitted: Fitted, item: WindowToDraw): Generator<CutPiece> {
  const { layout, runs, inside } = fitted;
  const { height, face, posts, track } = layout;
  let number = 0;
  for (const run of runs)
    for (const panel of run.panels) {
      number += 1;
      const narrow = narrowPanelQuestion(number, run.width, stileOf(item));
      for (const piece of panelPieces(fitted, run, panel, item)) yield { ...piece, panel: number, narrow };
    }
  const asDrawn = (part: CutPart, length: number, ends: CutEnds = "square", cut = exact(length)): CutPiece => ({
    part,
    nominal: exact(length),
    cut,
    ends,
  });
  const upright = mitresOf(face.bottom, face.top);
  if (face.left > 0) yield asDrawn("frame-left", height, upright);
  if (face.top > 0) yield* acrossPieces("frame-top", fitted);
  if (face.right > 0) yield asDrawn("frame-right", height, upright);
  if (face.bottom > 0) yield* acrossPieces("frame-bottom", fitted);
  for (const { letter, height: high, angle } of posts)
    yield { ...asDrawn(POST_PROFILE[letter], high, "square", letter === "T" ? inside.height : exact(high)), angle };
  if (track) {
    yield asDrawn("track", track.top.width, "square", inside.width);
    yield asDrawn("guide", track.guide.width, "square", inside.width);
  }
}

/**
 * Yields the frame's top or bottom: one piece for each facet, with square ends at the posts between
 * facets.
 */
function* acrossPieces(part: CutPart, { layout, posts }: Fitted): Generator<CutPiece> {
  const { face, width } = layout;
  const facetPosts = layout.posts.flatMap((post, at) => (post.letter === "T" ? [] : [exact(post.width) - (posts[at] ?? 0)]));
  for (const [at, { from, to }] of frameSpans(layout).entries()) {
    // A wider post takes half of its difference from the facet on either side.
    const moved = ((facetPosts[at - 1] ?? 0) + (facetPosts[at] ?? 0)) / 2;
    const ends = mitresOf(from === 0 ? face.left : 0, to === width ? face.right : 0);
    yield { part, nominal: exact(to - from), cut: addExact(exact(to - from), moved as Exact), ends };
  }
}

/** A panel without room between its stiles cannot be made. */
function narrowPanelQuestion(panel: number, width: Exact, stile: number): string | null {
  if (width > exact(2 * stile)) return null;
  const wide = inMillimetres(toHalves(width) * 10);
  return `Panel ${panelLetter(panel)} would be ${wide} mm wide; two stiles need ${inMillimetres(2 * stile)} mm`;
}

/** A panel without room between its stiles, with the sentence that names it. */
export interface UnmakeablePanel {
  /** Counts panels from 1, from the left. */
  readonly panel: number;
  readonly ask: string;
}

/** Returns the panels of a window that are to be made and cannot be made (rule M44). */
export function unmakeablePanels(item: WindowToDraw): UnmakeablePanel[] {
  const stile = stileOf(item);
  return fitWindow(item)
    .runs.flatMap(({ panels, width }) => panels.map(() => width))
    .flatMap((width, at): UnmakeablePanel[] => {
      const ask = isOfMake(item.make, panelLetter(at + 1)) ? narrowPanelQuestion(at + 1, width, stile) : null;
      return ask === null ? [] : [{ panel: at + 1, ask }];
    });
}

type Run = Fitted["runs"][number];

function* panelPieces({ height, rise }: Fitted, run: Run, panel: Run["panels"][number], item: WindowToDraw): Generator<CutPiece> {
  const { louvreEnd, rodEnd } = inTenths(item.clearances ?? USUAL_CLEARANCES);
  const across = {
    nominal: subtractExact(run.nominal, exact(2 * panel.stile)),
    cut: subtractExact(run.width, exact(2 * stileOf(item))),
  };
  const stile: CutPiece = { part: "stile", nominal: exact(panel.height), cut: height };
  yield stile;
  yield stile;
  yield { part: "top-rail", ...across, rip: heightOf(rise.top) };
  yield { part: "bottom-rail", ...across, rip: heightOf(rise.bottom) };
  for (const rail of rise.midRails) yield { part: "mid-rail", ...across, rip: heightOf(rail) };
  const louvre = { part: "louvre", nominal: across.nominal, cut: subtractExact(across.cut, exact(2 * louvreEnd)) } as const;
  for (const field of panel.fields) for (const _ of field.louvres) yield louvre;
  if (panel.tiltRods.length === 0) return;
  const wider = bladeDifference(item);
  const louvred = panel.fields.filter(({ louvres }) => louvres.length > 0);
  for (const [place, { louvres, height: high }] of louvred.entries()) {
    const [first = 0, last = 0] = [louvres[0], louvres.at(-1)];
    // With a blade narrower than two ends, the rod would otherwise be longer than its section.
    const cut = exact(Math.min(high + wider, last - first + 2 * rodEnd));
    yield { part: "tilt-rod", nominal: exact(high), cut, rods: { places: [place], of: louvred.length } };
  }
}
