import { drawShapes } from "#server/features/papers/engine/draw-shapes.ts";
import { type Block, space } from "#server/features/papers/engine/flow.ts";
import { CONTENT, LEFT, type Paper } from "#server/features/papers/engine/paper.ts";
import { leadingOf, MUTED, type Style } from "#server/features/papers/engine/typesetter.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import { countOf } from "#shared/domain/text.ts";
import { FAULT_LABEL, piecesOf, type RemakeFault } from "#shared/domain/trade/remake-faults.ts";
import { remakeNumber } from "#shared/domain/trade/status.ts";
import type { Shape } from "#shared/domain/window/drawing/shapes.ts";
import { placedIn } from "#shared/domain/window/drawing/view.ts";
import { drawingSize, drawingView, windowShapes } from "#shared/domain/window/drawing/window-shapes.ts";
import { markInWords, type WindowMark } from "#shared/domain/window/fields/window-mark.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";
import { sizesInWords } from "#shared/domain/window/text/making-text.ts";

/** The remake that an order makes good, as its job card prints it. */
export interface RemakeOnPaper {
  readonly id: number;
  /** The first order. */
  readonly orderId: number;
  readonly fault: RemakeFault | null;
  readonly reason: string;
  readonly photos: readonly string[];
  readonly windows: readonly MarkedItem[];
}
export type MarkedItem = MakerItem & { readonly pieces: number; readonly mark: WindowMark | null };

const NAME: Style = { size: 13, weight: "semibold" };
const REASON: Style = { size: 9.5 };
const PLACE: Style = { size: 9.5, weight: "semibold", tabular: true };
const NOTE: Style = { size: 8.5, colour: MUTED };
const CAPTION: Style = { size: 8.5, tabular: true };
/** The panels have letters, because the reason and the parts to make name panels by these. */
const DETAIL = { detail: "thumbnail", letters: true, textSize: 8 } as const;
const DRAWING = { width: 130, height: 130, ...DETAIL } as const;
const GAP = 22;
/** Several windows are printed side by side, smaller, with their text below. */
const IN_A_ROW = 4;
const CELL = (CONTENT - (IN_A_ROW - 1) * GAP) / IN_A_ROW;
const SMALL = { width: CELL, height: 96, ...DETAIL, textSize: 7 } as const;
/**
 * A reason may have five thousand letters and a house many windows, but the page needs room for
 * other content.
 */
const MOST_LINES = 16;
const MOST_DRAWN = 2 * IN_A_ROW;

type Room = typeof DRAWING | typeof SMALL;

/**
 * Prints the reason and the windows with their marked places. The code in the card's head leads to
 * the photos.
 * @param isMarkedBelow true if the card's own drawings have the marks: then no window is drawn here
 */
export function remakeBlocks(paper: Paper, remake: RemakeOnPaper, isMarkedBelow: boolean): Block[] {
  const windows = isMarkedBelow ? [] : remake.windows;
  const only = windows.length === 1 ? windows[0] : undefined;
  const drawn = only ? [] : windows.slice(0, MOST_DRAWN);
  const rows = Array.from({ length: Math.ceil(drawn.length / IN_A_ROW) }, (_, row) =>
    windowRow(paper, drawn.slice(row * IN_A_ROW, (row + 1) * IN_A_ROW)),
  );
  return [reasonBlock(paper, remake, { window: only, isShortened: windows.length > MOST_DRAWN }), ...rows, underline(paper), space(14)];
}

const underline = (paper: Paper): Block => ({ height: 4, draw: (y) => paper.rule(y) });

/** The text, beside the window's drawing where the remake concerns one window. */
function reasonBlock(
  paper: Paper,
  remake: RemakeOnPaper,
  { window, isShortened }: { readonly window: MarkedItem | undefined; readonly isShortened: boolean },
): Block {
  const size = window ? drawingSize(toDraw(window), DRAWING) : { width: 0, height: 0 };
  const left = window ? LEFT + DRAWING.width + GAP : LEFT;
  const width = LEFT + CONTENT - left;
  const lines = paper.type.lines(remake.reason, width, REASON);
  const shortened = lines.slice(0, MOST_LINES);
  const textPart = (text: string, style: Style, tag = "P") => ({ tag, style, lines: paper.type.lines(text, width, style) });
  const parts = [
    textPart(`Remake ${remakeNumber(remake.id)}: what was wrong`, NAME, "H2"),
    ...(remake.fault ? [textPart(FAULT_LABEL[remake.fault], PLACE)] : []),
    { tag: "P", style: REASON, lines: shortened },
    ...(window ? [textPart(placeOf(window), PLACE)] : []),
    ...elsewhere(remake, lines.length > shortened.length || isShortened).map((text) => textPart(text, NOTE)),
  ];
  const heights = parts.map((part) => part.lines.length * leadingOf(part.style) + 4);
  const height = Math.max(
    size.height,
    heights.reduce((sum, each) => sum + each, 0),
  );
  return {
    height: height + 10,
    draw: (y) => {
      if (window) drawMarked(paper, window, DRAWING, [LEFT + (DRAWING.width - size.width) / 2, y]);
      let at = y;
      for (const [index, part] of parts.entries()) {
        const top = at;
        paper.tag(part.tag, () => paper.type.draw(part.lines, left, top, width, part.style));
        at += heights[index] ?? 0;
      }
    },
  };
}

function windowRow(paper: Paper, windows: readonly MarkedItem[]): Block {
  const cells = windows.map((window) => ({
    window,
    size: drawingSize(toDraw(window), SMALL),
    lines: paper.type.lines(placeOf(window), CELL, CAPTION),
  }));
  const drawings = Math.max(...cells.map(({ size }) => size.height));
  const words = Math.max(...cells.map(({ lines }) => lines.length)) * leadingOf(CAPTION);
  return {
    height: drawings + 4 + words + 10,
    draw: (y) => {
      for (const [index, { window, size, lines }] of cells.entries()) {
        const left = LEFT + index * (CELL + GAP);
        drawMarked(paper, window, SMALL, [left + (CELL - size.width) / 2, y + drawings - size.height]);
        paper.tag("P", () => paper.type.draw(lines, left, y + drawings + 4, CELL, CAPTION));
      }
    },
  };
}

const placeOf = (window: MarkedItem): string =>
  `${piecesOf(window.name, window.pieces)}, ${sizesInWords(toDraw(window))}: ${window.mark ? `marked ${markInWords(window.mark)}` : "no place was marked on it"}.`;

const elsewhere = ({ photos }: RemakeOnPaper, isCut: boolean): string[] => [
  ...(isCut ? ["The rest of it is on the order's page."] : []),
  ...(photos.length > 0
    ? [`${countOf(photos.length, "photo shows", "photos show")} it: scan the code above to see the order's page.`]
    : []),
];

function drawMarked(paper: Paper, window: MarkedItem, room: Room, [x, y]: readonly [number, number]): void {
  const item = toDraw(window);
  const size = drawingSize(item, room);
  const shapes = [...windowShapes(item, room), ...(window.mark ? ring(item, window.mark, room) : [])];
  paper.tag("Figure", () => drawShapes(paper, shapes, x, y), {
    alt: window.mark ? `${describeWindow(item)} Marked ${markInWords(window.mark)}.` : describeWindow(item),
    bbox: [x, y, x + size.width, y + size.height],
  });
}

/**
 * Draws the mark as the screen does (client window-drawing.tsx): a light ring around a dark one,
 * visible on any paint.
 */
export function ring(item: Parameters<typeof drawingSize>[0], { xMm, yMm }: WindowMark, room: Parameters<typeof drawingSize>[1]): Shape[] {
  const place = placedIn(drawingView(item, room));
  const [x, y] = [place.x(xMm * 10), place.y(yMm * 10)];
  return [
    { kind: "path", part: "mark", d: circle(x, y, 8), stroke: "#ffffff", strokeWidth: 4 },
    { kind: "path", part: "mark", d: circle(x, y, 8), stroke: "#b3261e", strokeWidth: 2 },
    { kind: "path", part: "mark", d: circle(x, y, 2), fill: "#b3261e" },
  ];
}

const circle = (x: number, y: number, r: number): string => `M ${x - r} ${y} a ${r} ${r} 0 1 0 ${2 * r} 0 a ${r} ${r} 0 1 0 ${-2 * r} 0 Z`;
