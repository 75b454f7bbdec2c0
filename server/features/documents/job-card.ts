import type { JobWords } from "#server/db/schema.ts";
import { describeWindow } from "#shared/domain/describe-window.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { CHECKS, knownChecks } from "#shared/domain/measurement-checks.ts";
import { formatDay } from "#shared/domain/period.ts";
import { type Field, optionFacts, WINDOW_FIELDS } from "#shared/domain/window-fields.ts";
import { drawingSize, windowShapes } from "#shared/domain/window-shapes.ts";
import { cutList, toDraw } from "./cut-list.ts";
import type { MakerItem } from "./document-contents.ts";
import { drawQr, drawShapes } from "./draw-shapes.ts";
import { type Block, space } from "./flow.ts";
import type { Fonts } from "./fonts.ts";
import { inTurns } from "./in-turns.ts";
import { addressLines, type Facts, factGrid, jobFacts, stack } from "./letterhead.ts";
import { CONTENT, createPaper, LEFT, type Paper, type Printable, RIGHT } from "./paper.ts";
import { ACCENT, MUTED, type Style } from "./typesetter.ts";
import { type RemakeOnPaper, whatWasWrong } from "./what-was-wrong.ts";

export interface JobCard extends JobWords {
  readonly orderId: number;
  readonly productName: string;
  readonly companyName: string;
  readonly contactName: string;
  readonly shippingAddress: string;
  readonly createdAt: Date;
  readonly shippingDate: string | null;
  readonly remakeId: number | null;
  /** That remake, where the reader may still see it. */
  readonly remake: RemakeOnPaper | null;
  /** Where the code leads. */
  readonly orderUrl: string;
  /** No prices: they are not even given to it. */
  readonly items: readonly MakerItem[];
}

const TITLE: Style = { size: 22, weight: "semibold", colour: ACCENT };
const LABEL: Style = { size: 8, weight: "semibold", colour: MUTED };
const NAME: Style = { size: 13, weight: "semibold" };
const SIZE: Style = { size: 12, tabular: true };
const MATERIAL: Style = { size: 9.5 };
const WARNING: Style = { size: 9, weight: "semibold" };
const QR = 92;
/** So small that two windows stand below the head of the first page and three on the others, and large enough for every panel's figure. */
const DRAWING = { width: 160, height: 190 } as const;
const FACTS_LEFT = LEFT + DRAWING.width + 20;
const FACTS = RIGHT - FACTS_LEFT;

/** What the maker needs of an order, and no money (rule D3). */
export async function jobCard(fonts: Fonts, order: JobCard): Promise<Printable> {
  const number = `ORD-${order.orderId}`;
  const paper = createPaper(fonts, {
    title: `Job card ${number}`,
    author: order.productName,
    subject: `What to make for ${order.companyName}`,
    date: order.createdAt,
  });
  const windows = await inTurns(order.items, (item, index) => windowBlocks(paper, item, index + 1));
  const wrong = order.remake ? whatWasWrong(paper, order.remake) : [];
  const blocks = [...head(paper, order, number), ...wrong, ...windows.flat()];
  return { paper, print: () => paper.print(blocks, `${order.productName}  ·  Job card ${number}  ·  ${order.companyName}`) };
}

function head(paper: Paper, order: JobCard, number: string): Block[] {
  const shutters = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const width = CONTENT - QR - 20;
  const title = stack(paper, [{ text: `Job card ${number}`, style: TITLE, tag: "H1" }], width);
  const facts: Facts = [
    ["Customer", [order.companyName, order.contactName].join("\n")],
    ["Deliver to", addressLines(order.shippingAddress)],
    ...jobFacts(order),
    ["Ordered", formatDay(order.createdAt)],
    ["Ships on", order.shippingDate ? formatDay(new Date(`${order.shippingDate}T12:00:00Z`)) : "Not set yet"],
    ["To make", `${counted(order.items.length, "window")}, ${counted(shutters, "shutter")}`],
    ...(order.remakeId === null ? [] : ([["Made again for", `Remake RMK-${order.remakeId}`]] as const)),
  ];
  const grid = factGrid(paper, facts, LEFT, width, 2);
  const height = Math.max(title.height + 10 + grid.height, QR + 16);
  const caption: Style = { ...LABEL, weight: "regular", align: "right" };
  return [
    {
      height,
      draw: (y) => {
        title.draw(LEFT, y - 4);
        grid.draw(y + title.height + 10);
        const x = RIGHT - QR;
        paper.tag("Figure", () => drawQr(paper, order.orderUrl, x + 6, y - 8, QR), {
          alt: `QR code to order ${number}`,
          bbox: [x, y - 8, RIGHT, y - 8 + QR],
        });
        paper.tag("P", () => paper.type.draw(paper.type.lines("Scan to open the order", QR, caption), x, y + QR - 8, QR, caption));
        paper.rule(y + height + 2);
      },
    },
    space(16),
  ];
}

/** Only its first letter: a T-post stays one. */
const inSentence = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** One window, whole on one page: its drawing at the left, what to make at the right. */
function windowBlocks(paper: Paper, item: MakerItem, place: number): Block[] {
  const options = { ...DRAWING, detail: "making", textSize: 8 } as const;
  const shapes = windowShapes(toDraw(item), options);
  const size = drawingSize(toDraw(item), options);
  const name = stack(
    paper,
    [
      { text: `${place}. ${item.name}`, style: NAME, tag: "H2" },
      { text: `${item.quantity} × ${sizeInMillimetres(item)}`, style: SIZE },
      { text: `${item.shutterType}, ${item.colorSelection}`, style: MATERIAL },
    ],
    FACTS,
  );
  const kept = knownChecks(item.overriddenChecks).map((id) => `Checked and kept: ${inSentence(CHECKS[id].title)}`);
  const warnings = stack(
    paper,
    kept.map((text) => ({ text, style: WARNING })),
    FACTS - 16,
  );
  const warned = kept.length > 0 ? warnings.height + 14 : 0;
  const choices = factGrid(paper, choicesOf(item), FACTS_LEFT, FACTS, 3);
  const cuts = factGrid(paper, cutList(item), FACTS_LEFT, FACTS, 3);
  const right = name.height + 8 + warned + choices.height + 4 + cuts.height;
  const height = Math.max(size.height, right);
  return [
    {
      height: height + 12,
      draw: (y) => {
        const x = LEFT + (DRAWING.width - size.width) / 2;
        paper.tag("Figure", () => drawShapes(paper, shapes, x, y), {
          alt: describeWindow(toDraw(item)),
          bbox: [x, y, x + size.width, y + size.height],
        });
        let at = y;
        name.draw(FACTS_LEFT, at);
        at += name.height + 8;
        if (warned > 0) {
          const [top, high] = [at, warned - 6];
          paper.artifact(() => {
            paper.doc.rect(FACTS_LEFT, top, FACTS, high).fill("#fbf1dc");
            paper.doc.rect(FACTS_LEFT, top, 3, high).fill("#b7791f");
          });
          warnings.draw(FACTS_LEFT + 12, at + 4);
          at += warned;
        }
        choices.draw(at);
        paper.rule(at + choices.height - 2, FACTS_LEFT);
        cuts.draw(at + choices.height + 4);
        paper.rule(y + height + 8);
      },
    },
    space(8),
  ];
}

const choicesOf = (item: MakerItem): Facts => [
  [calledByMaker(WINDOW_FIELDS.louverSize), `${item.louverSize} mm`],
  ...optionFacts(item).map(({ option, text }) => [calledByMaker(option), text] as const),
];

const calledByMaker = ({ onJobCard, short, label }: Field): string => onJobCard ?? short ?? label;
