import { clsx } from "clsx";
import { createElement, type ReactElement, type SVGProps } from "react";
import { metresToLength } from "#shared/domain/length.ts";
import { type DrawingOptions, PRINT_THEME, type Shape } from "#shared/domain/window/drawing/shapes.ts";
import { placedIn } from "#shared/domain/window/drawing/view.ts";
import { drawingSize, drawingView, windowShapes } from "#shared/domain/window/drawing/window-shapes.ts";
import { markInWords, type WindowMark } from "#shared/domain/window/fields/window-mark.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import type { Clearances } from "#shared/domain/window/saw/clearances.ts";
import type { Lap, OwnSection } from "#shared/domain/window/saw/sections.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";

/**
 * Converts a window of a reply, in metres, to a window for the drawing, in tenths of a millimetre.
 */
export const toDrawable = <Item extends Omit<WindowToDraw, "width" | "height"> & { readonly widthM: number; readonly heightM: number }>(
  item: Item,
): Item & WindowToDraw => ({ ...item, width: metresToLength(item.widthM), height: metresToLength(item.heightM) });

/** The supplier's own measures. Customers do not receive its sections and laps. */
export interface MakersOwn {
  readonly clearances: Clearances;
  readonly sections?: readonly OwnSection[] | undefined;
  readonly lap?: Lap | undefined;
  readonly trackDepthMm?: number | undefined;
}

/** Adds the supplier's own measures to the windows of an order or a remake (rules M15 and M19). */
export const addMakersOwn = <Item,>(items: readonly Item[], { clearances, sections, lap, trackDepthMm }: MakersOwn): (Item & MakersOwn)[] =>
  items.map((item) => ({ ...item, clearances, sections, lap, trackDepthMm }));

/**
 * Figures and dimension lines use the page's text colour, for both themes. The shutter has its own
 * colours.
 */
const SCREEN_THEME = { ...PRINT_THEME, ink: "currentColor" };

type WindowDrawingProps = Omit<DrawingOptions, "theme"> & {
  window: WindowToDraw;
  /** Hides the drawing from screen readers where the surrounding control has a label. */
  decorative?: boolean;
  mark?: WindowMark | null | undefined;
  className?: string;
};

/**
 * Draws a window to scale, seen from inside the room. Its label describes it for screen readers.
 */
export function WindowDrawing({ window, decorative = false, mark, className, ...drawing }: WindowDrawingProps) {
  const options = { ...drawing, theme: SCREEN_THEME };
  const size = drawingSize(window, options);
  const attributes: SVGProps<SVGSVGElement> = {
    viewBox: `0 0 ${size.width} ${size.height}`,
    width: size.width,
    height: size.height,
    // A mark at the window's edge extends beyond the drawing.
    className: clsx("block h-auto max-w-full overflow-visible", className),
    ...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": inWords(window, mark) }),
  };
  // Children as arguments need no keys.
  return createElement(
    "svg",
    attributes,
    ...windowShapes(window, options).map(element),
    mark && <Ring key="mark" {...ringAt(window, mark, options)} />,
  );
}

const inWords = (window: WindowToDraw, mark: WindowMark | null | undefined): string =>
  mark ? `${describeWindow(window)} Marked ${markInWords(mark)}.` : describeWindow(window);

function ringAt(window: WindowToDraw, { xMm, yMm }: WindowMark, options: DrawingOptions) {
  const place = placedIn(drawingView(window, options));
  return { x: place.x(xMm * 10), y: place.y(yMm * 10) };
}

/** A light ring around a dark one is visible on any colour. */
function Ring({ x, y }: { x: number; y: number }) {
  return (
    <g data-part="place">
      <circle cx={x} cy={y} r={11} className="fill-none stroke-surface" strokeWidth={5} />
      <circle cx={x} cy={y} r={11} className="fill-none stroke-danger" strokeWidth={2.5} />
      <circle cx={x} cy={y} r={2.5} className="fill-danger stroke-surface" strokeWidth={1} />
    </g>
  );
}

function element(shape: Shape): ReactElement {
  const { fill = "none", stroke, strokeWidth, dash } = shape;
  const paint = { fill, stroke, strokeWidth, strokeDasharray: dash?.join(" ") };
  switch (shape.kind) {
    case "rect":
      return <rect x={shape.x} y={shape.y} width={shape.width} height={shape.height} {...paint} />;
    case "line":
      return <line x1={shape.x1} y1={shape.y1} x2={shape.x2} y2={shape.y2} {...paint} />;
    case "path":
      return <path d={shape.d} {...paint} />;
    case "text":
      return (
        <text
          x={shape.x}
          y={shape.y}
          fontSize={shape.size}
          textAnchor="middle"
          transform={shape.turn === 0 ? undefined : `rotate(${shape.turn} ${shape.x} ${shape.y})`}
          className="tabular-nums"
          {...paint}
        >
          {shape.text}
        </text>
      );
  }
}
