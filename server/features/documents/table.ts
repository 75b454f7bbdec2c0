import type { Block } from "./flow.ts";
import { inTurns } from "./in-turns.ts";
import { CONTENT, LEFT, type Paper } from "./paper.ts";
import { type Line, leadingOf, MUTED, RULE, type Style } from "./typesetter.ts";

export interface Column {
  readonly title: string;
  readonly width: number;
  readonly align?: "left" | "right";
}

/** A cell is one text or several under each other, each in its style. */
export type Cell = string | readonly { readonly text: string; readonly style: Partial<Style> }[];

const HEAD: Style = { size: 8, weight: "semibold", colour: MUTED };
const BODY: Style = { size: 9.5 };
const GAP = 10;
const PADDING = 5;

interface SetCell {
  readonly texts: readonly { readonly lines: readonly Line[]; readonly style: Style }[];
  readonly height: number;
}

/** A table as blocks: its head, which a page that it goes on to repeats, and its rows. The last column ends at the right edge. */
export async function tableBlocks(paper: Paper, columns: readonly Column[], rows: readonly (readonly Cell[])[]): Promise<Block[]> {
  const { doc, type } = paper;
  const edges = columns.map((_, index) => LEFT + columns.slice(0, index).reduce((sum, { width }) => sum + width, 0));
  const inner = (index: number) => (columns[index]?.width ?? CONTENT) - (index === columns.length - 1 ? 0 : GAP);
  let table: ReturnType<Paper["group"]> | undefined;

  const set = (cell: Cell, index: number, base: Style): SetCell => {
    const align = columns[index]?.align ?? "left";
    const parts = typeof cell === "string" ? [{ text: cell, style: {} }] : cell;
    const texts = parts.map(({ text, style }) => {
      const own: Style = { ...base, align, tabular: align === "right", ...style };
      return { lines: type.lines(text, inner(index), own), style: own };
    });
    return { texts, height: texts.reduce((sum, { lines, style }) => sum + lines.length * leadingOf(style), 0) };
  };
  const drawCell = ({ texts }: SetCell, index: number, y: number) => {
    let at = y;
    for (const { lines, style } of texts) at = type.draw(lines, edges[index] ?? LEFT, at, inner(index), style);
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
  const headHeight = Math.max(...heads.map(({ height }) => height)) + PADDING + 4;
  const drawHeads = (y: number, each: (draw: () => void) => void) => {
    const low = y + headHeight - 4;
    heads.forEach((head, index) => {
      each(() => drawCell(head, index, low - 2 - head.height));
    });
    line(low);
  };
  const repeated = { height: headHeight, draw: (y: number) => drawHeads(y, paper.artifact) };
  const head: Block = {
    height: headHeight,
    keepWithNext: true,
    draw: (y) => {
      table = paper.group("Table");
      const row = paper.group("TR", table);
      drawHeads(y, (draw) => paper.tag("TH", draw, { parent: row, scope: "Column" }));
    },
  };
  const body = await inTurns(rows, (cells, place): Block => {
    const setCells = cells.map((cell, index) => set(cell, index, BODY));
    const height = Math.max(...setCells.map((cell) => cell.height)) + 2 * PADDING;
    return {
      height,
      head: repeated,
      draw: (y) => {
        const row = paper.group("TR", table);
        setCells.forEach((cell, index) => {
          paper.tag("TD", () => drawCell(cell, index, y + PADDING), { parent: row });
        });
        line(y + height);
        row.end();
        if (place === rows.length - 1) table?.end();
      },
    };
  });
  return [head, ...body];
}
