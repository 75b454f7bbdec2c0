import { create } from "qrcode";
import type { Paper } from "./paper.ts";

/** Light modules around the code, without which scanners do not find it. */
const QUIET = 4;

/** A QR code as one filled path, so that it is sharp at any size; `size` includes its quiet edge. */
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
