import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { makers, notCustomers, staff, supplierOnly } from "#shared/domain/roles.ts";
import { MOST_IN_A_PARCEL } from "#shared/domain/trade/parcels.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import { WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";
import { groupEqualPieces } from "#shared/domain/window/saw/bars.ts";
import { MOST_PIECES, PIECE_STEPS } from "#shared/domain/window/saw/pieces.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { replyObject } from "#shared/http/inside-names.ts";
import {
  byId,
  calendarDay,
  id,
  idField,
  instant,
  MOST_CHOSEN,
  oneOf,
  paging,
  pathId,
  queryId,
  squareMetres,
  TOO_MANY_CHOSEN,
  yesOrNo,
} from "#shared/http/wire.ts";
import { measuresTable, orderRow, orderSearch, progress } from "./orders.ts";
import { MOST_ORDERS_AT_ONCE } from "./parts/papers.ts";
import { CHOOSE_PIECES, carrierField, confirmedField, parcel, pieceField, shipment, trackingNumberField } from "./parts/parcels.ts";
import { personRef } from "./parts/people.ts";
import { recuts } from "./parts/recuts.ts";
import { seen } from "./parts/seen.ts";
import { countsField, panelsField, partsField, stileField, windowMake } from "./parts/window-make.ts";
import { planAsks, planPreview, planProfile, planTables, planWindows, saw } from "./saw.ts";

export const CHOOSE_WINDOW = "Please choose one of the order's windows";
const PIECE = "Piece must be a whole number from 1";

/**
 * The time and the person of a finished step; null until it is finished. A mark that was sent later
 * than its press has the time of its arrival as `receivedAt`.
 */
const mark = z.object({ at: instant, by: personRef, receivedAt: instant.optional() }).nullable();
const piece = z.object({ itemId: id, piece: z.number().int(), cut: mark, assembled: mark, finished: mark, packed: mark });
const LABEL = "Piece must be a window's number and a shutter's, as in 512.3";
const label = z.codec(z.string(LABEL).regex(/^\d{1,9}\.\d{1,3}$/, LABEL), z.object({ itemId: z.number(), piece: z.number() }), {
  decode: (text) => {
    const [itemId = 0, piece = 0] = text.split(".").map(Number);
    return { itemId, piece };
  },
  encode: ({ itemId, piece }) => `${itemId}.${piece}`,
});
const piecesReply = z.object({ progress, pieces: z.array(piece) });

const count = z.number().int();
const {
  jobName,
  poNumber,
  orderStatus,
  windows,
  shutters,
  shipped,
  shippingDate,
  carrier,
  trackingNumber,
  dueOn,
  requiredBy,
  late,
  supplier,
} = orderRow.shape;
const boardRow = z.object({
  id,
  jobName,
  poNumber,
  orderStatus,
  /** A short form of the delivery address (rule W5). */
  place: z.string(),
  windows,
  shutters,
  shipped,
  /** The number of shutters of each kind, in the windows' order. */
  made: z.array(z.object({ shutterType: z.string(), louverSize: count, colorSelection: z.string(), shutters: count })),
  dueOn,
  requiredBy,
  late,
  /** The day by which production must begin, in the maker's working days (rule W13). */
  startBy: dueOn,
  supplier,
  /** The remake that this order replaces free of charge. */
  remakeId: id.nullable(),
  /** True if it replaces parts of an order that is late or delivered. */
  replacesLate: z.boolean(),
  progress,
  shippingDate,
  carrier,
  trackingNumber,
  /** True if the order was shipped and set back: shipping again proposes its day. */
  shippedBefore: z.boolean(),
  /**
   * The first panel that cannot be made: `Bay: Panel B would be 96 mm wide; …`; null without one.
   */
  ask: z.string().nullable(),
  /** What a remake of parts makes: `1 louvre`; null for whole windows. */
  parts: z.string().nullable(),
  /** The number of recuts with parts that are still to be cut; replies stored earlier lack it. */
  openRecuts: count.optional(),
});

/** One text in a query, or several. */
const oneOrSeveral = (name: string, one: z.ZodType<string, string>) =>
  z.codec(z.union([one, z.array(one).max(MOST_CHOSEN, TOO_MANY_CHOSEN)], `${name} must be text`), z.array(z.string()), {
    decode: (given) => (Array.isArray(given) ? given : [given]),
    encode: (texts) => texts,
  });
const severalTexts = (name: string) =>
  oneOrSeveral(name, z.string().max(LONGEST.productName, `${name} must be at most ${LONGEST.productName} characters`));
const severalNumbers = (name: string) => oneOrSeveral(name, z.string().regex(/^\d{1,9}$/, `${name} must be a number`));

const CHOOSE = "Please choose the orders by their numbers, as in orders=1,2";
/**
 * Orders that are printed or planned together, in a query: `1,2`. A repeated id counts once (rule
 * W30).
 */
export const orderIdList = z
  .codec(
    z.string(CHOOSE).regex(/^\d+(,\d+)*$/, CHOOSE),
    z.array(z.number()).max(MOST_ORDERS_AT_ONCE, `At most ${MOST_ORDERS_AT_ONCE} orders at once`),
    {
      decode: (text) => [...new Set(text.split(",").map((digits) => pathId.decode(digits)))],
      encode: (ids) => ids.join(),
    },
  )
  .describe(`1 to ${MOST_ORDERS_AT_ONCE} orders: 1,2. A repeated id counts once.`);

const workshopFilters = {
  shutterType: severalTexts("Shutter type")
    .optional()
    .describe("Only orders with a window of this shutter type; the parameter may be repeated."),
  louverSize: severalNumbers("Louver size")
    .optional()
    .describe("… of this louver size in mm. One window must match the shutter type, the louver size and the colour together."),
  colorSelection: severalTexts("Color").optional().describe("… in this colour."),
  supplierId: severalNumbers("Supplier").optional().describe("Only orders of this supplier company; the parameter may be repeated."),
  late: yesOrNo("Late").optional().describe("true: only orders that are late today in London; false: only orders that are not."),
  urgent: yesOrNo("Urgent")
    .optional()
    .describe(
      "true: only late orders, remakes of late or delivered orders, and pending orders that should be begun by today; false: all other orders.",
    ),
  view: oneOf(["mine", "open"], "View")
    .optional()
    .describe("open: only orders without a supplier; mine: for suppliers only their own, for staff only orders with a supplier."),
  search: orderSearch,
};

const CHOOSE_ORDERS = "Please choose the orders to send off";

/** The limit of a reply that is sent whole: a megabyte holds some 7,000 pieces. */
export const MOST_BAR_PIECES = 60_000;
const pieceToCut = planProfile.shape.tooLong.element.pick({ orderId: true, itemId: true, part: true, lengthMm: true, bevelDeg: true });

/** A row of the plan as CSV: the equal pieces that are cut from one bar. */
const barRow = planProfile.pick({ profile: true, material: true, color: true, stockMm: true }).extend({
  /** The bar's number within the plan; null for a part that is longer than a bar. */
  bar: count.nullable(),
  ...pieceToCut.shape,
  count,
  offcutMm: z.number().nullable(),
});
type BarRow = z.output<typeof barRow>;

/** Yields row by row, because there may be tens of thousands. */
function* barRows({ profiles }: { readonly profiles: readonly z.output<typeof planProfile>[] }): Generator<BarRow> {
  for (const { profile, material, color, stockMm, bars, tooLong } of profiles) {
    const of = { profile, material, color, stockMm };
    for (const { bar, pieces, offcutMm } of bars) for (const piece of groupEqualPieces(pieces)) yield { ...of, bar, ...piece, offcutMm };
    for (const piece of groupEqualPieces(tooLong)) yield { ...of, bar: null, ...piece, offcutMm: null };
  }
}

const AREA_INSIDE = { areaM2: "areaMilliM2" } as const;

/** The weeks of a supplier's own load: this one and the next eight. */
export const LOAD_WEEKS = 9;

/** The orders to make, and their progress (rule W1). */
export const workshop = {
  list: {
    method: "GET",
    path: "/api/workshop",
    summary: "List the pending and processing orders, earliest due first.",
    roles: notCustomers,
    query: z.object({ ...workshopFilters, ...paging }),
    response: z.array(replyObject({ orderStatus: "status" }, boardRow)),
    paged: true,
    storedOnDevice: ["supplier"],
  },
  totals: {
    method: "GET",
    path: "/api/workshop/totals",
    summary: "Add up the chosen orders. With a filter by shutter type, louver size or colour, only matching windows count.",
    roles: notCustomers,
    query: z.object(workshopFilters),
    response: replyObject(
      AREA_INSIDE,
      z.object({
        orders: count,
        late: count,
        windows: count,
        shutters: count,
        louvres: count,
        frames: count,
        areaM2: squareMetres,
        /** The orders of each view with the other filters, whichever view is chosen. */
        views: z.object({ mine: count, open: count }),
      }),
    ),
    storedOnDevice: ["supplier"],
  },
  load: {
    method: "GET",
    path: "/api/workshop/load",
    summary: `Read the work that is not packed yet, of each week from Monday and each supplier. Orders without a due day, and orders without a supplier, are last. A supplier reads its own work of this week and the next ${LOAD_WEEKS - 1}; late orders that are due in none of them count in this week.`,
    roles: makers,
    storedOnDevice: ["supplier"],
    response: z.array(
      replyObject(
        AREA_INSIDE,
        z.object({
          week: calendarDay("Week must be a day").nullable(),
          supplier,
          windows: count,
          shutters: count,
          areaM2: squareMetres,
          /** The supplier's weekly capacity in m²; null if the supplier has not set it. */
          capacityM2: count.nullable(),
          /**
           * True if the week's work exceeds the capacity. Orders without a due day belong to no
           * week.
           */
          over: z.boolean(),
          /** Counts orders, unlike the fields above. */
          late: count,
        }),
      ),
    ),
  },
  suppliers: {
    method: "GET",
    path: "/api/workshop/suppliers",
    summary: "List the supplier companies, which staff can assign to orders and shutter types and can filter by.",
    roles: staff,
    query: z.object(paging),
    response: z.array(z.object({ id, companyName: z.string() })),
    paged: true,
  },
  pieces: {
    method: "GET",
    path: "/api/orders/:id/pieces",
    summary: `List each shutter of an order with its finished steps. For an order of more than ${MOST_PIECES.toLocaleString("en-GB")} shutters, list those of one window.`,
    roles: notCustomers,
    params: byId,
    query: z.object({
      itemId: queryId("Item").optional().describe("Only the shutters of this window."),
      piece: label.optional().describe("Only the shutter with this label: 512.3. The parameter records that the label was scanned."),
    }),
    response: piecesReply,
    large: true,
    storedOnDevice: ["supplier"],
  },
  take: {
    method: "POST",
    path: "/api/orders/:id/take",
    summary: "Assign an order without a supplier to the caller's company, as the first mark does.",
    roles: supplierOnly,
    params: byId,
    response: orderRow,
  },
  giveBack: {
    method: "POST",
    path: "/api/orders/:id/give-back",
    summary: "Release the caller's order so that any workshop can take it, while nothing of it is marked.",
    roles: supplierOnly,
    params: byId,
    response: orderRow,
  },
  adoptMeasures: {
    method: "POST",
    path: "/api/orders/:id/measures",
    summary:
      "Replace the measures that a started order keeps by its workshop's present table. Without `confirmed`, an order with cut parts is a 409.",
    roles: makers,
    params: byId,
    body: z.object({ confirmed: z.boolean("Confirmed must be true or false").optional() }),
    response: z.object({ orderId: id, ...measuresTable }),
  },
  changeMake: {
    method: "PATCH",
    path: "/api/orders/:id/make",
    summary: "Change which parts of its windows a remake's order makes, until a part of it is cut. Windows that are not named stay.",
    roles: notCustomers,
    params: byId,
    body: z.object({
      make: z
        .array(
          z.object({
            itemId: idField(CHOOSE_WINDOW),
            panels: panelsField.default([]),
            parts: partsField.default([]),
            counts: countsField.optional(),
            stile: stileField.nullish(),
          }),
          CHOOSE_WINDOW,
        )
        .min(1, CHOOSE_WINDOW)
        .max(MOST_WINDOWS, `At most ${MOST_WINDOWS} windows`)
        .refine((list) => new Set(list.map(({ itemId }) => itemId)).size === list.length, "Please name each window once"),
    }),
    response: z.object({ orderId: id, make: z.array(z.object({ itemId: id, ...windowMake })) }),
  },
  mark: {
    method: "PATCH",
    path: "/api/orders/:id/pieces",
    summary:
      "Mark a step of one shutter, or of all shutters of a window, as done or undone. Earlier steps become done with it, or later steps undone.",
    roles: makers,
    params: byId,
    body: z.object({
      itemId: idField(CHOOSE_WINDOW),
      piece: z
        .number(PIECE)
        .int(PIECE)
        .min(1, PIECE)
        .max(WINDOW_FIELDS.quantity.most, `Piece must be at most ${WINDOW_FIELDS.quantity.most}`)
        .optional(),
      step: oneOf(PIECE_STEPS, "Step"),
      done: z.boolean("Done must be true or false"),
      seen,
    }),
    response: piecesReply,
    idempotent: true,
    pressed: true,
  },
  ship: {
    method: "POST",
    path: "/api/orders/:id/ship",
    summary:
      "Ship the remaining shutters of an order as one parcel: set its shipping date (default: today), carrier, tracking number and status. Without `confirmed`, an order that is not fully packed is a 409 that reports its progress.",
    roles: makers,
    params: byId,
    body: z.object({ ...shipment, confirmed: confirmedField }),
    response: orderRow,
    idempotent: true,
    pressed: true,
  },
  createParcel: {
    method: "POST",
    path: "/api/orders/:id/parcels",
    summary:
      "Ship some shutters of an order as a parcel. The order is shipped with its last shutter. A shutter that was shipped before is a 409.",
    roles: makers,
    params: byId,
    body: z.object({
      pieces: z
        .array(pieceField, CHOOSE_PIECES)
        .min(1, CHOOSE_PIECES)
        .max(MOST_IN_A_PARCEL, `At most ${MOST_IN_A_PARCEL} shutters in a parcel`)
        .refine(
          (chosen) => new Set(chosen.map(({ itemId, piece }) => `${itemId}.${piece}`)).size === chosen.length,
          "Please name each shutter once",
        ),
      ...shipment,
    }),
    response: parcel,
    creates: true,
    idempotent: true,
    large: true,
    pressed: true,
  },
  changeParcel: {
    method: "PATCH",
    path: "/api/orders/:id/parcels/:parcelId",
    summary:
      "Correct a parcel's carrier and tracking number; null or blank clears one. The customer is emailed about a parcel that they know.",
    roles: makers,
    params: z.object({ id: pathId, parcelId: pathId }),
    body: z.object({ trackingNumber: trackingNumberField, carrier: carrierField.nullable() }),
    response: parcel,
    idempotent: true,
  },
  deleteParcel: {
    method: "DELETE",
    path: "/api/orders/:id/parcels/:parcelId",
    summary: "Delete a parcel on the London day on which it was made, unless the order is shipped.",
    roles: makers,
    params: z.object({ id: pathId, parcelId: pathId }),
    response: z.null(),
  },
  barPlan: {
    method: "GET",
    path: "/api/workshop/bar-plan",
    summary: `Plan the bars of up to ${MOST_ORDERS_AT_ONCE} orders without storing the plan: the pieces that are not cut yet, on the fewest bars found within 5 seconds, by the rules of a stored plan.`,
    roles: notCustomers,
    query: z.object({ orders: orderIdList }),
    response: z.object({
      profiles: z.array(planProfile),
      windows: planWindows,
      cannotMake: planAsks,
      tables: planTables,
      /** Sent back to store exactly this plan; null if it is too long for a body. */
      preview: planPreview.nullable(),
    }),
    csvOf: { rows: z.array(barRow), from: barRows },
  },
  ...saw,
  ...recuts,
  shipAll: {
    method: "POST",
    path: "/api/workshop/ship",
    summary: `Ship up to ${MOST_ORDERS_AT_ONCE} orders independently; the reply gives the reason for each order that cannot be shipped.`,
    roles: makers,
    body: z.object({
      orders: z
        .array(z.object({ id: idField(CHOOSE_ORDERS), ...shipment, confirmed: confirmedField }), CHOOSE_ORDERS)
        .min(1, CHOOSE_ORDERS)
        .max(MOST_ORDERS_AT_ONCE, `At most ${MOST_ORDERS_AT_ONCE} orders`)
        .refine((asked) => new Set(asked.map(({ id }) => id)).size === asked.length, "Please name each order once"),
      /** For all of the orders. */
      confirmed: confirmedField,
    }),
    response: z.array(
      z.object({
        id: z.number().int().min(0).describe("0: a number beyond every order's."),
        ok: z.boolean(),
        error: z.string().nullable(),
      }),
    ),
    idempotent: true,
    pressed: true,
    orderIdsInReply: (sent: readonly { readonly id: number; readonly ok: boolean }[]) => sent.flatMap(({ id, ok }) => (ok ? [id] : [])),
    large: true,
  },
} as const satisfies Endpoints;
