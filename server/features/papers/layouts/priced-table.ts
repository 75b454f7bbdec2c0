import { drawShapes } from "#server/features/papers/engine/draw-shapes.ts";
import { type Block, groupLastRows, space } from "#server/features/papers/engine/flow.ts";
import { paragraph } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, type Paper, RIGHT } from "#server/features/papers/engine/paper.ts";
import { type Cell, type Column, type Figure, tableBlocks } from "#server/features/papers/engine/table.ts";
import { leadingOf, MUTED, type Style } from "#server/features/papers/engine/typesetter.ts";
import type { InvoiceLine } from "#server/schema/invoices-and-refunds.ts";
import { type MilliM2, milliM2ToM2 } from "#shared/domain/length.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { listPriceInWords, TAX_PERCENT } from "#shared/domain/trade/pricing.ts";
import { drawingSize, windowShapes } from "#shared/domain/window/drawing/window-shapes.ts";
import { isBay } from "#shared/domain/window/geometry/bay.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";

const WIDTHS = { quantity: 32, area: 60, price: 68, rate: 36, net: 72 } as const;
const others = Object.values(WIDTHS).reduce<number>((sum, width) => sum + width, 0);

/**
 * High enough to recognize a hinge's side in print. Seven windows fit on the first page, and 22
 * fill three pages.
 */
const DRAWING = { width: 90, height: 64, detail: "opening" } as const;
/** A bay's angles and plan have dimensions, so its drawing has twice the height. */
const BAY = { ...DRAWING, height: 2 * DRAWING.height, textSize: 5.5 } as const;
const DRAWING_COLUMN = DRAWING.width + 12;

const columnsOf = (drawn: boolean): readonly Column[] => [
  ...(drawn ? [{ title: "Drawing", width: DRAWING_COLUMN }] : []),
  { title: "Window", width: CONTENT - others - (drawn ? DRAWING_COLUMN : 0) },
  { title: "Qty", width: WIDTHS.quantity, align: "right" },
  { title: "Area each", width: WIDTHS.area, align: "right" },
  { title: "Price per m²", width: WIDTHS.price, align: "right" },
  { title: "VAT", width: WIDTHS.rate, align: "right" },
  { title: "Net", width: WIDTHS.net, align: "right" },
];
const squareMetres = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const inM2 = (area: MilliM2): string => `${squareMetres.format(milliM2ToM2(area))} m²`;

const NAME: Partial<Style> = { weight: "semibold" };
const DESCRIPTION: Partial<Style> = { size: 8.5, colour: MUTED };

/** The area of one window, and the greater area that is charged where there is one. */
function areaCell({ areaM2, chargedAreaM2 }: InvoiceLine): Cell {
  const area = inM2(areaM2);
  if (chargedAreaM2 === undefined) return area;
  return [
    { text: area, style: {} },
    { text: `charged as ${inM2(chargedAreaM2)}`, style: DESCRIPTION },
  ];
}

/** The charged price, and its derivation from the list price where they differ. */
function priceCell({ pricePerM2, listPricePerM2, discountHundredths }: InvoiceLine): Cell {
  const price = formatPence(pricePerM2);
  if (listPricePerM2 === undefined || discountHundredths === undefined) return price;
  return [
    { text: price, style: {} },
    { text: listPriceInWords({ listPrice: listPricePerM2, price: pricePerM2, discountHundredths }), style: DESCRIPTION },
  ];
}

/**
 * The window as the screen and the job card draw it, centred in a box of one size for all windows
 * except bays.
 */
function figureOf(paper: Paper, window: WindowToDraw): Figure {
  const drawing = isBay(window) ? BAY : DRAWING;
  const size = drawingSize(window, drawing);
  const { width } = drawing;
  const height = isBay(window) ? size.height : drawing.height;
  const shapes = windowShapes(window, drawing);
  const draw = (x: number, y: number) => drawShapes(paper, shapes, x + (width - size.width) / 2, y + (height - size.height) / 2);
  return { width, height, alt: describeWindow(window), draw };
}

/** A line for each window, without VAT, with the window's drawing where there is one. */
const pricedTable = (paper: Paper, lines: readonly InvoiceLine[], windows?: readonly WindowToDraw[]): Block[] =>
  tableBlocks(
    paper,
    columnsOf(windows !== undefined),
    lines.map((line, index) => [
      ...(windows?.slice(index, index + 1).map((window) => figureOf(paper, window)) ?? []),
      [
        { text: line.name, style: NAME },
        { text: line.description, style: DESCRIPTION, across: windows !== undefined },
        ...(line.surcharges ?? []).map(({ text, amountPence }) => ({
          text: `${text}: ${formatPence(amountPence)}`,
          style: DESCRIPTION,
          across: windows !== undefined,
        })),
      ],
      String(line.quantity),
      line.isIncrease ? "" : areaCell(line),
      line.isIncrease ? "" : priceCell(line),
      `${line.taxPercent}%`,
      formatPence(line.net),
    ]),
  );

interface Totals {
  readonly subtotalPence: Pence;
  readonly taxPence: Pence;
  readonly finalTotalPence: Pence;
}

const ROW: Style = { size: 9.5 };
const TOTAL: Style = { size: 12, weight: "semibold" };
const LABELS = 150;
const AMOUNTS = 110;

/** Net, VAT and total at the right, never split between pages. */
function totalsBlock(paper: Paper, { subtotalPence, taxPence, finalTotalPence }: Totals, totalLabel: string): Block[] {
  const rows = [
    { label: "Total net", amount: subtotalPence, style: ROW },
    { label: `VAT at ${TAX_PERCENT}%`, amount: taxPence, style: ROW },
    { label: totalLabel, amount: finalTotalPence, style: TOTAL },
  ];
  const heights = rows.map(({ style }) => leadingOf(style) + 5);
  const left = RIGHT - LABELS - AMOUNTS;
  return [
    space(10),
    {
      height: heights.reduce((sum, height) => sum + height, 6),
      draw: (y) => {
        const table = paper.group("Table");
        let at = y;
        rows.forEach(({ label, amount, style }, index) => {
          if (index === rows.length - 1) {
            paper.rule(at + 1, left);
            at += 5;
          }
          const [top, row] = [at, paper.group("TR", table)];
          const set = (text: string, x: number, width: number, own: Style) =>
            paper.type.draw(paper.type.lines(text, width, own), x, top, width, own);
          paper.tag("TH", () => set(label, left, LABELS, style), { parent: row, scope: "Row" });
          paper.tag("TD", () => set(formatPence(amount), RIGHT - AMOUNTS, AMOUNTS, { ...style, align: "right", tabular: true }), {
            parent: row,
          });
          row.end();
          at += heights[index] ?? 0;
        });
        table.end();
      },
    },
    space(22),
  ];
}

interface Priced extends Totals {
  readonly lines: readonly InvoiceLine[];
  /** The windows to draw beside the lines, one for each line. */
  readonly windows?: readonly WindowToDraw[];
  readonly totalLabel: string;
  readonly notes: readonly string[];
}

/** The lines, their totals and the notes. Totals stay with at least two lines. */
export function pricedPart(paper: Paper, { lines, windows, totalLabel, notes, ...totals }: Priced): Block[] {
  const table = pricedTable(paper, lines, windows);
  return groupLastRows(table, 2, ...totalsBlock(paper, totals, totalLabel), ...notes.flatMap((text) => note(paper, text)));
}

/** The totals and notes of a document without lines. */
export function sumsPart(paper: Paper, { totalLabel, notes, ...totals }: Omit<Priced, "lines" | "windows">): Block[] {
  return [...totalsBlock(paper, totals, totalLabel), ...notes.flatMap((text) => note(paper, text))];
}

const NOTE: Style = { size: 9, colour: MUTED, leading: 1.5 };

const note = (paper: Paper, text: string): Block[] => [...paragraph(paper, text, NOTE), space(4)];
