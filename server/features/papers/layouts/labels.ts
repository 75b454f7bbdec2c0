import { drawQr } from "#server/features/papers/engine/draw-shapes.ts";
import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { addressLines } from "#server/features/papers/engine/letterhead.ts";
import { createPaper, type Paper } from "#server/features/papers/engine/paper.ts";
import { type Line, leadingOf, type Style } from "#server/features/papers/engine/typesetter.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import type { GiveWay } from "#server/platform/threads/turns.ts";
import type { JobWords } from "#server/schema/invoices-and-refunds.ts";
import { pieceInWords, piecePath } from "#shared/contract/parts/papers.ts";
import { inMillimetres, sizeInMillimetres } from "#shared/domain/length.ts";
import type { Day } from "#shared/domain/period.ts";
import { CARRIER_NAME, type Carrier } from "#shared/domain/trade/carriers.ts";
import { placeOf } from "#shared/domain/trade/place.ts";
import { orderNumber, poNumberInWords, remakeNumber } from "#shared/domain/trade/status.ts";
import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import { type Exact, toHalves } from "#shared/domain/window/geometry/exact.ts";
import { fitWindow, panelSizesCut } from "#shared/domain/window/geometry/fitted.ts";
import { drawnCodeOf, hangsOf, toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { panelKilograms, weigh, weightInWords } from "#shared/domain/window/saw/hardware.ts";
import { partsWithSizes } from "#shared/domain/window/saw/make-amount.ts";
import { makeInSentence } from "#shared/domain/window/saw/make-in-words.ts";
import { trackOf, weightName } from "#shared/domain/window/saw/panel-facts.ts";
import { tableOnLabel } from "#shared/domain/window/saw/sections.ts";
import { isOfPanel, isPanelMade, isWholeWindow, type WindowMake } from "#shared/domain/window/saw/window-make.ts";
import { madeSize } from "#shared/domain/window/text/making-text.ts";

export interface LabelledOrder extends JobWords {
  readonly id: number;
  /** The remake that the order makes good. */
  readonly remakeId: number | null;
  readonly createdAt: Date;
  readonly shippingAddress: string;
  /** The items have no prices, so that none can be printed. */
  readonly items: readonly MakerItem[];
  /** The table by which the parts are cut, with its date. */
  readonly table: string;
  readonly tableDate: Day | null;
  /** The shutters to label; default: all. */
  readonly pieces?: readonly { readonly itemId: number; readonly piece: number }[];
  /** The parcel in which the shutters leave: its label names carrier, number and whole address. */
  readonly parcel?: LabelledParcel;
}

interface LabelledParcel {
  readonly n: number;
  /** The number of the order's parcels; null while some of its shutters have not left. */
  readonly of: number | null;
  readonly carrier: Carrier | null;
  readonly trackingNumber: string | null;
  readonly consignee: { readonly companyName: string; readonly contactName: string };
}

interface Labels {
  readonly productName: string;
  readonly orders: readonly LabelledOrder[];
  /** The origin in the labels' codes. */
  readonly publicUrl: string;
  /** A label for each panel; by default for each shutter. */
  readonly of?: "panels";
}

const MM = 72 / 25.4;
const PAGE = { width: 100 * MM, height: 62 * MM } as const;
const MARGIN = 4 * MM;
const WIDTH = PAGE.width - 2 * MARGIN;
// The code's quiet zone reaches into the margins.
const QR = 34 * MM;
const QR_LEFT = PAGE.width - QR - MM;
const QR_TOP = PAGE.height - QR - MM;
const BESIDE_QR = QR_LEFT - MARGIN;
const BOTTOM = PAGE.height - MARGIN / 2;

// A label printer prints black only.
const black = (size: number, more: Partial<Style> = {}): Style => ({ size, colour: "#000000", leading: 1.25, ...more });
const ORDER = black(13, { weight: "semibold" });
/** The code to type by hand, on the line of the order's number. */
const CODE = black(10, { leading: (13 * 1.25) / 10, tabular: true });
const PIECE = black(13, { weight: "semibold", align: "right", tabular: true });
/** The largest size that fits is used, because a name is read at arm's length from a shelf. */
const NAMES = [
  { style: black(24, { weight: "semibold", leading: 1.15 }), most: 1 },
  { style: black(17, { weight: "semibold", leading: 1.15 }), most: 2 },
  { style: black(13, { weight: "semibold", leading: 1.15 }), most: 3 },
] as const;
const SIZE = black(15, { weight: "semibold", tabular: true });
/** A panel's letter is read across the bench. */
const PANEL = black(34, { weight: "semibold", leading: 1.1 });
const PANEL_WIDE = 14 * MM;
const KIND = black(9.5, { weight: "semibold" });
const PARTS = black(9, { weight: "semibold" });
const PARTS_SMALL = black(7.5, { weight: "semibold" });
const PARTS_LARGE = black(13, { weight: "semibold", tabular: true });
const FACT = black(9);
/** The workshop's name is legible at arm's length, and a long one has a second line. */
const TABLE = black(7.5);

/**
 * A label takes less time than a window's drawing. Other requests run after this many labels, and
 * after each order.
 */
const LABELS_AT_A_TIME = 200;

/** Prints a label for each shutter (rule W31), or for each panel (rule M41), 100 × 62 mm. */
export async function labels(fonts: Fonts, { productName, orders, publicUrl, of }: Labels, giveWay: GiveWay): Promise<Paper> {
  const paper = createPaper(fonts, {
    title: `Labels of ${orders.map(({ id }) => orderNumber(id)).join(", ")}`,
    author: productName,
    subject: of ? "A label for each panel" : "A label for each shutter",
    date: new Date(Math.max(...orders.map(({ createdAt }) => createdAt.getTime()))),
  });
  for (const order of orders) {
    const wholePanels = of ? panelsByItem() : () => [];
    const panelsOf = (item: MakerItem) => (wholePanels(item).length > 0 ? wholePanels(item) : [null]);
    const pieces = piecesToLabel(order).flatMap((piece) => panelsOf(piece.item).map((panel) => ({ ...piece, panel })));
    for (const [index, { item, piece, panel }] of pieces.entries()) {
      if (index % LABELS_AT_A_TIME === 0) await giveWay();
      paper.doc.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
      label(paper, {
        order,
        item,
        piece,
        panel,
        count: `${index + 1} of ${pieces.length}`,
        url: new URL(piecePath(order.id, item.id, piece), publicUrl).href,
      });
    }
  }
  return paper.end();
}

function piecesToLabel({ items, pieces }: LabelledOrder) {
  if (!pieces) return items.flatMap((item) => Array.from({ length: item.quantity }, (_, index) => ({ item, piece: index + 1 })));
  return items.flatMap((item) => pieces.filter(({ itemId }) => itemId === item.id).map(({ piece }) => ({ item, piece })));
}

/**
 * Counts the panels' labels of these orders' shutters, without laying them out. A window without a
 * whole panel has the shutter's label, which names its parts.
 */
export const countPanelLabels = (orders: readonly LabelledOrder[]): number =>
  orders
    .flatMap(piecesToLabel)
    .reduce(
      (sum, { item }) => sum + Math.max(1, hangsOf(toDraw(item)).filter((_, at) => isPanelMade(item.make, panelLetter(at + 1))).length),
      0,
    );

/** Returns a window's panels in words; windows of many shutters are weighed once. */
function panelsByItem(): (item: MakerItem) => readonly PanelWords[] {
  const known = new Map<number, readonly PanelWords[]>();
  return (item) => {
    const panels = known.get(item.id) ?? panelsInWords(item);
    known.set(item.id, panels);
    return panels;
  };
}

interface PanelWords {
  readonly letter: string;
  /** The layout code; sliding panels have none. */
  readonly layout: string;
  readonly side: string;
  readonly size: string;
  readonly weight: string;
}

const SIDE = { left: "hangs left", right: "hangs right" } as const;

function panelsInWords(item: MakerItem): PanelWords[] {
  const window = toDraw(item);
  const { runs, height } = fitWindow(window);
  const { panels: weights } = weigh(window);
  const halves = (length: Exact) => inMillimetres(toHalves(length) * 10);
  return runs
    .flatMap(({ panels, width }) => panels.map((panel) => ({ panel, width })))
    .map(({ panel, width }, at) => ({
      letter: panelLetter(at + 1),
      layout: panel.hang === "slides" ? `${weights.length} that slide` : drawnCodeOf(window),
      side: panel.hang === "slides" ? `${trackOf(panel)} track` : SIDE[panel.hang],
      size: `${halves(width)} × ${halves(height)} mm`,
      weight: panelKilograms(weights[at] ?? 0),
    }))
    .filter(({ letter }) => isPanelMade(item.make, letter));
}

interface Label {
  readonly order: LabelledOrder;
  readonly item: MakerItem;
  readonly piece: number;
  /** The panel of a panel's label; null: the label is the shutter's. */
  readonly panel: PanelWords | null;
  /** The label among the labels of its order or parcel: `1 of 3`. */
  readonly count: string;
  readonly url: string;
}

/** Lines of one style, with the space below them. */
interface Block {
  readonly style: Style;
  readonly lines: readonly Line[];
  readonly below?: number;
}

/** The facts that a parcel's label prints beside its code. */
interface ParcelWay {
  /** The carrier and the number, which the carrier's own label has too. */
  readonly isSent: boolean;
  readonly consigneeLines: number;
  /** The address in the lines that were typed, which may be many and short. */
  readonly isTyped: boolean;
  readonly addressStyle: Style;
  readonly partsStyle: Style;
  /** The number of facts that need room, first the weight. Others fill the room that is left. */
  readonly facts: number;
}

const TIGHTEST_WAY: ParcelWay = {
  isSent: false,
  consigneeLines: 1,
  isTyped: false,
  addressStyle: TABLE,
  partsStyle: PARTS_SMALL,
  facts: 0,
};
/** The ways from the most legible on; the first with room for all the parts in full is printed. */
const PARCEL_WAYS: readonly ParcelWay[] = [
  { isSent: true, consigneeLines: 2, isTyped: true, addressStyle: FACT, partsStyle: PARTS, facts: 3 },
  { isSent: true, consigneeLines: 2, isTyped: false, addressStyle: FACT, partsStyle: PARTS, facts: 3 },
  { isSent: true, consigneeLines: 2, isTyped: false, addressStyle: FACT, partsStyle: PARTS, facts: 1 },
  { isSent: false, consigneeLines: 2, isTyped: false, addressStyle: FACT, partsStyle: PARTS, facts: 1 },
  { isSent: false, consigneeLines: 2, isTyped: false, addressStyle: TABLE, partsStyle: PARTS, facts: 1 },
  { isSent: false, consigneeLines: 2, isTyped: false, addressStyle: TABLE, partsStyle: PARTS_SMALL, facts: 1 },
  { ...TIGHTEST_WAY, facts: 1 },
  TIGHTEST_WAY,
];

function label(paper: Paper, { order, item, piece, panel, count, url }: Label): void {
  const { type } = paper;
  const write = (lines: readonly Line[], x: number, y: number, width: number, style: Style): number => {
    if (lines.length > 0) paper.tag("P", () => type.draw(lines, x, y, width, style));
    return y + lines.length * leadingOf(style);
  };
  const number = orderNumber(order.id);
  const ofWindow = `piece ${piece} of ${item.quantity}`;
  const remake = order.remakeId === null ? null : `Remake ${remakeNumber(order.remakeId)}`;
  const isWhole = isWholeWindow(item.make);
  // `piece 1 of 1` on each pack of loose parts would deny the other packs of the order.
  const counted = isWhole || item.quantity > 1 ? ofWindow : "";
  // The labels of one parcel count its shutters, and those of the workshop the window's.
  const place = order.parcel && !panel ? `${count} in parcel ${order.parcel.n}` : counted;
  let y = MARGIN - 2;
  write(type.lines(place, WIDTH / 2, PIECE), MARGIN + WIDTH / 2, y, WIDTH / 2, PIECE);
  const after = MARGIN + type.width(`${number} `, ORDER);
  write(type.lines(pieceInWords(item.id, piece), WIDTH / 2, CODE), after, y, WIDTH / 2, CODE);
  y = write(type.lines(number, WIDTH / 2, ORDER), MARGIN, y, WIDTH, ORDER) + 1;
  const name = fitting(paper, item.name);
  y = write(name.lines, MARGIN, y, WIDTH, name.style) + 4;

  paper.tag("Figure", () => drawQr(paper, url, QR_LEFT, QR_TOP, QR), {
    alt: `QR code to ${number}, piece ${piece}`,
    bbox: [QR_LEFT, QR_TOP, QR_LEFT + QR, QR_TOP + QR],
  });
  if (panel) {
    write(type.lines(panel.letter, PANEL_WIDE, PANEL), MARGIN, y - 4, PANEL_WIDE, PANEL);
    const beside = MARGIN + PANEL_WIDE;
    const room = BESIDE_QR - PANEL_WIDE;
    let at = write(type.lines(`Panel ${panel.letter} of ${panel.layout}`, room, KIND), beside, y, room, KIND);
    at = write(type.lines(panel.side, room, KIND), beside, at, room, KIND);
    at = write(type.lines(panel.weight, room, FACT), beside, at, room, FACT);
    y = Math.max(at + 3, y + leadingOf(PANEL) - 6);
    y = write(type.cut(panel.size, BESIDE_QR, SIZE, 1), MARGIN, y, BESIDE_QR, SIZE) + 2;
    y = write(type.cut(`${item.louverSize} mm ${item.colorSelection}`, BESIDE_QR, FACT, 1), MARGIN, y, BESIDE_QR, FACT);
    if (remake) y = write(type.lines(remake, BESIDE_QR, PARTS), MARGIN, y, BESIDE_QR, PARTS);
    write(type.cut(tableOnLabel(order), BESIDE_QR, TABLE, 2), MARGIN, y, BESIDE_QR, TABLE);
    return;
  }

  const remakeLine = remake ? type.lines(remake, BESIDE_QR, PARTS) : [];
  // A remake of whole panels has the weight beside their size.
  const weight = isWhole || item.make?.parts.length ? weightOnLabel(item) : null;
  if (order.parcel) {
    const { n, of, carrier, trackingNumber, consignee } = order.parcel;
    const sent = [carrier && CARRIER_NAME[carrier], trackingNumber].filter(Boolean).join(" ");
    y = write(type.lines(`Parcel ${n}${of === null ? "" : ` of ${of}`}`, BESIDE_QR, SIZE), MARGIN, y, BESIDE_QR, SIZE) + 2;
    const { companyName, contactName } = consignee;
    const address = addressLines(order.shippingAddress);
    const facts = [weight, order.jobName, item.quantity > 1 ? `window's ${ofWindow}` : null].filter((fact) => fact !== null);
    const blocksOf = ({ isSent, consigneeLines, isTyped, addressStyle }: ParcelWay): Block[] => [
      { style: FACT, lines: isSent && sent ? type.cut(sent, BESIDE_QR, FACT, 1) : [], below: 2 },
      { style: KIND, lines: type.cut(`${companyName}, ${contactName}`, BESIDE_QR, KIND, consigneeLines) },
      { style: addressStyle, lines: type.lines(isTyped ? address : address.replaceAll("\n", ", "), BESIDE_QR, addressStyle) },
    ];
    const heightOf = (blocks: readonly Block[]) =>
      blocks.reduce((sum, { style, lines, below = 0 }) => sum + lines.length * leadingOf(style) + (lines.length > 0 ? below : 0), 0);
    const factLines = (count: number) => facts.slice(0, count).flatMap((fact) => type.cut(fact, BESIDE_QR, FACT, 1));
    // The packer compares the parts with the label, so that they are printed before the weight.
    const arranged = PARCEL_WAYS.flatMap((way) => {
      const blocks = blocksOf(way);
      const least = heightOf([...blocks, { style: FACT, lines: factLines(way.facts) }]);
      const style = way.partsStyle;
      const inFull = isWhole ? [remakeLine] : allPartLines(paper, onlyInWords(remake, item), style);
      const parts = inFull.find((lines) => least + lines.length * leadingOf(style) <= BOTTOM - y);
      return parts ? [[...blocks, { style, lines: parts }]] : [];
    });
    const tightest = (): Block[] => {
      const [, recipient] = blocksOf(TIGHTEST_WAY);
      const lines = type.cut(address.replaceAll("\n", ", "), BESIDE_QR, TABLE, isWhole ? 10 : 4);
      const blocks = [...(recipient ? [recipient] : []), { style: TABLE, lines }];
      if (isWhole) return [...blocks, { style: PARTS, lines: remakeLine }];
      return [...blocks, partLines(paper, onlyInWords(remake, item), BOTTOM - y - heightOf(blocks), [TIGHTEST_WAY.partsStyle])];
    };
    const printed = arranged[0] ?? tightest();
    const room = Math.max(Math.floor((BOTTOM - y - heightOf(printed)) / leadingOf(FACT)), 0);
    for (const { style, lines, below = 0 } of [...printed, { style: FACT, lines: factLines(room) }] as Block[])
      y = write(lines, MARGIN, y, BESIDE_QR, style) + (lines.length > 0 ? below : 0);
    return;
  }

  const size = madeSize(toDraw(item)) ?? sizeInMillimetres(item);
  const destination = placeOf(order.shippingAddress);
  const weightLines = weight === null ? [] : type.cut(weight, BESIDE_QR, FACT, 2);
  let table = type.cut(tableOnLabel(order), BESIDE_QR, TABLE, 2);
  if (isWhole) {
    y = write(type.cut(size, BESIDE_QR, SIZE, 1), MARGIN, y, BESIDE_QR, SIZE) + 2;
    y = write(type.cut(`Panels cut ${panelSizesCut(toDraw(item))}`, BESIDE_QR, FACT, 1), MARGIN, y, BESIDE_QR, FACT);
    y = write(remakeLine, MARGIN, y, BESIDE_QR, PARTS);
  } else {
    // The parts of a remake are larger than their window's size, and leave room for the weight, the
    // colour and the destination. A long name of the table is shortened before them.
    const factLines = 1 + weightLines.length + (destination ? 1 : 0);
    const least = y + leadingOf(TABLE) + factLines * leadingOf(FACT) + leadingOf(KIND);
    const { style, lines } = partLines(paper, onlyInWords(remake, item), BOTTOM - least);
    if (least + lines.length * leadingOf(style) + leadingOf(TABLE) > BOTTOM) table = type.cut(tableOnLabel(order), BESIDE_QR, TABLE, 1);
    y = write(lines, MARGIN, y, BESIDE_QR, style);
    y = write(type.cut(`For a window of ${size}`, BESIDE_QR, FACT, 1), MARGIN, y, BESIDE_QR, FACT);
  }
  y = write(table, MARGIN, y, BESIDE_QR, TABLE);
  y = write(weightLines, MARGIN, y, BESIDE_QR, FACT);
  y = write(type.cut(`${item.louverSize} mm ${item.colorSelection}`, BESIDE_QR, KIND, 1), MARGIN, y, BESIDE_QR, KIND);
  const facts = [item.shutterType, order.jobName, order.poNumber && poNumberInWords(order.poNumber), destination];
  // Below a name of three lines some facts have no room. The destination is kept longest; the type
  // is also on the job card.
  const room = Math.floor((BOTTOM - y) / leadingOf(FACT));
  const printed = facts.filter((each) => each);
  for (const fact of printed.slice(Math.max(printed.length - Math.max(room, 0), 0)))
    y = write(type.cut(fact ?? "", BESIDE_QR, FACT, 1), MARGIN, y, BESIDE_QR, FACT);
}

const weightOnLabel = (item: MakerItem): string =>
  isWholeWindow(item.make) ? weightInWords(toDraw(item)) : `${weightName(toDraw(item), 1)} ${weigh(toDraw(item)).total.toFixed(1)} kg`;

interface OnlyParts {
  /** The words before the sizes: `Remake RMK-12`, `Only panel B: `. */
  readonly remake: string | null;
  readonly only: string;
  readonly sizes: readonly string[];
}

/**
 * `Only panel B, 792 × 1,677 mm, 9.1 kg`, below the remake's number; single parts have their
 * lengths: `Only panel B: 1 louvre, 507.5 mm`.
 */
function onlyInWords(remake: string | null, item: MakerItem): OnlyParts {
  const window = toDraw(item);
  if (item.make?.parts.length) return { remake, only: `Only ${partsPlace(item, item.make)}`, sizes: partsWithSizes(window, 1) };
  const whole = `Only ${makeInSentence(window, item.make)}, ${panelSizesCut(window)}, ${weigh(window).total.toFixed(1)} kg`;
  return { remake, only: whole, sizes: [] };
}

/** The panels of the parts, before their sizes: `panel B: `. */
function partsPlace(item: MakerItem, make: WindowMake): string {
  const window = toDraw(item);
  if (make.panels.length === 0) return "";
  if (!make.parts.every(isOfPanel)) return `${makeInSentence(window, make)}. `;
  return `${makeInSentence(window, { panels: make.panels, parts: [] })}: `;
}

/** Returns all parts in a style: with the remake's number on its own line, and before the parts. */
function allPartLines({ type }: Paper, { remake, only, sizes }: OnlyParts, style: Style): (readonly Line[])[] {
  // A figure stays on the line of its unit.
  const parts = `${only}${sizes.join("; ")}`.replaceAll(" mm", "\u00a0mm");
  return ["\n", ". "].map((before) => type.lines(`${remake === null ? "" : `${remake}${before}`}${parts}`, BESIDE_QR, style));
}

/**
 * Returns the parts in at most this height, in the largest style in which all have room. Sizes
 * without room are only on the job card.
 */
function partLines(
  { type }: Paper,
  { remake, only, sizes }: OnlyParts,
  height: number,
  styles: readonly Style[] = [PARTS_LARGE, PARTS],
): { readonly style: Style; readonly lines: readonly Line[] } {
  const wordsOf = (before: string, count: number) =>
    `${remake === null ? "" : `${remake}${before}`}${only}${sizes.slice(0, count).join("; ")}${count < sizes.length ? "; … more on the job card" : ""}`;
  const counts = [...sizes.map((_, at) => sizes.length - at), ...(sizes.length === 0 ? [0] : [])];
  const waysOf = (count: number) => styles.flatMap((style) => ["\n", ". "].map((before) => ({ style, words: wordsOf(before, count) })));
  for (const { style, words } of counts.flatMap(waysOf)) {
    // A figure stays on the line of its unit.
    const lines = type.lines(words.replaceAll(" mm", "\u00a0mm"), BESIDE_QR, style);
    if (lines.length * leadingOf(style) <= height) return { style, lines };
  }
  const style = styles.at(-1) ?? PARTS;
  const room = Math.max(Math.floor(height / leadingOf(style)), 1);
  return { style, lines: type.cut(wordsOf(". ", sizes.length), BESIDE_QR, style, room) };
}

/** A window's name in the largest letters that fit, shortened where it fits in none. */
function fitting(paper: Paper, name: string): { style: Style; lines: readonly Line[] } {
  const [, , smallest] = NAMES;
  const { style, most } = NAMES.find((each) => paper.type.lines(name, WIDTH, each.style).length <= each.most) ?? smallest;
  return { style, lines: paper.type.cut(name, WIDTH, style, most) };
}
