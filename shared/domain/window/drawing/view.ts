import { inMillimetres } from "#shared/domain/length.ts";
import { addExact, asMillimetres, divideExact, type Exact, exact, toHalves } from "#shared/domain/window/geometry/exact.ts";
import type { Fitted } from "#shared/domain/window/geometry/fitted.ts";
import { bayPosts, type WindowLayout } from "#shared/domain/window/geometry/window-layout.ts";
import { type BayPlan, fitPlan } from "./bay-plan.ts";
import { type CuttingFigures, type FigureMargins, figureMargins, NO_MARGINS, railsWritten } from "./cutting-figures.ts";
import { type DrawingOptions, textWidth } from "./shapes.ts";

export interface DrawingSize {
  readonly width: number;
  readonly height: number;
}

/** The window's position and size in the drawing, with one scale for both directions. */
export interface DrawingView {
  readonly size: DrawingSize;
  readonly left: number;
  readonly top: number;
  /** Units of the drawing for a tenth of a millimetre. */
  readonly scale: number;
  readonly detail: NonNullable<DrawingOptions["detail"]>;
  readonly textSize: number;
  /** True if the overall measures are drawn. */
  readonly measured: boolean;
  /**
   * The rows between the window and its overall measures: the panels' widths below it, and the mid
   * rails' heights beside it.
   */
  readonly below: PartRow;
  readonly beside: PartRow;
  /**
   * The space for the figures of rails, posts and hinges; zero if they would leave too little room
   * for the window.
   */
  readonly margins: FigureMargins;
  /** Only a bay has angles above its posts, and a plan. */
  readonly above: AngleRow | null;
  readonly plan: (BayPlan & { readonly left: number; readonly top: number }) | null;
  /** True if not even the overall measures fit. */
  readonly cramped: boolean;
}

interface PartRow {
  readonly spans: readonly Span[];
  readonly way: Way;
  /** The row's share of the drawing, in the drawing's units. */
  readonly depth: number;
}

interface AngleRow {
  readonly way: "along" | "across";
  readonly depth: number;
}

/** The position of a bay's plan relative to its drawing. */
type PlanPlace = "below" | "beside";
/** The plan's largest share of the drawing. */
const PLAN_SHARE = 0.36;

/** A row's height in units of the text size: line, figure and space. */
const ROW = 2;
/**
 * The distance from a row's top to its line, and from one line of writing to the next, in units of
 * the text size.
 */
export const [TO_LINE, LEADING] = [0.55, 1.15] as const;
/** The distance from a bay's post to the angle above it, in units of the text size. */
export const TO_POST = 0.35;

/**
 * Chooses the view in which every panel has its figure and the window is largest. Turned and
 * counted figures need more room, so the remaining scale decides. Mid rails have lower priority:
 * the job card names their heights in words, and a figure without room is left out.
 */
export function viewOf(
  layout: WindowLayout,
  options: DrawingOptions,
  parts: MeasuredParts | null,
  figures: CuttingFigures | null = null,
): DrawingView {
  const bare = viewWithMargins(layout, options, parts, NO_MARGINS);
  if (!figures) return bare;
  const all = figureMargins(figures, bare.textSize);
  if (all.left + all.right + all.below === 0) return bare;
  const written = railsWritten(figures, bare.textSize);
  for (const margins of [all, { ...all, right: 0 }, { ...all, left: 0 }, { ...all, left: 0, right: 0 }]) {
    const view = viewWithMargins(layout, options, parts, margins);
    const isLegible = margins.left === 0 || written <= layout.height * view.scale;
    if (isLegible && !view.cramped && view.scale >= bare.scale * FIGURES_LEAVE) return view;
  }
  return bare;
}
/** The least share of the window's scale that figures may leave. */
const FIGURES_LEAVE = 0.5;

function viewWithMargins(layout: WindowLayout, options: DrawingOptions, parts: MeasuredParts | null, margins: FigureMargins): DrawingView {
  const { detail = "full", textSize } = options;
  const hasTexts = detail !== "thumbnail" && (detail !== "opening" || textSize !== undefined);
  if (!bayPosts(layout).some(({ angle }) => angle !== null) || !hasTexts)
    return viewWithPlan(layout, options, parts, { place: null, margins });
  const [below, beside] = (["below", "beside"] as const).map((place) => viewWithPlan(layout, options, parts, { place, margins }));
  return (beside?.scale ?? 0) > (below?.scale ?? 0) && beside?.plan ? beside : (below as DrawingView);
}

/** Parts around the window besides its measures. */
interface Around {
  readonly place: PlanPlace | null;
  readonly margins: FigureMargins;
}

function viewWithPlan(layout: WindowLayout, options: DrawingOptions, parts: MeasuredParts | null, around: Around): DrawingView {
  const { detail = "full", textSize = 11 } = options;
  const making = parts !== null;
  const { widths, heights } = parts ?? { widths: [], heights: [] };
  const row = (spans: readonly Span[], way: Way): PartRow => ({
    spans,
    way,
    depth: making && (detail === "making" || spans.length > 0) ? depthOf(spans, way, textSize) : 0,
  });
  const viewWith = (below: Way, beside: Way) => {
    const rows = [row(widths, below), row(heights, beside)] as const;
    const along = fitView(layout, { ...options, detail, textSize }, rows, around, "along");
    // The text of an angle is rotated if its post is near another post or near the edge.
    return anglesFit(layout, along) ? along : fitView(layout, { ...options, detail, textSize }, rows, around, "across");
  };
  const plain = viewWith("along", "along");
  const views = [plain, ...OTHER_WAYS.map(([below, beside]) => viewWith(below, beside))].filter(({ cramped }) => !cramped);
  const hasWidths = ({ below, scale }: DrawingView) => fits(widths, below.way, scale, textSize);
  const hasHeights = ({ beside, scale }: DrawingView) => fits(heights, beside.way, scale, textSize);
  return views.find((view) => hasWidths(view) && hasHeights(view)) ?? views.find(hasWidths) ?? plain;
}

const OTHER_WAYS: readonly (readonly [below: Way, beside: Way])[] = [
  ["along", "across"],
  ["across", "along"],
  ["across", "across"],
  ["counted", "along"],
  ["counted", "across"],
];

function depthOf(spans: readonly Span[], way: Way, size: number): number {
  if (way === "across") return Math.max(...spans.map((span) => textWidth(figureOf(span), size)), 0) + (2 * TO_LINE + 0.35) * size;
  return way === "along" ? ROW * size : (ROW + (countedFigures(spans).length - 1) * LEADING) * size;
}

type Chosen = DrawingOptions & Required<Pick<DrawingOptions, "detail" | "textSize">>;

const anglesOf = (layout: WindowLayout): string[] => bayPosts(layout).map(({ angle }) => `${angle}°`);

function anglesFit(layout: WindowLayout, { above, scale, textSize }: DrawingView): boolean {
  const middles = bayPosts(layout).map(({ x, width }) => x + width / 2);
  const widest = Math.max(...anglesOf(layout).map((text) => textWidth(text, textSize)), 0);
  // Half a figure reaches over the window's edge, and the drawing has room there only for the
  // frame's outline.
  const [first = 0, last = 0] = [middles[0], middles.at(-1)];
  const isInside = Math.min(first, layout.width - last) * scale >= widest / 2;
  return above === null || (isInside && middles.slice(1).every((at, post) => (at - (middles[post] ?? 0)) * scale >= widest + 2));
}

function angleRow(layout: WindowLayout, way: AngleRow["way"], textSize: number): AngleRow {
  const longest = Math.max(...anglesOf(layout).map((text) => textWidth(text, textSize)));
  return { way, depth: way === "along" ? (1 + TO_POST) * textSize : longest + 2 * TO_POST * textSize };
}

type Rows = readonly [below: PartRow, beside: PartRow];

function fitView(
  window: WindowLayout,
  options: Chosen,
  [below, beside]: Rows,
  { place, margins }: Around,
  way: AngleRow["way"],
): DrawingView {
  const { width, height = width, detail, textSize } = options;
  const measured = detail === "full" || hasParts(detail);
  const overall = measured ? ROW * textSize : 0;
  // Half a line's width, so that no stroke is cut off at the edge.
  const edge = 1;
  const above = place === null ? null : angleRow(window, way, textSize);
  const raised = above?.depth ?? 0;
  const before = overall + beside.depth + margins.left;
  const rows = { width: before + margins.right, height: overall + below.depth + margins.below + raised };
  const planRoom = place === "below" ? { width, height: height * PLAN_SHARE } : { width: width * PLAN_SHARE, height };
  const plan = place && fitPlan(window, planRoom, textSize);
  const aside = {
    width: plan && place === "beside" ? plan.width + textSize : 0,
    height: plan && place === "below" ? plan.height + textSize / 2 : 0,
  };
  const room = {
    width: Math.max(width - rows.width - 2 * edge - aside.width, 1),
    height: Math.max(height - rows.height - 2 * edge - aside.height, 1),
  };
  const scale = Math.min(room.width / window.width, room.height / window.height);
  // A figure must stay inside the drawing. The window may be narrower than the text of its own
  // measure (`10,000 mm`), or than the text that counts its panels (`9 × 1,006.5`).
  const least = measured ? textSize * (below.way === "counted" ? 7 : 6.5) : 0;
  const drawn = { width: window.width * scale, height: window.height * scale };
  const box = { width: Math.max(drawn.width, Math.min(least, room.width)), height: Math.max(drawn.height, Math.min(least, room.height)) };
  const own = { width: box.width + rows.width + 2 * edge, height: box.height + rows.height + 2 * edge };
  const around = plan && place === "below" ? Math.max(0, (plan.width - own.width) / 2) : 0;
  const size = {
    width: own.width + aside.width + 2 * around,
    height: Math.max(own.height + aside.height, plan && place === "beside" ? plan.height : 0),
  };
  return {
    size,
    left: around + before + edge + (box.width - drawn.width) / 2,
    top: edge + raised + (box.height - drawn.height) / 2,
    above,
    plan:
      plan &&
      (place === "below"
        ? { ...plan, left: (size.width - plan.width) / 2, top: own.height + textSize / 2 }
        : { ...plan, left: own.width + textSize, top: Math.max(0, (own.height - plan.height) / 2) }),
    scale,
    detail,
    textSize,
    measured,
    below,
    beside,
    margins,
    cramped: least > Math.min(room.width, room.height),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Converts the window's tenths of a millimetre to the drawing's units. */
export function placedIn({ left, top, scale }: DrawingView) {
  const x = (at: number) => round(left + at * scale);
  const y = (at: number) => round(top + at * scale);
  return {
    x,
    y,
    round,
    point: (atX: number, atY: number) => `${x(atX)} ${y(atY)}`,
    /** Rounds edges instead of widths, so that neighbouring parts meet. */
    box: (box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }) => ({
      x: x(box.x),
      y: y(box.y),
      width: round(x(box.x + box.width) - x(box.x)),
      height: round(y(box.y + box.height) - y(box.y)),
    }),
  };
}
export type Placed = ReturnType<typeof placedIn>;

/**
 * A range along a side of the window, in tenths of a millimetre, and its figure if that is not the
 * range's length.
 */
export type Span = readonly [from: number, to: number, figure?: string];

/**
 * The direction of the figures of one side: along their spans; turned, if one is wider than its
 * span; or counted in lines of their own (`6 × 815.3`), if a span is narrower than the writing is
 * high.
 */
type Way = "along" | "across" | "counted";

/** The parts of a window that have figures of their own. */
export interface MeasuredParts {
  readonly widths: readonly Span[];
  readonly heights: readonly Span[];
}

export const hasParts = (detail: DrawingOptions["detail"]): detail is "making" | "cutting" => detail === "making" || detail === "cutting";

/**
 * Returns the spans of panels and mid rails with their figures. A cutting drawing shows the cut
 * widths of panels, and its rails have words of their own.
 */
export const partsOf = (fitted: Fitted, detail: "making" | "cutting"): MeasuredParts => ({
  widths: fitted.runs.flatMap(({ panels, width: cut }) =>
    panels.map(({ x, width }): Span => (detail === "cutting" ? [x, x + width, inMillimetres(toHalves(cut) * 10)] : [x, x + width])),
  ),
  heights: detail === "cutting" ? [] : heightsOf(fitted),
});

/**
 * Returns the heights from the frame's top to the middle of each mid rail, or to both made edges of
 * a rail at a given height (rule M27), and then to the bottom.
 */
export function heightsOf({ layout: { panels, height, rise: nominal }, rise }: Fitted): Span[] {
  const head = exact(panels[0]?.y ?? 0);
  const down = (depth: Exact) => asMillimetres(addExact(head, depth)) * 10;
  const stops = rise.midRails.flatMap(({ from, to }) =>
    nominal.isGiven ? [down(from), down(to)] : [down(divideExact(addExact(from, to), 2))],
  );
  return stops.length === 0 ? [] : [...stops, height].map((to, index) => [stops[index - 1] ?? 0, to] as const);
}

export const figureOf = ([from, to, figure]: Span): string => figure ?? inMillimetres(to - from);
const middle = ([from, to]: Span): number => (from + to) / 2;
/**
 * Returns the room of each figure. Sliding panels overlap, so the next figure may be nearer than
 * the end of the span.
 */
const roomsOf = (spans: readonly Span[]): number[] =>
  spans.map((span, index) => {
    const next = spans[index + 1] ?? spans[index - 1];
    return Math.min(span[1] - span[0], next ? Math.abs(middle(next) - middle(span)) : Number.POSITIVE_INFINITY);
  });

/** Checks that every part has room for its figure at a scale. */
export function fits(spans: readonly Span[], way: Way, scale: number, size: number): boolean {
  const rooms = roomsOf(spans).map((room) => room * scale);
  if (way === "along") return spans.every((span, index) => textWidth(figureOf(span), size) + 4 <= (rooms[index] ?? 0));
  return way === "counted" || rooms.every((room) => size * 1.1 <= room);
}

/** `2 × 658.7`, `658.6`: counts equal neighbours, from the first. */
export function countedFigures(spans: readonly Span[]): string[] {
  const runs: { text: string; count: number }[] = [];
  for (const text of spans.map(figureOf)) {
    const last = runs.at(-1);
    if (last?.text === text) last.count += 1;
    else runs.push({ text, count: 1 });
  }
  return runs.map(({ text, count }) => (count === 1 ? text : `${count} × ${text}`));
}
