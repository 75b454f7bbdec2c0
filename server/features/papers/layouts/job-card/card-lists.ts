import { type Block, space } from "#server/features/papers/engine/flow.ts";
import { stack } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, LEFT, type Paper } from "#server/features/papers/engine/paper.ts";
import { type Cell, type Column, tableBlocks } from "#server/features/papers/engine/table.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { type BarLength, longerThanBars } from "#shared/domain/window/saw/bars.ts";
import { cutList, unmakeablePanels } from "#shared/domain/window/saw/cut-list.ts";
import { isRail, usualSection } from "#shared/domain/window/saw/sections.ts";
import type { JobCard } from "./card.ts";
import { cutRows, hardwareRows } from "./measures.ts";
import { NAME } from "./window-format.ts";

/** The cut list of the whole order, window by window (rule M13). */
export function cutListBlocks(paper: Paper, { items, bars }: JobCard): Block[] {
  // A workshop's own sections change lengths beside its clearances.
  const less = items.some(hasOwnWidths) ? "sections and clearances" : "clearances";
  const { part, panel, from, cut } = CUT_COLUMNS[items.some(({ quantity }) => quantity > 1) ? "several" : "single"];
  return byWindow(paper, { title: "Cut list", items, rowsOf: cutRows, notesOf: notesOnParts(bars) }, [
    { title: "Part", width: part },
    { title: "Panel", width: panel },
    { title: "From, mm", width: from },
    { title: `Cut (nominal less ${less}), mm`, width: cut },
    { title: "Pieces", width: CONTENT - NUMBER - part - panel - from - cut, align: "right" },
  ]);
}

/** The amounts of several shutters are words (`34 per window × 3 = 102`), and otherwise a figure. */
const CUT_COLUMNS = {
  single: { part: 153, panel: 44, from: 104, cut: 142 },
  several: { part: 140, panel: 35, from: 86, cut: 116 },
} as const;

/** Tests whether a window has a section whose own width changes lengths; rails and rods have none. */
function hasOwnWidths(item: MakerItem): boolean {
  if (!item.sections?.length) return false;
  const cuts = cutList({ ...toDraw(item), make: null }).filter(({ profile }) => !isRail(profile) && profile !== "tilt-rod");
  return cuts.some(({ profile, section }) => section.widthMm !== usualSection(profile).widthMm);
}

/** Panels that cannot be made, and sides of the frame that no bar is long enough for. */
const notesOnParts =
  (bars: readonly BarLength[]) =>
  (item: MakerItem): string[] => [
    ...unmakeablePanels(toDraw(item)).map(({ ask }) => `${ask}: its parts are not listed`),
    ...longerThanBars(cutList(toDraw(item)), bars),
  ];

/** The hardware to fetch from the shelf (rule M23); nothing for a remake of parts without any. */
export function hardwareBlocks(paper: Paper, items: readonly MakerItem[]): Block[] {
  if (items.every((item) => hardwareRows(item).length === 0)) return [];
  return byWindow(paper, { title: "Hardware", items, rowsOf: hardwareRows }, [
    { title: "What", width: 92 },
    { title: "Panel", width: 42 },
    { title: "Where", width: 225 },
    { title: "Pieces", width: CONTENT - NUMBER - 359, align: "right" },
  ]);
}

/** The width of the window's number beside its rows. */
const NUMBER = 22;

interface Listed {
  readonly title: string;
  readonly items: readonly MakerItem[];
  readonly rowsOf: (item: MakerItem) => readonly (readonly Cell[])[];
  /** Sentences below the window's name. */
  readonly notesOf?: (item: MakerItem) => readonly string[];
}

/** A table with each window's name above its rows, and its number in each row. */
function byWindow(paper: Paper, { title, items, rowsOf, notesOf = () => [] }: Listed, columns: readonly Column[]): Block[] {
  const words = stack(paper, [{ text: title, style: NAME, tag: "H2" }], CONTENT);
  const heading: Block = { height: words.height + 2, keepWithNext: true, draw: (y) => words.draw(LEFT, y) };
  const all = [{ title: "", width: NUMBER }, ...columns];
  const groups = items.flatMap((item, at) => {
    const [rows, notes] = [rowsOf(item), notesOf(item)];
    // A remake of a louvre has no hardware.
    if (rows.length === 0 && notes.length === 0) return [];
    const name = `${at + 1}. ${item.name}`;
    const cell: Cell = [name, ...notes].map((text) => ({ text, style: { weight: "semibold" }, across: true }));
    return { name, rows: [[cell, ...columns.map(() => "")], ...rows.map((row): readonly Cell[] => [`${at + 1}.`, ...row])] };
  });
  const table = tableBlocks(
    paper,
    all,
    groups.flatMap(({ rows }) => rows),
    { close: true, groups: groups.map(({ name, rows }) => ({ rows: rows.length, continued: `${name}, continued` })) },
  );
  return [space(10), heading, ...table];
}
