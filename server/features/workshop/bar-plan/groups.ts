import { CUT_PARTS, type CutPart, cutList, type Profile } from "#shared/domain/window/cut-list.ts";
import type { WindowToDraw } from "#shared/domain/window/window-layout.ts";
import { USUAL_STOCK } from "#shared/domain/window/workshop-stock.ts";
import { type Bars, barsIn, type CuttingJob } from "./cut-stock.ts";
import type { Cutting } from "./patterns.ts";

export interface WindowToCut extends WindowToDraw {
  readonly orderId: number;
  readonly itemId: number;
  readonly material: string;
  /** How many are made of it that are not cut yet. */
  readonly shutters: number;
}

export interface StockOfProfile {
  readonly profile: string;
  readonly stockMm: number;
  readonly kerfMm: number;
}

interface Piece {
  readonly orderId: number;
  readonly itemId: number;
  readonly part: CutPart;
  readonly lengthMm: number;
}
/** Pieces that are alike, of one window. */
interface Pieces {
  readonly piece: Piece;
  readonly count: number;
}

/** What is cut from the same bars. */
export interface BarGroup {
  readonly profile: Profile;
  readonly material: string;
  readonly color: string;
  readonly stockMm: number;
  readonly kerfMm: number;
  readonly job: CuttingJob;
  /** Of each size of the job, in the windows' order. */
  readonly pieces: readonly (readonly Pieces[])[];
  readonly tooLong: readonly Pieces[];
}

/** Kerfs are to a tenth of a millimetre, lengths to half of one. */
const tenths = (mm: number): number => Math.round(mm * 10);
const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));

/** What is to be cut for these windows, by the bars that it is cut from: profile, material and colour. */
export function groupsOf(windows: readonly WindowToCut[], stock: readonly StockOfProfile[]): BarGroup[] {
  const found = new Map<string, { readonly profile: Profile; readonly material: string; readonly color: string; pieces: Pieces[] }>();
  for (const { orderId, itemId, material, shutters, ...window } of windows) {
    if (shutters <= 0) continue;
    const { colorSelection: color } = window;
    for (const { part, profile, lengthMm, count } of cutList(window, shutters)) {
      const key = JSON.stringify([profile, material, color]);
      const group = found.get(key) ?? { profile, material, color, pieces: [] };
      group.pieces.push({ piece: { orderId, itemId, part, lengthMm }, count });
      found.set(key, group);
    }
  }
  const words = new Intl.Collator("en-GB", { numeric: true });
  const place = ({ pieces }: { pieces: readonly Pieces[] }) => Math.min(...pieces.map(({ piece }) => CUT_PARTS.indexOf(piece.part)));
  return [...found.values()]
    .sort(
      (one, other) =>
        place(one) - place(other) ||
        words.compare(one.profile, other.profile) ||
        words.compare(one.material, other.material) ||
        words.compare(one.color, other.color),
    )
    .map(({ pieces, ...group }) => {
      const { stockMm, kerfMm } = stock.find(({ profile }) => profile === group.profile) ?? USUAL_STOCK;
      return { ...group, stockMm, kerfMm, ...jobOf(pieces, stockMm, kerfMm) };
    });
}

function jobOf(pieces: readonly Pieces[], stockMm: number, kerfMm: number): Pick<BarGroup, "job" | "pieces" | "tooLong"> {
  const fitting = new Map<number, Pieces[]>();
  for (const alike of pieces) {
    const { lengthMm } = alike.piece;
    if (lengthMm <= stockMm) fitting.set(lengthMm, [...(fitting.get(lengthMm) ?? []), alike]);
  }
  const sizes = [...fitting].sort(([one], [other]) => other - one);
  const lengths = sizes.map(([length]) => tenths(length) + tenths(kerfMm));
  // Nearly all lengths are whole halves of a millimetre: in the largest unit that measures them all there is least to compute.
  const unit = lengths.reduce(divisor, 0) || 1;
  return {
    job: {
      capacity: Math.floor((tenths(stockMm) + tenths(kerfMm)) / unit),
      sizes: lengths.map((length) => length / unit),
      demand: sizes.map(([, alike]) => alike.reduce((sum, { count }) => sum + count, 0)),
    },
    pieces: sizes.map(([, alike]) => alike),
    tooLong: pieces.filter(({ piece }) => piece.lengthMm > stockMm),
  };
}

export const piecesIn = ({ job, tooLong }: BarGroup): number =>
  job.demand.reduce((sum, count) => sum + count, 0) + tooLong.reduce((sum, { count }) => sum + count, 0);

interface Bar {
  readonly pieces: Piece[];
  readonly offcutMm: number;
}

/**
 * Which piece is cut from which bar. Pieces of a size are dealt out window by window: bars of one
 * window follow each other.
 */
function dealOut({ stockMm, kerfMm, pieces }: BarGroup, plan: readonly Bars[]): Bar[] {
  const dealt = pieces.map((alike) => ({ alike, at: 0, used: 0 }));
  const next = (size: number): Piece => {
    const from = dealt[size];
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
  // The whole is a hundred thousand pieces, and others wait meanwhile: what bars of a pattern share is found once.
  for (const { pattern, times } of plan) {
    const sizes = pattern.flatMap(([size, count]) => Array<number>(count).fill(size));
    const used = sizes.reduce((sum, size) => sum + takenBy(size), 0);
    const offcutMm = Math.max(0, tenths(stockMm) - used) / 10;
    for (let bar = 0; bar < times; bar += 1) bars.push({ pieces: sizes.map(next), offcutMm });
  }
  if (dealt.some(({ alike, at }) => at < alike.length)) throw new Error("A plan has fewer pieces than were asked for");
  return bars;
}

const allOf = (some: readonly Pieces[]): Piece[] => some.flatMap(({ piece, count }) => Array.from({ length: count }, () => piece));

/** What of the bars becomes no piece, in hundredths to one decimal. */
function wastePercent(stockMm: number, bars: readonly Bar[]): number {
  if (bars.length === 0) return 0;
  const used = bars.reduce((sum, { pieces }) => sum + pieces.reduce((length, { lengthMm }) => length + lengthMm, 0), 0);
  return Math.round(1000 * (1 - used / (bars.length * stockMm))) / 10;
}

/** A profile's bars as they are read. */
export function profileOf({ profile, material, color, stockMm, kerfMm, ...group }: BarGroup, { bars: plan, lowerBound }: Cutting) {
  const bars = dealOut({ profile, material, color, stockMm, kerfMm, ...group }, plan);
  const optimal = barsIn(plan) <= lowerBound;
  const waste = wastePercent(stockMm, bars);
  return { profile, material, color, stockMm, kerfMm, bars, lowerBound, optimal, wastePercent: waste, tooLong: allOf(group.tooLong) };
}
