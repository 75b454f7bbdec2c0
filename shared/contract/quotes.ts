import { z } from "zod";
import { LONGEST_SIDE_M } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { CHECK_IDS, knownChecks } from "#shared/domain/measurement-checks.ts";
import { MOST_OF_ONE_WINDOW, MOST_WINDOWS } from "#shared/domain/pricing.ts";
import { commercialRoles, staff } from "#shared/domain/roles.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES, QUOTE_STATUSES } from "#shared/domain/status.ts";
import {
  FRAME_TYPES,
  MOST_MID_RAILS,
  MOUNT_TYPES,
  OPENING_DIRECTIONS,
  TILT_ROD_TYPES,
  WINDOW_DEFAULTS,
} from "#shared/domain/window-options.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { commercial } from "#shared/http/visibility.ts";
import {
  byId,
  id,
  idField,
  instant,
  metres,
  nameText,
  oneOf,
  optionalName,
  optionalText,
  paging,
  pounds,
  searchIn,
  squareMetres,
  trimmedText,
} from "#shared/http/wire.ts";
import { orderRow } from "./order-row.ts";
import { companyRef } from "./people.ts";

const found = searchIn("Part of the company's or the contact's name, or the quote's number: 12, #12, Q-12.");

const side = (name: "Width" | "Height") =>
  z
    .number(`${name} must be greater than 0.1`)
    .positive(`${name} must be greater than 0.1`)
    .max(LONGEST_SIDE_M, `${name} must be at most ${LONGEST_SIDE_M} m`)
    .pipe(metres);

/** Beyond every check there is or will be: a longer list is a mistake, not a window. */
const MOST_CHECKS = 100;

/** A window as it is asked for. Areas and prices are the server's to say; what a request says of them is read only to explain a changed price. */
export const quoteItemBody = z.object({
  name: optionalName("Window name", LONGEST.windowName).nullable().optional(),
  shutterTypeId: idField("Shutter type is required"),
  widthM: side("Width"),
  heightM: side("Height"),
  louverSize: z.number("Louver size is required"),
  colorSelection: nameText({ most: LONGEST.color, required: "Color is required", name: "Color" }),
  tiltRodType: oneOf(TILT_ROD_TYPES, "Tilt rod").default(WINDOW_DEFAULTS.tiltRodType),
  numberOfMidRails: z
    .number("Mid rails must be at least 0")
    .int("Mid rails must be a whole number")
    .min(0, "Mid rails must be at least 0")
    .max(MOST_MID_RAILS, `Mid rails must be at most ${MOST_MID_RAILS}`)
    .default(WINDOW_DEFAULTS.numberOfMidRails),
  frameType: oneOf(FRAME_TYPES, "Frame").default(WINDOW_DEFAULTS.frameType),
  mountType: oneOf(MOUNT_TYPES, "Mount").default(WINDOW_DEFAULTS.mountType),
  openingDirection: oneOf(OPENING_DIRECTIONS, "Opening direction").default(WINDOW_DEFAULTS.openingDirection),
  quantity: z
    .number("Quantity must be at least 1")
    .int("Quantity must be a whole number")
    .min(1, "Quantity must be at least 1")
    .max(MOST_OF_ONE_WINDOW, `Quantity must be at most ${MOST_OF_ONE_WINDOW}`)
    .default(WINDOW_DEFAULTS.quantity),
  /**
   * The measurement checks that the person saw and kept the measures against (rule M5). Ids that this portal does not know are ignored,
   * like any unknown field: a program that knows more or fewer checks than we do still gets its quote.
   */
  overriddenChecks: z
    .array(z.string("Overridden checks must be a list of names"), "Overridden checks must be a list of names")
    .max(MOST_CHECKS, `At most ${MOST_CHECKS} overridden checks`)
    .overwrite(knownChecks)
    .meta({ description: `Of ${CHECK_IDS.join(", ")}` })
    .nullable()
    .optional(),
  pricePerM2: z.unknown().optional(),
});

/** What the form believed the totals to be; a difference of a penny is a 409, never a surprise on the bill. */
const claimedTotal = (name: string) => z.number(`${name} must be a number`).nullable().optional();

export const createQuoteBody = z.object({
  items: z
    .array(quoteItemBody, "At least one window is required")
    .min(1, "At least one window is required")
    .max(MOST_WINDOWS, `A quote takes at most ${MOST_WINDOWS} windows`),
  subtotal: claimedTotal("Subtotal"),
  tax: claimedTotal("Tax"),
  finalTotal: claimedTotal("Final total"),
  userId: idField("Customer must be a positive whole number").optional(),
});

export const shippingAddress = trimmedText({
  most: LONGEST.address,
  required: "Please enter a shipping address",
  name: "Shipping address",
});

export const quoteItem = z.object({
  id,
  name: z.string(),
  shutterTypeId: id,
  shutterType: z.string(),
  widthM: metres,
  heightM: metres,
  areaM2: squareMetres,
  louverSize: z.number().int(),
  tiltRodType: z.enum(TILT_ROD_TYPES),
  numberOfMidRails: z.number().int(),
  frameType: z.enum(FRAME_TYPES),
  mountType: z.enum(MOUNT_TYPES),
  openingDirection: z.enum(OPENING_DIRECTIONS),
  colorSelection: z.string(),
  quantity: z.number().int(),
  /** Not an enum: an old window may name a check that has been retired. */
  overriddenChecks: z.array(z.string()),
  /** The shutter type's when it was quoted: with it the window is drawn and checked. */
  widestPanelMm: z.number().int(),
  pricePerM2: commercial(pounds),
  itemTotalPrice: commercial(pounds),
});

export const quoteRow = z.object({
  id,
  user: companyRef,
  quoteStatus: z.enum(QUOTE_STATUSES),
  paymentStatus: commercial(z.enum(PAYMENT_STATUSES)),
  createdAt: instant,
  validUntil: instant,
  subtotal: commercial(pounds),
  tax: commercial(pounds),
  finalTotal: commercial(pounds),
  orderId: id.nullable(),
  orderStatus: z.enum(ORDER_STATUSES).nullable(),
  itemCount: z.number().int(),
});
export const quoteDetails = quoteRow.extend({
  items: z.array(quoteItem),
  /** What was given back, in Stripe, of the payment that settled the quote. */
  refunded: commercial(pounds),
});

export const quotes = {
  list: {
    method: "GET",
    path: "/api/quotes",
    summary: "The quotes, newest first.",
    roles: commercialRoles,
    query: z.object({
      quoteStatus: oneOf(QUOTE_STATUSES, "Quote status").optional().describe("Only quotes of this status."),
      search: found,
      ...paging,
    }),
    response: z.array(quoteRow),
    paged: true,
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
  changeStatus: {
    method: "PATCH",
    path: "/api/quotes/:id/status",
    summary: "Send a draft; accept or decline a sent quote.",
    roles: commercialRoles,
    params: byId,
    body: z.object({ quoteStatus: oneOf(QUOTE_STATUSES, "Quote status"), reason: optionalText("Reason", LONGEST.reason).optional() }),
    response: quoteRow,
  },
  convert: {
    method: "POST",
    path: "/api/quotes/:id/convert",
    summary: "Make the order of a quote.",
    roles: staff,
    params: byId,
    body: z.object({ shippingAddress, acceptExpired: z.boolean("Accept expired must be true or false").optional() }),
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
