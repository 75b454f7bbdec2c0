import { CONTENT } from "#server/features/papers/engine/paper.ts";
import type { Style } from "#server/features/papers/engine/typesetter.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import { isBay } from "#shared/domain/window/geometry/bay.ts";
import { layOutWindow, toDraw } from "#shared/domain/window/geometry/window-layout.ts";

export const NAME: Style = { size: 13, weight: "semibold" };

/**
 * The size to make is the largest text of a window's page; the recess size is printed small beside
 * it.
 */
const SIZE: Style = { size: 20, weight: "semibold", tabular: true };
const SUM: Style = { size: 9.5, tabular: true, leading: 1.3 };

/**
 * The largest drawing of a window and its texts, by its share of a page: all, half (also of a tall or
 * a wide window) or a quarter.
 * The scale of the drawing stays about 1:20 (rule M42).
 */
const FORMATS = {
  whole: {
    drawing: { width: CONTENT, height: 350, textSize: 8.5 },
    size: SIZE,
    fact: { size: 9.5 },
    sum: SUM,
    column: 95,
    rule: 12,
  },
  half: {
    drawing: { width: 260, height: 200, textSize: 7.5 },
    size: SIZE,
    fact: { size: 9 },
    sum: SUM,
    column: 95,
    rule: 12,
  },
  tall: {
    drawing: { width: 150, height: 244, textSize: 7.5 },
    ...{ size: { ...SIZE, size: 15 }, fact: { size: 8.5 }, sum: { ...SUM, size: 8.5 }, column: 95, rule: 8 },
  },
  wide: {
    drawing: { width: 360, height: 150, textSize: 7.5 },
    ...{ size: { ...SIZE, size: 15 }, fact: { size: 8.5 }, sum: { ...SUM, size: 8.5 }, column: 95, rule: 8 },
  },
  quarter: {
    drawing: { width: 160, height: 104, textSize: 6.5 },
    ...{ size: { ...SIZE, size: 15 }, fact: { size: 8.5 }, sum: { ...SUM, size: 8.5 }, column: 80, rule: 8 },
  },
} as const;

export type Format = (typeof FORMATS)[keyof typeof FORMATS];

/** The longest side of a window that has half or a quarter of a page, in tenths of a millimetre. */
const SMALL = { half: 13_000, quarter: 7500 } as const;

/** The sides of windows that are narrow and tall, or low and wide: they have half a page, too. */
const NARROW = { least: 8000, tall: 18_000, wide: 24_000 } as const;

/** A window of several posts or sections has more figures than a small drawing has room for. */
export function formatOf(item: MakerItem): Format {
  const window = toDraw(item);
  const { width, height, panels, posts, rise } = layOutWindow(window);
  const longest = Math.max(width, height);
  if (panels.length > 4 || posts.length > 1 || isBay(window)) return FORMATS.whole;
  if (longest > SMALL.half) {
    if (width <= NARROW.least && height <= NARROW.tall && panels.length <= 2) return FORMATS.tall;
    return height <= NARROW.least && width <= NARROW.wide ? FORMATS.wide : FORMATS.whole;
  }
  const isPlain = panels.length <= 2 && posts.length === 0 && rise.fields.length === 1;
  return longest <= SMALL.quarter && isPlain ? FORMATS.quarter : FORMATS.half;
}
