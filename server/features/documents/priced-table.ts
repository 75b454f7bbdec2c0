import type { InvoiceLine } from "#server/db/schema.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { TAX_PERCENT } from "#shared/domain/pricing.ts";
import { inM2 } from "./document-contents.ts";
import { type Block, space } from "./flow.ts";
import { CONTENT, type Paper, RIGHT } from "./paper.ts";
import { type Column, tableBlocks } from "./table.ts";
import { leadingOf, MUTED, type Style } from "./typesetter.ts";

const WIDTHS = { quantity: 32, area: 60, price: 68, rate: 36, net: 72 } as const;
const others = Object.values(WIDTHS).reduce<number>((sum, width) => sum + width, 0);

const COLUMNS: readonly Column[] = [
  { title: "Window", width: CONTENT - others },
  { title: "Qty", width: WIDTHS.quantity, align: "right" },
  { title: "Area each", width: WIDTHS.area, align: "right" },
  { title: "Price per m²", width: WIDTHS.price, align: "right" },
  { title: "VAT", width: WIDTHS.rate, align: "right" },
  { title: "Net", width: WIDTHS.net, align: "right" },
];
const NAME: Partial<Style> = { weight: "semibold" };
const DESCRIPTION: Partial<Style> = { size: 8.5, colour: MUTED };

/** What is sold, a line for each window, without VAT. */
export const pricedTable = (paper: Paper, lines: readonly InvoiceLine[]): Promise<Block[]> =>
  tableBlocks(
    paper,
    COLUMNS,
    lines.map((line) => [
      [
        { text: line.name, style: NAME },
        { text: line.description, style: DESCRIPTION },
      ],
      String(line.quantity),
      inM2(line.areaM2),
      formatPence(line.pricePerM2),
      `${line.taxPercent}%`,
      formatPence(line.net),
    ]),
  );

interface Totals {
  readonly subtotal: Pence;
  readonly tax: Pence;
  readonly finalTotal: Pence;
}

const ROW: Style = { size: 9.5 };
const TOTAL: Style = { size: 12, weight: "semibold" };
const LABELS = 150;
const AMOUNTS = 110;

/** Net, VAT and total, at the right and never apart. */
export function totalsBlock(paper: Paper, { subtotal, tax, finalTotal }: Totals, totalLabel: string): Block[] {
  const rows = [
    { label: "Total net", amount: subtotal, style: ROW },
    { label: `VAT at ${TAX_PERCENT}%`, amount: tax, style: ROW },
    { label: totalLabel, amount: finalTotal, style: TOTAL },
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

const NOTE: Style = { size: 9, colour: MUTED, leading: 1.5 };

/** A paragraph over the width of the page. */
export function note(paper: Paper, text: string, style: Partial<Style> = {}): Block[] {
  const own = { ...NOTE, ...style };
  const lines = paper.type.lines(text, CONTENT, own);
  return [
    { height: lines.length * leadingOf(own), draw: (y) => paper.tag("P", () => paper.type.draw(lines, RIGHT - CONTENT, y, CONTENT, own)) },
    space(4),
  ];
}
