import type { JobWords } from "#server/db/schema.ts";
import type { MakerItem } from "#server/features/documents/document-contents.ts";
import { drawQr, drawShapes } from "#server/features/documents/engine/draw-shapes.ts";
import { type Block, space } from "#server/features/documents/engine/flow.ts";
import type { Fonts } from "#server/features/documents/engine/fonts.ts";
import { addressLines, type Facts, factGrid, jobFacts, stack } from "#server/features/documents/engine/letterhead.ts";
import { CONTENT, createPaper, LEFT, type Paper, RIGHT } from "#server/features/documents/engine/paper.ts";
import { tableBlocks } from "#server/features/documents/engine/table.ts";
import { ACCENT, MUTED, type Style } from "#server/features/documents/engine/typesetter.ts";
import type { GiveWay } from "#server/threads/turns.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { formatDay } from "#shared/domain/period.ts";
import { NO_WINDOW_NAMED } from "#shared/domain/trade/remake-faults.ts";
import { type orderNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import { type Clearances, clearancesInWords, USUAL_TABLE } from "#shared/domain/window/clearances.ts";
import { describeWindow } from "#shared/domain/window/describe-window.ts";
import { notchMm } from "#shared/domain/window/made-rise.ts";
import { layoutFact, madeSize } from "#shared/domain/window/making-words.ts";
import { CHECKS, knownChecks } from "#shared/domain/window/measurement-checks.ts";
import { type Field, optionFacts, WINDOW_FIELDS } from "#shared/domain/window/window-fields.ts";
import { toDraw } from "#shared/domain/window/window-layout.ts";
import { drawingSize, windowShapes } from "#shared/domain/window/window-shapes.ts";
import { cutRows, hardwareRows, measuresOf } from "./measures.ts";
import { type RemakeOnPaper, whatWasWrong } from "./what-was-wrong.ts";

export interface JobCard extends JobWords {
  /** Of the order, or of the remake where the card is its own. */
  readonly number: ReturnType<typeof orderNumber | typeof remakeNumber>;
  readonly productName: string;
  readonly companyName: string;
  readonly contactName: string;
  readonly shippingAddress: string;
  readonly createdAt: Date;
  readonly shippingDate: string | null;
  /** Days in London: of an order, not of a remake's own card. */
  readonly requiredBy?: string | null;
  readonly dueOn?: string | null;
  readonly remakeId: number | null;
  /** What was wrong, where the reader may still see it. */
  readonly remake: RemakeOnPaper | null;
  /** Where the code leads. */
  readonly url: string;
  /** By what its windows are cut, and whose that is (rule M15). */
  readonly clearances: Clearances;
  readonly table: string;
  /** No prices: they are not even given to it. */
  readonly items: readonly MakerItem[];
}

const TITLE: Style = { size: 22, weight: "semibold", colour: ACCENT };
const LABEL: Style = { size: 8, weight: "semibold", colour: MUTED };
const NAME: Style = { size: 13, weight: "semibold" };
const SIZE: Style = { size: 12, tabular: true };
const NOTE: Style = { size: 9.5, weight: "semibold" };
const MATERIAL: Style = { size: 9.5 };
const SUM: Style = { size: 9.5, tabular: true, leading: 1.3 };
const WARNING: Style = { size: 9, weight: "semibold" };
const QR = 92;
/** As large as it can be while two windows stand on a page, below the head of the first one too. */
const DRAWING = { width: 180, height: 250 } as const;
const FACTS_LEFT = LEFT + DRAWING.width + 20;
const FACTS = RIGHT - FACTS_LEFT;

/**
 * What the maker needs of each order, and no money (rule D3). A card begins a page, and is laid out
 * once the one before is drawn: a Monday's cards are never in memory at once. Others have their
 * turn after each.
 */
export async function jobCards(fonts: Fonts, cards: readonly JobCard[], giveWay: GiveWay): Promise<Paper> {
  const [first] = cards;
  const [only] = cards.length === 1 ? cards : [];
  const paper = createPaper(fonts, {
    title: only ? `Job card ${only.number}` : `Job cards of ${cards.length} orders`,
    author: first?.productName ?? "",
    subject: only ? `What to make for ${only.companyName}` : `What to make: ${cards.map(({ number }) => number).join(", ")}`,
    date: new Date(Math.max(...cards.map(({ createdAt }) => createdAt.getTime()))),
  });
  for (const card of cards) {
    paper.part(cardBlocks(paper, card), footerOf(card), card.number);
    await giveWay();
  }
  return paper.end();
}

const dayOf = (day: string): string => formatDay(new Date(`${day}T12:00:00Z`));

/** By when it is needed stands on each page: pages lie at several benches. */
function footerOf({ number, productName, companyName, requiredBy, dueOn }: JobCard): string {
  const days = [...(requiredBy ? [`Needed by ${dayOf(requiredBy)}`] : []), ...(dueOn ? [`Due ${dayOf(dueOn)}`] : [])];
  return [productName, `Job card ${number}`, companyName, ...days].join("  ·  ");
}

function cardBlocks(paper: Paper, order: JobCard): Block[] {
  const windows = order.items.flatMap((item, index) => windowBlocks(paper, item, index + 1));
  const wrong = order.remake ? whatWasWrong(paper, order.remake) : [];
  const cuts = namesNoWindow(order) ? [] : [...cutListBlocks(paper, order.items), ...hardwareBlocks(paper, order.items)];
  return [...head(paper, order), ...wrong, ...windows, ...cuts];
}

/** A remake's own card then shows the windows of its whole order, of which nobody may cut one yet. */
const namesNoWindow = ({ remakeId, remake }: JobCard): boolean => remakeId === null && remake?.windows.length === 0;

/** What is cut for all of it, window by window (rule M13). */
function cutListBlocks(paper: Paper, items: readonly MakerItem[]): Block[] {
  const title = stack(paper, [{ text: "Cut list", style: NAME, tag: "H2" }], CONTENT);
  const heading: Block = { height: title.height + 2, keepWithNext: true, draw: (y) => title.draw(LEFT, y) };
  const columns = [
    { title: "Window", width: CONTENT - 450 },
    { title: "Part", width: 100 },
    { title: "Panel", width: 40 },
    { title: "From, mm", width: 80 },
    { title: "Cut (nominal less clearances), mm", width: 140 },
    { title: "Pieces", width: 90, align: "right" },
  ] as const;
  const rows = items.flatMap((item, index) => cutRows(item, index + 1));
  return [space(10), heading, ...tableBlocks(paper, columns, rows, { close: true })];
}

/** What is fetched from a shelf (rule M23). */
function hardwareBlocks(paper: Paper, items: readonly MakerItem[]): Block[] {
  const title = stack(paper, [{ text: "Hardware", style: NAME, tag: "H2" }], CONTENT);
  const heading: Block = { height: title.height + 2, keepWithNext: true, draw: (y) => title.draw(LEFT, y) };
  const columns = [
    { title: "Window", width: CONTENT - 430 },
    { title: "What", width: 90 },
    { title: "Panel", width: 50 },
    { title: "Where", width: 190 },
    { title: "Pieces", width: 100, align: "right" },
  ] as const;
  const rows = items.flatMap((item, index) => hardwareRows(item, index + 1));
  return [space(10), heading, ...tableBlocks(paper, columns, rows, { close: true })];
}

function head(paper: Paper, card: JobCard): Block[] {
  const { number, ...order } = card;
  const shutters = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const width = CONTENT - QR - 20;
  const title = stack(paper, [{ text: `Job card ${number}`, style: TITLE, tag: "H1" }], width);
  const facts: Facts = [
    ["Customer", [order.companyName, order.contactName].join("\n")],
    ["Deliver to", addressLines(order.shippingAddress)],
    ...jobFacts(order),
    ["Ordered", formatDay(order.createdAt)],
    ["Ships on", order.shippingDate ? formatDay(new Date(`${order.shippingDate}T12:00:00Z`)) : "Not set yet"],
    ["To make", namesNoWindow(card) ? NO_WINDOW_NAMED : `${counted(order.items.length, "window")}, ${counted(shutters, "shutter")}`],
    ...(order.remakeId === null ? [] : ([["Made again for", `Remake ${remakeNumber(order.remakeId)}`]] as const)),
  ];
  const grid = factGrid(paper, facts, LEFT, width, 2);
  const beside = Math.max(title.height + 10 + grid.height, QR + 16);
  const cutBy = stack(
    paper,
    [cutByInWords(card), notchInWords(card)].filter(Boolean).map((text) => ({ text, style: MATERIAL })),
    CONTENT,
  );
  const height = beside + cutBy.height + 4;
  const caption: Style = { ...LABEL, weight: "regular", align: "right" };
  return [
    {
      height,
      draw: (y) => {
        title.draw(LEFT, y - 4);
        grid.draw(y + title.height + 10);
        const x = RIGHT - QR;
        paper.tag("Figure", () => drawQr(paper, order.url, x + 6, y - 8, QR), {
          alt: `QR code to ${number}`,
          bbox: [x, y - 8, RIGHT, y - 8 + QR],
        });
        paper.tag("P", () => paper.type.draw(paper.type.lines("Scan to open it", QR, caption), x, y + QR - 8, QR, caption));
        cutBy.draw(LEFT, y + beside + 2);
        paper.rule(y + height + 2);
      },
    },
    space(16),
  ];
}

const cutByInWords = ({ clearances, table }: JobCard): string =>
  `Cut by ${table === USUAL_TABLE ? table : `the clearances of ${table}`}, in mm: ${clearancesInWords(clearances)}.`;

/** Once for all windows that have rods. */
function notchInWords({ clearances, items }: JobCard): string {
  const notch = notchMm(clearances);
  const hasRods = items.some(({ tiltRodType }) => tiltRodType !== "hidden");
  return hasRods && notch > 0 ? `Notch the rail above each section ${notch} mm for the rod: louvres close upwards.` : "";
}

/** Only its first letter: a T-post stays one. */
const inSentence = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** One window, whole on one page: its drawing at the left, what to make at the right. */
function windowBlocks(paper: Paper, item: MakerItem, place: number): Block[] {
  const options = { ...DRAWING, detail: "cutting", textSize: 8 } as const;
  const shapes = windowShapes(toDraw(item), options);
  const size = drawingSize(toDraw(item), options);
  const name = stack(
    paper,
    [
      { text: `${place}. ${item.name}`, style: NAME, tag: "H2" },
      ...sizesOf(item).map((text) => ({ text, style: SIZE })),
      { text: `${item.shutterType}, ${item.colorSelection}`, style: MATERIAL },
      { text: item.note ? `Note: ${item.note}` : "", style: NOTE },
    ],
    FACTS,
  );
  const keptChecks = knownChecks(item.overriddenChecks).map((id) => `Checked and kept: ${inSentence(CHECKS[id].title)}`);
  const warnings = stack(
    paper,
    keptChecks.map((text) => ({ text, style: WARNING })),
    FACTS - 16,
  );
  const warned = keptChecks.length > 0 ? warnings.height + 14 : 0;
  const choices = factGrid(paper, choicesOf(item), FACTS_LEFT, FACTS, 3);
  const { wide, others } = measuresOf(item);
  const measures = factGrid(paper, others, FACTS_LEFT, FACTS, 3);
  // What is added up has the page's whole width, below drawing and facts.
  const sums = stack(
    paper,
    wide.flatMap(([label, text]) => text.split("\n").map((line) => ({ text: `${label}: ${line}`, style: SUM }))),
    CONTENT,
  );
  const right = name.height + 8 + warned + choices.height + 4 + measures.height;
  const upper = Math.max(size.height, right) + 6;
  const height = upper + sums.height;
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
        measures.draw(at + choices.height + 4);
        sums.draw(LEFT, y + upper);
        paper.rule(y + height + 8);
      },
    },
    space(8),
  ];
}

/** What is made, and the recess that it is made for. */
function sizesOf(item: MakerItem): string[] {
  const made = madeSize(toDraw(item));
  if (!made) return [`${item.quantity} × ${sizeInMillimetres(item)}`];
  return [`${item.quantity} × ${made}, make size`, `for a recess of ${sizeInMillimetres(item)}`];
}

/** Hinges stand among the measures, with their number. */
const choicesOf = (item: MakerItem): Facts => [
  [calledByMaker(WINDOW_FIELDS.louverSize), `${item.louverSize} mm`],
  ...layoutFact(item).map(({ label, text }) => [label, text] as const),
  ...optionFacts({ ...item, hingeColor: "match" }).map(({ option, text }) => [calledByMaker(option), text] as const),
];

const calledByMaker = ({ onJobCard, short, label }: Field): string => onJobCard ?? short ?? label;
