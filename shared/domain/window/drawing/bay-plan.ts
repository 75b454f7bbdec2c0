import { inMillimetres } from "#shared/domain/length.ts";
import { bayPosts, facetSpans, type WindowLayout } from "#shared/domain/window/geometry/window-layout.ts";
import { type DrawingTheme, type Shape, textWidth } from "./shapes.ts";

/**
 * The plan of a bay, seen from above with the room below it: the facets along their panels, and the
 * angles inside the room (rule M30).
 */

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A figure beside a point of the plan; `away` is its distance in units of the drawing. */
interface Label {
  readonly at: Point;
  readonly away: Point;
  readonly text: string;
}

/** Lengths in tenths of a millimetre. */
interface PlanOutline {
  /** The start of each facet, and the end of the last one. */
  readonly corners: readonly Point[];
  /** The direction of each facet, in radians. */
  readonly headings: readonly number[];
  /**
   * `heading` bisects the two facets; `turned` is the post's own direction, because a corner post
   * is parallel to its facets.
   */
  readonly posts: readonly { readonly at: Point; readonly heading: number; readonly turned: number; readonly width: number }[];
}

const FLAT = 180;
const radians = (degrees: number): number => (degrees * Math.PI) / FLAT;

/** Returns the corners of the bay, facet after facet. */
function cornersOf(layout: WindowLayout, headings: readonly number[]): Point[] {
  const corners: Point[] = [{ x: 0, y: 0 }];
  facetSpans(layout).forEach(({ from, to }, at) => {
    const [last, way] = [corners[at] ?? { x: 0, y: 0 }, headings[at] ?? 0];
    corners.push({ x: last.x + (to - from) * Math.cos(way), y: last.y + (to - from) * Math.sin(way) });
  });
  return corners;
}

/**
 * Computes the outline. Seen from inside, a bay turns to the right at each post. It springs from a
 * flat wall, so both ends have equal depth. A bay with a corner post, or with turns of 180° or
 * more, turns as far to the left as to the right instead.
 */
function outlineOf(layout: WindowLayout): PlanOutline {
  const between = bayPosts(layout);
  const turns = between.map(({ angle }) => radians(FLAT - (angle ?? FLAT)));
  const all = turns.reduce((sum, turn) => sum + turn, 0);
  const headingsFrom = (first: number) => [first, ...turns.map((_, at) => turns.slice(0, at + 1).reduce((sum, turn) => sum + turn, first))];
  const even = headingsFrom(-all / 2);
  const end = cornersOf(layout, even).at(-1) ?? { x: 0, y: 0 };
  const springs = between.every(({ letter }) => letter === "B") && all < radians(FLAT);
  const headings = springs ? headingsFrom(-all / 2 - Math.atan2(end.y, end.x)) : even;
  const corners = cornersOf(layout, headings);
  const posts = between.map(({ width, letter }, at) => {
    const [before = 0, after = 0] = headings.slice(at, at + 2);
    const heading = (before + after) / 2;
    return { at: corners[at + 1] ?? { x: 0, y: 0 }, heading, turned: letter === "C" ? before : heading, width };
  });
  return { corners, headings, posts };
}

/** Places the facets' figures outside and the angles inside. */
function labelsOf(layout: WindowLayout, { corners, headings, posts }: PlanOutline, size: number): Label[] {
  const facets = facetSpans(layout).map(({ from, to }, at): Label => {
    const [one, other] = [corners[at] ?? { x: 0, y: 0 }, corners[at + 1] ?? { x: 0, y: 0 }];
    const text = inMillimetres(to - from);
    const outside = { x: Math.sin(headings[at] ?? 0), y: -Math.cos(headings[at] ?? 0) };
    const far = size * 0.9 + (Math.abs(outside.x) * textWidth(text, size)) / 2;
    return { at: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }, away: { x: outside.x * far, y: outside.y * far }, text };
  });
  const angles = posts.map(({ at, heading }, post): Label => {
    const text = `${bayPosts(layout)[post]?.angle ?? FLAT}°`;
    const far = size * 1.3 + (Math.abs(Math.sin(heading)) * textWidth(text, size)) / 2;
    return { at, away: { x: -Math.sin(heading) * far, y: Math.cos(heading) * far }, text };
  });
  return [...facets, ...angles];
}

/** The caption is at the foot of the plan, where the room is. */
const CAPTION = "Room side, from above";

/** A plan in the drawing's units. */
export interface BayPlan {
  readonly width: number;
  readonly height: number;
  readonly textSize: number;
  readonly scale: number;
  /** The position of the outline's first corner. */
  readonly origin: Point;
  readonly outline: PlanOutline;
  readonly labels: readonly Label[];
}

/**
 * Returns the largest plan that fits into a room with its figures; null if not even the figures
 * fit.
 */
export function fitPlan(layout: WindowLayout, room: { readonly width: number; readonly height: number }, textSize: number): BayPlan | null {
  const outline = outlineOf(layout);
  const labels = labelsOf(layout, outline, textSize);
  const caption = textWidth(CAPTION, textSize);
  const reach = (scale: number) => {
    const half = (text: string) => textWidth(text, textSize) / 2;
    const boxes = labels.map(({ at, away, text }) => ({
      x: [at.x * scale + away.x - half(text), at.x * scale + away.x + half(text)],
      y: [at.y * scale + away.y - textSize * 0.65, at.y * scale + away.y + textSize * 0.65],
    }));
    for (const { at, width } of outline.posts) {
      const far = postReach(width, scale);
      boxes.push({ x: [at.x * scale - far, at.x * scale + far], y: [at.y * scale - far, at.y * scale + far] });
    }
    const xs = [...outline.corners.map(({ x }) => x * scale), ...boxes.flatMap(({ x }) => x)];
    const ys = [...outline.corners.map(({ y }) => y * scale), ...boxes.flatMap(({ y }) => y)];
    const [left, top] = [Math.min(...xs) - EDGE, Math.min(...ys) - EDGE];
    const width = Math.max(Math.max(...xs) + EDGE - left, caption);
    return { left, top, width, height: Math.max(...ys) + EDGE - top + textSize * 1.3 };
  };
  const fits = (scale: number) => {
    const { width, height } = reach(scale);
    return width <= room.width && height <= room.height;
  };
  if (!fits(0)) return null;
  let [least, most] = [0, room.width / Math.max(layout.width / 10, 1)];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (least + most) / 2;
    if (fits(middle)) least = middle;
    else most = middle;
  }
  const { left, top, width, height } = reach(least);
  return { width, height, textSize, scale: least, origin: { x: -left, y: -top }, outline, labels };
}

/**
 * The distance from a post's middle to its corner; it has a minimum, so that a post stays visible
 * in a small drawing.
 */
const postReach = (width: number, scale: number): number => Math.max((width * scale) / 2, 1.8) * Math.SQRT2;

/** A margin that keeps lines and posts from being cut off. */
const EDGE = 3;
/** Eighteen bisections find the scale to less than a ten-thousandth of the room. */
const STEPS = 18;
/** A line thin enough for a small drawing and still visible beside the figures. */
const FACET_LINE = 1.6;

const round = (value: number): number => Math.round(value * 100) / 100;

/** Converts the plan to primitives, from its top left corner in the drawing. */
export function planShapes(
  { scale, origin, outline, labels, textSize, width, height }: BayPlan,
  corner: Point,
  theme: DrawingTheme,
): Shape[] {
  const placed = ({ x, y }: Point): Point => ({ x: corner.x + origin.x + x * scale, y: corner.y + origin.y + y * scale });
  const point = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
  const line = outline.corners.map((each, at) => `${at === 0 ? "M" : "L"}${point(placed(each))}`).join("");
  const posts = outline.posts.map(({ at, turned, width: across }) => {
    const middle = placed(at);
    const ends = [0, 1, 2, 3].map((turn) => turned + Math.PI / 4 + (turn * Math.PI) / 2);
    const reach = postReach(across, scale);
    const corners = ends.map((end) => point({ x: middle.x + reach * Math.cos(end), y: middle.y + reach * Math.sin(end) }));
    return `M${corners.join("L")}Z`;
  });
  const text = (words: string, x: number, y: number): Shape => ({
    kind: "text",
    part: "plan",
    x: round(x),
    y: round(y),
    size: textSize,
    text: words,
    turn: 0,
    fill: theme.ink,
  });
  return [
    { kind: "path", part: "plan", d: line, stroke: theme.ink, strokeWidth: FACET_LINE },
    { kind: "path", part: "plan", d: posts.join(""), fill: theme.ink },
    ...labels.map(({ at, away, text: words }) => {
      const { x, y } = placed(at);
      return text(words, x + away.x, y + away.y + textSize * 0.35);
    }),
    text(CAPTION, corner.x + width / 2, corner.y + height - textSize * 0.3),
  ];
}
