import { z } from "zod";
import { LONGEST, MOST_PHOTOS_OF_WINDOW } from "#shared/domain/longest.ts";
import { commercialRoles, staff } from "#shared/domain/roles.ts";
import { KEY_DAYS } from "#shared/domain/trade/late-quote.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES, QUOTE_STATUSES } from "#shared/domain/trade/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { sentAs, takenAs } from "#shared/http/inside-names.ts";
import { commercial, forOwnEyes, visibleTo } from "#shared/http/visibility.ts";
import { byId, id, instant, ofCompany, oneOf, optionalText, paging, pathId, pounds, searchIn, sortBy, yesOrNo } from "#shared/http/wire.ts";
import { orderRow } from "./orders.ts";
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

const found = searchIn(
  "Part of the job name, the PO number, the customer's name, the site's or the delivery address, its order's tracking number, the company's or the contact's name, or the quote's number: 12, #12, Q-12. A postcode or a tracking number also without its spaces. For the own company also the customer's email and telephone. Also a status, placed, withdrawn, paid or unpaid, the total (5,893.01), and the day on which it was made or expires (19 Nov, week 48).",
);
/** Where a quote stands beside its status (rule Q15). */
const QUOTE_STATES = ["placed", "to_order", "expiring", "expired", "unanswered"] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];
/** What became of the fitter's own quotation (rule T10). */
export const RETAIL_STATES = ["sent", "accepted", "declined"] as const;
export type RetailState = (typeof RETAIL_STATES)[number];
const count = z.number().int();

const QUOTE_INSIDE = {
  quoteStatus: "status",
  subtotal: "subtotalPence",
  tax: "taxPence",
  finalTotal: "finalTotalPence",
  owed: "owedPence",
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
  /** As it is printed; null where none was issued. */
  invoiceNumber: commercial(z.string().nullable()),
  createdAt: instant,
  validUntil: instant,
  subtotal: commercial(pounds),
  tax: commercial(pounds),
  finalTotal: commercial(pounds),
  /** What is still to be paid of it: of its invoice, or before there is one of all of it (rule Y11). */
  owed: commercial(pounds),
  orderId: id.nullable(),
  orderStatus: z.enum(ORDER_STATUSES).nullable(),
  itemCount: z.number().int(),
  /** Checkout is completed and the money is on its way. */
  paymentPending: commercial(z.boolean()),
  version: z.number().int(),
  placedAt: instant.nullable(),
  /** When its company took it back; its status is declined then. */
  withdrawnAt: instant.nullable(),
  shippingAddress: z.string().nullable(),
  requiredBy,
  /** The homeowner who accepted the quotation, and at what total (rule T12). */
  acceptedBy: forOwnEyes(["customer"], z.object({ name: z.string(), total: pounds }).nullable()),
  /** Homeowners' questions that wait for an answer (rule T10). */
  unansweredQuestions: forOwnEyes(["customer"], z.number().int()),
});
export const quoteRow = sentAs(QUOTE_INSIDE, quoteFields);
export const quoteDetails = sentAs(
  QUOTE_INSIDE,
  quoteFields.extend({
    note: z.string().nullable(),
    items: z.array(quoteItem),
    /**
     * The longest of its types as they are now, and which it is; null: none says anything (rule
     * Q24).
     */
    leadTime: z.object({ weeks: z.number().int(), shutterType: z.string() }).nullable().optional(),
    /** What was given back, in Stripe, of the payment that settled the quote. */
    refunded: commercial(pounds),
    /** Tries to pay by card that came to nothing, newest first; for our staff. */
    attempts: visibleTo(
      staff,
      z.array(z.object({ at: instant, outcome: z.enum(["failed", "abandoned"]), reason: z.string().nullable() })).optional(),
    ),
  }),
);

/** Which quotes are meant, in the list and in its sums. */
const chosen = {
  quoteStatus: oneOf(QUOTE_STATUSES, "Quote status").optional().describe("Only quotes of this status."),
  state: oneOf(QUOTE_STATES, "State")
    .optional()
    .describe(
      "placed: no order yet; to_order: accepted or paid without an order, unpaid ones while valid; expiring: within 7 days; unanswered: sent more than 7 days ago.",
    ),
  ordered: yesOrNo("Ordered").optional().describe("true: quotes that have an order; false: quotes without one."),
  retail: oneOf(RETAIL_STATES, "Retail")
    .optional()
    .describe("sent: a link to the own customer is open; accepted, declined: what the customer answered. For the own company alone."),
  ...ofCompany,
  search: found,
};

const ofWindow = z.object({ id: pathId, itemId: pathId });
const ofWindowPhoto = ofWindow.extend({ n: pathId });

/** Who orders: for the own company, and the super admin for any. */
const customers = ["customer", "super_admin"] as const;

export const quotes = {
  list: {
    method: "GET",
    path: "/api/quotes",
    summary: "The quotes, newest first or the soonest to expire first.",
    roles: commercialRoles,
    query: takenAs(STATUS_INSIDE, z.object({ ...chosen, sort: sortBy("expiry"), ...paging })),
    response: z.array(quoteRow),
    paged: true,
    mayBeClose: true,
  },
  counts: {
    method: "GET",
    path: "/api/quotes/counts",
    summary:
      "How many quotes there are of each status and state, and what the placed, the sent and the expiring ones come to, of those that the person may see.",
    roles: commercialRoles,
    response: z.object({
      draft: count,
      placed: count,
      placedAmount: pounds,
      sent: count,
      sentAmount: pounds,
      accepted: count,
      /** Of the accepted ones those without an order. */
      acceptedNotOrdered: count,
      toOrder: count,
      /** The paid ones among those to order, and their totals. */
      toOrderPaid: count,
      toOrderPaidAmount: pounds,
      expiring: count,
      expiringAmount: pounds,
      expired: count,
      /** What became of the quotations to one's own customers; for the own company alone. */
      retail: forOwnEyes(["customer"], z.object({ sent: count, accepted: count, declined: count }).optional()),
    }),
  },
  sums: {
    method: "GET",
    path: "/api/quotes/sums",
    summary: "How many quotes the same filters find in the list, and what they come to with VAT.",
    roles: commercialRoles,
    query: takenAs(STATUS_INSIDE, z.object(chosen)),
    response: z.object({ count, total: pounds }),
  },
  read: {
    method: "GET",
    path: "/api/quotes/:id",
    summary: "A quote with its windows.",
    roles: commercialRoles,
    params: byId,
    response: quoteDetails,
  },
  items: {
    method: "GET",
    path: "/api/quotes/:id/items",
    summary: "A quote's windows.",
    roles: commercialRoles,
    params: byId,
    response: z.array(quoteItem),
  },
  create: {
    method: "POST",
    path: "/api/quotes",
    summary: "Make a draft quote; the server prices it.",
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
    summary: "Replace all of a draft, priced anew at today's prices; its number, its windows with a known id and its validity stay.",
    roles: commercialRoles,
    params: byId,
    body: updateQuoteBody,
    response: quoteDetails,
  },
  changeJob: {
    method: "PATCH",
    path: "/api/quotes/:id/job",
    summary:
      "Change job name, PO number and the fitter's own customer, the first two until an invoice is issued. What is left out stays, null or blank is none.",
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
    summary: "Make a new draft of the same windows at today's prices.",
    roles: commercialRoles,
    params: byId,
    response: quoteDetails,
    creates: true,
  },
  reorder: {
    method: "POST",
    path: "/api/orders/:id/reorder",
    summary: "Make a new draft quote of an order's windows at today's prices.",
    roles: commercialRoles,
    params: byId,
    response: quoteDetails,
    creates: true,
    idempotent: true,
  },
  addPhotos: {
    method: "POST",
    path: "/api/quotes/:id/items/:itemId/photos",
    summary: `Add photos to a window of a draft, up to ${MOST_PHOTOS_OF_WINDOW} in all; replies with all that it has then.`,
    roles: ["customer"],
    params: ofWindow,
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
    summary: "Show a photo of a window to the workshop that makes its order, or no more.",
    roles: commercialRoles,
    params: ofWindowPhoto,
    body: z.object({ forWorkshop: z.boolean("For workshop must be true or false") }),
    response: windowPhoto,
  },
  removePhoto: {
    method: "DELETE",
    path: "/api/quotes/:id/items/:itemId/photos/:n",
    summary: "Remove a photo of a window, in whatever state the quote is.",
    roles: commercialRoles,
    params: ofWindowPhoto,
    response: z.null(),
  },
  changeStatus: {
    method: "PATCH",
    path: "/api/quotes/:id/status",
    summary: "Send a draft; accept or decline a sent quote; withdraw a draft of one's own company.",
    roles: commercialRoles,
    params: byId,
    body: takenAs(
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
      "Ask for a quote to be made: where it goes and by when. Again changes that. A day that is sooner than its lead time is 409 unless it is `confirmed`, and so is a quote that differs from what the customer's own customer accepted, with its `differences`, unless `acceptedDifferences` is true.",
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
    summary: "Take the placing of a quote back, while there is no order.",
    roles: customers,
    params: byId,
    response: z.null(),
  },
  askToPlace: {
    method: "POST",
    path: "/api/quotes/:id/ask-to-place",
    summary: "Ask those of one's company who may order to place a quote. Again within an hour tells nobody.",
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
      requiredBy: requiredBy.optional().describe("What was placed, where it is left out."),
      acceptExpired: z.boolean("Accept expired must be true or false").optional(),
      acceptOverLimit: z
        .boolean("Accept over limit must be true or false")
        .optional()
        .describe("Make it although the company would owe more than its credit limit."),
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
