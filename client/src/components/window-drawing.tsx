import { createElement, type ReactElement, type SVGProps } from "react";
import { describeWindow } from "#shared/domain/describe-window.ts";
import type { WindowToDraw } from "#shared/domain/window-layout.ts";
import { type DrawingOptions, drawingSize, PRINT_THEME, type Shape, windowShapes } from "#shared/domain/window-shapes.ts";
import { cx } from "./ui/class-names.ts";

/** Figures and dimension lines have the page's text colour, so both themes read well; the shutter has its own colours in both. */
const SCREEN_THEME = { ...PRINT_THEME, ink: "currentColor" };

type WindowDrawingProps = Omit<DrawingOptions, "theme"> & {
  window: WindowToDraw;
  /** Where a control around the drawing already says what it shows. */
  decorative?: boolean;
  className?: string;
};

/** A window to scale, as seen from inside the room. It says the same in words to whoever does not see it. */
export function WindowDrawing({ window, decorative = false, className, ...drawing }: WindowDrawingProps) {
  const options = { ...drawing, theme: SCREEN_THEME };
  const size = drawingSize(window, options);
  const attributes: SVGProps<SVGSVGElement> = {
    viewBox: `0 0 ${size.width} ${size.height}`,
    width: size.width,
    height: size.height,
    className: cx("block h-auto max-w-full", className),
    ...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": describeWindow(window) }),
  };
  // As arguments, not as a list: the shapes of a drawing have an order and no identity, so they need no keys.
  return createElement("svg", attributes, ...windowShapes(window, options).map(element));
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
