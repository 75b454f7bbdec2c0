import { inMillimetres } from "#shared/domain/length.ts";
import type { Shape } from "#shared/domain/window/drawing/shapes.ts";

/** A bar's picture in a document, in points. */
export const BAR_PICTURE = { height: 20, textSize: 8.5, ink: "#211f1c", paint: "#e7eef0" } as const;
/** The width of a digit in font sizes. */
const FIGURE = 0.62;
const HATCH = 5;

interface Sizes {
  /** The length that fills the width. */
  readonly fullMm: number;
  /** The length of this bar. */
  readonly lengthMm: number;
  readonly kerfMm: number;
  /** The length trimmed off before the first piece. */
  readonly trimMm: number;
}

/**
 * Draws a bar to scale: its pieces with lengths where they fit, the kerfs, and the hatched rest.
 */
export function barShapes(
  pieces: readonly { readonly lengthMm: number }[],
  { fullMm, lengthMm: barMm, kerfMm, trimMm }: Sizes,
  fullWidth: number,
): Shape[] {
  const { height, textSize, ink, paint } = BAR_PICTURE;
  const scale = fullWidth / fullMm;
  const width = barMm * scale;
  const shapes: Shape[] = [];
  let at = trimMm;
  for (const { lengthMm } of pieces) {
    const [x, wide] = [at * scale, lengthMm * scale];
    shapes.push({ kind: "rect", part: "panel", x, y: 0, width: wide, height, fill: paint, stroke: ink, strokeWidth: 0.6 });
    const text = inMillimetres(lengthMm * 10);
    if (text.length * FIGURE * textSize < wide - 2)
      shapes.push({
        kind: "text",
        part: "dimension",
        x: x + wide / 2,
        y: height / 2 + textSize * 0.36,
        size: textSize,
        text,
        turn: 0,
        fill: ink,
      });
    at += lengthMm + kerfMm;
  }
  const left = Math.min(at * scale, width);
  for (let x = left - height; x < width; x += HATCH) {
    const [from, to] = [Math.max(x, left), Math.min(x + height, width)];
    if (to <= from) continue;
    shapes.push({
      kind: "line",
      part: "opening",
      x1: from,
      y1: height - (from - x),
      x2: to,
      y2: height - (to - x),
      stroke: ink,
      strokeWidth: 0.4,
    });
  }
  return [...shapes, { kind: "rect", part: "frame", x: 0, y: 0, width, height, stroke: ink, strokeWidth: 0.8 }];
}
