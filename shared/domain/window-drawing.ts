import type { WindowToDraw } from "./window-layout.ts";
import { type DrawingOptions, type DrawingSize, drawingSize, type Shape, windowShapes } from "./window-shapes.ts";

/** Text in an attribute or between tags. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

type Attributes = Readonly<Record<string, string | number | undefined>>;

const tag = (name: string, attributes: Attributes, content = ""): string => {
  const written = Object.entries(attributes).map(([key, value]) => (value === undefined ? "" : ` ${key}="${escaped(String(value))}"`));
  return `<${name}${written.join("")}${content === "" ? "/>" : `>${content}</${name}>`}`;
};

/** Presentation attributes only: a strict Content-Security-Policy refuses inline style (rule C15). */
const paint = ({ fill = "none", stroke, strokeWidth, dash }: Shape): Attributes => ({
  fill,
  stroke,
  "stroke-width": strokeWidth,
  "stroke-dasharray": dash?.join(" "),
  "stroke-linejoin": stroke && "round",
});

function element(shape: Shape): string {
  switch (shape.kind) {
    case "rect":
      return tag("rect", { x: shape.x, y: shape.y, width: shape.width, height: shape.height, ...paint(shape) });
    case "line":
      return tag("line", { x1: shape.x1, y1: shape.y1, x2: shape.x2, y2: shape.y2, ...paint(shape) });
    case "path":
      return tag("path", { d: shape.d, ...paint(shape) });
    case "text": {
      const turn = shape.turn === 0 ? undefined : `rotate(${shape.turn} ${shape.x} ${shape.y})`;
      const place = { x: shape.x, y: shape.y, "font-size": shape.size, "text-anchor": "middle", transform: turn };
      return tag("text", { ...place, "font-family": "Inter, sans-serif", ...paint(shape) }, escaped(shape.text));
    }
  }
}

/** Shapes as an SVG document: no script, no style, nothing from outside. */
export function shapesToSvg(shapes: readonly Shape[], { width, height }: DrawingSize, title: string): string {
  const box = { width: round(width), height: round(height) };
  const attributes = { xmlns: "http://www.w3.org/2000/svg", ...box, viewBox: `0 0 ${box.width} ${box.height}`, role: "img" };
  return tag("svg", attributes, `${tag("title", {}, escaped(title) || " ")}${shapes.map(element).join("")}`);
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** A window's drawing as an SVG document. */
export const drawWindow = (item: WindowToDraw, options: DrawingOptions, title: string): string =>
  shapesToSvg(windowShapes(item, options), drawingSize(item, options), title);
