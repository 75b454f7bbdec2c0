import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { notADate } from "#shared/domain/period.ts";
import { commercialRoles, everyone, makers, notCustomers, staff, superAdminOnly } from "#shared/domain/roles.ts";
import { CARRIERS } from "#shared/domain/trade/carriers.ts";
import { LATE_REASONS } from "#shared/domain/trade/due.ts";
import { AGES } from "#shared/domain/trade/ledger.ts";
import { ORDER_STATUSES, orderNumber, PAYMENT_STATUSES } from "#shared/domain/trade/status.ts";
import { CUT_ENDS, CUT_PARTS } from "#shared/domain/window/saw/cut-list.ts";
import { HARDWARE } from "#shared/domain/window/saw/hardware.ts";
import { PIECE_STEPS } from "#shared/domain/window/saw/pieces.ts";
import { LAPS } from "#shared/domain/window/saw/sections.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { sentAs } from "#shared/http/inside-names.ts";
import { commercial, visibleTo } from "#shared/http/visibility.ts";
import {
  byId,
  calendarDay,
  id,
  idField,
  instant,
  ofCompany,
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
import { companyRef, customerOnTheJob, personRef, threadMessage } from "./parts/people.ts";
import { clearances, madeItem, ownSections } from "./parts/windows.ts";
import { supplierIdField } from "./products.ts";

const day = calendarDay("Dates are written YYYY-MM-DD").nullable();
const count = z.number().int();

const TOTALS_INSIDE = { subtotal: "subtotalPence", tax: "taxPence", finalTotal: "finalTotalPence" } as const;
const ORDER_INSIDE = { orderStatus: "status", finalTotal: "finalTotalPence", owed: "owedPence", toPayBack: "toPayBackPence" } as const;
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
  /** As it is printed; null where none was issued. */
  invoiceNumber: commercial(z.string().nullable()),
  createdAt: instant,
  shippingDate: day,
  estimatedArrival: day,
  requiredBy: day,
  shippingAddress: z.string(),
  trackingNumber: z.string().nullable(),
  /** Who delivers it, and where they say how far it is. */
  carrier: z.enum(CARRIERS).nullable(),
  trackingUrl: z.string().nullable(),
  /** How many windows it has, and how many shutters: of some windows there are several. */
  windows: count,
  shutters: count,
  /** The company that makes it; null: any. Not for customers. */
  supplier: visibleTo(notCustomers, z.object({ id, companyName: z.string() }).nullable()),
  /** How many messages its thread has. */
  messages: count,
  /** The day that it is due while it is open, and why it is late (rule O9). */
  dueOn: day,
  late: z.enum(LATE_REASONS).nullable(),
  finalTotal: commercial(pounds),
  /** What is still to be paid of it: of its invoice, or before there is one of all of it (rule Y11). */
  owed: commercial(pounds),
  /** What the customer is still owed of a cancelled order; null where it is nothing. */
  toPayBack: commercial(pounds.nullable()),
  quote: sentAs(TOTALS_INSIDE, totals),
});
/** What the lists show of an order. It has its own file because a conversion also replies with it. */
export const orderRow = sentAs(ORDER_INSIDE, orderFields);

export const orderSearch = searchIn(
  "Part of the job name, the PO number, the delivery address, the tracking number, the company's or the contact's name, or the order's number: 12, #12, ORD-12. A postcode or a tracking number also without its spaces. Also a status, a day (19 Nov, week 48) and, for all but suppliers, the customer's name, the site's address, the total (5,893.01) or paid and unpaid. For the own company also the customer's email and telephone.",
);

/** How many shutters have come through each step of the workshop. */
export const progress = z.object({ cut: count, assembled: count, finished: count, packed: count });

/** A change of the status has `from` and `to`; a step of the workshop has the others, and stands there once. */
const historyLine = z.object({
  from: z.enum(ORDER_STATUSES).nullable().optional(),
  to: z.enum(ORDER_STATUSES).optional(),
  step: z.enum(PIECE_STEPS).optional(),
  done: count.optional(),
  of: count.optional(),
  at: instant,
  by: personRef,
});

export const orderDetails = sentAs(
  ORDER_INSIDE,
  orderFields.extend({
    /** The remake that this order makes good, free of charge. */
    remakeId: id.nullable().optional(),
    /** The quote's note to the office (rule Q12). */
    note: commercial(z.string().nullable()),
    /** The amount that can still be given back of its payments. */
    refundable: visibleTo(staff, pounds),
    quote: sentAs(TOTALS_INSIDE, totals.extend({ items: z.array(madeItem) })),
    /**
     * What its workshop takes off the nominal sizes, in millimetres: where its rails stand follows
     * from it (rule M15).
     */
    clearances,
    /** From what it cuts, and which of two panels that meet lies over the other (rules M19, M24). */
    sections: visibleTo(notCustomers, ownSections),
    lap: visibleTo(notCustomers, z.enum(LAPS)),
    /**
     * The day by which it is begun, by its maker's working days; null of what is not to be made.
     */
    startBy: visibleTo(notCustomers, day),
    progress,
    history: z.array(historyLine),
  }),
);

const cutPart = z.object({
  window: z.string(),
  itemId: id,
  /** From 1, from the left; null of the frame and of what stands in it. */
  panel: count.nullable(),
  part: z.enum(CUT_PARTS),
  /** From which bar: louvre-76, l-frame. */
  profile: z.string(),
  /** Its width as seen and its depth, millimetres to a tenth (rule M19). */
  section: z.object({ name: z.string(), widthMm: z.number(), thicknessMm: z.number() }),
  /** How its two ends are cut; of uprights left is the lower end. */
  ends: z.enum(CUT_ENDS),
  material: z.string(),
  color: z.string(),
  /** As it is drawn, to half a millimetre. */
  nominalMm: z.number(),
  /** What is cut of it, to half a millimetre: clearances are off it. */
  cutMm: z.number(),
  /** The same as `cutMm`. */
  lengthMm: z.number(),
  /** The height to which a rail is ripped; null of what is no rail. */
  ripMm: z.number().nullable(),
  /** Why somebody has to be asked first: `Ask: this rail would be 58 mm high`. */
  ask: z.string().nullable(),
  count: z.number().int(),
});

const fitting = z.object({
  itemId: id,
  /** From 1, from the left; null of what is the frame's. */
  panel: count.nullable(),
  kind: z.enum(HARDWARE),
  count,
  /** Of hinges: their middles from the panel's foot, to half a millimetre. */
  heightsMm: z.array(z.number()).nullable(),
  /** Of track and guide. */
  lengthMm: z.number().nullable(),
});

const status = oneOf(ORDER_STATUSES, "Status");
const carrier = oneOf(CARRIERS, "Carrier");
const trackingNumber = optionalTrimmedText("Tracking number", LONGEST.trackingNumber).nullable();
/** What is said of an order as it leaves; what is left out stays, and the day is today. */
export const shipment = {
  shippingDate: calendarDay(notADate("shippingDate")).optional(),
  carrier: carrier.nullable().optional(),
  trackingNumber: trackingNumber.optional(),
};

const between = (what: string) => calendarDay("Days are written YYYY-MM-DD").optional().describe(`${what}; the day counts too.`);

/**
 * Views of the list besides its filters. `ORDERS.views` (server/lists/lists.ts) says what each finds
 * and for whom.
 */
const ORDER_VIEWS = ["to_pay_back"] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** Which orders are meant, in the list and in its sums. */
const chosen = {
  status: severalOf(ORDER_STATUSES, "Status").optional().describe("Only orders of this status; several may be named."),
  // Whatever a supplier sends, so it is the handler that refuses.
  paymentStatus: z
    .unknown()
    .optional()
    .describe(`Only orders that are ${PAYMENT_STATUSES.join(" or ")}; ignored for suppliers.`),
  late: yesOrNo("Late").optional().describe("true: only what is late today in London; false: only what is not."),
  invoiced: yesOrNo("Invoiced")
    .optional()
    .describe(
      "true: only what was invoiced; false: only what is still to be: neither taken back for correction, cancelled nor free of charge. Ignored for suppliers.",
    ),
  view: oneOf(ORDER_VIEWS, "View").optional().describe("Staff: cancelled and paid, and not all of it refunded."),
  ...ofCompany,
  supplierId: queryId("Supplier")
    .optional()
    .describe("Only orders that this company makes; 0: that nobody was given. Ignored but for staff."),
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
/** Of how many orders customers are reminded at once. */
export const MOST_REMINDED_AT_ONCE = 100;

export const orders = {
  list: {
    method: "GET",
    path: "/api/orders",
    summary: "The orders, newest first or the earliest due first.",
    roles: everyone,
    query: z.object({ ...chosen, sort: sortBy("due"), ...paging }).refine(inOrder, "From cannot be after to"),
    response: z.array(orderRow),
    paged: true,
    mayBeClose: true,
  },
  counts: {
    method: "GET",
    path: "/api/orders/counts",
    summary:
      "How many orders are open, late, unpaid and done, and what the late and the unpaid come to, of those that the person may see; to staff, of how many the money is to be paid back, and how much.",
    roles: everyone,
    response: z.object({
      open: count,
      late: count,
      lateAmount: commercial(pounds),
      unpaid: commercial(count),
      unpaidAmount: commercial(pounds),
      /**
       * What of it is due: the invoice's day has come, or the company has no days to pay and no
       * invoice yet.
       */
      unpaidDueNowAmount: commercial(pounds),
      done: count,
      toPayBack: visibleTo(staff, count),
      toPayBackAmount: visibleTo(staff, pounds),
      /** Invoices that wait until the seller's details are complete. */
      invoicesWaiting: visibleTo(staff, count),
    }),
  },
  sums: {
    method: "GET",
    path: "/api/orders/sums",
    summary: "How many orders the same filters find in the list, what they come to, and what is still to be paid of them.",
    roles: commercialRoles,
    query: z.object(chosen).refine(inOrder, "From cannot be after to"),
    response: z.object({ count, total: commercial(pounds), unpaid: commercial(pounds) }),
  },
  reminders: {
    method: "GET",
    path: "/api/orders/reminders",
    summary: `What a reminder would ask for now: of the first ${MOST_REMINDED_AT_ONCE} orders that the same filters find in the list, those that it would name, and what is owed of each.`,
    roles: staff,
    query: z
      .object({
        ...chosen,
        sort: sortBy("due"),
        age: oneOf(AGES, "Age").optional().describe("Only of what its invoice owes, by how many days that is overdue, or disputed."),
      })
      .refine(inOrder, "From cannot be after to"),
    response: z.array(z.object({ id, jobName: z.string().nullable(), companyId: id, companyName: z.string(), owed: pounds })),
  },
  read: {
    method: "GET",
    path: "/api/orders/:id",
    summary: "An order with its windows and history.",
    roles: everyone,
    params: byId,
    response: orderDetails,
    keptOnDevice: ["supplier"],
  },
  messages: {
    method: "GET",
    path: "/api/orders/:id/messages",
    summary: "An order's thread, oldest first.",
    roles: everyone,
    params: byId,
    response: z.array(threadMessage),
  },
  sendMessage: {
    method: "POST",
    path: "/api/orders/:id/messages",
    summary: "Write in an order's thread. Who is on the other side hears of it by email.",
    roles: everyone,
    params: byId,
    body: z.object({ message: text({ most: LONGEST.message, required: "Message cannot be empty", name: "Message" }) }),
    response: threadMessage,
    creates: true,
    idempotent: true,
    counted: { limit: "thread-mails", by: "account", roles: ["customer"] },
  },
  remind: {
    method: "POST",
    path: "/api/orders/remind",
    summary: "Mail those who may order what of these orders is still to be paid: one mail a company and day.",
    roles: staff,
    body: z.object({
      orderIds: z
        .array(idField(NAME_ORDERS), NAME_ORDERS)
        .min(1, NAME_ORDERS)
        .max(MOST_REMINDED_AT_ONCE, `At most ${MOST_REMINDED_AT_ONCE} orders at once`),
    }),
    // Which orders were in the mails, to how many companies they went, and how many had one today.
    response: z.object({ orderIds: z.array(id), companies: count, remindedToday: count }),
    idempotent: true,
  },
  cutList: {
    method: "GET",
    path: "/api/orders/:id/cut-list",
    summary:
      "What is cut for an order, clearances off: a row for each window, panel, part and length, with the quantity in its count. Also as CSV.",
    roles: notCustomers,
    params: byId,
    response: z.object({
      orderId: id,
      /** What is off the lengths, in millimetres. */
      clearances,
      /** Whose clearances: a company's name, or `the usual clearances`. */
      table: z.string(),
      parts: z.array(cutPart),
      /**
       * What is not listed because no saw can hold it, a sentence for each kind: `Ask: this rod
       * would be 20 mm long`.
       */
      asks: z.array(z.string()),
    }),
    csvOf: "parts",
    csvName: ({ id }: { id: number }) => `cut-list-${orderNumber(id)}`,
    large: true,
    keptOnDevice: ["supplier"],
  },
  hardware: {
    method: "GET",
    path: "/api/orders/:id/hardware",
    summary:
      "What of an order is no timber, a row for each window, panel and kind, with the quantity in its count, also as CSV; and what each panel weighs.",
    roles: notCustomers,
    params: byId,
    response: z.object({
      orderId: id,
      items: z.array(fitting),
      /** Of one of each window, in kilograms to a tenth. */
      weights: z.array(z.object({ itemId: id, panel: count, kg: z.number() })),
    }),
    csvOf: "items",
    csvName: ({ id }: { id: number }) => `hardware-${orderNumber(id)}`,
    large: true,
    keptOnDevice: ["supplier"],
  },
  changeStatus: {
    method: "PATCH",
    path: "/api/orders/:id/status",
    summary: "Move an order to another status. `from`: the status the person was looking at.",
    roles: makers,
    params: byId,
    body: z.object({ status, from: status.optional() }),
    response: orderRow,
    idempotent: true,
    pressed: true,
  },
  changeDates: {
    method: "PATCH",
    path: "/api/orders/:id/dates",
    summary: "Set or clear the shipping date and the estimated arrival; neither is before the London day on which the order was made.",
    roles: makers,
    params: byId,
    body: z
      .object({
        shippingDate: calendarDay(notADate("shippingDate")).nullable().optional(),
        estimatedArrival: calendarDay(notADate("estimatedArrival")).nullable().optional(),
      })
      .refine(
        (dates) => dates.shippingDate !== undefined || dates.estimatedArrival !== undefined,
        "Please give a shipping date or an estimated arrival",
      ),
    response: orderRow,
    idempotent: true,
    pressed: true,
  },
  changeTracking: {
    method: "PATCH",
    path: "/api/orders/:id/tracking",
    summary: "Set or clear the tracking number, and who delivers.",
    roles: makers,
    params: byId,
    body: z.object({ trackingNumber, carrier: carrier.nullable().optional() }),
    response: orderRow,
    idempotent: true,
  },
  changeSupplier: {
    method: "PATCH",
    path: "/api/orders/:id/supplier",
    summary:
      "Say which supplier company makes an order; null: any. Other suppliers know nothing of it. `confirmed`: also where it has marks; else 409 says how far it is.",
    roles: superAdminOnly,
    params: byId,
    body: z.object({ supplierId: supplierIdField.nullable(), confirmed: z.boolean("Confirmed must be true or false").optional() }),
    response: orderRow,
  },
  delete: {
    method: "DELETE",
    path: "/api/orders/:id",
    summary: "Hide an order and free its quote.",
    roles: superAdminOnly,
    params: byId,
    response: z.null(),
  },
} as const satisfies Endpoints;
