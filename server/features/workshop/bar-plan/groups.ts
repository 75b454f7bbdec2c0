import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { CUT_PARTS, type Cut, type CutPart, cutList, type UnmakeablePanel } from "#shared/domain/window/saw/cut-list.ts";
import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { isReplacedIn, type NumberedCut, numberCuts } from "#shared/domain/window/saw/recuts.ts";
import type { Section } from "#shared/domain/window/saw/sections.ts";
import type { StileSide } from "#shared/domain/window/saw/window-make.ts";
import { type Stock, USUAL_STOCK } from "#shared/domain/window/saw/workshop-stock.ts";
import { barsIn, type CuttingJob, type Pattern } from "./cut-stock.ts";
import type { Cutting } from "./patterns.ts";
import { inOrderOfWork } from "./repeated-patterns.ts";

export interface WindowToCut extends WindowToDraw {
  readonly orderId: number;
  readonly itemId: number;
  readonly material: string;
  /** Timber that is painted after sawing forms one group, whatever its colour. */
  readonly finish?: "painted" | "coloured";
  /** The number of shutters of this window that are not cut yet. */
  readonly shutters: number;
  /** The numbers of the uncut shutters; by default the first ones. */
  readonly uncut?: readonly number[];
  /** The parts of the uncut shutters that are already sawn, as `sawnKey` writes them. */
  readonly sawn?: readonly string[];
  /** The spoiled parts of cut shutters that are still to be cut again (rule W95). */
  readonly recuts?: readonly OpenRecut[];
  /** The panels whose parts are not sawn, because the panel cannot be made (rule M44). */
  readonly unmakeable?: readonly UnmakeablePanel[];
}

/** A part of a cut shutter that is to be cut again. */
export interface OpenRecut extends PartOfShutter {
  readonly panel: number | null;
  readonly part: string;
  readonly replaces: number;
}

/** One part of one shutter; `nth` counts equal parts within a panel from 1. */
export interface PartOfShutter {
  readonly piece: number;
  readonly nth: number;
}
export const sawnKey = ({ piece, panel, part, nth }: PartOfShutter & { readonly panel: number | null; readonly part: string }): string =>
  `${piece} ${panel ?? 0} ${part} ${nth}`;

type Row = Omit<NumberedCut, "row"> & Pick<Piece, "recutsOnly">;
type Shutters = Pick<WindowToCut, "shutters" | "uncut" | "sawn" | "recuts">;

/** Generates the parts of a row to be sawn, shutter by shutter, and its recuts last. */
export function* partsLeft({ shutters, uncut, sawn = [], recuts = [] }: Shutters, row: Row): Generator<PartOfShutter> {
  const { panel, part, first, each, recutsOnly } = row;
  const numbers = recutsOnly ? [] : (uncut ?? Array.from({ length: shutters }, (_, index) => index + 1));
  const done = new Set(sawn);
  for (const piece of numbers)
    for (let nth = first; nth < first + each; nth += 1) if (!done.has(sawnKey({ panel, part, piece, nth }))) yield { piece, nth };
  for (const recut of recuts) if (isReplacedIn(row, recut)) yield { piece: recut.piece, nth: recut.nth };
}

/** The cut list of one window without track and guide, which are hardware and need no bar. */
export const rowsToSaw = (window: WindowToDraw): NumberedCut[] => numberCuts(cutList(window));

export interface Piece {
  readonly orderId: number;
  readonly itemId: number;
  readonly part: CutPart;
  readonly lengthMm: number;
  readonly panel: number | null;
  readonly ripMm: number | null;
  readonly ends: Cut["ends"];
  readonly bevelDeg?: number | undefined;
  readonly first: number;
  readonly each: number;
  /** Only spoiled parts are cut again of a panel that cannot be made; absent for other panels. */
  readonly recutsOnly?: true;
}

/** A piece on a bar, as a part of one shutter. */
export interface PlanPiece {
  readonly orderId: number;
  readonly itemId: number;
  readonly piece: number;
  readonly panel: number | null;
  readonly part: CutPart;
  readonly nth: number;
  readonly lengthMm: number;
  readonly ripMm: number | null;
  readonly ends: Cut["ends"];
  readonly bevelDeg?: number | undefined;
  /** The side of a remake's one stile of each panel; absent for other parts. */
  readonly stile?: StileSide | undefined;
}

/** A usable rest of an earlier bar, with its section and material. */
export interface Offcut {
  readonly id: number;
  readonly section: string;
  /** The height of rails that are bought by height; null for all other sections. */
  readonly heightMm: number | null;
  readonly material: string;
  readonly color: string | null;
  readonly lengthMm: number;
}

/** The stock to plan with. */
export interface Bought {
  readonly stock: readonly Stock[];
  readonly offcuts: readonly Offcut[];
  /** The profiles whose section height selects the bar. */
  readonly inHeights: readonly string[];
}
/** The stock of a workshop without own settings. */
export const BOUGHT_AS_USUAL: Bought = { stock: [], offcuts: [], inHeights: [] };

/** Equal pieces of one window. */
interface Pieces {
  readonly piece: Piece;
  readonly count: number;
}

/** All pieces that are cut from the same kind of bar. */
export interface BarGroup {
  readonly profile: Profile;
  readonly section: Section;
  readonly heightMm: number | null;
  readonly material: string;
  /** Null: painted after sawing. */
  readonly color: string | null;
  readonly stockMm: number;
  readonly kerfMm: number;
  readonly trimMm: number;
  readonly keepMm: number;
  readonly job: CuttingJob;
  /** The job's offcuts in its order, the longest first. */
  readonly offcuts: readonly Offcut[];
  /** The pieces of each size of the job, in the order of the windows. */
  readonly pieces: readonly (readonly Pieces[])[];
  readonly tooLong: readonly Pieces[];
}

/** Kerfs have tenths of a millimetre, lengths have halves. */
const tenths = (mm: number): number => Math.round(mm * 10);
const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));

const inText = (value: string | null): string => value ?? "";

/**
 * Groups the pieces of these windows by section and material, and by colour where the timber is not
 * painted later.
 */
export function groupsOf(windows: readonly WindowToCut[], { stock, offcuts, inHeights }: Bought): BarGroup[] {
  type GroupedPieces = Pick<BarGroup, "profile" | "section" | "heightMm" | "material" | "color"> & { readonly pieces: Pieces[] };
  const groups = new Map<string, GroupedPieces>();
  for (const { orderId, itemId, material, finish, ...window } of windows) {
    const { shutters, sawn = [], recuts = [], unmakeable = [] } = window;
    if (shutters <= 0 && recuts.length === 0) continue;
    const color = finish === "painted" ? null : window.colorSelection;
    for (const { row, ...numbered } of rowsToSaw(window)) {
      const which = unmakeable.some(({ panel }) => panel === row.panel) ? { ...numbered, recutsOnly: true as const } : numbered;
      const left = sawn.length + recuts.length + unmakeable.length === 0 ? shutters * which.each : [...partsLeft(window, which)].length;
      if (left === 0) continue;
      const { profile, section, lengthMm, ripMm, ends } = row;
      // Only posts have a bevel; an absent one keeps the plan of a large batch small.
      const bevelDeg = row.bevelDeg ?? undefined;
      const key = JSON.stringify([profile, section, material, color]);
      const heightMm = inHeights.includes(profile) ? section.widthMm : null;
      const group = groups.get(key) ?? { profile, section, heightMm, material, color, pieces: [] };
      group.pieces.push({ piece: { orderId, itemId, lengthMm, ripMm, ends, bevelDeg, ...which }, count: left });
      groups.set(key, group);
    }
  }
  const words = new Intl.Collator("en-GB", { numeric: true });
  const place = ({ pieces }: { pieces: readonly Pieces[] }) => Math.min(...pieces.map(({ piece }) => CUT_PARTS.indexOf(piece.part)));
  return [...groups.values()]
    .sort(
      (one, other) =>
        place(one) - place(other) ||
        words.compare(one.profile, other.profile) ||
        one.section.widthMm - other.section.widthMm ||
        words.compare(one.material, other.material) ||
        words.compare(inText(one.color), inText(other.color)),
    )
    .map(({ pieces, ...group }) => {
      const stockOfProfile = stock.find(({ profile }) => profile === group.profile) ?? USUAL_STOCK;
      const { stockMm, kerfMm, keepMm, trimMm } = stockOfProfile;
      const bar = { stockMm, kerfMm, keepMm, trimMm };
      const fitting = offcuts
        .filter(
          ({ section, heightMm, material, color }) =>
            section === group.profile && heightMm === group.heightMm && material === group.material && color === group.color,
        )
        .toSorted((one, other) => other.lengthMm - one.lengthMm || one.id - other.id)
        .slice(0, MOST_OFFCUTS_LOOKED_AT);
      return { ...group, ...bar, offcuts: fitting, ...jobOf(pieces, bar, fitting) };
    });
}

/** The longest offcuts are considered, because shorter ones save no bar that these do not save. */
const MOST_OFFCUTS_LOOKED_AT = 200;

type BarOfStock = Pick<BarGroup, "stockMm" | "kerfMm" | "trimMm">;

function jobOf(
  pieces: readonly Pieces[],
  { stockMm, kerfMm, trimMm }: BarOfStock,
  offcuts: readonly Offcut[],
): Pick<BarGroup, "job" | "pieces" | "tooLong"> {
  const room = tenths(stockMm) - 2 * tenths(trimMm);
  const fits = ({ piece }: Pieces) => tenths(piece.lengthMm) <= room;
  const fitting = new Map<number, Pieces[]>();
  for (const alike of pieces.filter(fits)) {
    const { lengthMm } = alike.piece;
    fitting.set(lengthMm, [...(fitting.get(lengthMm) ?? []), alike]);
  }
  const sizes = [...fitting].sort(([one], [other]) => other - one);
  const lengths = sizes.map(([length]) => tenths(length) + tenths(kerfMm));
  // Most lengths are multiples of half a millimetre. The largest common unit keeps the computation
  // small.
  const unit = lengths.reduce(divisor, 0) || 1;
  const inUnits = (long: number) => Math.max(0, Math.floor((long + tenths(kerfMm)) / unit));
  return {
    job: {
      capacity: inUnits(room),
      sizes: lengths.map((length) => length / unit),
      demand: sizes.map(([, alike]) => alike.reduce((sum, { count }) => sum + count, 0)),
      // One end of an offcut is already sawn, so only the other one is trimmed.
      offcuts: offcuts.map(({ lengthMm }) => inUnits(tenths(lengthMm) - tenths(trimMm))),
    },
    pieces: sizes.map(([, alike]) => alike),
    tooLong: pieces.filter((alike) => !fits(alike)),
  };
}

export const piecesIn = ({ job, tooLong }: BarGroup): number =>
  job.demand.reduce((sum, count) => sum + count, 0) + tooLong.reduce((sum, { count }) => sum + count, 0);

interface Bar {
  readonly pieces: Piece[];
  /** The offcut to cut from; null: a new bar. */
  readonly offcut: Offcut | null;
  /** The length before trimming. */
  readonly lengthMm: number;
  readonly offcutMm: number;
}

/**
 * Assigns pieces to bars. Pieces of one size are assigned window by window, so that the bars of a
 * window follow each other.
 */
function assignPieces({ stockMm, kerfMm, trimMm, pieces, offcuts }: BarGroup, { bars: plan, taken }: Cutting): Bar[] {
  const queues = pieces.map((alike) => ({ alike, at: 0, used: 0 }));
  const next = (size: number): Piece => {
    const from = queues[size];
    const same = from?.alike[from.at];
    if (!from || !same) throw new Error("A plan has more pieces than were asked for");
    from.used += 1;
    if (from.used === same.count) {
      from.at += 1;
      from.used = 0;
    }
    return same.piece;
  };
  const takenBy = (size: number) => tenths(pieces[size]?.[0]?.piece.lengthMm ?? 0) + tenths(kerfMm);
  const bars: Bar[] = [];
  const cut = (pattern: Pattern, times: number, offcut: Offcut | null) => {
    const sizes = pattern.flatMap(([size, count]) => Array<number>(count).fill(size));
    const used = sizes.reduce((sum, size) => sum + takenBy(size), 0);
    const lengthMm = offcut?.lengthMm ?? stockMm;
    // The raw end is trimmed later, when the rest is used.
    const begun = offcut ? 0 : tenths(trimMm);
    const offcutMm = Math.max(0, tenths(lengthMm) - begun - used) / 10;
    for (let bar = 0; bar < times; bar += 1) bars.push({ pieces: sizes.map(next), offcut, lengthMm, offcutMm });
  };
  const sizesOf = (pattern: Pattern) => pattern.flatMap(([size, count]) => Array<number>(count).fill(size));
  const first = taken.map(({ offcut, pattern }) => ({ pattern, times: 1, offcut: offcuts[offcut] ?? null }));
  const rest = plan.map(({ pattern, times }) => ({ pattern, times, offcut: null }));
  // The sizes of a pattern are computed once, because a plan may have a hundred thousand pieces and
  // other requests wait.
  for (const some of [first, rest]) {
    const ordered = some.map((bars) => ({ ...bars, sizes: sizesOf(bars.pattern) }));
    for (const { pattern, times, offcut } of ordered.sort((one, other) => inOrderOfWork(one.sizes, other.sizes)))
      cut(pattern, times, offcut);
  }
  if (queues.some(({ alike, at }) => at < alike.length)) throw new Error("A plan has fewer pieces than were asked for");
  return bars;
}

const allOf = (some: readonly Pieces[]): Piece[] => some.flatMap(({ piece, count }) => Array.from({ length: count }, () => piece));

/** The share of the bars' length that becomes no piece, in per cent with one decimal. */
function wastePercent(bars: readonly Bar[]): number {
  if (bars.length === 0) return 0;
  const used = bars.reduce((sum, { pieces }) => sum + pieces.reduce((length, { lengthMm }) => length + lengthMm, 0), 0);
  return Math.round(1000 * (1 - used / bars.reduce((sum, { lengthMm }) => sum + lengthMm, 0))) / 10;
}

/** Converts a profile's plan to the reply, with each piece on its bar. */
export function profileOf(group: BarGroup, cutting: Cutting) {
  const { profile, section, heightMm, material, color, stockMm, kerfMm, trimMm, keepMm } = group;
  const bars = assignPieces(group, cutting);
  const { lowerBound, saved: savedBars } = cutting;
  const optimal = barsIn(cutting.bars) <= lowerBound;
  const figures = { lowerBound, optimal, savedBars, wastePercent: wastePercent(bars), tooLong: allOf(group.tooLong) };
  return { profile, section, heightMm, material, color, stockMm, kerfMm, trimMm, keepMm, bars, ...figures };
}
