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
import { formatDay } from "#shared/domain/period.ts";
import { CARRIER_NAME, type Carrier, trackingUrlOf } from "#shared/domain/trade/carriers.ts";
import { windowsInParcel } from "#shared/domain/trade/parcels.ts";
import { orderNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { weightInWords } from "#shared/domain/window/saw/hardware.ts";
import { madeSize } from "#shared/domain/window/text/making-text.ts";

interface DeliveryNote extends JobWords {
  readonly id: number;
  /** The sender: the customer never learns which supplier made the order (rule O3). */
  readonly seller: Seller;
  readonly user: { readonly companyName: string; readonly contactName: string };
  readonly shippingAddress: string;
  readonly createdAt: Date;
  readonly shippingDate: string | null;
  readonly carrier: Carrier | null;
  readonly trackingNumber: string | null;
  readonly remakeId: number | null;
  /** The items have no prices, so that none can be printed. */
  readonly items: readonly MakerItem[];
  /** The one parcel of the note; absent: the whole order. */
  readonly parcel?: {
    readonly n: number;
    readonly kg: number;
    readonly pieces: readonly { readonly itemId: number; readonly piece: number }[];
  };
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
  const table = tableBlocks(
    paper,
    [
      { title: "Window", width: CONTENT - 240 },
      { title: "Size", width: 180 },
      { title: "Shutters", width: 60, align: "right" },
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
      [...factsOf(order), ...contents(order, rows.length, shutters)],
    ),
    ...groupLastRows(table, 1, space(16), received(paper)),
  ];
  return paper.print(blocks, `${seller.name}  ·  Delivery note ${number}  ·  ${user.companyName}`, number);
}

const factsOf = (order: DeliveryNote): Facts => [
  ["Order", orderNumber(order.id)],
  ["Ordered", formatDay(order.createdAt)],
  ...jobFacts(order),
  ...(order.shippingDate ? ([["Sent on", formatDay(new Date(`${order.shippingDate}T12:00:00Z`))]] as const) : []),
  ...(order.carrier ? ([["Carrier", CARRIER_NAME[order.carrier]]] as const) : []),
  ...(order.trackingNumber ? ([["Tracking number", order.trackingNumber, trackingUrlOf(order)]] as const) : []),
  ...(order.remakeId === null ? [] : ([["Made again for", `Remake ${remakeNumber(order.remakeId)}`]] as const)),
];

const contents = ({ parcel, items }: DeliveryNote, windows: number, shutters: number): Facts => {
  const ordered = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return [
    ["Windows", String(windows)],
    ["Shutters", parcel && shutters < ordered ? `${shutters} of ${ordered}` : String(shutters)],
    ...(parcel ? ([["Weight", `${parcel.kg.toFixed(1)} kg`]] as const) : []),
  ];
};

interface Row {
  readonly item: MakerItem;
  /** The window's place in the order, from 1. */
  readonly place: number;
  readonly shutters: number;
  /** The shutters of the window that a parcel has: `shutter 2 of 3`. */
  readonly words: string;
}

function rowsOf({ items, parcel }: DeliveryNote): Row[] {
  const placed = items.map((item, index) => ({ item, place: index + 1, shutters: item.quantity, words: "" }));
  if (!parcel) return placed;
  const packed = windowsInParcel(items, parcel.pieces);
  return placed.flatMap((row) => {
    const part = packed.find(({ item }) => item === row.item);
    return part ? [{ ...row, shutters: part.shutters, words: part.shutters < row.shutters ? part.words : "" }] : [];
  });
}

const KIND: Partial<Style> = { size: 8.5, colour: MUTED };

function cellsOf({ item, place, shutters, words }: Row): Cell[] {
  const madeSizeText = madeSize(toDraw(item));
  const givenSize = sizeInMillimetres(item);
  return [
    [
      { text: `${place}. ${item.name}`, style: { weight: "semibold" } },
      { text: `${item.shutterType}, ${item.louverSize} mm, ${item.colorSelection}`, style: KIND },
      { text: weightInWords(toDraw(item)), style: KIND },
    ],
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
const LINES = ["Number of parcels", "Received in good order by (name)", "Signature", "Date"] as const;
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
