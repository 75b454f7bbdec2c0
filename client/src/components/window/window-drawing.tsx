import { clsx } from "clsx";
import { createElement, type ReactElement, type SVGProps } from "react";
import { describeWindow } from "#shared/domain/describe-window.ts";
import { metresToLength } from "#shared/domain/length.ts";
import type { WindowToDraw } from "#shared/domain/window-layout.ts";
import { markInWords, type WindowMark } from "#shared/domain/window-mark.ts";
import { type DrawingOptions, drawingSize, drawingView, PRINT_THEME, type Shape, windowShapes } from "#shared/domain/window-shapes.ts";
import { placedIn } from "#shared/domain/window-view.ts";

/** A window as it travels, in metres; a drawing is made from whole tenths of a millimetre. */
export const drawable = <Item extends Omit<WindowToDraw, "width" | "height"> & { readonly widthM: number; readonly heightM: number }>(
  item: Item,
): WindowToDraw => ({ ...item, width: metresToLength(item.widthM), height: metresToLength(item.heightM) });

/**
 * Figures and dimension lines have the page's text colour, so both themes read well; the shutter has its own colours in
 * both.
 */
const SCREEN_THEME = { ...PRINT_THEME, ink: "currentColor" };

type WindowDrawingProps = Omit<DrawingOptions, "theme"> & {
  window: WindowToDraw;
  /** Where a control around the drawing already says what it shows. */
  decorative?: boolean;
  /** The marked place. */
  mark?: WindowMark | null | undefined;
  className?: string;
};

/** A window to scale, as seen from inside the room. A text says the same for people who cannot see it. */
export function WindowDrawing({ window, decorative = false, mark, className, ...drawing }: WindowDrawingProps) {
  const options = { ...drawing, theme: SCREEN_THEME };
  const size = drawingSize(window, options);
  const attributes: SVGProps<SVGSVGElement> = {
    viewBox: `0 0 ${size.width} ${size.height}`,
    width: size.width,
    height: size.height,
    // A mark at the edge of the window reaches over it.
    className: clsx("block h-auto max-w-full overflow-visible", className),
    ...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": inWords(window, mark) }),
  };
  // As arguments, not as a list: the shapes of a drawing have an order and no identity, so they need no keys.
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

/** Seen on any paint: light round dark. */
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
