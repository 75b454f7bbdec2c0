import { drawShapes } from "#server/features/papers/engine/draw-shapes.ts";
import { type Block, space } from "#server/features/papers/engine/flow.ts";
import { type Facts, factGrid, paragraph, stack } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, LEFT, type Paper } from "#server/features/papers/engine/paper.ts";
import type { Style } from "#server/features/papers/engine/typesetter.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { drawnHingesOf, STILE_DRAWING, stileShapes } from "#shared/domain/window/drawing/stile-shapes.ts";
import { panelLetter, panelsInWords } from "#shared/domain/window/fields/panel-names.ts";
import { addExact, type Exact, exact, exactFigure } from "#shared/domain/window/geometry/exact.ts";
import { layOutWindow, toDraw, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { unmakeablePanels } from "#shared/domain/window/saw/cut-list.ts";
import { listHardware, screwsFor, screwUse } from "#shared/domain/window/saw/hardware.ts";
import { stilesInWords } from "#shared/domain/window/saw/panel-facts.ts";
import { sectionOf } from "#shared/domain/window/saw/sections.ts";
import { type HangsOn, type StileSheet, stileSheet } from "#shared/domain/window/saw/stile-sheet.ts";
import { isPartMade } from "#shared/domain/window/saw/window-make.ts";

const TITLE: Style = { size: 13, weight: "semibold" };
const NAME: Style = { size: 9.5, weight: "semibold" };
const NOTE: Style = { size: 8.5 };
const ASK: Style = { size: 8.5, weight: "semibold" };
const BESIDE = STILE_DRAWING.width + 12;

/** The marks of stiles and frame, window by window, each with a drawing of its stile (rule M40). */
export function stileSheetBlocks(paper: Paper, items: readonly MakerItem[]): Block[] {
  const marked = items
    .map((item, at) => ({ item, place: at + 1, sheet: markedStiles(item) }))
    .filter(({ sheet }) => sheet.panels.length > 0);
  if (marked.length === 0) return [];
  const title = stack(paper, [{ text: "Stile sheet", style: TITLE, tag: "H2" }], CONTENT);
  const screws = screwsFor(sectionOf("stile", marked[0]?.item.sections ?? [], null).widthMm);
  const uses = screwUses(marked.map(({ item }) => item));
  const sizes = Object.entries(screws.sizes).flatMap(([name, size]) => (uses.has(name) ? `${name} ${size}` : []));
  const hasRebate = marked.some(({ sheet }) => sheet.panels.some(({ rebates }) => rebates.length > 0));
  const hinged = marked.some(({ sheet }) => drawnHingesOf(sheet).length > 0);
  const hasClosingEdge = marked.some(({ sheet }) => sheet.panels.some(({ side, catches }) => side === null || catches.length > 0));
  const note = paragraph(
    paper,
    [
      "Heights are exact, in mm from the foot up.",
      hinged ? "Hinges are left of the stile, its first and last pins right of it." : "The first and last pins are right of the stile.",
      ...(sizes.length > 0 ? [`Screws: ${sizes.join(", ")} mm.`] : []),
      ...(hasClosingEdge && !hasRebate ? ["No edge is rebated."] : []),
    ].join(" "),
    NOTE,
  );
  const asked = screws.ask && hinged ? paragraph(paper, `${screws.ask}.`, ASK) : [];
  const heading: Block = { height: title.height + 4, keepWithNext: true, draw: (y) => title.draw(LEFT, y) };
  return [
    space(20),
    heading,
    ...[...note, ...asked].map((line) => ({ ...line, height: line.height + 1, keepWithNext: true })),
    { ...space(8), keepWithNext: true },
    ...marked.map(windowMarks(paper)),
  ];
}

/** Returns the fittings of these windows that have screws; a post is screwed to the frame. */
function screwUses(items: readonly MakerItem[]): ReadonlySet<string> {
  const uses = items.flatMap((item): string[] => {
    const window = toDraw(item);
    const screws = listHardware(window).filter(({ kind }) => kind === "screw");
    const own = screws.map((screw) => screwUse(window, screw));
    return own.includes("frame") && layOutWindow(window).posts.length > 0 ? [...own, "post"] : own;
  });
  return new Set(uses);
}

/** The stiles of the panels that are made; a remake's may be some, or none of them (rule W103). */
function markedStiles(item: MakerItem): StileSheet {
  const sheet = stileSheet({ ...toDraw(item), ...(item.lap && { lap: item.lap }) });
  const unmakeable = unmakeablePanels(toDraw(item)).map(({ panel }) => panel);
  const isMakeable = ({ panel }: { readonly panel: number }) => !unmakeable.includes(panel);
  const panels = sheet.panels
    .filter(isMakeable)
    .filter(({ panel }) => isPartMade(item.make, { letter: panelLetter(panel), part: "stile" }));
  return { ...sheet, panels };
}

const windowMarks =
  (paper: Paper) =>
  ({ item, place, sheet }: { readonly item: MakerItem; readonly place: number; readonly sheet: StileSheet }): Block => {
    const name = stack(paper, [{ text: `${place}. ${item.name}`, style: NAME }], CONTENT - BESIDE);
    const facts: Facts = [["Louvre pins", pinsInWords(sheet)], ["Rail edges", railsInWords(sheet)], ...marksInWords(sheet, toDraw(item))];
    const grid = factGrid(paper, facts, { left: LEFT + BESIDE, width: CONTENT - BESIDE, columns: 2, style: NOTE });
    const high = Math.max(name.height + 3 + grid.height, STILE_DRAWING.height);
    return {
      height: high + 10,
      draw(y) {
        paper.tag("Figure", () => drawShapes(paper, stileShapes(sheet), LEFT, y), {
          alt: `A stile of ${item.name}, ${exactFigure(sheet.stile)} mm long, with its pins${drawnHingesOf(sheet).length > 0 ? " and hinges" : ""}`,
          bbox: [LEFT, y, LEFT + STILE_DRAWING.width, y + STILE_DRAWING.height],
        });
        name.draw(LEFT + BESIDE, y);
        grid.draw(y + name.height + 3);
        paper.rule(y + high + 4);
      },
    };
  };

/** `8 from 104.5 to 549, pitch 63.5`: a line for each section, from the foot. */
function pinsInWords({ series, pitch, stile }: StileSheet): string {
  const lines = series.map(({ first, pins }) => {
    const last = addExact(first, ...Array.from({ length: pins - 1 }, () => pitch));
    return `${countOf(pins, "pin")}: first ${exactFigure(first)}, last ${exactFigure(last)}`;
  });
  return [`Stile ${exactFigure(stile)}, pitch ${exactFigure(pitch)}`, ...lines].join("\n");
}

/** Where the rails' edges are on the stile: a line for each rail, from the foot. */
function railsInWords({ rails, midRails, stile }: StileSheet): string {
  const betweenEdges = (name: string, from: Exact, to: Exact) => `${name} ${exactFigure(from)} to ${exactFigure(to)}`;
  return [
    betweenEdges("Bottom rail", exact(0), rails.bottom),
    ...midRails.map(({ from, to }) => betweenEdges("Mid rail", from, to)),
    betweenEdges("Top rail", rails.top, stile),
  ].join("\n");
}

const POST = { T: "T-post", B: "bay post", C: "corner post" } as const;
const mm = (heights: readonly number[]): string => heights.map((height) => inMillimetres(height * 10)).join(", ");
const inRow = (heights: readonly Exact[]): string => heights.map(exactFigure).join(", ");

/**
 * Panels with equal marks are one fact, and a remake of one stile names it: `Panel A, left stile`. An
 * edge without a rebate is named only beside rebated ones.
 */
function marksInWords({ panels }: StileSheet, window: WindowToDraw): Facts {
  const hasRebate = panels.some(({ rebates }) => rebates.length > 0);
  const found = new Map<string, { panels: number[]; stile: string; lines: string }>();
  for (const { panel, side, hangsOn, hinges, onFrame, onPost, catches, rebates, carried } of panels) {
    const closing = side === "left" ? "right" : "left";
    const lines = [
      ...(hangsOn && hinges.length > 0 ? [`Hinges ${mm(hinges)}`, `${supportInWords(hangsOn, side)} ${inRow(onPost ?? onFrame)}`] : []),
      ...(onPost ? [`(on the frame ${inRow(onFrame)})`] : []),
      ...(hangsOn?.on === "pivots" ? ["On pivots at head and foot"] : []),
      ...(hangsOn?.on === "track" ? [`In the ${hangsOn.track} track`] : []),
      ...(catches.length > 0 ? [`Catches ${mm(catches)}, ${closing} edge`] : []),
      ...(hasRebate && rebates.length === 0 ? ["No rebated edge"] : rebates.map(rebateInWords)),
      ...carried.map((other) => `Hinges of panel ${panelLetter(other.panel)} ${mm(other.hinges)}, ${other.edge} edge`),
    ].join("\n");
    const stile = window.make?.stile ? `, ${stilesInWords(window, panel)[0]}` : "";
    const key = `${stile} ${lines}`;
    found.set(key, { panels: [...(found.get(key)?.panels ?? []), panel], stile, lines });
  }
  return [...found.values()].map((alike) => [
    `${alike.panels.length === 1 ? "Panel" : "Panels"} ${panelsInWords(alike.panels)}${alike.stile}`,
    alike.lines,
  ]);
}

const rebateInWords = ({ edge, from, meets }: StileSheet["panels"][number]["rebates"][number]): string =>
  `Rebate ${edge} edge, ${from}: ${from === "back" ? "over" : "under"} ${panelLetter(meets)}`;

function supportInWords(hangsOn: HangsOn, side: "left" | "right" | null): string {
  if (hangsOn.on === "post")
    return `On ${hangsOn.nth === null ? "the " : ""}${POST[hangsOn.letter]}${hangsOn.nth === null ? "" : ` ${hangsOn.nth}`} at`;
  return hangsOn.on === "panel" ? `On panel ${panelLetter(hangsOn.panel)}; above the frame's foot` : `On the ${side} frame at`;
}
