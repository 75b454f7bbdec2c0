import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import { fitWindow } from "#shared/domain/window/geometry/fitted.ts";
import { bayPosts, layOutWindow, type WindowLayout, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { drawnHinges, type HingedPanels, hingedPanels } from "#shared/domain/window/saw/hardware.ts";
import { planShapes } from "./bay-plan.ts";
import { type CuttingFigures, cuttingFigures, figureShapes } from "./cutting-figures.ts";
import { type DrawingOptions, type DrawingTheme, PRINT_THEME, type Shape, textWidth } from "./shapes.ts";
import { shutterShapes } from "./shutter-shapes.ts";
import {
  countedFigures,
  type DrawingSize,
  type DrawingView,
  figureOf,
  fits,
  hasParts,
  LEADING,
  partsOf,
  placedIn,
  type Span,
  TO_LINE,
  TO_POST,
  viewOf,
} from "./view.ts";

/** Draws a shutter to scale as primitives, seen from inside the room. */
export function windowShapes(item: WindowToDraw, options: DrawingOptions): Shape[] {
  const layout = layOutWindow(item);
  const hinged = options.detail === "thumbnail" ? [] : hingedPanels(item, layout);
  const figures = figuresOf(item, layout, options, hinged);
  const view = viewFor(item, layout, options, figures);
  const theme = options.theme ?? PRINT_THEME;
  return [
    ...shutterShapes(layout, item, view, theme, drawnHinges(layout, hinged)),
    ...(view.detail === "cutting" || options.letters ? letterShapes(layout, view, theme) : []),
    ...dimensionShapes(layout, view, theme),
    ...(figures ? figureShapes(figures, figuresFrame(layout, view), theme) : []),
    ...angleShapes(layout, view, theme),
    ...(view.plan ? planShapes(view.plan, { x: view.plan.left, y: view.plan.top }, theme) : []),
  ];
}

/**
 * Draws each panel's letter on a label below the panel's middle, where louvres run behind it (rule
 * M24).
 */
function letterShapes({ panels }: WindowLayout, view: DrawingView, theme: DrawingTheme): Shape[] {
  const place = placedIn(view);
  const size = view.textSize * LETTER_SIZE;
  return panels.flatMap((panel, at): Shape[] => {
    const text = panelLetter(at + 1);
    const width = textWidth(text, size) + size * LETTER_EDGE;
    const box = place.box(panel);
    if (box.width < width || box.height < 3 * size) return [];
    const middle = place.round(box.x + box.width / 2);
    const base = place.round(box.y + box.height * LETTER_DOWN);
    const [x, y] = [place.round(middle - width / 2), place.round(base - size)];
    const label = { x, y, width: place.round(width), height: place.round(size * LETTER_EDGE * 2) };
    return [
      { kind: "rect", part: "mark", ...label, fill: LETTER_GROUND, stroke: theme.ink, strokeWidth: 0.5 },
      { ...figure(text, { x: middle, y: base, turn: 0 }, size, { ...theme, ink: LETTER_INK }), part: "mark" },
    ];
  });
}
/**
 * The letter's size relative to other figures, its margin relative to itself, and its position as a
 * share of the panel's height.
 */
const [LETTER_SIZE, LETTER_EDGE, LETTER_DOWN] = [1.3, 0.65, 0.68] as const;
/** Black on white in any theme, over any paint. */
const [LETTER_INK, LETTER_GROUND] = ["#211f1c", "#ffffff"] as const;

/** Writes the angle inside the room above each post of a bay (rule M30). */
function angleShapes(layout: WindowLayout, view: DrawingView, theme: DrawingTheme): Shape[] {
  if (!view.above) return [];
  const { above, textSize: size } = view;
  const place = placedIn(view);
  return bayPosts(layout).map(({ x, width, angle }): Shape => {
    const text = `${angle}°`;
    const middle = place.x(x + width / 2);
    const top = place.y(0);
    const label: Label =
      above.way === "along"
        ? { x: middle, y: place.round(top - size * TO_POST), turn: 0 }
        : {
            x: place.round(middle + size * HALF_A_LETTER),
            y: place.round(top - size * TO_POST - textWidth(text, size) / 2),
            turn: -90,
          };
    return figure(text, label, size, theme);
  });
}

function figuresOf(
  item: WindowToDraw,
  layout: WindowLayout,
  { detail }: DrawingOptions,
  hinged?: readonly HingedPanels[],
): CuttingFigures | null {
  return detail === "cutting" ? cuttingFigures(item, layout, hinged ?? hingedPanels(item, layout)) : null;
}

function figuresFrame({ width, height }: WindowLayout, view: DrawingView) {
  const { x, y } = placedIn(view);
  const { scale, textSize, margins, below } = view;
  return { left: x(0), top: y(0), right: x(width), bottom: y(height), scale, textSize, margins, offset: below.depth };
}

const viewFor = (item: WindowToDraw, layout: WindowLayout, options: DrawingOptions, figures: CuttingFigures | null): DrawingView =>
  viewOf(layout, options, hasParts(options.detail) ? partsOf(fitWindow(item, layout), options.detail) : null, figures);

/** Returns the window's position in its drawing, for marks that are drawn over it. */
export function drawingView(item: WindowToDraw, options: DrawingOptions): DrawingView {
  const layout = layOutWindow(item);
  return viewFor(item, layout, options, figuresOf(item, layout, options));
}

/**
 * Returns the size that the drawing actually needs, for a `viewBox` or for the layout of a page.
 */
export const drawingSize = (item: WindowToDraw, options: DrawingOptions): DrawingSize => drawingView(item, options).size;

/**
 * The distance from a line to a turned figure, and the height of a letter's middle above the
 * baseline, in units of the text size.
 */
const [TO_TURNED, HALF_A_LETTER] = [0.35, 0.35] as const;

interface Pen {
  readonly view: DrawingView;
  readonly theme: DrawingTheme;
  /** The top of the rows below the window. */
  readonly bottom: number;
}

/**
 * Draws the width below the window and the height to its left. A making drawing has the panels and
 * mid rails between these measures and the window.
 */
function dimensionShapes({ width, height }: WindowLayout, view: DrawingView, theme: DrawingTheme): Shape[] {
  if (!view.measured) return [];
  const { below, beside, margins } = view;
  const pen = { view, theme, bottom: placedIn(view).y(height) };
  return [
    ...drawMeasureBelow(pen, [0, width], below.depth + margins.below, "along", " mm"),
    ...drawMeasureLeft(pen, [0, height], beside.depth + margins.left, "along", " mm"),
    ...(below.way === "counted"
      ? drawCountedMeasures(pen, below.spans)
      : spansWithRoom(below, view).flatMap((span) => drawMeasureBelow(pen, span, 0, below.way))),
    ...spansWithRoom(beside, view).flatMap((span) => drawMeasureLeft(pen, span, 0, beside.way)),
  ];
}

/** Leaves out figures that are larger than their span. The overall measures are never left out. */
const spansWithRoom = ({ spans, way }: DrawingView["below"], { scale, textSize }: DrawingView): readonly Span[] =>
  spans.filter((span) => fits([span], way, scale, textSize));

/** Draws one measure below the window, with its figure under the line. */
function drawMeasureBelow({ view, theme, bottom }: Pen, span: Span, offset: number, way: DrawingView["below"]["way"], unit = ""): Shape[] {
  const place = placedIn(view);
  const size = view.textSize;
  const text = `${figureOf(span)}${unit}`;
  const [from, to] = [place.x(span[0]), place.x(span[1])];
  const y = place.round(bottom + offset + size * TO_LINE);
  const middle = place.round((from + to) / 2);
  const label: Label =
    way === "along"
      ? { x: middle, y: place.round(y + size * LEADING), turn: 0 }
      : { x: place.round(middle + size * HALF_A_LETTER), y: place.round(y + size * TO_TURNED + textWidth(text, size) / 2), turn: -90 };
  return [
    ...drawArrowLine(from, to, (along, aside) => `${place.round(along)} ${place.round(y + aside)}`, size, theme),
    ...(way === "counted" ? [] : [figure(text, label, size, theme)]),
  ];
}

/** Draws each panel's line, and below the lines the number of panels of each width. */
function drawCountedMeasures(pen: Pen, spans: readonly Span[]): Shape[] {
  const { view, theme, bottom } = pen;
  const { round, x } = placedIn(view);
  const size = view.textSize;
  const middle = round((x(spans[0]?.[0] ?? 0) + x(spans.at(-1)?.[1] ?? 0)) / 2);
  return [
    ...spans.flatMap((span) => drawMeasureBelow(pen, span, 0, "counted")),
    ...countedFigures(spans).map((text, line) =>
      figure(text, { x: middle, y: round(bottom + size * (TO_LINE + LEADING * (line + 1))), turn: 0 }, size, theme),
    ),
  ];
}

/** Draws one measure to the left of the window. */
function drawMeasureLeft({ view, theme }: Pen, span: Span, offset: number, way: DrawingView["beside"]["way"], unit = ""): Shape[] {
  const place = placedIn(view);
  const size = view.textSize;
  const text = `${figureOf(span)}${unit}`;
  const [from, to] = [place.y(span[0]), place.y(span[1])];
  const x = place.round(place.x(0) - offset - size * TO_LINE);
  const middle = place.round((from + to) / 2);
  const label: Label =
    way === "along"
      ? { x: place.round(x - size * 0.45), y: middle, turn: -90 }
      : { x: place.round(x - size * TO_TURNED - textWidth(text, size) / 2), y: place.round(middle + size * HALF_A_LETTER), turn: 0 };
  return [
    ...drawArrowLine(from, to, (along, aside) => `${place.round(x + aside)} ${place.round(along)}`, size, theme),
    figure(text, label, size, theme),
  ];
}

type Label = Pick<Extract<Shape, { kind: "text" }>, "x" | "y" | "turn">;
const figure = (text: string, label: Label, size: number, theme: DrawingTheme): Shape => ({
  kind: "text",
  part: "dimension",
  ...label,
  size,
  text,
  fill: theme.ink,
});

/**
 * Draws a line with an arrow and a stop at both ends. Arrows shrink on a line shorter than they
 * are.
 */
function drawArrowLine(from: number, to: number, at: (along: number, aside: number) => string, size: number, theme: DrawingTheme): Shape[] {
  const head = Math.min(size * 0.5, (to - from) / 3);
  const stop = size * 0.35;
  const tip = (end: number, way: 1 | -1) => `M${at(end, 0)}L${at(end + way * head, head * 0.35)}L${at(end + way * head, -head * 0.35)}Z`;
  const stopAt = (end: number) => `M${at(end, -stop)}L${at(end, stop)}`;
  const d = `M${at(from, 0)}L${at(to, 0)}${stopAt(from)}${stopAt(to)}`;
  return [
    { kind: "path", part: "dimension", d, stroke: theme.ink, strokeWidth: 0.7 },
    { kind: "path", part: "dimension", d: tip(from, 1) + tip(to, -1), fill: theme.ink },
  ];
}
