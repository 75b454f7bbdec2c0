import { z } from "zod";
import { DELIVERY_SLOTS } from "#shared/domain/delivery.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { notADate } from "#shared/domain/period.ts";
import { commercialRoles, everyone, makers, notCustomers, staff, superAdminOnly, supplierOnly } from "#shared/domain/roles.ts";
import { CARRIERS } from "#shared/domain/trade/carriers.ts";
import { LATE_REASONS } from "#shared/domain/trade/due.ts";
import { AGES } from "#shared/domain/trade/ledger.ts";
import { MESSAGE_READERS } from "#shared/domain/trade/message-readers.ts";
import { ORDER_STATUSES, orderNumber, PAYMENT_STATUSES } from "#shared/domain/trade/status.ts";
import { CUT_ENDS, CUT_PARTS } from "#shared/domain/window/saw/cut-list.ts";
import { HARDWARE } from "#shared/domain/window/saw/hardware.ts";
import { SLIDING_TRACKS } from "#shared/domain/window/saw/panel-facts.ts";
import { PIECE_STEPS } from "#shared/domain/window/saw/pieces.ts";
import { LAPS } from "#shared/domain/window/saw/sections.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { replyObject } from "#shared/http/inside-names.ts";
import { commercial, visibleTo } from "#shared/http/visibility.ts";
import {
  byId,
  calendarDay,
  companyFilter,
  id,
  idField,
  instant,
  oneOf,
  optionalTrimmedText,
  paging,
  pounds,
  queryId,
  searchIn,
  severalOf,
  sortBy,
  text,
  yesOrNo,
} from "#shared/http/wire.ts";
import { difference } from "./parts/differences.ts";
import { MAKING_INSIDE, making } from "./parts/making.ts";
import { carrierField, confirmedField, parcel, trackingNumberField } from "./parts/parcels.ts";
import { companyRef, customerOnTheJob, personRef, threadMessage } from "./parts/people.ts";
import { recut } from "./parts/recuts.ts";
import { windowMake } from "./parts/window-make.ts";
import { clearances, madeItem, ownSections } from "./parts/windows.ts";
import { supplierIdField } from "./products.ts";

const day = calendarDay("Dates are written YYYY-MM-DD").nullable();
const count = z.number().int();

const TOTALS_INSIDE = { subtotal: "subtotalPence", tax: "taxPence", finalTotal: "finalTotalPence" } as const;
const ORDER_INSIDE = {
  orderStatus: "status",
  finalTotal: "finalTotalPence",
  owed: "owedPence",
  toPayBack: "toPayBackPence",
  ...MAKING_INSIDE,
} as const;
const totals = z.object({ subtotal: commercial(pounds), tax: commercial(pounds), finalTotal: commercial(pounds) });

const orderFields = z.object({
  id,
  quoteId: commercial(id),
  jobName: z.string().nullable(),
  poNumber: z.string().nullable(),
  ...customerOnTheJob,
  user: companyRef,
  orderStatus: z.enum(ORDER_STATUSES),
  paymentStatus: commercial(z.enum(PAYMENT_STATUSES)),
  paidAt: commercial(instant.nullable()),
  /** The printed number; null until an invoice is issued. */
  invoiceNumber: commercial(z.string().nullable()),
  createdAt: instant,
  shippingDate: day,
  estimatedArrival: day,
  /** The part of the day of the estimated arrival; null: any time. */
  deliverySlot: z.enum(DELIVERY_SLOTS).nullable(),
  deliveryNote: z.string().nullable(),
  requiredBy: day,
  shippingAddress: z.string(),
  trackingNumber: z.string().nullable(),
  /** The carrier, and the carrier's page that follows the parcel. */
  carrier: z.enum(CARRIERS).nullable(),
  trackingUrl: z.string().nullable(),
  /** Counts windows and shutters. One window can have a quantity above 1. */
  windows: count,
  shutters: count,
  /** The number of shutters that were shipped: all of an order that was shipped (rule W83). */
  shipped: count,
  /** The company that makes the order; null: any. Hidden from customers. */
  supplier: visibleTo(notCustomers, z.object({ id, companyName: z.string() }).nullable()),
  /** The number of messages in the order's thread that the reader sees. */
  messages: count,
  /** The due day of an open order, and why it is late (rule O9). */
  dueOn: day,
  late: z.enum(LATE_REASONS).nullable(),
  finalTotal: commercial(pounds),
  ...making,
  /** The customer has requested a change that waits for an answer (rule O23). */
  changeRequested: commercial(z.boolean()),
  /**
   * The amount still to be paid: of the invoice, or of the whole order until an invoice exists
   * (rule Y11).
   */
  owed: commercial(pounds),
  /** The amount to refund for a cancelled order; null if it is nothing. */
  toPayBack: commercial(pounds.nullable()),
  quote: replyObject(TOTALS_INSIDE, totals),
});
export const deliveryNoteField = optionalTrimmedText("Delivery note", LONGEST.deliveryNote);

/** An order as the lists show it. */
export const orderRow = replyObject(ORDER_INSIDE, orderFields);

export const orderSearch = searchIn(
  "Part of the job name, the PO number, the delivery address, the tracking number, the company's or the contact's name, or the order's number: 12, #12, ORD-12. A postcode or a tracking number also matches without its spaces. Also a status, a day (19 Nov, week 48) and, except for suppliers, the customer's name, the site's address, the total (5,893.01) or paid and unpaid. For the own company also the customer's email and telephone.",
);

/** The number of shutters that have passed each step of the workshop. */
export const progress = z.object({ cut: count, assembled: count, finished: count, packed: count });

/**
 * A change of the status has `from` and `to`. A workshop step has `step`, `done` and `of`, and
 * appears once. A parcel has its number as `parcel`, with `done` of the order's shutters in it.
 */
const historyLine = z.object({
  from: z.enum(ORDER_STATUSES).nullable().optional(),
  to: z.enum(ORDER_STATUSES).optional(),
  step: z.enum(PIECE_STEPS).optional(),
  parcel: count.optional(),
  done: count.optional(),
  of: count.optional(),
  /**
   * `undone` has the step and the shutter (rule W88); `measures` is an adopted table (rule W87);
   * `recut` has the shutter and the spoiled parts (rule W95), as do `recut-deleted` and
   * `recut-undone`, which waits again (rule W117); `make` changed the parts that are made (rule W103); `corrected` is a correction of the windows (rule O21).
   */
  event: z.enum(["undone", "measures", "recut", "recut-deleted", "recut-undone", "make", "corrected"]).optional(),
  /** The differences of a correction, its reason and its totals (rule O21). */
  differences: z.array(difference).optional(),
  reason: commercial(z.string()).optional(),
  total: commercial(replyObject({ before: "beforePence", after: "afterPence" }, z.object({ before: pounds, after: pounds }))).optional(),
  /** Work that the correction made void: shutters that were cut, and parts that were sawn. */
  voided: visibleTo(notCustomers, z.array(z.object({ window: z.string(), cut: count, sawn: count }))).optional(),
  piece: z.string().optional(),
  recut: recut.pick({ itemId: true, piece: true, parts: true, reason: true, note: true }).optional(),
  at: instant,
  by: personRef,
});

/** The table of clearances and sections by which parts are cut (rules M16, W87). */
export const measuresTable = {
  /** The owner of the table: a company's name, or `the usual clearances`. */
  table: z.string(),
  /** The London day on which the owner last changed it; null: never. */
  tableDate: day.nullable(),
  /** Since when the order keeps this table; null: nothing of it is cut. */
  keptAt: instant.nullable(),
};

export const orderDetails = replyObject(
  ORDER_INSIDE,
  orderFields.extend({
    /** The remake that this order replaces free of charge. */
    remakeId: id.nullable().optional(),
    /**
     * The parts of each window that a remake's order makes (rule W103); replies stored earlier lack
     * it.
     */
    make: z.array(z.object({ itemId: id, ...windowMake })).optional(),
    /** The quote's note to the office (rule Q12). */
    note: commercial(z.string().nullable()),
    /** The customer's change requests that are answered or withdrawn (rule O26). */
    closedRequests: commercial(count).optional(),
    /** The amount of the order's payments that can still be refunded. */
    refundable: visibleTo(staff, pounds),
    /** `version` rises with each change of the quote; a correction names it (rule O21). */
    quote: replyObject(TOTALS_INSIDE, totals.extend({ version: commercial(z.number().int()), items: z.array(madeItem) })),
    /**
     * The workshop's deductions from nominal sizes, in millimetres. The positions of the rails
     * depend on them (rule M15).
     */
    clearances,
    /**
     * The workshop's sections, and the panel that laps over the other where two panels meet (rules
     * M19, W72).
     */
    sections: visibleTo(notCustomers, ownSections),
    lap: visibleTo(notCustomers, z.enum(LAPS)),
    /** The depth of the workshop's bypass track. */
    trackDepthMm: visibleTo(notCustomers, count),
    /**
     * The day by which production must begin, in the workshop's working days; null if nothing is to
     * be made.
     */
    startBy: visibleTo(notCustomers, day),
    progress,
    parcels: z.array(parcel),
    /** Spoiled parts that are still to be cut again (rule W95). */
    recuts: visibleTo(notCustomers, z.array(recut)),
    /** True if the order was shipped and set back: shipping again proposes its day. */
    shippedBefore: visibleTo(notCustomers, z.boolean()),
    /** True for the order's own workshop while the office changes it as a draft (rule W109). */
    onHold: visibleTo(supplierOnly, z.boolean()),
    history: z.array(historyLine),
  }),
);

const cutPart = z.object({
  window: z.string(),
  itemId: id,
  /** Counts panels from 1, from the left; null for the frame and its posts. */
  panel: count.nullable(),
  part: z.enum(CUT_PARTS),
  /** The bar's profile: louvre-76, l-frame. */
  profile: z.string(),
  /** The visible width and the depth of the part, millimetres to a tenth (rule M19). */
  section: z.object({ name: z.string(), widthMm: z.number(), thicknessMm: z.number() }),
  /** The cut of each end. The left end of an upright is its lower end. */
  ends: z.enum(CUT_ENDS),
  /** The angle of a bay or corner post inside the room, in whole degrees; null for other parts. */
  angle: count.nullable(),
  /** The bevel of the post's two faces, half of 180 − angle, to 0.5°; null for other parts. */
  bevelDeg: z.number().nullable(),
  material: z.string(),
  color: z.string(),
  /** The drawn length, to half a millimetre. */
  nominalMm: z.number(),
  /** The cut length, to half a millimetre, after clearances. */
  cutMm: z.number(),
  /** An older name of `cutMm` with the same value. */
  lengthMm: z.number(),
  /** The height to which a rail is ripped; null for other parts. */
  ripMm: z.number().nullable(),
  /** Why the workshop must ask before cutting: `Ask: this rail would be 58 mm high`. */
  ask: z.string().nullable(),
  count: z.number().int(),
  /** True for spoiled parts of a shutter that are cut again (rule W96). */
  recut: z.boolean(),
  /** The shutter of a recut; null for the parts of all shutters. */
  piece: count.nullable(),
});

const fitting = z.object({
  itemId: id,
  /** Counts panels from 1, from the left; null for the frame's hardware. */
  panel: count.nullable(),
  kind: z.enum(HARDWARE),
  count,
  /** The hinges' middles above the panel's foot, to half a millimetre; null for other hardware. */
  heightsMm: z.array(z.number()).nullable(),
  /** The length of a track or guide; null for other hardware. */
  lengthMm: z.number().nullable(),
  /** The depth of a track in which panels slide past each other; null for other hardware. */
  depthMm: z.number().nullable(),
  /** The diameter and length of screws: `3.5 × 20`; null for other hardware. */
  size: z.string().nullable(),
});

const status = oneOf(ORDER_STATUSES, "Status");
const between = (what: string) => calendarDay("Days are written YYYY-MM-DD").optional().describe(`${what}, inclusive.`);

/**
 * Views of the list besides its filters. `ORDERS.views` (server/lists/lists.ts) defines their
 * conditions and roles.
 */
const ORDER_VIEWS = ["to_pay_back", "change_requested"] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** A customer receives only messages to the customer, and no `to`. */
const orderMessage = threadMessage.extend({ to: visibleTo(notCustomers, z.enum(MESSAGE_READERS)) });

/** Filters that the list and its sums share. */
const orderFilters = {
  status: severalOf(ORDER_STATUSES, "Status").optional().describe("Only orders of this status; the parameter may be repeated."),
  // A supplier's value is ignored even if it is invalid, so the handler validates this parameter.
  paymentStatus: z
    .unknown()
    .optional()
    .describe(`Only orders that are ${PAYMENT_STATUSES.join(" or ")}; ignored for suppliers.`),
  late: yesOrNo("Late").optional().describe("true: only orders that are late today in London; false: only orders that are not."),
  invoiced: yesOrNo("Invoiced")
    .optional()
    .describe(
      "true: only invoiced orders; false: only orders still to be invoiced (not taken back for correction, cancelled or free of charge). Ignored for suppliers.",
    ),
  view: oneOf(ORDER_VIEWS, "View")
    .optional()
    .describe("For staff: cancelled orders that were paid and are not fully refunded; orders whose customer has requested a change."),
  ...companyFilter,
  supplierId: queryId("Supplier")
    .optional()
    .describe("Only orders that this company makes; 0: orders without a supplier. Ignored except for staff."),
  orderedFrom: between("Made on this London day or later"),
  orderedTo: between("Made on this London day or earlier"),
  shippingFrom: between("To be shipped on this day or later"),
  shippingTo: between("To be shipped on this day or earlier"),
  arrivalFrom: between("Expected on this day or later"),
  arrivalTo: between("Expected on this day or earlier"),
  search: orderSearch,
};
const inOrder = (days: { readonly [day in `${"ordered" | "shipping" | "arrival"}${"From" | "To"}`]?: string | undefined }) =>
  (["ordered", "shipping", "arrival"] as const).every((day) => {
    const [from, to] = [days[`${day}From`], days[`${day}To`]];
    return !from || !to || from <= to;
  });

const NAME_ORDERS = "Please name the orders";
/** The limit of orders in one request for reminders. */
export const MOST_REMINDED_AT_ONCE = 100;

export const orders = {
  list: {
    method: "GET",
    path: "/api/orders",
    summary: "List the orders, newest first or earliest due first.",
    roles: everyone,
    query: z.object({ ...orderFilters, sort: sortBy("due"), ...paging }).refine(inOrder, "From cannot be after to"),
    response: z.array(orderRow),
    paged: true,
    mayBeClose: true,
    storedOnDevice: ["supplier", "customer"],
  },
  counts: {
    method: "GET",
    path: "/api/orders/counts",
    summary:
      "Count the caller's visible orders that are open, late, unpaid and done, and add up the late and the unpaid amounts. Staff also receive the number and the amount of orders to refund.",
    roles: everyone,
    response: z.object({
      open: count,
      late: count,
      lateAmount: commercial(pounds),
      unpaid: commercial(count),
      unpaidAmount: commercial(pounds),
      /**
       * The part of `unpaidAmount` that is due: the invoice's due day has passed, or the company
       * has no payment days and the order has no invoice yet.
       */
      unpaidDueNowAmount: commercial(pounds),
      done: count,
      toPayBack: visibleTo(staff, count),
      toPayBackAmount: visibleTo(staff, pounds),
      /** The orders whose customer waits for an answer to a requested change. */
      changeRequests: visibleTo(staff, count),
      /** The number of invoices that wait until the seller's details are complete. */
      invoicesWaiting: visibleTo(staff, count),
    }),
    storedOnDevice: ["supplier", "customer"],
  },
  sums: {
    method: "GET",
    path: "/api/orders/sums",
    summary: "Count the orders that match the list's filters, and add up their totals and unpaid amounts.",
    roles: commercialRoles,
    query: z.object(orderFilters).refine(inOrder, "From cannot be after to"),
    response: z.object({ count, total: commercial(pounds), unpaid: commercial(pounds) }),
    storedOnDevice: ["customer"],
  },
  reminders: {
    method: "GET",
    path: "/api/orders/reminders",
    summary: `Preview a reminder: the orders that it would name among the first ${MOST_REMINDED_AT_ONCE} that match the list's filters, and the amount owed for each.`,
    roles: staff,
    query: z
      .object({
        ...orderFilters,
        sort: sortBy("due"),
        age: oneOf(AGES, "Age").optional().describe("Only orders whose invoice is overdue by this range of days, or disputed."),
      })
      .refine(inOrder, "From cannot be after to"),
    response: z.array(z.object({ id, jobName: z.string().nullable(), companyId: id, companyName: z.string(), owed: pounds })),
  },
  read: {
    method: "GET",
    path: "/api/orders/:id",
    summary: "Read an order with its windows and history.",
    roles: everyone,
    params: byId,
    response: orderDetails,
    storedOnDevice: ["supplier", "customer"],
  },
  messages: {
    method: "GET",
    path: "/api/orders/:id/messages",
    summary: "List an order's messages, oldest first.",
    roles: everyone,
    params: byId,
    response: z.array(orderMessage),
  },
  sendMessage: {
    method: "POST",
    path: "/api/orders/:id/messages",
    summary: "Add a message to an order's thread, for its customer or only for office and workshop. The readers are notified by email.",
    roles: everyone,
    params: byId,
    body: z.object({
      message: text({ most: LONGEST.message, required: "Message cannot be empty", name: "Message" }),
      /**
       * By default the office for suppliers, and the customer for staff. Customers write to all.
       */
      to: oneOf(MESSAGE_READERS, "To").optional(),
    }),
    response: orderMessage,
    creates: true,
    idempotent: true,
    counted: { limit: "thread-mails", by: "account", roles: ["customer"] },
  },
  remind: {
    method: "POST",
    path: "/api/orders/remind",
    summary: "Email the unpaid amounts of these orders to the people who may order: one email a company and day.",
    roles: staff,
    body: z.object({
      orderIds: z
        .array(idField(NAME_ORDERS), NAME_ORDERS)
        .min(1, NAME_ORDERS)
        .max(MOST_REMINDED_AT_ONCE, `At most ${MOST_REMINDED_AT_ONCE} orders at once`),
    }),
    // The orders that the emails named, the number of companies emailed, and the number of
    // companies skipped because they had an email today.
    response: z.object({ orderIds: z.array(id), companies: count, remindedToday: count }),
    idempotent: true,
  },
  cutList: {
    method: "GET",
    path: "/api/orders/:id/cut-list",
    summary:
      "List the parts to cut for an order, after clearances: a row for each window, panel, part and length, with its count. Also as CSV.",
    roles: notCustomers,
    params: byId,
    response: z.object({
      orderId: id,
      /** The deductions from the lengths, in millimetres. */
      clearances,
      ...measuresTable,
      /**
       * The measures of a kept table that the workshop's present one changes: `hinge 3, now hinge
       * 4`. Replies stored earlier lack it.
       */
      changes: z.array(z.string()).optional(),
      /**
       * The lengths and trims of the workshop's own bars; other profiles have the usual ones.
       * Replies stored earlier lack them.
       */
      bars: z.array(z.object({ profile: z.string(), stockMm: z.number(), trimMm: z.number() })).optional(),
      parts: z.array(cutPart),
      /**
       * Parts that no saw can hold are not listed. Each kind has a sentence: `Ask: this rod would
       * be 20 mm long`.
       */
      asks: z.array(z.string()),
      /**
       * Everything that card and bench ask about these windows, each once: `asks`, and questions
       * about listed parts. Replies stored earlier lack them.
       */
      questions: z.array(z.string()).optional(),
    }),
    csvOf: "parts",
    csvName: ({ id }: { id: number }) => `cut-list-${orderNumber(id)}`,
    large: true,
    storedOnDevice: ["supplier"],
  },
  hardware: {
    method: "GET",
    path: "/api/orders/:id/hardware",
    summary:
      "List the hardware of an order, a row for each window, panel, kind and size of screws, with its count; also as CSV. The reply also holds the weight of each panel.",
    roles: notCustomers,
    params: byId,
    response: z.object({
      orderId: id,
      items: z.array(fitting),
      /**
       * The weight of each panel of one piece, in kilograms to a tenth, and the track of a sliding
       * one.
       */
      weights: z.array(z.object({ itemId: id, panel: count, kg: z.number(), track: z.enum(SLIDING_TRACKS).nullable() })),
    }),
    csvOf: "items",
    csvName: ({ id }: { id: number }) => `hardware-${orderNumber(id)}`,
    large: true,
    storedOnDevice: ["supplier"],
  },
  changeStatus: {
    method: "PATCH",
    path: "/api/orders/:id/status",
    summary:
      "Move an order to another status. `from` is the status that the caller saw. With `confirmed: false`, shipping an order that is not fully packed is a 409 that reports its progress.",
    roles: makers,
    params: byId,
    body: z.object({ status, from: status.optional(), confirmed: confirmedField }),
    response: orderRow,
    idempotent: true,
    pressed: true,
  },
  changeDates: {
    method: "PATCH",
    path: "/api/orders/:id/dates",
    summary:
      "Set or clear the shipping date, the estimated arrival with the part of its day, and the note of the delivery. Neither day may be before the London day on which the order was made. `from` has the dates that the caller saw: a date that another person has set since is a 409.",
    roles: makers,
    params: byId,
    body: z
      .object({
        shippingDate: calendarDay(notADate("shippingDate")).nullable().optional(),
        estimatedArrival: calendarDay(notADate("estimatedArrival")).nullable().optional(),
        deliverySlot: oneOf(DELIVERY_SLOTS, "Delivery slot").nullable().optional().describe("Needs an estimated arrival; null: any time."),
        deliveryNote: deliveryNoteField.nullable().optional(),
        from: z
          .object({
            shippingDate: calendarDay(notADate("shippingDate")).nullable().optional(),
            estimatedArrival: calendarDay(notADate("estimatedArrival")).nullable().optional(),
          })
          .optional(),
      })
      .refine(
        ({ from: _, ...dates }) => Object.values(dates).some((value) => value !== undefined),
        "Please give a shipping date or an estimated arrival",
      ),
    response: orderRow,
    idempotent: true,
    pressed: true,
  },
  changeTracking: {
    method: "PATCH",
    path: "/api/orders/:id/tracking",
    summary: "Set or clear the tracking number and the carrier.",
    roles: makers,
    params: byId,
    body: z.object({ trackingNumber: trackingNumberField, carrier: carrierField.nullable().optional() }),
    response: orderRow,
    idempotent: true,
  },
  changeSupplier: {
    method: "PATCH",
    path: "/api/orders/:id/supplier",
    summary:
      "Assign an order to a supplier company; null: any. Other suppliers cannot see it. Without `confirmed`, an order that has marks is a 409 that reports its progress.",
    roles: superAdminOnly,
    params: byId,
    body: z.object({ supplierId: supplierIdField.nullable(), confirmed: z.boolean("Confirmed must be true or false").optional() }),
    response: orderRow,
  },
  delete: {
    method: "DELETE",
    path: "/api/orders/:id",
    summary: "Hide an order and release its quote.",
    roles: superAdminOnly,
    params: byId,
    response: z.null(),
  },
} as const satisfies Endpoints;
