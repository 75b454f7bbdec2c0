import { drawShapes } from "#server/features/papers/engine/draw-shapes.ts";
import { type Block, groupLastRows, space } from "#server/features/papers/engine/flow.ts";
import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { addressed, addressLines, stack } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, createPaper, LEFT, type Paper, RIGHT } from "#server/features/papers/engine/paper.ts";
import { leadingOf, MUTED, type Style } from "#server/features/papers/engine/typesetter.ts";
import {
  depositWords,
  type HomeownerWindow,
  LAW,
  leadTimeWords,
  linesOf,
  payeeWords,
  type Snapshot,
  validWords,
} from "#server/features/retail/quotation-snapshot.ts";
import { formatPounds } from "#shared/domain/money.ts";
import { formatDay, formatInstant, startOfDay } from "#shared/domain/period.ts";

/** The evidence of an acceptance, printed as the last page. */
export interface AcceptedOn {
  readonly name: string;
  readonly at: Date;
  readonly sentence: string;
  /** Indexes of the optional extras that were ticked. */
  readonly extras: readonly number[];
}

interface RetailQuotation {
  readonly snapshot: Snapshot;
  readonly logo: { readonly content: Uint8Array; readonly width: number; readonly height: number } | null;
  readonly accepted: AcceptedOn | null;
  /** The reference of the link that froze it; null before it is sent. */
  readonly reference: string | null;
}

const NAME: Style = { size: 15, weight: "semibold" };
const SMALL: Style = { size: 8.5, colour: MUTED };
const BODY: Style = { size: 9.5 };
const STRONG: Style = { size: 10.5, weight: "semibold" };
const HEADING: Style = { size: 12, weight: "semibold" };
const NOTE: Style = { size: 9, leading: 1.5 };
const LOGO = { width: 190, height: 58 } as const;
const HALF = CONTENT / 2;

/** The fitter's letterhead: logo or name, contact details and the title. */
function head(paper: Paper, { snapshot, logo }: RetailQuotation): Block[] {
  const { from } = snapshot;
  const joined = (texts: readonly string[]) => texts.filter(Boolean).join("  ·  ");
  const fit = logo ? Math.min(LOGO.width / logo.width, LOGO.height / logo.height) : 0;
  const size = logo ? { width: logo.width * fit, height: logo.height * fit } : null;
  const texts = stack(
    paper,
    [
      { text: from.name, style: size ? STRONG : NAME },
      { text: addressLines(from.address), style: SMALL },
      { text: joined([from.phone, from.email, from.website]), style: SMALL },
      { text: from.vatNumber ? `VAT ${from.vatNumber}` : "", style: SMALL },
    ],
    HALF + 40,
  );
  const title = stack(
    paper,
    [
      { text: "Quotation", style: { size: 22, weight: "semibold", colour: from.accent, align: "right" }, tag: "H1" },
      { text: snapshot.revision > 1 ? `Revision ${snapshot.revision}` : "", style: { ...SMALL, align: "right" } },
    ],
    HALF - 60,
  );
  const above = size ? size.height + 10 : 0;
  const height = Math.max(above + texts.height, title.height);
  return [
    {
      height: height + 16,
      draw: (y) => {
        title.draw(LEFT + HALF + 60, y - 4);
        if (logo && size) {
          const { width, height: high } = size;
          const draw = () => paper.doc.image(Buffer.from(logo.content), LEFT, y, { width, height: high });
          paper.tag("Figure", draw, { alt: from.name, bbox: [LEFT, y, LEFT + width, y + high] });
        }
        texts.draw(LEFT, y + above);
        paper.artifact(() => paper.doc.rect(LEFT, y + height + 10, CONTENT, 2).fill(from.accent));
      },
    },
    space(16),
  ];
}

const DRAWING = { width: 150, height: 112 } as const;
const PRICE = 90;
const TEXT = CONTENT - DRAWING.width - PRICE - 32;

/** A window with its drawing, description and price including VAT. */
function windowBlock(paper: Paper, { name, words, quantity, drawing }: HomeownerWindow, price: number): Block {
  const about = stack(
    paper,
    [
      { text: name, style: STRONG, tag: "H2" },
      { text: words, style: { ...BODY, colour: MUTED } },
      { text: quantity > 1 ? `${quantity} of these` : "", style: BODY },
    ],
    TEXT,
  );
  const amount = paper.type.lines(formatPounds(price), PRICE, { ...STRONG, align: "right", tabular: true });
  const scale = Math.min(DRAWING.width / drawing.width, DRAWING.height / drawing.height);
  const height = Math.max(drawing.height * scale, about.height) + 18;
  return {
    height,
    draw: (y) => {
      const draw = () => {
        paper.doc
          .save()
          .translate(LEFT, y + 6)
          .scale(scale);
        drawShapes(paper, drawing.shapes, 0, 0);
        paper.doc.restore();
      };
      const [width, high] = [drawing.width * scale, drawing.height * scale];
      paper.tag("Figure", draw, { alt: drawing.inWords, bbox: [LEFT, y, LEFT + width, y + high] });
      about.draw(LEFT + DRAWING.width + 16, y + 6);
      paper.tag("P", () => paper.type.draw(amount, RIGHT - PRICE, y + 6, PRICE, { ...STRONG, align: "right", tabular: true }));
      paper.rule(y + height - 3);
    },
  };
}

/** A line of text with an amount at the right. */
function amountLine(paper: Paper, label: string, amount: string, style: Style = BODY): Block {
  const lines = paper.type.lines(label, CONTENT - PRICE - 16, style);
  const right: Style = { ...style, align: "right", tabular: true };
  const height = lines.length * leadingOf(style) + 6;
  return {
    height,
    draw: (y) => {
      paper.tag("P", () => {
        paper.type.draw(lines, LEFT, y + 3, CONTENT - PRICE - 16, style);
        paper.type.draw(paper.type.lines(amount, PRICE, right), RIGHT - PRICE, y + 3, PRICE, right);
      });
    },
  };
}

const heading = (paper: Paper, text: string, colour: string): Block => {
  const style: Style = { ...HEADING, colour };
  const lines = paper.type.lines(text, CONTENT, style);
  return {
    height: lines.length * leadingOf(style) + 6,
    keepWithNext: true,
    draw: (y) => paper.tag("H2", () => paper.type.draw(lines, LEFT, y, CONTENT, style)),
  };
};

/** Each line is a block, so that long terms continue on the next page. */
const paragraph = (paper: Paper, text: string): Block[] => [
  ...paper.type.lines(text, CONTENT, NOTE).map(
    (line): Block => ({
      height: leadingOf(NOTE),
      draw: (y) => paper.tag("P", () => paper.type.draw([line], LEFT, y, CONTENT, NOTE)),
    }),
  ),
  space(8),
];

type Lines = ReturnType<typeof linesOf>;

/**
 * The lines below the windows. Accepted extras are ordinary lines; extras that were not ticked are
 * not printed after an acceptance.
 */
function sums(paper: Paper, { snapshot, accepted }: RetailQuotation, lines: Lines): Block[] {
  const { extras, depositPercent, from } = snapshot;
  const ticked = new Set(accepted?.extras);
  const priced = extras.map(({ text, optional }, place) => ({
    line: amountLine(paper, text, formatPounds(lines.extras[place] ?? 0)),
    counts: !optional || ticked.has(place),
  }));
  const offered = accepted ? [] : priced.filter(({ counts }) => !counts);
  const due = accepted ? "due now" : "when you accept";
  return [
    space(6),
    ...(lines.fitting === 0 ? [] : [amountLine(paper, "Fitting", formatPounds(lines.fitting))]),
    ...priced.filter(({ counts }) => counts).map(({ line }) => line),
    amountLine(paper, "Total", formatPounds(lines.total), { size: 13, weight: "semibold", colour: from.accent }),
    amountLine(paper, from.vatNumber ? `including VAT of ${formatPounds(lines.vat)}` : "No VAT is charged", "", { ...BODY, colour: MUTED }),
    ...(lines.deposit > 0 ? [amountLine(paper, `Deposit of ${depositPercent} %, ${due}`, formatPounds(lines.deposit))] : []),
    ...(offered.length > 0
      ? [space(12), heading(paper, "If you would like them, not in the total", from.accent), ...offered.map(({ line }) => line)]
      : []),
    space(14),
  ];
}

/** The evidence begins the last page. */
function acceptance(paper: Paper, { snapshot, accepted, reference }: RetailQuotation, { total }: Lines): Block[] {
  if (!accepted) return [];
  const { extras, from } = snapshot;
  const { name, at, sentence, extras: chosen } = accepted;
  const ticked = chosen.flatMap((place) => extras[place]?.text ?? []);
  return [
    { ...heading(paper, "Accepted", from.accent), onNewPage: true },
    ...paragraph(paper, `“${sentence}”`),
    amountLine(paper, `Accepted by ${name} on ${formatInstant(at)}`, formatPounds(total), STRONG),
    ...(ticked.length > 0 ? paragraph(paper, `With: ${ticked.join(", ")}.`) : []),
    ...(reference ? paragraph(paper, `Reference: ${reference}`) : []),
  ];
}

/**
 * Prints a fitter's quotation to a homeowner (rule T15): neither its text nor its bytes name the
 * seller or the software.
 */
export function retailQuotation(fonts: Fonts, quotation: RetailQuotation): Paper {
  const { snapshot, accepted, reference } = quotation;
  const { from, customer, terms } = snapshot;
  const paper = createPaper(fonts, {
    title: `Quotation from ${from.name}`,
    author: from.name,
    subject: customer.name ? `Quotation for ${customer.name}` : "Quotation",
    date: startOfDay(snapshot.madeOn),
    isAnothers: true,
  });
  const leadTime = leadTimeWords(snapshot);
  const lines = linesOf(snapshot, new Set(accepted?.extras));
  const payment = [
    lines.deposit > 0 ? depositWords(formatPounds(lines.deposit), snapshot, accepted !== null) : null,
    payeeWords(snapshot, reference),
  ].filter((words) => words !== null);
  const blocks = [
    ...head(paper, quotation),
    ...addressed(
      paper,
      customer.name || customer.address ? "Prepared for" : "",
      [customer.name, customer.address, customer.email],
      [
        ["Date", formatDay(startOfDay(snapshot.madeOn))],
        accepted ? ["Accepted", formatDay(accepted.at)] : ["Valid until", validWords(snapshot)],
        ...(leadTime ? ([["Lead time", leadTime]] as const) : []),
        ["Total", formatPounds(lines.total)],
      ],
    ),
    ...groupLastRows(
      snapshot.windows.map((window, place) => windowBlock(paper, window, lines.windows[place] ?? 0)),
      1,
      ...sums(paper, quotation, lines),
    ),
    ...payment.flatMap((text) => paragraph(paper, text)),
    ...(terms ? [heading(paper, "Terms", from.accent), ...paragraph(paper, terms)] : []),
    ...paragraph(paper, LAW),
    ...(from.footer ? paragraph(paper, from.footer) : []),
    ...acceptance(paper, quotation, lines),
  ];
  const foot = [from.name, from.phone].filter(Boolean).join("  ·  ");
  return paper.print(blocks, foot);
}
