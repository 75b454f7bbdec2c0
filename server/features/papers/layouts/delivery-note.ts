import { type Block, groupLastRows, space } from "#server/features/papers/engine/flow.ts";
import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { addressed, type Facts, jobFacts, letterhead } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, createPaper, LEFT, type Paper } from "#server/features/papers/engine/paper.ts";
import { type Cell, tableBlocks } from "#server/features/papers/engine/table.ts";
import { MUTED, type Style } from "#server/features/papers/engine/typesetter.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import type { Seller } from "#server/schema/company-settings.ts";
import type { JobWords } from "#server/schema/invoices-and-refunds.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { type Day, formatDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { CARRIER_NAME, type Carrier, trackingUrlOf } from "#shared/domain/trade/carriers.ts";
import { windowsInParcel } from "#shared/domain/trade/parcels.ts";
import { type OrderStatus, orderNumber, remakeNumber, wasShipped } from "#shared/domain/trade/status.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { weigh, weightInWords } from "#shared/domain/window/saw/hardware.ts";
import { amountToMake, partsWithSizes } from "#shared/domain/window/saw/make-amount.ts";
import { isWholeWindow } from "#shared/domain/window/saw/window-make.ts";
import { madeSize } from "#shared/domain/window/text/making-text.ts";

interface ShippedPiece {
  readonly itemId: number;
  readonly piece: number;
}

interface DeliveryNote extends JobWords {
  readonly id: number;
  /** The sender: the customer never learns which supplier made the order (rule O3). */
  readonly seller: Seller;
  readonly user: { readonly companyName: string; readonly contactName: string };
  readonly shippingAddress: string;
  readonly createdAt: Date;
  readonly status: OrderStatus;
  readonly shutters: number;
  readonly shipped: number;
  readonly shippingDate: string | null;
  readonly carrier: Carrier | null;
  readonly trackingNumber: string | null;
  readonly remakeId: number | null;
  /** London's day of printing: a planned day before it is no promise any more. */
  readonly today: Day;
  /** The items have no prices, so that none can be printed. */
  readonly items: readonly MakerItem[];
  /** The one parcel of the note; absent: the whole order. */
  readonly parcel?: {
    readonly n: number;
    readonly kg: number;
    readonly pieces: readonly ShippedPiece[];
  };
  /** The parcels of an order that leaves in several; absent for one parcel's note. */
  readonly parcels?: readonly {
    readonly n: number;
    readonly shippingDate: string;
    readonly carrier: Carrier | null;
    readonly trackingNumber: string | null;
    readonly pieces: readonly ShippedPiece[];
  }[];
}

/** Prints the note that goes with the parcels (rule D10). */
export function deliveryNote(fonts: Fonts, order: DeliveryNote): Paper {
  const { seller, user, parcel } = order;
  const number = [orderNumber(order.id), parcel && `parcel ${parcel.n}`].filter(Boolean).join(", ");
  const rows = rowsOf(order);
  const paper = createPaper(fonts, {
    title: `Delivery note ${number}`,
    author: seller.name,
    subject: `What is delivered to ${user.companyName}`,
    date: order.createdAt,
  });
  const isOnlyParts = rows.every(({ item }) => !isWholeWindow(item.make));
  const table = tableBlocks(
    paper,
    [
      { title: "Window", width: CONTENT - 240 },
      { title: isOnlyParts ? "Parts" : "Size", width: 180 },
      { title: isOnlyParts ? "" : "Shutters", width: 60, align: "right" },
    ],
    rows.map(cellsOf),
  );
  const shutters = rows.reduce((sum, row) => sum + row.shutters, 0);
  const blocks = [
    // A person who unloads a van does not need the tax numbers.
    ...letterhead(paper, { ...seller, vatNumber: "", companyNumber: "" }, "Delivery note", number),
    ...addressed(
      paper,
      "Deliver to",
      [user.companyName, user.contactName, order.shippingAddress],
      [...factsOf(order), ...contents(order, rows, shutters)],
    ),
    ...groupLastRows(table, 1, space(16), received(paper)),
  ];
  return paper.print(blocks, `${seller.name}  ·  Delivery note ${number}  ·  ${user.companyName}`, number);
}

const factsOf = (order: DeliveryNote): Facts => [
  ["Order", orderNumber(order.id)],
  ["Ordered", formatDay(order.createdAt)],
  ...jobFacts(order),
  ...shippingFacts(order),
  ...(order.remakeId === null ? [] : ([["Remake", remakeNumber(order.remakeId)]] as const)),
];

const onDay = (day: string): string => formatDay(new Date(`${day}T12:00:00Z`));

/** The order's own day; of an order in several parcels each parcel's, and what is to follow. */
function shippingFacts(order: DeliveryNote): Facts {
  const { parcel, parcels = [], status, shippingDate, carrier, trackingNumber } = order;
  const isSent = parcel !== undefined || wasShipped(status);
  const isAhead = shippingDate !== null && shippingDate >= order.today;
  if (parcels.length === 0)
    return [
      ...(shippingDate && (isSent || isAhead) ? ([[isSent ? "Sent on" : "Ships on", onDay(shippingDate)]] as const) : []),
      ...(carrier ? ([["Carrier", CARRIER_NAME[carrier]]] as const) : []),
      ...(trackingNumber ? ([["Tracking number", trackingNumber, trackingUrlOf(order)]] as const) : []),
    ];
  const left = order.shutters - order.shipped;
  return [
    ...parcels.map((each) => {
      const tracked = [each.carrier && CARRIER_NAME[each.carrier], each.trackingNumber].filter(Boolean).join(" ");
      return [`Parcel ${each.n}`, [onDay(each.shippingDate), tracked].filter(Boolean).join("\n"), trackingUrlOf(each)] as const;
    }),
    ...(left > 0
      ? ([["To follow", [leftInParts(order, left), isAhead && `ships on ${onDay(shippingDate)}`].filter(Boolean).join("\n")]] as const)
      : []),
  ];
}

/** `2 shutters` to follow, or the parts of a remake: `21 louvres`. */
function leftInParts({ items, parcels = [] }: DeliveryNote, shutters: number): string {
  const sent = parcels.flatMap(({ pieces }) => pieces);
  const left = items
    .map((item) => ({ ...toDraw(item), quantity: item.quantity - sent.filter(({ itemId }) => itemId === item.id).length }))
    .filter(({ quantity }) => quantity > 0);
  return left.every(({ make }) => isWholeWindow(make))
    ? countOf(shutters, "shutter")
    : amountToMake({ windows: left.length, shutters }, left);
}

const contents = (order: DeliveryNote, rows: readonly Row[], shutters: number): Facts => {
  const { parcel, parcels = [], items } = order;
  const isOfParts = rows.some(({ item }) => !isWholeWindow(item.make));
  if (isOfParts) {
    const made = rows.map(({ item, shutters: quantity }) => ({ ...toDraw(item), quantity }));
    return [["Contents", amountToMake({ windows: rows.length, shutters }, made)], ...weightOf(order, rows)];
  }
  const ordered = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const sent = parcels.length > 0 && order.shipped < order.shutters ? `${order.shipped} of ${ordered} sent` : String(shutters);
  return [
    ["Windows", String(rows.length)],
    ["Shutters", parcel && shutters < ordered ? `${shutters} of ${ordered}` : sent],
    ...weightOf(order, rows),
  ];
};

/** A parcel keeps the weight that it was sent with. */
function weightOf({ parcel }: DeliveryNote, rows: readonly Row[]): Facts {
  const kg = parcel?.kg ?? rows.reduce((sum, { item, shutters }) => sum + weigh(toDraw(item)).total * shutters, 0);
  return [["Weight", `${kg.toFixed(1)} kg`]];
}

interface Row {
  readonly item: MakerItem;
  /** The window's place in the order, from 1. */
  readonly place: number;
  readonly shutters: number;
  /** The shutters of the window that a parcel has: `shutter 2 of 3`. */
  readonly words: string;
  /** The parcels of the window's shutters: `Parcel 1: shutter 2 of 3`, `To follow`. */
  readonly parcels: readonly string[];
}

function rowsOf({ items, parcel, parcels = [] }: DeliveryNote): Row[] {
  const placed = items.map((item, index) => ({
    ...{ item, place: index + 1, shutters: item.quantity, words: "" },
    parcels: parcels.length > 0 ? parcelsOfWindow(item, parcels) : [],
  }));
  if (!parcel) return placed;
  const packed = windowsInParcel(items, parcel.pieces);
  return placed.flatMap((row) => {
    const part = packed.find(({ item }) => item === row.item);
    return part ? [{ ...row, shutters: part.shutters, words: part.shutters < row.shutters ? part.words : "" }] : [];
  });
}

function parcelsOfWindow(item: MakerItem, parcels: NonNullable<DeliveryNote["parcels"]>): string[] {
  const own = parcels.flatMap(({ pieces }) => pieces.filter(({ itemId }) => itemId === item.id));
  const numbers = Array.from({ length: item.quantity }, (_, at) => at + 1);
  const left = numbers.filter((piece) => !own.some((each) => each.piece === piece)).map((piece) => ({ itemId: item.id, piece }));
  return [...parcels.map(({ n, pieces }) => [`Parcel ${n}`, pieces] as const), ["To follow", left] as const].flatMap(([name, pieces]) =>
    windowsInParcel([item], pieces).map(({ words }) => [name, words].filter(Boolean).join(": ")),
  );
}

const KIND: Partial<Style> = { size: 8.5, colour: MUTED };

function cellsOf({ item, place, shutters, words, parcels }: Row): Cell[] {
  return [
    [
      { text: `${place}. ${item.name}`, style: { weight: "semibold" } },
      { text: `${item.shutterType}, ${item.louverSize} mm, ${item.colorSelection}`, style: KIND },
      { text: weightInWords(toDraw(item), item.quantity), style: KIND },
      ...parcels.map((text) => ({ text, style: {} })),
    ],
    ...(isWholeWindow(item.make) ? sizeCells({ item, shutters, words }) : partCells(item, shutters)),
  ];
}

/** The parts that are in the box; a shutter's size and number would promise the whole of it. */
const partCells = (item: MakerItem, shutters: number): Cell[] => [
  partsWithSizes(toDraw(item), shutters).map((text) => ({ text, style: {} })),
  "",
];

function sizeCells({ item, shutters, words }: Pick<Row, "item" | "shutters" | "words">): Cell[] {
  const madeSizeText = madeSize(toDraw(item));
  const givenSize = sizeInMillimetres(item);
  return [
    madeSizeText
      ? [
          { text: madeSizeText, style: {} },
          { text: `for a recess of ${givenSize}`, style: KIND },
        ]
      : givenSize,
    words
      ? [
          { text: `× ${shutters}`, style: {} },
          { text: words, style: KIND },
        ]
      : `× ${shutters}`,
  ];
}

const LABEL: Style = { size: 8, weight: "semibold", colour: MUTED };
const LINES = ["Number of boxes", "Received in good order by (name)", "Signature", "Date"] as const;
const LINE = { height: 40, width: (CONTENT - 24) / 2 } as const;

/** Lines to fill in by hand at delivery, two side by side. */
const received = (paper: Paper): Block => ({
  height: (LINE.height * LINES.length) / 2,
  draw: (y) => {
    for (const [index, text] of LINES.entries()) {
      const x = LEFT + (index % 2) * (LINE.width + 24);
      const low = y + LINE.height * (Math.floor(index / 2) + 1) - 14;
      paper.rule(low, x, x + LINE.width);
      paper.tag("P", () => paper.type.draw(paper.type.lines(text, LINE.width, LABEL), x, low + 1, LINE.width, LABEL));
    }
  },
});
