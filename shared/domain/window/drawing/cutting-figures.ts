import { inMillimetres } from "#shared/domain/length.ts";
import { panelsInWords } from "#shared/domain/window/fields/panel-names.ts";
import { asMillimetres, type Exact, toHalves } from "#shared/domain/window/geometry/exact.ts";
import { givenRails, madeSplit, standingRails } from "#shared/domain/window/geometry/making.ts";
import { deductionsOf, type WindowToMake } from "#shared/domain/window/geometry/shutter-frame.ts";
import type { WindowLayout } from "#shared/domain/window/geometry/window-layout.ts";
import type { HingedPanels } from "#shared/domain/window/saw/hardware.ts";
import { type DrawingTheme, type Shape, textWidth } from "./shapes.ts";

/**
 * The positions that a joiner marks from a drawing: rails, split, posts and hinges as they are
 * made.
 */

/** Lengths in tenths of a millimetre from the top left corner of the frame. */
export interface CuttingFigures {
  /** The figures at the left, from the top: a mid rail has both edges, the tilt split has one. */
  readonly rails: readonly { readonly edges: readonly number[]; readonly lines: readonly string[] }[];
  /** The reference edge of the rails' figures, as two lines of text. */
  readonly foot: readonly string[];
  /** The figures below the panels: the middle of each post's face, from the left. */
  readonly posts: readonly { readonly x: number; readonly text: string }[];
  /**
   * The figures at the right: hinges above the panel's foot, one column for panels with equal
   * hinges.
   */
  readonly hinges: readonly { readonly title: string; readonly foot: number; readonly at: readonly number[]; readonly texts: string[] }[];
}

const halves = (length: Exact): string => inMillimetres(toHalves(length) * 10);

/**
 * Collects the figures of a cutting drawing.
 * @param hinged groups of panels with equal hinges, from the left (rule M23)
 */
export function cuttingFigures(item: WindowToMake, layout: WindowLayout, hinged: readonly HingedPanels[]): CuttingFigures {
  const asked = givenRails(item).length > 0 ? (item.midRailHeightsMm ?? []) : [];
  // Rails and split are measured from the bottom edge of the given size.
  const fromTop = (height: Exact) => layout.height + deductionsOf(item).bottom - asMillimetres(height) * 10;
  const rails = standingRails(item).map(({ from, to, centre }, at) => ({
    edges: [fromTop(to), fromTop(from)],
    lines: [`${halves(from)} to ${halves(to)}`, `centre ${halves(centre)}`, ...requestedWords(asked[at])],
  }));
  const split = madeSplit(item);
  const parted =
    split === null ? [] : [{ edges: [fromTop(split)], lines: [`split ${halves(split)}`, ...requestedWords(item.tiltSplitMm)] }];
  const middles = layout.posts.map(({ x, width }) => x + width / 2);
  const several = hinged.length > 1;
  return {
    rails: [...rails, ...parted].toSorted((one, other) => (one.edges[0] ?? 0) - (other.edges[0] ?? 0)),
    foot: item.sizeBasis === "recess" ? ["mm from the foot", "of the recess"] : ["mm from", "the bottom"],
    posts: middles.map((x) => ({ x, text: inMillimetres(x) })),
    hinges: hinged.map(({ panels, heightsMm, foot }) => ({
      title: several ? `hinges ${panelsInWords(panels)}` : "hinges",
      foot,
      at: heightsMm.map((mm) => foot - mm * 10),
      texts: heightsMm.map((mm) => inMillimetres(mm * 10)),
    })),
  };
}

const requestedWords = (mm: number | null | undefined): string[] => (mm ? [`(asked: ${inMillimetres(mm * 10)})`] : []);

/** The space of the figures at each side of a drawing. */
export interface FigureMargins {
  readonly left: number;
  readonly right: number;
  readonly below: number;
}
export const NO_MARGINS: FigureMargins = { left: 0, right: 0, below: 0 };

/**
 * Sizes in units of the text size: the bracket with its leader, a line to its figure, a row, a line
 * of writing, and the space beside a figure.
 */
const [BRACKET, TO_FIGURE, ROW, LEADING, AIR] = [1.7, 1.2, 2, 1.15, 0.6] as const;

const longest = (texts: readonly string[], size: number): number => Math.max(0, ...texts.map((text) => textWidth(text, size)));
const columnOf = (texts: readonly string[], size: number): number => longest(texts, size) + (TO_FIGURE + AIR) * size;
/** The depth includes the title along the column. */
const hingeDepth = (texts: readonly string[], size: number): number => columnOf(texts, size) + LEADING * size;

export function figureMargins({ rails, foot, posts, hinges }: CuttingFigures, size: number): FigureMargins {
  const lines = rails.flatMap((rail) => rail.lines);
  return {
    left: rails.length === 0 ? 0 : longest([...lines, ...foot], size) + (BRACKET + AIR) * size,
    right: hinges.reduce((sum, { texts }) => sum + hingeDepth(texts, size), 0),
    below: posts.length === 0 ? 0 : ROW * size,
  };
}

/** The total height of the words beside the rails. */
export const railsWritten = ({ rails, foot }: CuttingFigures, size: number): number =>
  rails.length === 0 ? 0 : [...rails.map(({ lines }) => lines), foot].reduce((sum, lines) => sum + blockHeight(lines, size), 0);

const blockHeight = (lines: readonly string[], size: number): number => (lines.length * LEADING + 0.3) * size;

/** The window's position in its drawing, in the drawing's units. */
export interface FiguresFrame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Units of the drawing for a tenth of a millimetre. */
  readonly scale: number;
  readonly textSize: number;
  /** The distance from the window to the row of posts below it. */
  readonly offset: number;
  readonly margins: FigureMargins;
}

const round = (value: number): number => Math.round(value * 100) / 100;

export function figureShapes(figures: CuttingFigures, frame: FiguresFrame, theme: DrawingTheme): Shape[] {
  const { margins } = frame;
  return [
    ...(margins.left > 0 ? railShapes(figures, frame, theme) : []),
    ...(margins.below > 0 ? postShapes(figures, frame, theme) : []),
    ...(margins.right > 0 ? hingeShapes(figures, frame, theme) : []),
  ];
}

const line = (d: string, theme: DrawingTheme): Shape => ({ kind: "path", part: "dimension", d, stroke: theme.ink, strokeWidth: 0.7 });
const textShape = (text: string, at: { x: number; y: number; turn?: 0 | -90 }, size: number, theme: DrawingTheme): Shape => ({
  kind: "text",
  part: "dimension",
  x: round(at.x),
  y: round(at.y),
  turn: at.turn ?? 0,
  size,
  text,
  fill: theme.ink,
});

/**
 * Places blocks of words beside their parts without overlap: a first pass pushes blocks down, a
 * second pass pushes them back up from the end.
 */
function spreadBlocks(blocks: readonly { readonly middle: number; readonly height: number }[], top: number, bottom: number): number[] {
  const starts: number[] = [];
  blocks.forEach(({ middle, height }, at) => {
    const before = blocks[at - 1];
    const least = before ? (starts[at - 1] ?? 0) + before.height : top;
    starts.push(Math.max(least, middle - height / 2));
  });
  let end = bottom;
  for (let at = blocks.length - 1; at >= 0; at -= 1) {
    const { height = 0 } = blocks[at] ?? {};
    starts[at] = Math.min(starts[at] ?? 0, end - height);
    end = starts[at] ?? 0;
  }
  return starts;
}

function railShapes(
  { rails, foot }: CuttingFigures,
  { left, top, bottom, scale, textSize: size, margins }: FiguresFrame,
  theme: DrawingTheme,
): Shape[] {
  const y = (at: number) => round(top + at * scale);
  const blocks = [
    ...rails.map(({ edges, lines }) => ({ edges, lines, middle: (y(edges[0] ?? 0) + y(edges.at(-1) ?? 0)) / 2 })),
    { edges: [], lines: foot, middle: bottom },
  ].map((block) => ({ ...block, height: blockHeight(block.lines, size) }));
  const starts = spreadBlocks(blocks, top, bottom);
  const words = margins.left - (BRACKET + AIR) * size;
  const middle = left - BRACKET * size - words / 2;
  return blocks.flatMap(({ edges, lines, height, middle: level }, at): Shape[] => {
    const start = starts[at] ?? 0;
    const figures = lines.map((text, nth) =>
      textShape(text, { x: middle, y: start + (nth + 1) * LEADING * size - 0.1 * size }, size, theme),
    );
    if (edges.length === 0) return figures;
    const [near, far] = [round(left - 0.2 * size), round(left - 0.7 * size)];
    const [from, to] = [y(edges[0] ?? 0), y(edges.at(-1) ?? 0)];
    const wide = round(middle + longest(lines, size) / 2 + 0.25 * size);
    const d = `M${near} ${from}L${far} ${from}L${far} ${to}L${near} ${to}M${far} ${round(level)}L${wide} ${round(start + height / 2)}`;
    return [line(d, theme), ...figures];
  });
}

const POSTS_TITLE = "post centres";

function postShapes(
  { posts }: CuttingFigures,
  { left, right, bottom, scale, textSize: size, offset }: FiguresFrame,
  theme: DrawingTheme,
): Shape[] {
  const places = posts.map(({ x, text }) => ({ x: round(left + x * scale), text, half: textWidth(text, size) / 2 }));
  const hasRoom = places.every(({ x, half }, at) => {
    const before = places[at - 1];
    return (before ? x - half - (before.x + before.half) : x - half - left) > 1 && x + half < right;
  });
  const [last] = places.slice(-1);
  if (!hasRoom || !last) return [];
  const level = round(bottom + offset + 0.55 * size);
  const ticks = [round(left), ...places.map(({ x }) => x)].map(
    (x) => `M${x} ${round(level - 0.35 * size)}L${x} ${round(level + 0.1 * size)}`,
  );
  const below = level + LEADING * size;
  // The title is placed in the widest gap of the row.
  const ends = [left, ...places.map(({ x, half }) => x + half)];
  const starts = [...places.map(({ x, half }) => x - half), right];
  const gaps = ends.map((from, at) => ({ from, room: (starts[at] ?? right) - from }));
  const { from, room } = gaps.reduce((best, gap) => (gap.room > best.room ? gap : best));
  const title = textWidth(POSTS_TITLE, size);
  return [
    line(`M${round(left)} ${level}L${last.x} ${level}${ticks.join("")}`, theme),
    ...places.map(({ x, text }) => textShape(text, { x, y: below }, size, theme)),
    ...(room > title + size ? [textShape(POSTS_TITLE, { x: from + room / 2, y: below }, size, theme)] : []),
  ];
}

/** A reserve, because some letters are wider than the average. */
const SLACK = 1.15;
const FROM_FOOT = ", mm from the panel's foot";

function hingeShapes(
  { hinges }: CuttingFigures,
  { top, right, bottom, scale, textSize: size }: FiguresFrame,
  theme: DrawingTheme,
): Shape[] {
  const y = (at: number) => round(top + at * scale);
  let edge = right;
  return hinges.flatMap(({ title, foot, at, texts }): Shape[] => {
    const x = round(edge + 0.55 * size);
    const words = edge + hingeDepth(texts, size) - AIR * size;
    edge += hingeDepth(texts, size);
    const levels = at.map(y);
    const isNear = levels.some((level, nth) => nth > 0 && Math.abs(level - (levels[nth - 1] ?? 0)) < size);
    // A window that is lower than its clearances has no room for hinge marks.
    const isOutside = [y(foot), ...levels].some((level) => level < top || level > bottom);
    if (isNear || isOutside) return [];
    const ticks = [y(foot), ...levels].map((level) => `M${round(x - 0.35 * size)} ${level}L${round(x + 0.35 * size)} ${level}`);
    const called = [`${title}${FROM_FOOT}`, `${title} from the foot`, title].find((text) => textWidth(text, size) * SLACK < bottom - top);
    return [
      line(`M${x} ${y(foot)}L${x} ${round(Math.min(...levels))}${ticks.join("")}`, theme),
      ...texts.map((text, nth) =>
        textShape(
          text,
          { x: x + (TO_FIGURE - 0.55) * size + textWidth(text, size) / 2, y: Math.max(size, (levels[nth] ?? 0) + 0.35 * size) },
          size,
          theme,
        ),
      ),
      ...(called ? [textShape(called, { x: words, y: (top + bottom) / 2, turn: -90 }, size, theme)] : []),
    ];
  });
}
