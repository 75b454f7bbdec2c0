import { inMillimetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { panelLetter, panelsInWords } from "#shared/domain/window/fields/panel-names.ts";
import { panelsCut } from "#shared/domain/window/geometry/fitted.ts";
import { layOutWindow, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { alikeCuts, type CutPart, cutList } from "./cut-list.ts";
import { recutPartInWords } from "./recuts.ts";
import { isPanelMade, isWholeWindow } from "./window-make.ts";

/**
 * Describes what an order makes and sends, where a remake makes only parts of its windows (rule
 * W103).
 */

/** The part's name; the one stile that a remake makes has its side: `left stile`. */
const partName = ({ make }: WindowToDraw, part: CutPart): string =>
  `${part === "stile" && make?.stile ? `${make.stile} ` : ""}${recutPartInWords(part)}`;

type MadeWindow = WindowToDraw & { readonly quantity: number };

const mm = (length: number): string => inMillimetres(length * 10);

/** The sizes of the panels that are made whole, from the left: `557.5 × 1,266 mm`. */
function madePanels(item: WindowToDraw): string[] {
  const { widths, height } = panelsCut(item);
  return widths.map((width) => `${width} × ${height} mm`);
}

const areWholePanels = ({ make }: WindowToDraw): boolean => make?.parts.length === 0;

/** The parts of windows that are not made whole: `1 louvre`; panels that are made whole are one. */
function countParts(items: readonly MadeWindow[]): string[] {
  const counts = new Map<string, number>();
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count);
  for (const item of items) {
    if (areWholePanels(item)) add("panel", madePanels(item).length * item.quantity);
    else for (const { part, count } of cutList(item, item.quantity)) add(partName(item, part), count);
  }
  return [...counts].map(([name, count]) => countOf(count, name));
}

/**
 * `2 windows, 3 shutters`; a remake of parts `1 louvre`, `1 panel`, or `1 window, 1 shutter, 28
 * louvres`.
 * @param items at least the windows that are not made whole
 */
export function amountToMake(order: { readonly windows: number; readonly shutters: number }, items: readonly MadeWindow[]): string {
  const partial = items.filter(({ make }) => !isWholeWindow(make));
  const windows = order.windows - partial.length;
  const shutters = partial.reduce((rest, { quantity }) => rest - quantity, order.shutters);
  const whole = windows > 0 || partial.length === 0 ? [countOf(windows, "window"), countOf(shutters, "shutter")] : [];
  return [...whole, ...countParts(partial)].join(", ");
}

/** Formats panels beside a size: ` (panel A)`. */
const ofPanels = (panels: readonly number[]): string => ` (${panels.length === 1 ? "panel" : "panels"} ${panelsInWords(panels)})`;

/**
 * The parts of a window that is not made whole, with their lengths: `1 louvre, 418 mm`, `1 top rail,
 * 418 × 93.5 mm`, `1 panel, 557.5 × 1,266 mm`. Sizes that differ from panel to panel name their
 * panels: `2 louvres, 368 mm (panel A)`.
 */
export function partsWithSizes(item: WindowToDraw, quantity: number): string[] {
  if (areWholePanels(item)) {
    const sizes = madePanels(item);
    const made = layOutWindow(item).panels.flatMap((_, at) => (isPanelMade(item.make, panelLetter(at + 1)) ? [at + 1] : []));
    const kinds = [...new Set(sizes)];
    return kinds.map((size) => {
      const panels = made.filter((_, at) => sizes[at] === size);
      return `${countOf(panels.length * quantity, "panel")}, ${size}${kinds.length > 1 ? ofPanels(panels) : ""}`;
    });
  }
  const rows = alikeCuts(cutList(item, quantity));
  return rows.map(({ part, count, cutMm, ripMm, panels }) => {
    const differ = rows.some((other) => other.part === part && other.panels.join() !== panels.join());
    const size = `${mm(cutMm)}${ripMm === null ? "" : ` × ${mm(ripMm)}`} mm`;
    return `${countOf(count, partName(item, part))}, ${size}${differ && panels.length > 0 ? ofPanels(panels) : ""}`;
  });
}
