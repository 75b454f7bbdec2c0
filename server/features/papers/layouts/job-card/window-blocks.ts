import { drawShapes } from "#server/features/papers/engine/draw-shapes.ts";
import { type Block, space } from "#server/features/papers/engine/flow.ts";
import { factGrid, paragraph } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, LEFT, type Paper, RIGHT } from "#server/features/papers/engine/paper.ts";
import type { Style } from "#server/features/papers/engine/typesetter.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import { drawingSize, windowShapes } from "#shared/domain/window/drawing/window-shapes.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";
import { measuresOf } from "./measures.ts";
import { choicesOf } from "./window-facts.ts";
import { formatOf } from "./window-format.ts";
import { warningBox, warningsOf, windowHead } from "./window-head.ts";

export const NOTE: Style = { size: 9.5, weight: "semibold" };

/** Facts are printed beside a drawing that leaves this much room, otherwise below it. */
const BESIDE = { gap: 24, least: 200 } as const;

/**
 * One window: its drawing, which is half of a large window's page, the facts beside or below, and
 * the note last. A note that is too long for the page continues on the next and never moves a
 * dimension.
 */
export function windowBlocks(paper: Paper, item: MakerItem, place: number, usual: readonly string[]): Block[] {
  const format = formatOf(item);
  const options = { ...format.drawing, detail: "cutting" } as const;
  const shapes = windowShapes(toDraw(item), options);
  const size = drawingSize(toDraw(item), options);
  const head = windowHead(paper, item, place, format);
  const warnings = warningBox(paper, warningsOf(item));
  const { wide, others } = measuresOf(item);
  const facts = [...choicesOf(item).filter(([name]) => !usual.includes(name)), ...others];
  const room = CONTENT - size.width - BESIDE.gap;
  const isBeside = room >= BESIDE.least;
  const factsLeft = isBeside ? RIGHT - room : LEFT;
  const factsWide = isBeside ? room : CONTENT;
  const grid = factGrid(paper, facts, {
    left: factsLeft,
    width: factsWide,
    columns: Math.floor(factsWide / format.column),
    style: format.fact,
  });
  // Sums have the full width of the page.
  const sums = wide.flatMap(([label, text]) => text.split("\n").flatMap((line) => paragraph(paper, `${label}: ${line}`, format.sum)));
  const note = item.note ? paragraph(paper, `Note: ${item.note}`, NOTE) : [];
  const x = isBeside ? LEFT : LEFT + (CONTENT - size.width) / 2;
  const drawing: Block = {
    height: (isBeside ? Math.max(size.height, grid.height) : size.height) + format.rule - 2,
    draw: (y) => {
      paper.tag("Figure", () => drawShapes(paper, shapes, x, y), {
        alt: describeWindow(toDraw(item)),
        bbox: [x, y, x + size.width, y + size.height],
      });
      if (isBeside) grid.draw(y);
    },
  };
  const figures: Block[] = [
    { height: head.height, draw: (y) => head.draw(y) },
    ...(warnings.height > 0 ? [{ height: warnings.height, draw: (y: number) => warnings.draw(y) }] : []),
    drawing,
    ...(isBeside ? [] : [{ height: grid.height, draw: (y: number) => grid.draw(y) }]),
    ...sums,
  ];
  const rule: Block = { height: format.rule, onlyIfItFits: true, draw: (y) => paper.rule(y + format.rule - 4) };
  return [...joinWithNext(figures), ...note, rule, space(format.rule - 4)];
}

/** Keeps all blocks on one page, if one page can hold them. */
const joinWithNext = (blocks: readonly Block[]): Block[] =>
  blocks.map((block, at) => (at < blocks.length - 1 ? { ...block, keepWithNext: true } : block));
