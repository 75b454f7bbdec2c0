import { inMillimetres } from "./length.ts";
import type { WindowLayout } from "./window-layout.ts";

/** From one point to another along a side of the window, in its tenths of a millimetre. */
export type Span = readonly [from: number, to: number];

/**
 * How the figures of one side's parts are written: along their spans; turned across them, where one would be wider than its span; or in
 * lines of their own, `6 × 815.3`, where a span is narrower than a line of writing is high.
 */
export type Way = "along" | "across" | "counted";

/** The widths of the panels, from the left. */
export const widthsOf = ({ panels }: WindowLayout): Span[] => panels.map(({ x, width }) => [x, x + width] as const);

/** From the top of the frame to the middle of each mid rail in turn, and on to the bottom. */
export function heightsOf({ panels, height }: WindowLayout): Span[] {
  const middles = (panels[0]?.midRails ?? []).map((rail) => rail.y + rail.height / 2);
  return middles.length === 0 ? [] : [...middles, height].map((to, index) => [middles[index - 1] ?? 0, to] as const);
}

export const figureOf = ([from, to]: Span): string => inMillimetres(to - from);
/** A figure takes a little over half of its size in width. */
export const lengthWritten = (text: string, size: number): number => text.length * size * 0.56;

const middle = ([from, to]: Span): number => (from + to) / 2;
/** What a figure has to itself: sliding panels overlap, so the next figure may be nearer than the end of the span. */
const roomsOf = (spans: readonly Span[]): number[] =>
  spans.map((span, index) => {
    const next = spans[index + 1] ?? spans[index - 1];
    return Math.min(span[1] - span[0], next ? Math.abs(middle(next) - middle(span)) : Number.POSITIVE_INFINITY);
  });

/** Whether every part has room for its figure at a scale. */
export function fits(spans: readonly Span[], way: Way, scale: number, size: number): boolean {
  const rooms = roomsOf(spans).map((room) => room * scale);
  if (way === "along") return spans.every((span, index) => lengthWritten(figureOf(span), size) + 4 <= (rooms[index] ?? 0));
  return way === "counted" || rooms.every((room) => size * 1.1 <= room);
}

/** `2 × 658.7`, `658.6`: from the first, equal neighbours in one. */
export function countedFigures(spans: readonly Span[]): string[] {
  const runs: { text: string; count: number }[] = [];
  for (const text of spans.map(figureOf)) {
    const last = runs.at(-1);
    if (last?.text === text) last.count += 1;
    else runs.push({ text, count: 1 });
  }
  return runs.map(({ text, count }) => (count === 1 ? text : `${count} × ${text}`));
}
