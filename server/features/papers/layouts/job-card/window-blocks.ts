import { drawShapes } from "#server/features/papers/engine/draw-shapes.ts";
import { type Block, space } from "#server/features/papers/engine/flow.ts";
import { factGrid, paragraph, stack } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, LEFT, type Paper, RIGHT } from "#server/features/papers/engine/paper.ts";
import { leadingOf, MUTED, type Style } from "#server/features/papers/engine/typesetter.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { drawingSize, windowShapes } from "#shared/domain/window/drawing/window-shapes.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { listCuts, type UnmakeablePanel, unmakeablePanels } from "#shared/domain/window/saw/cut-list.ts";
import { makeInSentence } from "#shared/domain/window/saw/make-in-words.ts";
import { isWholeWindow } from "#shared/domain/window/saw/window-make.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";
import { madeSize } from "#shared/domain/window/text/making-text.ts";
import { CHECKS, knownChecks } from "#shared/domain/window/text/measurement-checks.ts";
import { measuresOf } from "./measures.ts";
import { choicesOf } from "./window-facts.ts";
import { type Format, formatOf, NAME } from "./window-format.ts";

const RECESS: Style = { size: 10, colour: MUTED, tabular: true };
const NOTE: Style = { size: 9.5, weight: "semibold" };
const WARNING: Style = { size: 9, weight: "semibold" };

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

/**
 * `1. Front bay` and at the right edge of its line `2 × 1,190 × 1,340 mm (recess 1,200 × 1,350 mm)`,
 * with the size to make in large type.
 */
function windowHead(paper: Paper, item: MakerItem, place: number, { size: style }: Format) {
  const window = toDraw(item);
  const madeSizeText = madeSize(window);
  const givenSize = sizeInMillimetres(item);
  const size = `${item.quantity} × ${madeSizeText ?? givenSize}`;
  const [line] = paper.type.lines(size, CONTENT, style);
  const recess = madeSizeText ? paper.type.lines(`(recess ${givenSize})`, CONTENT, RECESS) : [];
  const sizeWide = (line?.width ?? 0) + (recess[0] ? recess[0].width + 8 : 0);
  // A long name wraps beside the size.
  const name = stack(paper, [{ text: `${place}. ${item.name}`, style: NAME, tag: "H2" }], CONTENT - sizeWide - 16);
  const sizeHeight = leadingOf(style);
  // The name shares the baseline of a larger size.
  const lowered = Math.max(0, (style.size ?? NAME.size) - NAME.size - 3);
  return {
    height: Math.max(name.height + lowered, sizeHeight) + 3 + lowered,
    draw(y: number) {
      name.draw(LEFT, y + lowered);
      const at = y - 3;
      const x = RIGHT - sizeWide;
      paper.tag("P", () => {
        if (line) paper.type.draw([line], x, at, CONTENT, style);
        // Both texts share one baseline.
        const beside = x + (line?.width ?? 0) + 8;
        paper.type.draw(recess, beside, at + sizeHeight - leadingOf(RECESS) - 3, CONTENT, RECESS);
      });
    },
  };
}

/** Confirmed checks, and questions that must be answered before the window is cut. */
function warningsOf(item: MakerItem): string[] {
  const { parts, asks } = listCuts(toDraw(item));
  // The cut list has the sentences of panels that cannot be made, once.
  const isElsewhere = isSentenceOf(unmakeablePanels(toDraw(item)));
  return [
    ...(isWholeWindow(item.make) ? [] : [`Make only ${makeInSentence(toDraw(item), item.make)}`]),
    ...knownChecks(item.overriddenChecks).map((id) => `Checked and confirmed: ${inSentence(CHECKS[id].title)}`),
    ...asks.filter((sentence) => !isElsewhere(sentence)).map((sentence) => `Not listed: ${sentence}`),
    ...new Set(parts.flatMap(({ ask }) => (ask && !isElsewhere(ask) ? ask : []))),
  ];
}

const isSentenceOf =
  (panels: readonly UnmakeablePanel[]) =>
  (sentence: string): boolean =>
    panels.some(({ ask }) => ask === sentence);

/** Lowers only the first letter, so that `T-post` keeps its capital. */
const inSentence = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

function warningBox(paper: Paper, sentences: readonly string[]) {
  const words = stack(
    paper,
    sentences.map((text) => ({ text, style: WARNING })),
    CONTENT - 16,
  );
  const height = sentences.length > 0 ? words.height + 14 : 0;
  return {
    height,
    draw(y: number) {
      if (height === 0) return;
      paper.artifact(() => {
        paper.doc.rect(LEFT, y, CONTENT, height - 6).fill("#fbf1dc");
        paper.doc.rect(LEFT, y, 3, height - 6).fill("#b7791f");
      });
      words.draw(LEFT + 12, y + 4);
    },
  };
}

/** Keeps all blocks on one page, if one page can hold them. */
const joinWithNext = (blocks: readonly Block[]): Block[] =>
  blocks.map((block, at) => (at < blocks.length - 1 ? { ...block, keepWithNext: true } : block));
