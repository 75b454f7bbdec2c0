import type { WindowLayout } from "./window-layout.ts";
import type { DrawingOptions } from "./window-shapes.ts";

export interface DrawingSize {
  readonly width: number;
  readonly height: number;
}

/** Where the window stands in the drawing, and how large: one scale for both directions. */
export interface DrawingView {
  readonly size: DrawingSize;
  readonly left: number;
  readonly top: number;
  /** Units of the drawing for a tenth of a millimetre. */
  readonly scale: number;
  readonly detail: NonNullable<DrawingOptions["detail"]>;
  readonly textSize: number;
}

/** Rows of figures beside the window: none, the overall measure, or the parts and the overall measure. */
const ROWS = { thumbnail: 0, full: 1, making: 2 } as const;
/** A row's height in sizes of its text: the line, the figure and air. */
export const ROW = 2;

export function viewOf(window: Pick<WindowLayout, "width" | "height">, options: DrawingOptions): DrawingView {
  const { width, height = width, detail = "full", textSize = 11 } = options;
  const rows = ROWS[detail] * ROW * textSize;
  // Half a line's width, so that no stroke is cut off at the edge.
  const edge = 1;
  const room = { width: Math.max(width - rows - 2 * edge, 1), height: Math.max(height - rows - 2 * edge, 1) };
  const scale = Math.min(room.width / window.width, room.height / window.height);
  // A figure must stay inside the drawing even where the window is narrower than its own measure in writing.
  const least = detail === "thumbnail" ? 0 : textSize * 6.5;
  const drawn = { width: window.width * scale, height: window.height * scale };
  const box = { width: Math.max(drawn.width, Math.min(least, room.width)), height: Math.max(drawn.height, Math.min(least, room.height)) };
  return {
    size: { width: box.width + rows + 2 * edge, height: box.height + rows + 2 * edge },
    left: rows + edge + (box.width - drawn.width) / 2,
    top: edge + (box.height - drawn.height) / 2,
    scale,
    detail,
    textSize,
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** From the window's tenths of a millimetre to the drawing's units. */
export function placedIn({ left, top, scale }: DrawingView) {
  const x = (at: number) => round(left + at * scale);
  const y = (at: number) => round(top + at * scale);
  return {
    x,
    y,
    round,
    point: (atX: number, atY: number) => `${x(atX)} ${y(atY)}`,
    /** Edges are rounded, not widths: neighbours meet. */
    box: (box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }) => ({
      x: x(box.x),
      y: y(box.y),
      width: round(x(box.x + box.width) - x(box.x)),
      height: round(y(box.y + box.height) - y(box.y)),
    }),
  };
}
export type Placed = ReturnType<typeof placedIn>;
