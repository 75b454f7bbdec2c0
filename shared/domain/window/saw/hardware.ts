import { DENSITY } from "#shared/domain/timber.ts";
import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import type { Span } from "#shared/domain/window/fields/panels.ts";
import { asMillimetres, type Exact, subtractExact, toHalves } from "#shared/domain/window/geometry/exact.ts";
import { type Fitted, fitWindow } from "#shared/domain/window/geometry/fitted.ts";
import { POST_PROFILE } from "#shared/domain/window/geometry/made-sections.ts";
import { HINGE, PANEL } from "#shared/domain/window/geometry/shutter-construction.ts";
import { type Box, limitSize } from "#shared/domain/window/geometry/shutter-frame.ts";
import { layOutWindow, type Panel, type WindowLayout, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { type Cut, cutList } from "./cut-list.ts";
import { makeInSentence } from "./make-in-words.ts";
import { isTimber, sectionOf, TRACK_DEPTH_MM } from "./sections.ts";
import { isPanelMade, isPartMade, isWholeWindow } from "./window-make.ts";

/** Hardware in the order in which a list names it (rule M23). */
export const HARDWARE = ["hinge", "catch", "pivot", "roller", "track", "guide", "screw"] as const;
export type HardwareKind = (typeof HARDWARE)[number];
export const HARDWARE_LABEL = {
  hinge: "Hinge",
  catch: "Catch or magnet",
  pivot: "Pivot",
  roller: "Roller",
  track: "Track",
  guide: "Guide",
  screw: "Screw",
} as const satisfies Record<HardwareKind, string>;

export interface Fitting {
  /** Counts panels from 1, from the left; null for the frame's hardware. */
  readonly panel: number | null;
  readonly kind: HardwareKind;
  /** Counts the pieces of one window, or of the window's quantity. */
  readonly count: number;
  /**
   * The hinges' middles above the panel's foot, ascending, to half a millimetre; null for other
   * hardware.
   */
  readonly heightsMm: readonly number[] | null;
  /** The length of a track or guide; null for other hardware. */
  readonly lengthMm: number | null;
  /** The depth of a track in which panels slide past each other; null for other hardware. */
  readonly depthMm: number | null;
  /** The size of screws: `3.5 × 20`; null for other hardware. */
  readonly size: string | null;
}

/** The highest panel, in millimetres, that this number of hinges carries. */
const HINGES_TO = [
  [1200, 2],
  [2000, 3],
  [Number.POSITIVE_INFINITY, 4],
] as const;
/**
 * A heavier panel has one more hinge: three screws of a leaf hold about 5 kg each without creeping.
 */
const ONE_MORE_ABOVE_KG = 15;
/** One joiner can lift a panel up to this weight onto its hinges; a heavier panel has a note. */
const TWO_PEOPLE_ABOVE_KG = 25;

/** One at the head and one at the foot: a panel with only one warps away from its frame. */
const CATCHES = 2;
/**
 * From the panel's end to the middle of a catch, in millimetres: beside the rail, where a panel is
 * stiffest.
 */
const CATCH_INSET = 60;
/** Returns the heights of a panel's catches above its foot, in millimetres, to half of one. */
export function catchHeights(height: Exact): number[] {
  const inset = Math.min(CATCH_INSET, Math.floor(toHalves(height) / 2) / 2);
  return [inset, toHalves(height) - inset];
}
/** One at the head and one at the foot of the leaf that turns at the frame. */
const PIVOTS = 2;
/** One at either end of a sliding panel; one at the free edge of every second folding leaf. */
const ROLLERS = { slides: 2, folds: 1 } as const;

/** Screws for each fitting: three in either leaf of a hinge; the others as they are sold. */
const SCREWS_IN = { hinge: 6, catch: 2, pivot: 4, roller: 4, post: 4 } as const;
/**
 * The screws' sizes: through a 27 mm panel without splitting it, through a post into the frame, and
 * through a frame into the wall. A hinge's size depends on the stile (`hingeScrew`).
 */
const SCREW_SIZES = {
  catch: "3 × 16",
  pivot: "4 × 30",
  roller: "4 × 25",
  post: "4.5 × 70",
  frame: "4.5 × 70",
} as const satisfies Record<Exclude<keyof typeof SCREWS_IN, "hinge"> | "frame", string>;
/** The usual lengths of a hinge's screws, the longest first, in millimetres. */
const HINGE_SCREWS_MM = [30, 25, 20, 16] as const;
/**
 * The depth of a louvre's pin in the stile's inner edge, and the timber that must stay before it.
 */
const PIN_MM = { depth: 30, before: 1 } as const;

/**
 * Chooses the hinge's screw: the longest usual one that cannot meet a louvre pin in the stile. The
 * question is null unless even the shortest can.
 */
function hingeScrew(stileMm: number): { readonly size: string; readonly ask: string | null } {
  const fitting = HINGE_SCREWS_MM.find((length) => length <= stileMm - PIN_MM.depth - PIN_MM.before);
  const shortest = Math.min(...HINGE_SCREWS_MM);
  const ask = `Ask: hinge screws of ${shortest} mm can meet the louvre pins of ${PIN_MM.depth} mm in a stile of ${stileMm} mm`;
  return { size: `3.5 × ${fitting ?? shortest}`, ask: fitting === undefined ? ask : null };
}

/** Returns each fitting's screw size for a stile's width, and the question about the hinge's. */
export function screwsFor(stileMm: number) {
  const { size, ask } = hingeScrew(stileMm);
  return { sizes: { hinge: size, ...SCREW_SIZES }, ask };
}

/** The fitting that a panel's screws of this size hold; each has a size of its own. */
export function screwUse(item: WindowToDraw, { panel, size }: Pick<Fitting, "panel" | "size">): HardwareKind | "frame" {
  if (panel === null) return "frame";
  const { sizes } = screwsFor(sectionOf("stile", item.sections ?? [], null).widthMm);
  return (["hinge", "catch", "pivot", "roller"] as const).find((kind) => sizes[kind] === size) ?? "hinge";
}

/**
 * Distances of frame screws from the ends of each side, and the largest distance between them at
 * which a side doesn't bow, in millimetres.
 */
const FRAME_SCREWS = { inset: 150, apart: 450 } as const;

/** The section of a louvre is an ellipse. */
const LOUVRE_SHARE = Math.PI / 4;

/** Returns the kilograms of all pieces in a row. */
function massOf({ part, profile, section, cutMm, ripMm, count }: Cut, density: number): number {
  if (!isTimber(profile)) return 0;
  const rectangle = (ripMm ?? section.widthMm) * section.thicknessMm;
  return rectangle * (part === "louvre" ? LOUVRE_SHARE : 1) * cutMm * count * density * 1e-9;
}

/** Rounds to a tenth of a kilogram. */
const inKilograms = (mass: number): number => Math.round(mass * 10) / 10;

export interface Weights {
  /** Kilograms to a tenth, for each panel from the left. */
  readonly panels: readonly number[];
  /** Panels, frame and posts of one window. */
  readonly total: number;
}

const densityOf = ({ densityKgM3 }: WindowToDraw): number => densityKgM3 ?? DENSITY.usual;

/** Returns the weight of a window's timber, from its cut parts and the type's density. */
export function weigh(item: WindowToDraw, cuts = cutList(item)): Weights {
  const panels: number[] = Array.from({ length: layOutWindow(item).panels.length }, () => 0);
  let frame = 0;
  for (const cut of cuts) {
    const mass = massOf(cut, densityOf(item));
    if (cut.panel === null) frame += mass;
    else panels[cut.panel - 1] = (panels[cut.panel - 1] ?? 0) + mass;
  }
  return { panels: panels.map(inKilograms), total: inKilograms(panels.reduce((sum, mass) => sum + mass, frame)) };
}

/** Above this weight a panel drops at its free corner, however many hinges carry it. */
export const HEAVIEST_PANEL_KG = 20;

/** Returns the kilograms of the heaviest panel if it is too heavy; null if none is. */
export function tooHeavyPanel(item: WindowToDraw): number | null {
  const layout = layOutWindow(item);
  if (areLight(item, layout, (layout.panels[0]?.height ?? 0) / 10, HEAVIEST_PANEL_KG)) return null;
  const heaviest = Math.max(0, ...weigh(item).panels);
  return heaviest > HEAVIEST_PANEL_KG ? heaviest : null;
}

/**
 * True if no panel can reach a weight, because not even a board of its size would: then the cut
 * list is not needed.
 */
function areLight(item: WindowToDraw, { panels }: WindowLayout, heightMm: number, kg: number): boolean {
  // The drawing of a very narrow panel has narrower stiles than the real panel.
  const widest = Math.max(0, ...panels.map(({ width }) => width / 10)) + (2 * PANEL.stile) / 10;
  return !item.sections?.length && widest * heightMm * SOLID_MM * densityOf(item) * 1e-9 <= kg;
}

/** `8.4 kg`, `26.4 kg: two people` */
export const panelKilograms = (kg: number): string => `${kg.toFixed(1)} kg${kg > TWO_PEOPLE_ABOVE_KG ? ": two people" : ""}`;

/**
 * `Heaviest panel 8.4 kg, all 21.2 kg`: for one window with its frame. A remake: `Only panel B:
 * 1 louvre, 0.9 kg`. Beside a quantity: `Heaviest panel 8.4 kg, 21.2 kg each`.
 */
export function weightInWords(item: WindowToDraw, quantity = 1): string {
  const { panels, total } = weigh(item);
  const each = quantity > 1 ? " each" : "";
  if (!isWholeWindow(item.make)) return `Only ${makeInSentence(item, item.make)}, ${total.toFixed(1)} kg${each}`;
  return `Heaviest panel ${panelKilograms(Math.max(...panels))}, ${each ? "" : "all "}${total.toFixed(1)} kg${each}`;
}

/** `9 hinges, 3 a panel`. The number per panel is omitted if panels differ; null without hinges. */
export function hingesInWords(rows: readonly Fitting[]): string | null {
  const hung = rows.filter(({ kind }) => kind === "hinge");
  const each = new Set(hung.map(({ count }) => count));
  const count = hung.reduce((sum, row) => sum + row.count, 0);
  if (count === 0) return null;
  return [`${count} hinges`, ...(each.size === 1 ? [`${[...each][0]} a panel`] : [])].join(", ");
}

/** Returns the number of hinges that carry a panel. */
export const hingesFor = (heightMm: number, kg: number): number =>
  (HINGES_TO.find(([most]) => heightMm <= most)?.[1] ?? 0) + (kg > ONE_MORE_ABOVE_KG ? 1 : 0);

/**
 * The distance of a hinge's middle from a mid rail's edges, in millimetres: half a leaf, and 8 mm
 * to the dowels of the rail's joint (rule M37).
 */
const FROM_MID_RAIL = 40;

const halfDown = (mm: number): number => Math.floor(mm * 2) / 2;
const halfUp = (mm: number): number => Math.ceil(mm * 2) / 2;

/** Returns the heights above the panel's foot, in millimetres, at which no hinge fits. */
const railZones = ({ rise }: Fitted): Span[] =>
  rise.midRails.map(({ from, to }) => ({
    from: asMillimetres(subtractExact(rise.bottom.to, to)) - FROM_MID_RAIL,
    to: asMillimetres(subtractExact(rise.bottom.to, from)) + FROM_MID_RAIL,
  }));

/**
 * Returns the heights of a panel's hinges from the foot up. A hinge at a mid rail moves to the
 * nearest free height, the upper one of two, because the upper hinges carry the panel.
 */
function hingeHeights(heightMm: number, count: number, rails: readonly Span[]): number[] {
  const leaf = HINGE.height / 10;
  const isOutside = (at: number) => (zone: Span) => at <= zone.from || at >= zone.to;
  const even = evenHeights(heightMm, count);
  const placed = even.filter((at) => rails.every(isOutside(at)));
  for (const at of even.filter((height) => !placed.includes(height))) {
    const zones = [...rails, ...placed.map((other) => ({ from: other - leaf, to: other + leaf }))];
    const [nearest = at] = zones
      .flatMap(({ from, to }) => [halfUp(to), halfDown(from)])
      .filter((free) => free >= leaf / 2 && free <= heightMm - leaf / 2 && zones.every(isOutside(free)))
      .sort((one, other) => Math.abs(one - at) - Math.abs(other - at) || other - one);
    // A low panel of many rails has no free height.
    placed.push(nearest);
  }
  return placed.sort((one, other) => one - other);
}

/**
 * Returns heights from the foot up: the first and the last hinge have the same distance from their
 * end, the others are evenly spaced.
 */
function evenHeights(heightMm: number, count: number): number[] {
  const inset = Math.min(HINGE.inset / 10, heightMm / 4);
  const stride = (heightMm - 2 * inset) / (count - 1);
  return Array.from({ length: count }, (_, at) => Math.round((inset + stride * at) * 2) / 2);
}

/**
 * True if a leaf that folds in a track turns at the frame on pivots; other leaves hang on their
 * neighbour.
 */
function isPivotLeaf({ track, panels }: WindowLayout, panel: Panel): boolean {
  if (!track || panel.hang === "slides") return false;
  const ofSide = panels.filter(({ hang }) => hang === panel.hang);
  return panel === (panel.hang === "left" ? ofSide[0] : ofSide.at(-1));
}

/** Counts the leaves between a leaf that folds in a track and the frame. */
function leavesBefore({ panels }: WindowLayout, panel: Panel): number {
  const ofSide = panels.filter(({ hang }) => hang === panel.hang);
  return panel.hang === "left" ? ofSide.indexOf(panel) : ofSide.length - 1 - ofSide.indexOf(panel);
}

/** Returns the panels that turn at the frame on pivots, counted from 1. */
export function pivotPanels(layout: WindowLayout): number[] {
  return layout.panels.flatMap((panel, at) => (isPivotLeaf(layout, panel) ? [at + 1] : []));
}

/**
 * Returns the heights of each panel's hinges above its foot; empty for panels that slide or turn on
 * pivots. Weights are computed only if a panel of solid timber would be heavy enough to matter.
 */
function hingesOfPanels(item: WindowToDraw, fitted: Fitted, cuts?: readonly Cut[]): number[][] {
  const { layout } = fitted;
  const heightMm = asMillimetres(fitted.height);
  const rails = railZones(fitted);
  // Parts that are made again go to the hinges of the whole panel.
  const isLight = areLight(item, layout, heightMm, ONE_MORE_ABOVE_KG);
  const weights = isLight ? [] : weigh(item, cuts ? [...cuts] : cutList({ ...item, make: null })).panels;
  return layout.panels.map((panel, at) =>
    panel.hang === "slides" || isPivotLeaf(layout, panel) ? [] : hingeHeights(heightMm, hingesFor(heightMm, weights[at] ?? 0), rails),
  );
}
/** No part of a panel is thicker with the default sections. */
const SOLID_MM = 27;

/** Panels with equal hinge heights. */
export interface HingedPanels {
  /** Counts panels from 1, from the left. */
  readonly panels: readonly number[];
  /** Heights above the panel's foot, ascending, to half a millimetre. */
  readonly heightsMm: readonly number[];
  /** The foot's depth in tenths of a millimetre below the top of the frame. */
  readonly foot: number;
}

/** Groups panels by their hinge heights, from the left. */
export function hingedPanels(item: WindowToDraw, layout: WindowLayout): HingedPanels[] {
  const fitted = fitWindow(item, layout);
  const { ends, faces } = fitted;
  const found = new Map<string, HingedPanels>();
  hingesOfPanels(item, fitted).forEach((heightsMm, at) => {
    const panel = layout.panels[at];
    if (heightsMm.length === 0 || !panel || !isPanelMade(item.make, panelLetter(at + 1))) return;
    const moved = asMillimetres(faces.bottom) * 10 - layout.face.bottom;
    const foot = panel.y + panel.height - moved - asMillimetres(ends.below) * 10;
    const key = heightsMm.join();
    found.set(key, { panels: [...(found.get(key)?.panels ?? []), at + 1], heightsMm, foot });
  });
  return [...found.values()];
}

/** Returns the hinges as boxes of the drawing, each on its own side of the joint. */
export function drawnHinges({ panels }: WindowLayout, hinged: readonly HingedPanels[]): Box[] {
  const boxes = panels.map((panel, at): Box[] => {
    const { heightsMm = [], foot = 0 } = hinged.find((each) => each.panels.includes(at + 1)) ?? {};
    const width = limitSize(HINGE.width, panel.width);
    const high = Math.min(HINGE.height, Math.floor(panel.height / (2 * Math.max(heightsMm.length, 1))));
    const x = panel.hang === "left" ? panel.x : panel.x + panel.width - width;
    // In a window typed a thousand times too low only the panel remains, so hinges are kept inside
    // it.
    const inside = (y: number) => Math.min(Math.max(y, panel.y), panel.y + panel.height - high);
    return heightsMm.map((mm) => ({ x, y: inside(Math.round(foot - mm * 10 - high / 2)), width, height: high }));
  });
  return boxes.flat();
}

const screwsAlong = (lengthMm: number): number => Math.max(2, 1 + Math.ceil((lengthMm - 2 * FRAME_SCREWS.inset) / FRAME_SCREWS.apart));

/**
 * Lists the hardware of a window, a row for each panel, kind and size of screws (rule M23).
 * @param quantity how many pieces of the window are made
 */
export function listHardware(item: WindowToDraw, quantity = 1): Fitting[] {
  const fitted = fitWindow(item);
  const { layout } = fitted;
  const cuts = cutList({ ...item, make: null });
  const { panels, posts, track } = layout;
  const hinges = hingesOfPanels(item, fitted, cuts);
  const { sizes } = screwsFor(sectionOf("stile", item.sections ?? [], null).widthMm);
  const rows: Fitting[] = [];
  const add = (panel: number | null, kind: HardwareKind, count: number, more: Partial<Fitting> = {}) => {
    if (count > 0) rows.push({ panel, kind, count: count * quantity, heightsMm: null, lengthMm: null, depthMm: null, size: null, ...more });
  };
  const addScrews = (panel: number | null, counts: Partial<Record<keyof typeof sizes, number>>) => {
    const bySize = new Map<string, number>();
    for (const name of Object.keys(sizes) as (keyof typeof sizes)[])
      bySize.set(sizes[name], (bySize.get(sizes[name]) ?? 0) + (counts[name] ?? 0));
    for (const [size, count] of bySize) add(panel, "screw", count, { size });
  };
  panels.forEach((panel, at) => {
    if (!isPanelMade(item.make, panelLetter(at + 1))) return;
    const own = {
      hinge: hinges[at]?.length ?? 0,
      catch: panel.hang === "slides" ? 0 : CATCHES,
      pivot: isPivotLeaf(layout, panel) ? PIVOTS : 0,
      roller: panel.hang === "slides" ? ROLLERS.slides : track && leavesBefore(layout, panel) % 2 === 1 ? ROLLERS.folds : 0,
    };
    add(at + 1, "hinge", own.hinge, { heightsMm: hinges[at] ?? [] });
    for (const kind of ["catch", "pivot", "roller"] as const) add(at + 1, kind, own[kind]);
    addScrews(at + 1, {
      hinge: own.hinge * SCREWS_IN.hinge,
      catch: own.catch * SCREWS_IN.catch,
      pivot: own.pivot * SCREWS_IN.pivot,
      roller: own.roller * SCREWS_IN.roller,
    });
  });
  const isMade = (part: string) => isPartMade(item.make, { letter: null, part });
  if (track) {
    const lengthMm = asMillimetres(fitted.inside.width);
    const slides = panels.some(({ hang }) => hang === "slides");
    if (isMade("track")) add(null, "track", 1, { lengthMm, depthMm: slides ? (item.trackDepthMm ?? TRACK_DEPTH_MM.usual) : null });
    if (isMade("guide")) add(null, "guide", 1, { lengthMm });
  }
  const ofFrame = cuts.filter(({ part }) => (part.startsWith("frame") || part === "track" || part === "guide") && isMade(part));
  const postsMade = posts.filter(({ letter }) => isMade(POST_PROFILE[letter])).length;
  addScrews(null, {
    post: postsMade * SCREWS_IN.post,
    frame: ofFrame.reduce((sum, { cutMm, count }) => sum + screwsAlong(cutMm) * count, 0),
  });
  return rows.toSorted((one, other) => HARDWARE.indexOf(one.kind) - HARDWARE.indexOf(other.kind));
}
