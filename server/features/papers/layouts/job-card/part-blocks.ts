import { drawShapes } from "#server/features/papers/engine/draw-shapes.ts";
import { type Block, space } from "#server/features/papers/engine/flow.ts";
import { factGrid, paragraph, stack } from "#server/features/papers/engine/letterhead.ts";
import { LEFT, PAGE_HEIGHT, type Paper, RIGHT } from "#server/features/papers/engine/paper.ts";
import type { Style } from "#server/features/papers/engine/typesetter.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { drawingSize, windowShapes } from "#shared/domain/window/drawing/window-shapes.ts";
import { pairRemadeWindows } from "#shared/domain/window/fields/remade-windows.ts";
import { markInWords, type WindowMark } from "#shared/domain/window/fields/window-mark.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { partsWithSizes } from "#shared/domain/window/saw/make-amount.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";
import type { JobCard } from "./card.ts";
import { measuresOf } from "./measures.ts";
import { type MarkedItem, ring } from "./remake-blocks.ts";
import { NOTE } from "./window-blocks.ts";
import { choicesOf } from "./window-facts.ts";
import { warningBox, warningsOf, windowHead } from "./window-head.ts";

const DRAWING = { width: 170, height: 122, textSize: 6.5, detail: "cutting" } as const;
const BESIDE = LEFT + DRAWING.width + 20;
const SIZE: Style = { size: 13, weight: "semibold", tabular: true };
const PARTS: Style = { size: 10.5, weight: "semibold", tabular: true };
const FACT: Style = { size: 8.5 };
const SUM: Style = { size: 8.5, tabular: true, leading: 1.3 };
const COLUMNS = 3;
const RULE = 8;

/** True for a window of which single parts are made, and no whole panel. */
export const areSingleParts = ({ make }: MakerItem): boolean => (make?.parts.length ?? 0) > 0;

/**
 * Returns the marks of a remake, one for each window of a card, if the windows' own drawings can
 * show them. Null if a window of the remake is not one window of the card, or if a window of the
 * card is not of single parts: then the remake's windows are drawn with their marks.
 */
export function marksOfParts({ items, remake }: Pick<JobCard, "items" | "remake">): readonly (WindowMark | null)[] | null {
  const pairs = pairRemadeWindows<MakerItem, MarkedItem>(items, remake?.windows ?? [], sizeInMillimetres);
  const areAllPaired = remake?.windows.every((window) => pairs.includes(window));
  return areAllPaired && items.every(areSingleParts) ? pairs.map((window) => window?.mark ?? null) : null;
}

interface InCard {
  readonly place: number;
  /** The names of the facts in the card's head. */
  readonly usual: readonly string[];
  readonly mark: WindowMark | null;
}

/**
 * Prints a window of which single parts are made: a small drawing, and beside it the parts with
 * their lengths. Parts that do not fit on one page beside the drawing continue on the next.
 */
export function partBlocks(paper: Paper, item: MakerItem, { place, usual, mark }: InCard): Block[] {
  const window = toDraw(item);
  const shapes = [...windowShapes(window, DRAWING), ...(mark ? ring(window, mark, DRAWING) : [])];
  const size = drawingSize(window, DRAWING);
  const head = windowHead(paper, item, place, { size: SIZE, left: BESIDE });
  const warnings = warningBox(paper, warningsOf(item), BESIDE);
  const words = [...partsWithSizes(window, item.quantity).map((text) => ({ text, style: PARTS })), ...markedPlace(mark)];
  const parts = stack(paper, words, RIGHT - BESIDE);
  const { wide, others } = measuresOf(item);
  // A window without mid rails has no line about them.
  const facts = [...choicesOf(item).filter(([name, text]) => !usual.includes(name) && text !== "0"), ...others];
  const grid = factGrid(paper, facts, { left: BESIDE, width: RIGHT - BESIDE, columns: COLUMNS, style: FACT });
  const headed = head.height + warnings.height;
  const beside = headed + parts.height + 6 + grid.height;
  const fits = beside + RULE <= PAGE_HEIGHT;
  const drawing: Block = {
    height: Math.max(size.height, fits ? beside : headed) + RULE,
    draw: (y) => {
      const x = LEFT + (DRAWING.width - size.width) / 2;
      paper.tag("Figure", () => drawShapes(paper, shapes, x, y), {
        alt: mark ? `${describeWindow(window)} Marked ${markInWords(mark)}.` : describeWindow(window),
        bbox: [x, y, x + size.width, y + size.height],
      });
      head.draw(y);
      warnings.draw(y + head.height);
      if (!fits) return;
      parts.draw(BESIDE, y + headed);
      grid.draw(y + headed + parts.height + 6);
    },
  };
  const below: Block[] = fits
    ? []
    : [
        ...words.flatMap(({ text, style }) => paragraph(paper, text, style, BESIDE)),
        space(6),
        { height: grid.height, draw: (y) => grid.draw(y) },
      ];
  const sums = wide.flatMap(([label, text]) => paragraph(paper, `${label}: ${text}`, SUM));
  const note = item.note ? paragraph(paper, `Note: ${item.note}`, NOTE) : [];
  const joined = [drawing, ...sums].map((block, at) => (at < sums.length ? { ...block, keepWithNext: true } : block));
  const rule: Block = { height: RULE, onlyIfItFits: true, draw: (y) => paper.rule(y + RULE - 4) };
  return [...(fits ? joined : [drawing, ...below, ...sums]), ...note, rule, space(RULE)];
}

const markedPlace = (mark: WindowMark | null) => (mark ? [{ text: `Marked ${markInWords(mark)}`, style: FACT }] : []);
