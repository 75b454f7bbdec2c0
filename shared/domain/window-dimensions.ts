import { lengthIn, type TenthMm } from "./length.ts";
import type { WindowLayout } from "./window-layout.ts";
import type { DrawingTheme, Shape } from "./window-shapes.ts";
import { type DrawingView, placedIn, ROW } from "./window-view.ts";

const figures = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });
/** `1,234.5`, of tenths of a millimetre. */
export const inMillimetres = (length: number): string => figures.format(lengthIn(length as TenthMm, "mm"));

/** `1,200 × 1,350 mm`: width first. */
export const sizeInMillimetres = ({ widthM, heightM }: { readonly widthM: TenthMm; readonly heightM: TenthMm }): string =>
  `${inMillimetres(widthM)} × ${inMillimetres(heightM)} mm`;

/** From one point to another along a side of the window, in its tenths of a millimetre. */
type Span = readonly [from: number, to: number];

/** Width below the window, height to its left; for the maker, the panels and the mid rails between it and them. */
export function dimensionShapes(layout: WindowLayout, view: DrawingView, theme: DrawingTheme): Shape[] {
  const { width, height, panels } = layout;
  const parts = view.detail === "making" ? 1 : 0;
  if (view.detail === "thumbnail") return [];
  const measure = { view, theme, height };
  const shapes = [...across([0, width], parts, "overall", measure), ...down([0, height], parts, "overall", measure)];
  if (parts === 0) return shapes;
  for (const panel of panels) shapes.push(...across([panel.x, panel.x + panel.width], 0, "part", measure));
  let from = 0;
  const rails = panels[0]?.midRails ?? [];
  for (const to of rails.length > 0 ? [...rails.map((rail) => rail.y + rail.height / 2), height] : []) {
    shapes.push(...down([from, to], 0, "part", measure));
    from = to;
  }
  return shapes;
}

interface Measure {
  readonly view: DrawingView;
  readonly theme: DrawingTheme;
  /** The window's. */
  readonly height: number;
}
type Kind = "overall" | "part";

const textOf = ([from, to]: Span, kind: Kind) => `${inMillimetres(to - from)}${kind === "overall" ? " mm" : ""}`;
/** A figure wider than its span is left out; the overall measure never is. Figures take a little over half of their size. */
const isTight = (text: string, kind: Kind, length: number, size: number) => kind === "part" && text.length * size * 0.56 + 4 > length;

function across(span: Span, row: number, kind: Kind, { view, theme, height }: Measure): Shape[] {
  const place = placedIn(view);
  const size = view.textSize;
  const text = textOf(span, kind);
  const [from, to] = span.map(place.x) as [number, number];
  if (isTight(text, kind, to - from, size)) return [];
  const y = place.round(place.y(height) + size * (ROW * row + 0.55));
  const label = { x: place.round((from + to) / 2), y: place.round(y + size * 1.15), turn: 0 } as const;
  return [
    ...arrowed(from, to, (along, aside) => `${place.round(along)} ${place.round(y + aside)}`, size, theme),
    figure(text, label, size, theme),
  ];
}

function down(span: Span, row: number, kind: Kind, { view, theme }: Measure): Shape[] {
  const place = placedIn(view);
  const size = view.textSize;
  const text = textOf(span, kind);
  const [from, to] = span.map(place.y) as [number, number];
  if (isTight(text, kind, to - from, size)) return [];
  const x = place.round(place.x(0) - size * (ROW * row + 0.55));
  const label = { x: place.round(x - size * 0.45), y: place.round((from + to) / 2), turn: -90 } as const;
  return [
    ...arrowed(from, to, (along, aside) => `${place.round(x + aside)} ${place.round(along)}`, size, theme),
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

/** A line with an arrow and a stop at either end; arrows shrink where the line is shorter than they are. */
function arrowed(from: number, to: number, at: (along: number, aside: number) => string, size: number, theme: DrawingTheme): Shape[] {
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
