import type { Seller } from "#server/schema/company-settings.ts";
import type { JobWords } from "#server/schema/invoices-and-refunds.ts";
import { type Block, space } from "./flow.ts";
import { CONTENT, LEFT, type Paper, RIGHT } from "./paper.ts";
import { ACCENT, type Line, leadingOf, MUTED, type Style } from "./typesetter.ts";

/** A few facts with their names, such as a number and a date; some link to a page. */
export type Facts = readonly (readonly [name: string, value: string, link?: string | null])[];

/** The customer's own job name and PO number, by which the customer's office files the document. */
export const jobFacts = ({ jobName, poNumber }: Partial<JobWords>): Facts => [
  ...(jobName ? ([["Job", jobName]] as const) : []),
  ...(poNumber ? ([["PO number", poNumber]] as const) : []),
];

const SELLER: Style = { size: 13, weight: "semibold" };
const TITLE: Style = { size: 22, weight: "semibold", colour: ACCENT };
const SMALL: Style = { size: 8.5, colour: MUTED };
const LABEL: Style = { size: 8, weight: "semibold", colour: MUTED };
const VALUE: Style = { size: 9.5 };
const STRONG: Style = { size: 9.5, weight: "semibold" };
const HALF = CONTENT / 2;
const MOST_ADDRESS_LINES = 7;

/** Formats an address as typed, but limits its lines to the height of a letterhead. */
export function addressLines(address: string): string {
  const lines = address
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const firstLines = lines.slice(0, MOST_ADDRESS_LINES - 1);
  const rest = lines.slice(MOST_ADDRESS_LINES - 1);
  return [...firstLines, ...(rest.length > 0 ? [rest.join(", ")] : [])].join("\n");
}

interface Text {
  readonly text: string;
  readonly style: Style;
  readonly tag?: string;
  /** The link's target. */
  readonly link?: string | null;
}

/** Measures texts below each other, as a column of a page head. */
export function stack(paper: Paper, texts: readonly Text[], width: number) {
  const parts = texts
    .filter(({ text }) => text !== "")
    .map(({ text, style, tag = "P", link = null }) => ({ lines: paper.type.lines(text, width, style), style, tag, text, link }));
  const heightOf = ({ lines, style }: { lines: readonly Line[]; style: Style }) => lines.length * leadingOf(style);
  return {
    height: parts.reduce((sum, part) => sum + heightOf(part), 0),
    draw(x: number, y: number) {
      let at = y;
      for (const part of parts) {
        const top = at;
        const draw = () => paper.type.draw(part.lines, x, top, width, part.style);
        const wide = Math.max(...part.lines.map((line) => line.width));
        if (part.link) paper.link(part.link, part.text, draw, [x, top, wide, heightOf(part)]);
        else paper.tag(part.tag, draw);
        at += heightOf(part);
      }
    },
  };
}

/** Paragraphs up to this length stay on one page; longer ones are split line by line. */
const MOST_LINES_KEPT = 12;

/** A paragraph of any length, over the width of the page or from `left` on. */
export function paragraph(paper: Paper, text: string, style: Style, left: number = LEFT): Block[] {
  const width = RIGHT - left;
  const lines = paper.type.lines(text, width, style);
  const groups = lines.length <= MOST_LINES_KEPT ? [lines].filter(({ length }) => length > 0) : lines.map((line) => [line]);
  return groups.map((group) => ({
    height: group.length * leadingOf(style),
    draw: (y) => paper.tag("P", () => paper.type.draw(group, left, y, width, style)),
  }));
}

/** The seller at the left, the document's title at the right, a rule below. */
export function letterhead(paper: Paper, seller: Seller, title: string, note: string): Block[] {
  const registration = [seller.vatNumber && `VAT ${seller.vatNumber}`, seller.companyNumber && `Company no. ${seller.companyNumber}`];
  const contact = [seller.email, seller.phone];
  const joined = (texts: readonly string[]) => texts.filter(Boolean).join("  ·  ");
  const from = stack(
    paper,
    [
      { text: seller.name, style: SELLER },
      { text: addressLines(seller.address), style: SMALL },
      { text: joined(registration), style: SMALL },
      { text: joined(contact), style: SMALL },
    ],
    HALF + 20,
  );
  const what = stack(
    paper,
    [
      { text: title, style: { ...TITLE, align: "right" }, tag: "H1" },
      { text: note, style: { ...SMALL, align: "right" } },
    ],
    HALF - 40,
  );
  const height = Math.max(from.height, what.height);
  return [
    {
      height: height + 14,
      draw: (y) => {
        what.draw(LEFT + HALF + 40, y - 4);
        from.draw(LEFT, y);
        paper.rule(y + height + 12);
      },
    },
    space(16),
  ];
}

const MOST_LINES_OF_A_FACT = 2;

/**
 * The addressee at the left, short facts at the right in two columns, long facts below over the
 * whole width.
 */
export function addressed(paper: Paper, label: string, to: readonly string[], facts: Facts): Block[] {
  const [name = "", ...rest] = to;
  const who = stack(
    paper,
    [{ text: label, style: LABEL }, { text: name, style: STRONG }, ...rest.map((text) => ({ text: addressLines(text), style: VALUE }))],
    HALF - 20,
  );
  const isLong = ([, value]: Facts[number]) => paper.type.lines(value, HALF / 2 - CELL_GAP, VALUE).length > MOST_LINES_OF_A_FACT;
  const short = facts.filter((fact) => !isLong(fact));
  const grid = factGrid(paper, short, { left: LEFT + HALF, width: HALF, columns: 2 });
  const below = factGrid(paper, facts.filter(isLong), { left: LEFT, width: CONTENT, columns: 1 });
  const upper = Math.max(who.height + (below.height > 0 ? ROW_GAP : 0), grid.height);
  const height = upper + below.height;
  return [
    {
      height,
      draw: (y) => {
        who.draw(LEFT, y);
        grid.draw(y);
        below.draw(y + upper);
      },
    },
    space(22),
  ];
}

const CELL_GAP = 10;
const ROW_GAP = 7;

interface GridArea {
  readonly left: number;
  readonly width: number;
  readonly columns: number;
  /** The style of the facts' values. */
  readonly style?: Style;
}

export function factGrid(paper: Paper, facts: Facts, { left, width, columns, style = VALUE }: GridArea) {
  const cell = width / columns;
  const cells = facts.map(([name, value, link = null]) =>
    stack(
      paper,
      [
        { text: name, style: LABEL },
        { text: value, style: { ...style, tabular: true, ...(link && { colour: ACCENT }) }, link },
      ],
      cell - CELL_GAP,
    ),
  );
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) => cells.slice(row * columns, (row + 1) * columns));
  const heights = rows.map((row) => Math.max(...row.map(({ height }) => height)) + ROW_GAP);
  return {
    height: heights.reduce((sum, height) => sum + height, 0),
    draw(y: number) {
      let at = y;
      for (const [index, row] of rows.entries()) {
        row.forEach((each, column) => {
          each.draw(left + column * cell, at);
        });
        at += heights[index] ?? 0;
      }
    },
  };
}
