import { create } from "qrcode";
import type { Shape } from "#shared/domain/window/drawing/shapes.ts";
import type { Paper } from "./paper.ts";
import type { Style } from "./typesetter.ts";

/**
 * Draws a window's shapes with the top left corner at x, y, from the primitives that the screen
 * shows as SVG.
 */
export function drawShapes(paper: Paper, shapes: readonly Shape[], x: number, y: number): void {
  const { doc } = paper;
  doc.save();
  doc.translate(x, y);
  for (const shape of shapes) {
    if (shape.kind === "text") drawText(paper, shape);
    else {
      doc.lineJoin("round");
      outline(paper, shape);
      paint(paper, shape);
    }
  }
  doc.restore();
}

type Drawn = Exclude<Shape, { kind: "text" }>;

function outline({ doc }: Paper, shape: Drawn): void {
  if (shape.kind === "rect") doc.rect(shape.x, shape.y, shape.width, shape.height);
  else if (shape.kind === "line") doc.moveTo(shape.x1, shape.y1).lineTo(shape.x2, shape.y2);
  else doc.path(shape.d);
}

function paint({ doc }: Paper, { fill, stroke, strokeWidth = 1, dash }: Drawn): void {
  if (stroke) {
    doc.lineWidth(strokeWidth);
    if (dash) doc.dash(dash[0], { space: dash[1] });
    else doc.undash();
  }
  if (fill && stroke) doc.fillAndStroke(fill, stroke);
  else if (fill) doc.fill(fill);
  else if (stroke) doc.stroke(stroke);
}

/** Draws text centred on x with its baseline at y, rotated about that point. */
function drawText({ doc, type }: Paper, { text, x, y, size, turn, fill }: Extract<Shape, { kind: "text" }>): void {
  const style: Style = { size, leading: 1, tabular: true, ...(fill && { colour: fill }) };
  const lines = type.lines(text, Number.POSITIVE_INFINITY, style);
  const width = lines[0]?.width ?? 0;
  doc.save();
  doc.rotate(turn, { origin: [x, y] });
  // The typesetter expects the top of the line, which is 0.86 of the size above the baseline.
  type.draw(lines, x - width / 2, y - size * 0.86, width, style);
  doc.restore();
}

/** The light modules around the code, without which scanners do not find it. */
const QUIET = 4;

/**
 * Draws a QR code as one filled path, so that it is sharp at any size; `size` includes its quiet
 * zone.
 */
export function drawQr({ doc }: Paper, text: string, x: number, y: number, size: number): void {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const module = size / (modules.size + 2 * QUIET);
  doc.rect(x, y, size, size).fill("#ffffff");
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      let length = 1;
      while (column + length < modules.size && modules.get(row, column + length)) length += 1;
      doc.rect(x + (column + QUIET) * module, y + (row + QUIET) * module, length * module, module);
      column += length;
    }
  }
  doc.fill("#000000");
}
