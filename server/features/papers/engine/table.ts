import type { Block } from "./flow.ts";
import { CONTENT, LEFT, type Paper } from "./paper.ts";
import { type Line, leadingOf, MUTED, RULE, type Style } from "./typesetter.ts";

export interface Column {
  readonly title: string;
  readonly width: number;
  readonly align?: "left" | "right";
}

/** A picture of a known size at the top of its cell. */
export interface Figure {
  readonly width: number;
  readonly height: number;
  /** The description for screen readers. */
  readonly alt: string;
  readonly draw: (x: number, y: number) => void;
}

interface Text {
  readonly text: string;
  readonly style: Partial<Style>;
  /** Prints the text below the row's other texts, from its column to the right edge. */
  readonly across?: boolean;
}

/** A cell is a picture, one text, or several texts below each other, each with its style. */
export type Cell = Figure | string | readonly Text[];
const isFigure = (cell: Cell): cell is Figure => typeof cell === "object" && "alt" in cell;

const HEAD: Style = { size: 8, weight: "semibold", colour: MUTED };
const BODY: Style = { size: 9.5 };
const GAP = 10;
const PADDING = 5;
/** The padding of tables with many short rows. */
const CLOSE_PADDING = 1.5;

/**
 * The last rows of a table stay on one page, so that no row or two stand alone below a repeated head.
 * So do the first and the last rows of a named group, below its name.
 */
const ROWS_TOGETHER = 3;

type Element = ReturnType<Paper["group"]>;

interface SetText {
  readonly lines: readonly Line[];
  readonly style: Style;
}
interface SetCell {
  readonly texts: readonly SetText[];
  readonly across: readonly SetText[];
  readonly figure?: Figure;
}
const heightOf = (texts: readonly SetText[]) => texts.reduce((sum, { lines, style }) => sum + lines.length * leadingOf(style), 0);
const highest = (cells: readonly SetCell[], part: "texts" | "across") => Math.max(...cells.map((cell) => heightOf(cell[part])));

interface TableOptions {
  /** Prints short rows close to each other. */
  readonly close?: boolean;
  /**
   * Divides the rows into groups that begin with their name. A page that begins within a group has
   * these words below its head.
   */
  readonly groups?: readonly { readonly rows: number; readonly continued: string }[];
}

interface PlaceInGroup {
  /** The row's place in its group; the name is 0. */
  readonly at: number;
  readonly of: number;
  readonly continued: string;
}

/** Tests whether a row stays with the next row of its group. */
const isJoined = ({ at, of }: PlaceInGroup): boolean => at + 1 < of && (at < ROWS_TOGETHER || of - 1 - at < ROWS_TOGETHER);

/**
 * Builds a table as blocks: its head, which is repeated on each further page, and its rows. The
 * last column ends at the right edge.
 */
export function tableBlocks(
  paper: Paper,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { close = false, groups = [] }: TableOptions = {},
): Block[] {
  const padding = close ? CLOSE_PADDING : PADDING;
  const base: Style = close ? { ...BODY, size: 8.5 } : BODY;
  const { doc, type } = paper;
  const edges = columns.map((_, index) => LEFT + columns.slice(0, index).reduce((sum, { width }) => sum + width, 0));
  const inner = (index: number) => (columns[index]?.width ?? CONTENT) - (index === columns.length - 1 ? 0 : GAP);
  let table: Element | undefined;

  const set = (cell: Cell, index: number, base: Style): SetCell => {
    if (isFigure(cell)) return { texts: [], across: [], figure: cell };
    const align = columns[index]?.align ?? "left";
    const parts: readonly Text[] = typeof cell === "string" ? [{ text: cell, style: {} }] : cell;
    const setIn = (width: number, texts: readonly Text[]) =>
      texts.map(({ text, style }) => {
        const own: Style = { ...base, align, tabular: align === "right", ...style };
        return { lines: type.lines(text, width, own), style: own };
      });
    const wide = LEFT + CONTENT - (edges[index] ?? LEFT);
    return {
      texts: setIn(
        inner(index),
        parts.filter(({ across }) => !across),
      ),
      across: setIn(
        wide,
        parts.filter(({ across }) => across),
      ),
    };
  };
  const drawTexts = (texts: readonly SetText[], index: number, y: number) => {
    let at = y;
    for (const { lines, style } of texts) at = type.draw(lines, edges[index] ?? LEFT, at, inner(index), style);
  };
  const drawFigure = ({ width, height, alt, draw }: Figure, index: number, { parent, y }: { parent: Element; y: number }) => {
    const cell = paper.group("TD", parent);
    const x = edges[index] ?? LEFT;
    paper.tag("Figure", () => draw(x, y), { parent: cell, alt, bbox: [x, y, x + width, y + height] });
    cell.end();
  };
  const line = (y: number) =>
    paper.artifact(() =>
      doc
        .moveTo(LEFT, y)
        .lineTo(LEFT + CONTENT, y)
        .lineWidth(0.5)
        .strokeColor(RULE)
        .stroke(),
    );

  const heads = columns.map(({ title }, index) => set(title, index, HEAD));
  const headHeight = highest(heads, "texts") + PADDING + 4;
  const drawHeads = (y: number, each: (draw: () => void) => void) => {
    const low = y + headHeight - 4;
    heads.forEach((head, index) => {
      each(() => drawTexts(head.texts, index, low - 2 - heightOf(head.texts)));
    });
    line(low);
  };
  const repeated = (words: string | undefined) => {
    const style: Style = { ...base, weight: "semibold" };
    const lines = words ? type.lines(words, CONTENT, style) : [];
    const height = lines.length === 0 ? 0 : lines.length * leadingOf(style) + 2 * padding;
    return {
      height: headHeight + height,
      draw: (y: number) => {
        drawHeads(y, paper.artifact);
        if (height === 0) return;
        paper.artifact(() => type.draw(lines, LEFT, y + headHeight + padding, CONTENT, style));
        line(y + headHeight + height);
      },
    };
  };
  const head: Block = {
    height: headHeight,
    keepWithNext: true,
    draw: (y) => {
      table = paper.group("Table");
      const row = paper.group("TR", table);
      drawHeads(y, (draw) => paper.tag("TH", draw, { parent: row, scope: "Column" }));
    },
  };
  const bodyOf = (setCells: readonly SetCell[], row: number, isLast: boolean): Block => {
    const upper = highest(setCells, "texts");
    const height = Math.max(upper + highest(setCells, "across"), ...setCells.map(({ figure }) => figure?.height ?? 0)) + 2 * padding;
    return {
      height,
      head: repeated(places[row]?.at === 0 ? undefined : places[row]?.continued),
      draw: (y) => {
        const group = paper.group("TR", table);
        setCells.forEach((cell, index) => {
          const drawCell = () => {
            drawTexts(cell.texts, index, y + padding);
            drawTexts(cell.across, index, y + padding + upper);
          };
          if (cell.figure) drawFigure(cell.figure, index, { parent: group, y: y + padding });
          else paper.tag("TD", drawCell, { parent: group });
        });
        line(y + height);
        group.end();
        if (isLast) table?.end();
      },
    };
  };
  const places = groups.flatMap(({ rows: of, continued }) => Array.from({ length: of }, (_, at): PlaceInGroup => ({ at, of, continued })));
  const parts = rows.flatMap((cells, row) => partsOf(cells.map((cell, index) => set(cell, index, base))).map((part) => ({ part, row })));
  const rest = (place: number) => parts.length - 1 - place;
  return [
    head,
    ...parts.map(({ part, row }, place) => {
      const inGroup = places[row];
      return {
        ...bodyOf(part, row, rest(place) === 0),
        keepWithNext: (rest(place) > 0 && rest(place) < ROWS_TOGETHER) || (inGroup !== undefined && isJoined(inGroup)),
      };
    }),
  ];
}

/** Rows up to this height are never split; a higher row continues as further rows. */
const MOST_HEIGHT = 480;

/**
 * Splits a row whose texts are too long for a page into several rows, each with the lines that fit.
 */
function partsOf(cells: readonly SetCell[]): (readonly SetCell[])[] {
  if (highest(cells, "texts") + highest(cells, "across") <= MOST_HEIGHT) return [cells];
  const split = cells.map(({ figure, texts, across }) => ({
    figure,
    texts: inChunks(texts, MOST_HEIGHT / 2),
    across: inChunks(across, MOST_HEIGHT / 2),
  }));
  const count = Math.max(...split.flatMap(({ texts, across }) => [texts.length, across.length]));
  return Array.from({ length: count }, (_, at) =>
    split.map(
      ({ figure, texts, across }): SetCell => ({
        texts: texts[at] ?? [],
        across: across[at] ?? [],
        ...(at === 0 && figure && { figure }),
      }),
    ),
  );
}

function inChunks(texts: readonly SetText[], most: number): SetText[][] {
  const chunks: SetText[][] = [];
  let room = 0;
  for (const { lines, style } of texts)
    for (const line of lines) {
      if (room < leadingOf(style)) {
        chunks.push([]);
        room = most;
      }
      chunks.at(-1)?.push({ lines: [line], style });
      room -= leadingOf(style);
    }
  return chunks;
}
