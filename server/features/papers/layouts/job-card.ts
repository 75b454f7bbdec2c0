import { drawQr, drawShapes } from "#server/features/papers/engine/draw-shapes.ts";
import { type Block, space } from "#server/features/papers/engine/flow.ts";
import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { addressLines, type Facts, factGrid, jobFacts, paragraph, stack } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, createPaper, LEFT, type Paper, RIGHT } from "#server/features/papers/engine/paper.ts";
import { type Cell, type Column, tableBlocks } from "#server/features/papers/engine/table.ts";
import { ACCENT, leadingOf, MUTED, type Style } from "#server/features/papers/engine/typesetter.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import type { GiveWay } from "#server/platform/threads/turns.ts";
import type { JobWords } from "#server/schema/invoices-and-refunds.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { type Day, formatDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { NO_WINDOW_NAMED } from "#shared/domain/trade/remake-faults.ts";
import { type orderNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import { drawingSize, windowShapes } from "#shared/domain/window/drawing/window-shapes.ts";
import { type Field, optionFacts, WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import { isBay } from "#shared/domain/window/geometry/bay.ts";
import { notchMm } from "#shared/domain/window/geometry/made-rise.ts";
import { layOutWindow, toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { type BarLength, longerThanBars } from "#shared/domain/window/saw/bars.ts";
import { type Clearances, clearancesInWords, USUAL_TABLE } from "#shared/domain/window/saw/clearances.ts";
import { cutList, listCuts, type UnmakeablePanel, unmakeablePanels } from "#shared/domain/window/saw/cut-list.ts";
import { makeInSentence } from "#shared/domain/window/saw/make-in-words.ts";
import { type OwnSection, tableInWords } from "#shared/domain/window/saw/sections.ts";
import { isWholeWindow } from "#shared/domain/window/saw/window-make.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";
import { layoutFact, madeSize } from "#shared/domain/window/text/making-text.ts";
import { CHECKS, knownChecks } from "#shared/domain/window/text/measurement-checks.ts";
import { DEFAULT_SECTIONS } from "#shared/domain/workshop-setup.ts";
import { cutRows, hardwareRows, measuresOf } from "./measures.ts";
import { type RemakeOnPaper, remakeBlocks } from "./remake-blocks.ts";
import { stileSheetBlocks } from "./stile-sheet.ts";

export interface JobCard extends JobWords {
  /** The number of the order, or of the remake where the card is a remake's. */
  readonly number: ReturnType<typeof orderNumber | typeof remakeNumber> | typeof TEST_CARD;
  readonly productName: string;
  readonly companyName: string;
  readonly contactName: string;
  readonly shippingAddress: string;
  readonly createdAt: Date;
  readonly shippingDate: string | null;
  /** Days in London; absent on a remake's own card. */
  readonly requiredBy?: string | null;
  readonly dueOn?: string | null;
  readonly remakeId: number | null;
  /** The remake with its fault, where the reader may still see it. */
  readonly remake: RemakeOnPaper | null;
  /** The target of the QR code. */
  readonly url: string;
  /** The clearances to cut by, and the workshop that owns them (rule M16). */
  readonly clearances: Clearances;
  readonly table: string;
  readonly tableDate: Day | null;
  readonly keptAt: Date | null;
  /** True if the workshop has not reviewed its sections (rule W108). */
  readonly isUnreviewed: boolean;
  /** The workshop's own bars; others have the usual length. */
  readonly bars: readonly BarLength[];
  /** The workshop's own sections (rule M19). */
  readonly sections: readonly OwnSection[];
  /** The changes since the last printing (rule O21): `Changed on 26 Nov: Kitchen width`. */
  readonly corrected?: readonly string[];
  /** The items have no prices, so that none can be printed. */
  readonly items: readonly MakerItem[];
}

/** The number of the card of a sample window (rule W108). */
export const TEST_CARD = "TEST";

const TITLE: Style = { size: 22, weight: "semibold", colour: ACCENT };
const DUE: Style = { size: 13, weight: "semibold", leading: 1.4 };
const LABEL: Style = { size: 8, weight: "semibold", colour: MUTED };
const NAME: Style = { size: 13, weight: "semibold" };
/**
 * The size to make is the largest text of a window's page; the recess size is printed small beside
 * it.
 */
const SIZE: Style = { size: 20, weight: "semibold", tabular: true };
const RECESS: Style = { size: 10, colour: MUTED, tabular: true };
const NOTE: Style = { size: 9.5, weight: "semibold" };
const MATERIAL: Style = { size: 9.5 };
const SUM: Style = { size: 9.5, tabular: true, leading: 1.3 };
const WARNING: Style = { size: 9, weight: "semibold" };
const CHANGED: Style = { size: 12, weight: "semibold", leading: 1.4 };
const QR = 92;
/** Facts are printed beside a drawing that leaves this much room, otherwise below it. */
const BESIDE = { gap: 24, least: 200 } as const;

/**
 * The largest drawing of a window and its texts, by its share of a page: all, half (also of a tall or
 * a wide window) or a quarter.
 * The scale of the drawing stays about 1:20 (rule M42).
 */
const FORMATS = {
  whole: {
    drawing: { width: CONTENT, height: 350, textSize: 8.5 },
    size: SIZE,
    fact: { size: 9.5 },
    sum: SUM,
    isOneLine: false,
    column: 95,
    rule: 12,
  },
  half: {
    drawing: { width: 260, height: 200, textSize: 7.5 },
    size: SIZE,
    fact: { size: 9 },
    sum: SUM,
    isOneLine: false,
    column: 95,
    rule: 12,
  },
  tall: {
    drawing: { width: 150, height: 244, textSize: 7.5 },
    ...{ size: { ...SIZE, size: 15 }, fact: { size: 8.5 }, sum: { ...SUM, size: 8.5 }, isOneLine: true, column: 95, rule: 8 },
  },
  wide: {
    drawing: { width: 360, height: 150, textSize: 7.5 },
    ...{ size: { ...SIZE, size: 15 }, fact: { size: 8.5 }, sum: { ...SUM, size: 8.5 }, isOneLine: true, column: 95, rule: 8 },
  },
  quarter: {
    drawing: { width: 160, height: 104, textSize: 6.5 },
    ...{ size: { ...SIZE, size: 15 }, fact: { size: 8.5 }, sum: { ...SUM, size: 8.5 }, isOneLine: true, column: 80, rule: 8 },
  },
} as const;
type Format = (typeof FORMATS)[keyof typeof FORMATS];

/** The longest side of a window that has half or a quarter of a page, in tenths of a millimetre. */
const SMALL = { half: 13_000, quarter: 7500 } as const;
/** The sides of windows that are narrow and tall, or low and wide: they have half a page, too. */
const NARROW = { least: 8000, tall: 18_000, wide: 24_000 } as const;

/** A window of several posts or sections has more figures than a small drawing has room for. */
function formatOf(item: MakerItem): Format {
  const window = toDraw(item);
  const { width, height, panels, posts, rise } = layOutWindow(window);
  const longest = Math.max(width, height);
  if (panels.length > 4 || posts.length > 1 || isBay(window)) return FORMATS.whole;
  if (longest > SMALL.half) {
    if (width <= NARROW.least && height <= NARROW.tall && panels.length <= 2) return FORMATS.tall;
    return height <= NARROW.least && width <= NARROW.wide ? FORMATS.wide : FORMATS.whole;
  }
  const isPlain = panels.length <= 2 && posts.length === 0 && rise.fields.length === 1;
  return longest <= SMALL.quarter && isPlain ? FORMATS.quarter : FORMATS.half;
}

/**
 * Prints the information that the maker needs for each order, without prices (rule D3). A card
 * begins a page, and its layout is built after the previous card is drawn, so that many cards are
 * never in memory at once. Other requests run after each card.
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
const weekday = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short" });
const weekdayOf = (day: string): string => `${weekday.format(new Date(day))} ${dayOf(day)}`;

/** The days of the order in words; equal days are printed once. */
function daysOf({ requiredBy, dueOn }: JobCard, inWords: (day: string) => string): string[] {
  const isNeededApart = requiredBy && requiredBy !== dueOn;
  return [...(isNeededApart ? [`Needed by ${inWords(requiredBy)}`] : []), ...(dueOn ? [`Due ${inWords(dueOn)}`] : [])];
}

/** Each page has the days, because pages lie on several benches. */
const footerOf = (card: JobCard): string =>
  [card.productName, `Job card ${card.number}`, card.companyName, ...daysOf(card, dayOf)].join("  ·  ");

function cardBlocks(paper: Paper, order: JobCard): Block[] {
  const usual = usualFacts(order.items).map(([name]) => name);
  const windows = order.items.flatMap((item, index) => windowBlocks(paper, item, index + 1, usual));
  const wrong = order.remake ? remakeBlocks(paper, order.remake) : [];
  const cuts = namesNoWindow(order)
    ? []
    : [...cutListBlocks(paper, order), ...hardwareBlocks(paper, order.items), ...stileSheetBlocks(paper, order.items)];
  // The sawyer's pages come first, because they fill the page below the head, and each window has
  // its own page.
  return [...head(paper, order), ...wrong, ...cuts, ...(cuts.length > 0 ? [space(20)] : []), ...windows];
}

/** A card without windows shows all windows of the remade order, because none may be cut yet. */
const namesNoWindow = ({ remakeId, remake }: JobCard): boolean => remakeId === null && remake?.windows.length === 0;

/** The cut list of the whole order, window by window (rule M13). */
function cutListBlocks(paper: Paper, { items, bars }: JobCard): Block[] {
  const { part, panel, from, cut } = CUT_COLUMNS[items.some(({ quantity }) => quantity > 1) ? "several" : "single"];
  return byWindow(paper, { title: "Cut list", items, rowsOf: cutRows, notesOf: notesOnParts(bars) }, [
    { title: "Part", width: part },
    { title: "Panel", width: panel },
    { title: "From, mm", width: from },
    { title: "Cut (nominal less clearances), mm", width: cut },
    { title: "Pieces", width: CONTENT - NUMBER - part - panel - from - cut, align: "right" },
  ]);
}

/** The amounts of several shutters are words (`34 per window × 3 = 102`), and otherwise a figure. */
const CUT_COLUMNS = {
  single: { part: 153, panel: 44, from: 104, cut: 142 },
  several: { part: 134, panel: 36, from: 92, cut: 115 },
} as const;

/** Panels that cannot be made, and sides of the frame that no bar is long enough for. */
const notesOnParts =
  (bars: readonly BarLength[]) =>
  (item: MakerItem): string[] => [
    ...unmakeablePanels(toDraw(item)).map(({ ask }) => `${ask}: its parts are not listed`),
    ...longerThanBars(cutList(toDraw(item)), bars),
  ];

/** The hardware to fetch from the shelf (rule M23). */
const hardwareBlocks = (paper: Paper, items: readonly MakerItem[]): Block[] =>
  byWindow(paper, { title: "Hardware", items, rowsOf: hardwareRows }, [
    { title: "What", width: 92 },
    { title: "Panel", width: 42 },
    { title: "Where", width: 225 },
    { title: "Pieces", width: CONTENT - NUMBER - 359, align: "right" },
  ]);

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
  const groups = items.map((item, at): (readonly Cell[])[] => {
    const lines = [`${at + 1}. ${item.name}`, ...notesOf(item)];
    const name: Cell = lines.map((text) => ({ text, style: { weight: "semibold" }, across: true }));
    return [[name, ...columns.map(() => "")], ...rowsOf(item).map((row) => [`${at + 1}.`, ...row])];
  });
  const [head, ...rows] = tableBlocks(paper, all, groups.flat(), { close: true });
  const nameRows = new Set(groups.map((_, at) => groups.slice(0, at).flat().length));
  // A window's name is never the last line on its page.
  const joined = rows.map((row, at) => (nameRows.has(at) ? { ...row, keepWithNext: true } : row));
  return [space(10), heading, ...(head ? [head] : []), ...joined];
}

function head(paper: Paper, card: JobCard): Block[] {
  const { number, ...order } = card;
  const shutters = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const width = CONTENT - QR - 20;
  const title = stack(
    paper,
    [
      { text: `Job card ${number}`, style: TITLE, tag: "H1" },
      { text: daysOf(card, weekdayOf).join("  ·  "), style: DUE },
    ],
    width,
  );
  const facts: Facts = [
    ["Customer", [order.companyName, order.contactName].join("\n")],
    ["Deliver to", addressLines(order.shippingAddress)],
    ...jobFacts(order),
    ["Ordered", formatDay(order.createdAt)],
    ["Ships on", order.shippingDate ? formatDay(new Date(`${order.shippingDate}T12:00:00Z`)) : "Not set yet"],
    ["To make", namesNoWindow(card) ? NO_WINDOW_NAMED : `${countOf(order.items.length, "window")}, ${countOf(shutters, "shutter")}`],
    ...(order.remakeId === null ? [] : ([["Made again for", `Remake ${remakeNumber(order.remakeId)}`]] as const)),
  ];
  const grid = factGrid(paper, facts, { left: LEFT, width, columns: 3 });
  const changes = stack(
    paper,
    (card.corrected ?? []).map((text) => ({ text, style: CHANGED })),
    CONTENT,
  );
  const usual = factGrid(paper, usualFacts(order.items), { left: LEFT, width: CONTENT, columns: 5 });
  const beside = Math.max(title.height + 10 + grid.height, QR + 16);
  const cutBy = stack(
    paper,
    [cutByInWords(card), notchInWords(card)].filter(Boolean).map((text) => ({ text, style: MATERIAL })),
    CONTENT,
  );
  const height = beside + changes.height + usual.height + cutBy.height + 4;
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
        changes.draw(LEFT, y + beside);
        usual.draw(y + beside + changes.height + 2);
        cutBy.draw(LEFT, y + beside + changes.height + usual.height + 2);
        paper.rule(y + height + 2);
      },
    },
    space(16),
  ];
}

const cutByInWords = ({ clearances, table, tableDate, keptAt, sections, isUnreviewed }: JobCard): string =>
  [
    `Cut by ${table === USUAL_TABLE ? table : `the clearances of ${table}`}, in mm: ${clearancesInWords(clearances)}.`,
    tableInWords({ tableDate, keptAt, sections }),
    isUnreviewed ? `${DEFAULT_SECTIONS}.` : "",
  ]
    .filter(Boolean)
    .join(" ");

/** One sentence for all windows with rods. */
function notchInWords({ clearances, items }: JobCard): string {
  const notch = notchMm(clearances);
  const hasRods = items.some(({ tiltRodType }) => tiltRodType !== "hidden");
  return hasRods && notch > 0 ? `Notch the rail above each section ${notch} mm for the rod: louvres close upwards.` : "";
}

/** Lowers only the first letter, so that `T-post` keeps its capital. */
const inSentence = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

/**
 * `1. Front bay` and below it `2 × 1,190 × 1,340 mm (recess 1,200 × 1,350 mm)`, with the size to
 * make in large type.
 */
function windowHead(paper: Paper, item: MakerItem, place: number, { size: style, isOneLine }: Format) {
  const window = toDraw(item);
  const madeSizeText = madeSize(window);
  const givenSize = sizeInMillimetres(item);
  const size = `${item.quantity} × ${madeSizeText ?? givenSize}`;
  const [line] = paper.type.lines(size, CONTENT, style);
  const recess = madeSizeText ? paper.type.lines(`(recess ${givenSize})`, CONTENT, RECESS) : [];
  const sizeWide = (line?.width ?? 0) + (recess[0] ? recess[0].width + 8 : 0);
  // On one line the size is at the right edge, and a long name wraps beside it.
  const room = isOneLine ? CONTENT - sizeWide - 16 : CONTENT;
  const name = stack(paper, [{ text: `${place}. ${item.name}`, style: NAME, tag: "H2" }], room);
  const sizeHeight = leadingOf(style);
  return {
    height: isOneLine ? Math.max(name.height, sizeHeight) + 3 : name.height + sizeHeight + 10,
    draw(y: number) {
      name.draw(LEFT, y);
      const at = isOneLine ? y - 3 : y + name.height;
      const x = isOneLine ? RIGHT - sizeWide : LEFT;
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
    ...(isWholeWindow(item.make) ? [] : [`Make only ${makeInSentence(item.make)}`]),
    ...knownChecks(item.overriddenChecks).map((id) => `Checked and confirmed: ${inSentence(CHECKS[id].title)}`),
    ...asks.filter((sentence) => !isElsewhere(sentence)).map((sentence) => `Not listed: ${sentence}`),
    ...new Set(parts.flatMap(({ ask }) => (ask && !isElsewhere(ask) ? ask : []))),
  ];
}

const isSentenceOf =
  (panels: readonly UnmakeablePanel[]) =>
  (sentence: string): boolean =>
    panels.some(({ ask }) => ask === sentence);

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

/**
 * One window: its drawing, which is half of a large window's page, the facts beside or below, and
 * the note last. A note that is too long for the page continues on the next and never moves a
 * dimension.
 */
function windowBlocks(paper: Paper, item: MakerItem, place: number, usual: readonly string[]): Block[] {
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

/** Keeps all blocks on one page, if one page can hold them. */
const joinWithNext = (blocks: readonly Block[]): Block[] =>
  blocks.map((block, at) => (at < blocks.length - 1 ? { ...block, keepWithNext: true } : block));

/** The facts that all windows of a card share; they are printed once, in its head. */
function usualFacts(items: readonly MakerItem[]): Facts {
  const [first, ...others] = items.map(materialOf);
  return (first ?? []).filter(([name, text]) => others.every((facts) => facts.some((fact) => fact[0] === name && fact[1] === text)));
}

/** Facts that windows of one house usually share. */
const materialOf = (item: MakerItem): Facts => [
  [WINDOW_FIELDS.shutterTypeId.label, item.shutterType],
  [WINDOW_FIELDS.colorSelection.label, item.colorSelection],
  [calledByMaker(WINDOW_FIELDS.louverSize), `${item.louverSize} mm`],
  ...optionFacts(item)
    .filter(({ option }) => SHARED.some((shared) => shared === option))
    .map(({ option, text }) => [calledByMaker(option), text] as const),
];
const SHARED = [WINDOW_FIELDS.frameType, WINDOW_FIELDS.mountType, WINDOW_FIELDS.tiltRodType, WINDOW_FIELDS.frameSides];

/**
 * Hinges are listed among the measures with their number, and the basis of the size is beside the
 * size.
 */
const choicesOf = (item: MakerItem): Facts => [
  ...layoutFact(item).map(({ label, text }) => [label, text] as const),
  ...materialOf(item),
  ...optionFacts({ ...item, hingeColor: "match", sizeBasis: "make" })
    .filter(({ option }) => !SHARED.some((shared) => shared === option))
    .map(({ option, text }) => [calledByMaker(option), text] as const),
];

const calledByMaker = ({ onJobCard, short, label }: Field): string => onJobCard ?? short ?? label;
