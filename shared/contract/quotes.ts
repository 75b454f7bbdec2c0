import { z } from "zod";
import { LONGEST, MOST_PHOTOS_OF_WINDOW } from "#shared/domain/longest.ts";
import { commercialRoles, staff } from "#shared/domain/roles.ts";
import { KEY_DAYS } from "#shared/domain/trade/late-quote.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES, QUOTE_STATUSES } from "#shared/domain/trade/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { replyObject, requestObject } from "#shared/http/inside-names.ts";
import { commercial, privateTo, visibleTo } from "#shared/http/visibility.ts";
import {
  byId,
  calendarDay,
  companyFilter,
  id,
  instant,
  oneOf,
  optionalText,
  paging,
  pathId,
  pounds,
  searchIn,
  sortBy,
  yesOrNo,
} from "#shared/http/wire.ts";
import { orderRow } from "./orders.ts";
import { MAKING_INSIDE, making } from "./parts/making.ts";
import { companyRef, customerOnTheJob } from "./parts/people.ts";
import {
  acceptedDifferences,
  companyAddress,
  createQuoteBody,
  decidedVersion,
  requiredBy,
  STATUS_INSIDE,
  shippingAddress,
  updateQuoteBody,
} from "./parts/quote-bodies.ts";
import { quoteItem, windowPhoto } from "./parts/windows.ts";
import { MOST_PHOTO_BYTES } from "./remakes.ts";

const quoteSearch = searchIn(
  "Part of the job name, the PO number, the customer's name, the site's or the delivery address, its order's tracking number, the company's or the contact's name, or the quote's number: 12, #12, Q-12. A postcode or a tracking number also matches without its spaces. For the own company also the customer's email and telephone. Also a status, placed, withdrawn, paid or unpaid, the total (5,893.01), and the day on which the quote was made or expires (19 Nov, week 48).",
);
/** Conditions of a quote besides its status (rule Q15). */
const QUOTE_STATES = ["placed", "to_order", "expiring", "expired", "unanswered"] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];
/** States of the fitter's own quotation (rule T10). */
export const RETAIL_STATES = ["sent", "accepted", "declined"] as const;
export type RetailState = (typeof RETAIL_STATES)[number];
const count = z.number().int();

const readyOn = calendarDay("Ready on must be a date").nullable();
const CHOOSE_TYPES = "Please choose shutter types by their ids, as in types=1,2";
const SQUARE_METRES = "Square metres must be a whole number from 1 to 999999";

const QUOTE_INSIDE = {
  quoteStatus: "status",
  subtotal: "subtotalPence",
  tax: "taxPence",
  finalTotal: "finalTotalPence",
  owed: "owedPence",
  ...MAKING_INSIDE,
} as const;
const quoteFields = z.object({
  id,
  jobName: z.string().nullable(),
  poNumber: z.string().nullable(),
  ...customerOnTheJob,
  user: companyRef,
  quoteStatus: z.enum(QUOTE_STATUSES),
  paymentStatus: commercial(z.enum(PAYMENT_STATUSES)),
  paidAt: commercial(instant.nullable()),
  /** The printed number; null until an invoice is issued. */
  invoiceNumber: commercial(z.string().nullable()),
  createdAt: instant,
  validUntil: instant,
  subtotal: commercial(pounds),
  tax: commercial(pounds),
  finalTotal: commercial(pounds),
  /**
   * The amount still to be paid: of the invoice, or of the whole quote until an invoice exists
   * (rule Y11).
   */
  owed: commercial(pounds),
  ...making,
  orderId: id.nullable(),
  orderStatus: z.enum(ORDER_STATUSES).nullable(),
  itemCount: z.number().int(),
  /** The Checkout is completed and the money is on its way. */
  paymentPending: commercial(z.boolean()),
  version: z.number().int(),
  placedAt: instant.nullable(),
  /** The time at which the customer withdrew the quote; its status is then declined. */
  withdrawnAt: instant.nullable(),
  shippingAddress: z.string().nullable(),
  requiredBy,
  /** The homeowner who accepted the quotation, and the accepted total (rule T12). */
  acceptedBy: privateTo(["customer"], z.object({ name: z.string(), total: pounds }).nullable()),
  /** The time at which the newest open link was sent to the homeowner, and its end (rule S33). */
  withCustomer: privateTo(["customer"], z.object({ since: instant, until: instant }).nullable()),
  /** The day on which the quote's order arrives. */
  estimatedArrival: commercial(calendarDay("Estimated arrival must be a date").nullable()),
  /** The number of homeowners' questions without an answer (rule T14). */
  unansweredQuestions: privateTo(["customer"], z.number().int()),
});
export const quoteRow = replyObject(QUOTE_INSIDE, quoteFields);
export const quoteDetails = replyObject(
  QUOTE_INSIDE,
  quoteFields.extend({
    note: z.string().nullable(),
    items: z.array(quoteItem),
    /**
     * The longest lead time of the quote's shutter types today, and the type that has it; null: no
     * type has a lead time (rule Q24).
     */
    leadTime: z.object({ weeks: z.number().int(), shutterType: z.string() }).nullable().optional(),
    /** The working day on which the quote is ready if it is ordered today; null: unknown (rule Q37). */
    readyOn: readyOn.optional(),
    /** The amount refunded through Stripe of the payment that settled the quote. */
    refunded: commercial(pounds),
    /** Attempts to pay by card that failed or were abandoned, newest first; staff only. */
    attempts: visibleTo(
      staff,
      z.array(z.object({ at: instant, outcome: z.enum(["failed", "abandoned"]), reason: z.string().nullable() })).optional(),
    ),
  }),
);

/** Filters that the list and its sums share. */
const quoteFilters = {
  quoteStatus: oneOf(QUOTE_STATUSES, "Quote status").optional().describe("Only quotes of this status."),
  state: oneOf(QUOTE_STATES, "State")
    .optional()
    .describe(
      "placed: no order yet; to_order: accepted or paid without an order, unpaid ones while valid; expiring: within 7 days; unanswered: sent more than 7 days ago.",
    ),
  ordered: yesOrNo("Ordered").optional().describe("true: quotes that have an order; false: quotes without one."),
  retail: oneOf(RETAIL_STATES, "Retail")
    .optional()
    .describe("sent: a link to the homeowner is open; accepted, declined: the homeowner's answer. For the own company alone."),
  ...companyFilter,
  search: quoteSearch,
};

const windowParams = z.object({ id: pathId, itemId: pathId });
const windowPhotoParams = windowParams.extend({ n: pathId });

/** A customer places the own company's quotes, the super admin those of any company. */
const customers = ["customer", "super_admin"] as const;

export const quotes = {
  list: {
    method: "GET",
    path: "/api/quotes",
    summary: "List the quotes, newest first or soonest to expire first.",
    roles: commercialRoles,
    query: requestObject(STATUS_INSIDE, z.object({ ...quoteFilters, sort: sortBy("expiry"), ...paging })),
    response: z.array(quoteRow),
    paged: true,
    mayBeClose: true,
  },
  counts: {
    method: "GET",
    path: "/api/quotes/counts",
    summary: "Count the caller's visible quotes by status and state, and add up the placed, the sent and the expiring ones.",
    roles: commercialRoles,
    response: z.object({
      draft: count,
      placed: count,
      placedAmount: pounds,
      sent: count,
      sentAmount: pounds,
      accepted: count,
      /** The accepted quotes without an order. */
      acceptedNotOrdered: count,
      toOrder: count,
      /** The paid quotes of `toOrder`, and their totals. */
      toOrderPaid: count,
      toOrderPaidAmount: pounds,
      expiring: count,
      expiringAmount: pounds,
      expired: count,
      /** Quotations to homeowners by state; for the own company alone. */
      retail: privateTo(["customer"], z.object({ sent: count, accepted: count, declined: count }).optional()),
    }),
  },
  sums: {
    method: "GET",
    path: "/api/quotes/sums",
    summary: "Count the quotes that match the list's filters, and add up their totals with VAT.",
    roles: commercialRoles,
    query: requestObject(STATUS_INSIDE, z.object(quoteFilters)),
    response: z.object({ count, total: pounds }),
  },
  readyDay: {
    method: "GET",
    path: "/api/quotes/ready-day",
    summary: "Read the day on which windows are ready if they are ordered today: by the workshop's capacity, otherwise by lead time.",
    roles: commercialRoles,
    query: z.object({
      types: z
        .string(CHOOSE_TYPES)
        .regex(/^\d{1,9}(,\d{1,9}){0,199}$/, CHOOSE_TYPES)
        .describe("The ids of the windows' shutter types: 1,2."),
      squareMetres: z
        .string(SQUARE_METRES)
        .regex(/^[1-9]\d{0,5}$/, SQUARE_METRES)
        .describe("The area of all windows, rounded up."),
    }),
    response: z.object({ readyOn }),
  },
  read: {
    method: "GET",
    path: "/api/quotes/:id",
    summary: "Read a quote with its windows.",
    roles: commercialRoles,
    params: byId,
    response: quoteDetails,
  },
  items: {
    method: "GET",
    path: "/api/quotes/:id/items",
    summary: "List a quote's windows.",
    roles: commercialRoles,
    params: byId,
    response: z.array(quoteItem),
  },
  create: {
    method: "POST",
    path: "/api/quotes",
    summary: "Create a draft quote; the server computes its prices.",
    roles: commercialRoles,
    body: createQuoteBody,
    response: quoteDetails,
    creates: true,
    idempotent: true,
    keyDays: KEY_DAYS,
  },
  update: {
    method: "PUT",
    path: "/api/quotes/:id",
    summary:
      "Replace a draft at today's prices; staff also replace a placed quote without an order or a payment. Its number, its validity and the windows with a known id stay.",
    roles: commercialRoles,
    params: byId,
    body: updateQuoteBody,
    response: quoteDetails,
  },
  changeJob: {
    method: "PATCH",
    path: "/api/quotes/:id/job",
    summary:
      "Change the job name, the PO number and the fitter's own customer; the first two until an invoice is issued. A field that is left out stays unchanged; null or blank clears it.",
    roles: commercialRoles,
    params: byId,
    body: createQuoteBody.pick({
      jobName: true,
      poNumber: true,
      customerName: true,
      customerPhone: true,
      customerEmail: true,
      siteAddress: true,
    }),
    response: quoteRow,
  },
  duplicate: {
    method: "POST",
    path: "/api/quotes/:id/duplicate",
    summary: "Create a new draft of the same windows at today's prices.",
    roles: commercialRoles,
    params: byId,
    response: quoteDetails,
    creates: true,
  },
  reorder: {
    method: "POST",
    path: "/api/orders/:id/reorder",
    summary: "Create a new draft quote of an order's windows at today's prices.",
    roles: commercialRoles,
    params: byId,
    response: quoteDetails,
    creates: true,
    idempotent: true,
  },
  addPhotos: {
    method: "POST",
    path: "/api/quotes/:id/items/:itemId/photos",
    summary: `Add photos to a window of a draft, up to ${MOST_PHOTOS_OF_WINDOW} in all; the reply lists all its photos.`,
    roles: ["customer"],
    params: windowParams,
    files: { field: "photos", most: MOST_PHOTOS_OF_WINDOW, mostBytes: MOST_PHOTO_BYTES },
    response: z.object({ photos: z.array(windowPhoto) }),
    creates: true,
    idempotent: true,
    keyDays: KEY_DAYS,
    transaction: "own",
  },
  changePhoto: {
    method: "PATCH",
    path: "/api/quotes/:id/items/:itemId/photos/:n",
    summary: "Release a photo of a window to the workshop that makes the order, or withdraw the release.",
    roles: commercialRoles,
    params: windowPhotoParams,
    body: z.object({ forWorkshop: z.boolean("For workshop must be true or false") }),
    response: windowPhoto,
  },
  removePhoto: {
    method: "DELETE",
    path: "/api/quotes/:id/items/:itemId/photos/:n",
    summary: "Delete a photo of a window in any status of the quote.",
    roles: commercialRoles,
    params: windowPhotoParams,
    response: z.null(),
  },
  changeStatus: {
    method: "PATCH",
    path: "/api/quotes/:id/status",
    summary: "Send a draft; accept or decline a sent quote; withdraw a draft of the own company.",
    roles: commercialRoles,
    params: byId,
    body: requestObject(
      STATUS_INSIDE,
      z.object({
        quoteStatus: oneOf(QUOTE_STATUSES, "Quote status"),
        reason: optionalText("Reason", LONGEST.reason).optional(),
        version: decidedVersion,
      }),
    ),
    rightsFirst: true,
    response: quoteRow,
  },
  place: {
    method: "POST",
    path: "/api/quotes/:id/place",
    summary:
      "Place a quote with a delivery address and a required day; placing again changes both. A day before the end of the lead time is a 409 unless `confirmed` is true. A quote that differs from the quotation that the homeowner accepted is a 409 with its `differences`, unless `acceptedDifferences` is true.",
    roles: customers,
    params: byId,
    body: z.object({
      shippingAddress,
      requiredBy: requiredBy.optional(),
      version: decidedVersion,
      companyAddress,
      confirmed: z.boolean("Confirmed must be true or false").optional(),
      acceptedDifferences,
    }),
    rightsFirst: true,
    response: quoteRow,
    idempotent: true,
  },
  takeBack: {
    method: "DELETE",
    path: "/api/quotes/:id/place",
    summary: "Withdraw the placing of a quote that has no order yet.",
    roles: customers,
    params: byId,
    response: z.null(),
  },
  askToPlace: {
    method: "POST",
    path: "/api/quotes/:id/ask-to-place",
    summary: "Email the colleagues who may order a request to place a quote. A second request within an hour sends nothing.",
    roles: ["customer"],
    params: byId,
    response: z.null(),
  },
  convert: {
    method: "POST",
    path: "/api/quotes/:id/convert",
    summary: "Make the order of a quote.",
    roles: staff,
    params: byId,
    body: z.object({
      shippingAddress,
      requiredBy: requiredBy.optional().describe("Default: the day with which the quote was placed."),
      acceptExpired: z.boolean("Accept expired must be true or false").optional(),
      acceptOverLimit: z
        .boolean("Accept over limit must be true or false")
        .optional()
        .describe("Make the order although the company would exceed its credit limit."),
      acceptedDifferences,
      version: decidedVersion,
      companyAddress,
    }),
    response: orderRow,
    creates: true,
    idempotent: true,
  },
  delete: {
    method: "DELETE",
    path: "/api/quotes/:id",
    summary: "Delete a quote that has no order and no payment.",
    roles: staff,
    params: byId,
    response: z.null(),
  },
} as const satisfies Endpoints;
