import { drawQr } from "#server/features/papers/engine/draw-shapes.ts";
import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { createPaper, type Paper } from "#server/features/papers/engine/paper.ts";
import { type Line, leadingOf, type Style } from "#server/features/papers/engine/typesetter.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import type { GiveWay } from "#server/platform/threads/turns.ts";
import type { JobWords } from "#server/schema/invoices-and-refunds.ts";
import { pieceInWords, piecePath } from "#shared/contract/parts/papers.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { placeOf } from "#shared/domain/trade/place.ts";
import { orderNumber, poNumberInWords } from "#shared/domain/trade/status.ts";
import { panelSizesCut } from "#shared/domain/window/geometry/fitted.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { weightInWords } from "#shared/domain/window/saw/hardware.ts";
import { madeSize } from "#shared/domain/window/text/making-text.ts";

interface LabelledOrder extends JobWords {
  readonly id: number;
  readonly createdAt: Date;
  readonly shippingAddress: string;
  /** The items have no prices, so that none can be printed. */
  readonly items: readonly MakerItem[];
  /** The shutters to label; default: all. */
  readonly pieces?: readonly { readonly itemId: number; readonly piece: number }[];
}

interface Labels {
  readonly productName: string;
  readonly orders: readonly LabelledOrder[];
  /** The origin in the labels' codes. */
  readonly publicUrl: string;
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
const KIND = black(9.5, { weight: "semibold" });
const FACT = black(9);

/**
 * A label takes less time than a window's drawing. Other requests run after this many labels, and
 * after each order.
 */
const LABELS_AT_A_TIME = 200;

/** Prints a label for each shutter, 100 × 62 mm (rule W31). */
export async function labels(fonts: Fonts, { productName, orders, publicUrl }: Labels, giveWay: GiveWay): Promise<Paper> {
  const paper = createPaper(fonts, {
    title: `Labels of ${orders.map(({ id }) => orderNumber(id)).join(", ")}`,
    author: productName,
    subject: "A label for each shutter",
    date: new Date(Math.max(...orders.map(({ createdAt }) => createdAt.getTime()))),
  });
  for (const order of orders) {
    const pieces = piecesToLabel(order);
    for (const [index, { item, piece }] of pieces.entries()) {
      if (index % LABELS_AT_A_TIME === 0) await giveWay();
      paper.doc.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
      label(paper, { order, item, piece, url: new URL(piecePath(order.id, item.id, piece), publicUrl).href });
    }
  }
  return paper.end();
}

function piecesToLabel({ items, pieces }: LabelledOrder) {
  if (!pieces) return items.flatMap((item) => Array.from({ length: item.quantity }, (_, index) => ({ item, piece: index + 1 })));
  return items.flatMap((item) => pieces.filter(({ itemId }) => itemId === item.id).map(({ piece }) => ({ item, piece })));
}

interface Label {
  readonly order: LabelledOrder;
  readonly item: MakerItem;
  readonly piece: number;
  readonly url: string;
}

function label(paper: Paper, { order, item, piece, url }: Label): void {
  const { type } = paper;
  const write = (lines: readonly Line[], x: number, y: number, width: number, style: Style): number => {
    if (lines.length > 0) paper.tag("P", () => type.draw(lines, x, y, width, style));
    return y + lines.length * leadingOf(style);
  };
  const number = orderNumber(order.id);
  let y = MARGIN - 2;
  write(type.lines(`piece ${piece} of ${item.quantity}`, WIDTH / 2, PIECE), MARGIN + WIDTH / 2, y, WIDTH / 2, PIECE);
  const after = MARGIN + type.width(`${number} `, ORDER);
  write(type.lines(pieceInWords(item.id, piece), WIDTH / 2, CODE), after, y, WIDTH / 2, CODE);
  y = write(type.lines(number, WIDTH / 2, ORDER), MARGIN, y, WIDTH, ORDER) + 1;
  const name = fitting(paper, item.name);
  y = write(name.lines, MARGIN, y, WIDTH, name.style) + 4;

  paper.tag("Figure", () => drawQr(paper, url, QR_LEFT, QR_TOP, QR), {
    alt: `QR code to ${number}, piece ${piece}`,
    bbox: [QR_LEFT, QR_TOP, QR_LEFT + QR, QR_TOP + QR],
  });

  y = write(type.cut(madeSize(toDraw(item)) ?? sizeInMillimetres(item), BESIDE_QR, SIZE, 1), MARGIN, y, BESIDE_QR, SIZE) + 2;
  y = write(type.cut(`Panels cut ${panelSizesCut(toDraw(item))}`, BESIDE_QR, FACT, 1), MARGIN, y, BESIDE_QR, FACT);
  y = write(type.cut(weightInWords(toDraw(item)), BESIDE_QR, FACT, 2), MARGIN, y, BESIDE_QR, FACT);
  y = write(type.cut(`${item.louverSize} mm ${item.colorSelection}`, BESIDE_QR, KIND, 1), MARGIN, y, BESIDE_QR, KIND);
  const facts = [item.shutterType, order.jobName, order.poNumber && poNumberInWords(order.poNumber), placeOf(order.shippingAddress)];
  // Below a name of three lines some facts have no room. The destination is kept longest; the type
  // is also on the job card.
  const room = Math.floor((PAGE.height - MARGIN / 2 - y) / leadingOf(FACT));
  const printed = facts.filter((each) => each);
  for (const fact of printed.slice(Math.max(printed.length - Math.max(room, 0), 0)))
    y = write(type.cut(fact ?? "", BESIDE_QR, FACT, 1), MARGIN, y, BESIDE_QR, FACT);
}

/** A window's name in the largest letters that fit, shortened where it fits in none. */
function fitting(paper: Paper, name: string): { style: Style; lines: readonly Line[] } {
  const [, , smallest] = NAMES;
  const { style, most } = NAMES.find((each) => paper.type.lines(name, WIDTH, each.style).length <= each.most) ?? smallest;
  return { style, lines: paper.type.cut(name, WIDTH, style, most) };
}
