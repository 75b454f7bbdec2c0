import { describeWindow } from "#shared/domain/describe-window.ts";
import type { Shape } from "#shared/domain/drawing.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { markInWords, type WindowMark } from "#shared/domain/window-mark.ts";
import { drawingSize, drawingView, windowShapes } from "#shared/domain/window-shapes.ts";
import { placedIn } from "#shared/domain/window-view.ts";
import { toDraw } from "./cut-list.ts";
import type { MakerItem } from "./document-contents.ts";
import { drawShapes } from "./draw-shapes.ts";
import { type Block, space } from "./flow.ts";
import { CONTENT, LEFT, type Paper } from "./paper.ts";
import { leadingOf, MUTED, type Style } from "./typesetter.ts";

/** What a job card says of the remake that its order makes good. */
export interface RemakeOnPaper {
  readonly id: number;
  readonly reason: string;
  readonly photos: readonly string[];
  readonly window: (MakerItem & { readonly mark: WindowMark | null }) | null;
}

const NAME: Style = { size: 13, weight: "semibold" };
const REASON: Style = { size: 9.5 };
const PLACE: Style = { size: 9.5, weight: "semibold", tabular: true };
const NOTE: Style = { size: 8.5, colour: MUTED };
const DRAWING = { width: 130, height: 130, detail: "thumbnail" } as const;
const GAP = 22;
/** A reason may be five thousand letters long; a page has other things to say. */
const MOST_LINES = 16;

/** The reason, and the window with the place that was marked on it. The photos are on the order's page, where the code of the head leads. */
export function whatWasWrong(paper: Paper, remake: RemakeOnPaper): Block[] {
  const { window } = remake;
  const size = window ? drawingSize(toDraw(window), DRAWING) : { width: 0, height: 0 };
  const left = window ? LEFT + DRAWING.width + GAP : LEFT;
  const width = LEFT + CONTENT - left;
  const lines = paper.type.lines(remake.reason, width, REASON);
  const shown = lines.slice(0, MOST_LINES);
  const parts = [
    { tag: "H2", style: NAME, lines: paper.type.lines(`Remake RMK-${remake.id}: what was wrong`, width, NAME) },
    { tag: "P", style: REASON, lines: shown },
    ...(window ? [{ tag: "P", style: PLACE, lines: paper.type.lines(placeOf(window), width, PLACE) }] : []),
    ...elsewhere(remake, lines.length > shown.length).map((text) => ({
      tag: "P",
      style: NOTE,
      lines: paper.type.lines(text, width, NOTE),
    })),
  ];
  const heights = parts.map((part) => part.lines.length * leadingOf(part.style) + 4);
  const height = Math.max(
    size.height,
    heights.reduce((sum, each) => sum + each, 0),
  );
  return [
    {
      height: height + 14,
      draw: (y) => {
        if (window) drawMarked(paper, window, LEFT + (DRAWING.width - size.width) / 2, y);
        let at = y;
        for (const [index, part] of parts.entries()) {
          const top = at;
          paper.tag(part.tag, () => paper.type.draw(part.lines, left, top, width, part.style));
          at += heights[index] ?? 0;
        }
        paper.rule(y + height + 10);
      },
    },
    space(14),
  ];
}

const placeOf = (window: NonNullable<RemakeOnPaper["window"]>): string =>
  `${window.name}, ${sizeInMillimetres(window)}: ${window.mark ? `marked ${markInWords(window.mark)}` : "no place was marked on it"}.`;

const elsewhere = ({ photos }: RemakeOnPaper, cut: boolean): string[] => [
  ...(cut ? ["The rest of it is on the order's page."] : []),
  ...(photos.length > 0
    ? [`${photos.length === 1 ? "1 photo shows it" : `${photos.length} photos show it`}: scan the code above to see the order's page.`]
    : []),
];

function drawMarked(paper: Paper, window: NonNullable<RemakeOnPaper["window"]>, x: number, y: number): void {
  const item = toDraw(window);
  const size = drawingSize(item, DRAWING);
  const shapes = [...windowShapes(item, DRAWING), ...(window.mark ? ring(item, window.mark) : [])];
  paper.tag("Figure", () => drawShapes(paper, shapes, x, y), {
    alt: window.mark ? `${describeWindow(item)} Marked ${markInWords(window.mark)}.` : describeWindow(item),
    bbox: [x, y, x + size.width, y + size.height],
  });
}

/** As the screen draws it (client window-drawing.tsx): seen on any paint, light round dark. */
function ring(item: Parameters<typeof drawingSize>[0], { xMm, yMm }: WindowMark): Shape[] {
  const place = placedIn(drawingView(item, DRAWING));
  const [x, y] = [place.x(xMm * 10), place.y(yMm * 10)];
  return [
    { kind: "path", part: "mark", d: circle(x, y, 8), stroke: "#ffffff", strokeWidth: 4 },
    { kind: "path", part: "mark", d: circle(x, y, 8), stroke: "#b3261e", strokeWidth: 2 },
    { kind: "path", part: "mark", d: circle(x, y, 2), fill: "#b3261e" },
  ];
}

const circle = (x: number, y: number, r: number): string => `M ${x - r} ${y} a ${r} ${r} 0 1 0 ${2 * r} 0 a ${r} ${r} 0 1 0 ${-2 * r} 0 Z`;
