import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { everyone, makers, superAdminOnly } from "#shared/domain/roles.ts";
import { CARRIERS } from "#shared/domain/trade/carriers.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import { REMAKE_FAULTS } from "#shared/domain/trade/remake-faults.ts";
import { ORDER_STATUSES, REMAKE_STATUSES } from "#shared/domain/trade/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { replyObject } from "#shared/http/inside-names.ts";
import { byId, calendarDay, companyFilter, id, idField, instant, oneOf, paging, searchIn, severalOf, text } from "#shared/http/wire.ts";
import { orderRow } from "./orders.ts";
import { companyRef, customerOnTheJob, threadMessage } from "./parts/people.ts";
import { shippingAddress } from "./parts/quote-bodies.ts";
import { requestRemakeBody } from "./parts/remake-request.ts";
import { countsField, panelsField, partsField, stileField, windowMake } from "./parts/window-make.ts";
import { clearances, unpricedWindow, WINDOW_INSIDE } from "./parts/windows.ts";

const day = calendarDay("Dates are written YYYY-MM-DD").nullable();

/** A remake as the lists show it. */
export const remakeRow = z.object({
  id,
  orderId: id,
  status: z.enum(REMAKE_STATUSES),
  fault: z.enum(REMAKE_FAULTS).nullable(),
  reason: z.string(),
  /**
   * The windows to make again, and the number of pieces of each. An empty list means the whole
   * order, or the windows in the reason's text.
   */
  windows: z.array(
    z.object({
      id,
      name: z.string(),
      pieces: z.number().int(),
      /**
       * The requested parts in words, `Panel C: 3 louvres`, and the letters of their panels, none
       * for all of them; null: the whole window. Replies stored earlier lack it.
       */
      make: z
        .object({ panels: z.array(z.string()), words: z.string() })
        .nullable()
        .optional(),
    }),
  ),
  /** The photos of the request; a reply has its own. */
  photos: z.array(z.string()),
  createdAt: instant,
  order: z.object({
    id,
    user: companyRef,
    jobName: z.string().nullable(),
    customerName: customerOnTheJob.customerName,
    poNumber: z.string().nullable(),
  }),
  repliesCount: z.number().int(),
  /** The free order that replaces the faulty windows, and its shipment. */
  replacement: replyObject(
    { orderStatus: "status" },
    z.object({
      orderId: id,
      orderStatus: z.enum(ORDER_STATUSES),
      /** The number of shutters that left in parcels, and of all; absent in earlier replies. */
      shipped: z.number().int().optional(),
      shutters: z.number().int().optional(),
      shippingDate: day,
      estimatedArrival: day,
      trackingNumber: z.string().nullable(),
      carrier: z.enum(CARRIERS).nullable(),
      trackingUrl: z.string().nullable(),
    }),
  ).nullable(),
});

const remakeSearch = searchIn(
  "Part of its order's job name, PO number, delivery address or tracking number, of the company's or the contact's name, or the number of the remake or of its order. Also its status, and the day of the request (19 Nov, week 48).",
);
const count = z.number().int();

export const MOST_PHOTOS = 10;
export const MOST_PHOTO_BYTES = 10 * 1024 * 1024;

const replyMessage = text({ most: LONGEST.reply, required: "Reply cannot be empty", name: "Reply" });

/**
 * A window to make again: the workshop's data, the number of pieces, and the marked place of the
 * fault.
 */
export const remakeWindow = replyObject(
  WINDOW_INSIDE,
  unpricedWindow.extend({
    pieces: z.number().int(),
    /** The current density of the shutter type's timber, as in an order. */
    densityKgM3: z.number().int().nullable(),
    mark: z.object({ xMm: z.number().int(), yMm: z.number().int() }).nullable(),
    /** The requested parts of the window (rule W103); replies stored earlier lack them. */
    panels: windowMake.panels.optional(),
    parts: windowMake.parts.optional(),
    counts: windowMake.counts,
    stile: windowMake.stile,
  }),
);

export const remakeReply = threadMessage.extend({ photos: z.array(z.string()) });
export const remakeDetails = remakeRow.extend({
  replies: z.array(remakeReply),
  windows: z.array(remakeWindow),
  /** The deductions from the windows' lengths, in millimetres (rule M15). */
  clearances,
  /** The first of `windows`, for programs that support only one. */
  window: remakeWindow.nullable().optional(),
  /** The replacement's `orderId`. */
  madeAsOrderId: id.nullable().optional(),
});

export const CHOOSE_WINDOWS = "Please choose the windows to make again";
/**
 * Windows of the remake's own order, and the quantity of each. Default: the windows that the remake
 * names.
 */
export const remakeOrderBody = z.object({
  items: z
    .array(
      z.object({
        itemId: idField(CHOOSE_WINDOWS),
        quantity: z
          .number("Quantity must be at least 1")
          .int("Quantity must be a whole number")
          .min(1, "Quantity must be at least 1")
          .default(1),
        /** The parts to make; by default the requested ones. */
        panels: panelsField.optional(),
        parts: partsField.optional(),
        counts: countsField.optional(),
        stile: stileField.nullish(),
      }),
      CHOOSE_WINDOWS,
    )
    .min(1, CHOOSE_WINDOWS)
    .max(MOST_WINDOWS, `At most ${MOST_WINDOWS} windows`)
    .optional(),
  /** The delivery address; by default the faulty order's. */
  shippingAddress: shippingAddress.optional(),
  /** The day on which it is to be shipped; by default its workshop's lead days from today. */
  shippingDate: calendarDay("Dates are written YYYY-MM-DD").optional(),
});

const status = oneOf(REMAKE_STATUSES, "Status");

/** Faulty items made again: the request with its photos, the thread, the decision (rule R1). */
export const remakes = {
  list: {
    method: "GET",
    path: "/api/remakes",
    summary: "List the remakes, newest first.",
    roles: everyone,
    query: z.object({
      status: severalOf(REMAKE_STATUSES, "Status").optional().describe("Only remakes of this status; the parameter may be repeated."),
      ...companyFilter,
      search: remakeSearch,
      ...paging,
    }),
    response: z.array(remakeRow),
    paged: true,
    mayBeClose: true,
    storedOnDevice: ["supplier"],
  },
  counts: {
    method: "GET",
    path: "/api/remakes/counts",
    summary: "Count the caller's visible remakes that wait for a decision, are being made, and are done.",
    roles: everyone,
    response: z.object({ pending: count, open: count, done: count }),
    storedOnDevice: ["supplier"],
  },
  read: {
    method: "GET",
    path: "/api/remakes/:id",
    summary: "Read a remake with its thread.",
    roles: everyone,
    params: byId,
    response: remakeDetails,
    storedOnDevice: ["supplier"],
  },
  create: {
    method: "POST",
    path: "/api/remakes",
    summary:
      "Request a remake of an order, of some of its windows or of some parts of them, with photos. The place of the fault can be marked on each window.",
    roles: ["customer", "super_admin"],
    body: requestRemakeBody,
    files: { field: "photos", most: MOST_PHOTOS, mostBytes: MOST_PHOTO_BYTES },
    response: remakeDetails,
    creates: true,
    idempotent: true,
    counted: { limit: "thread-mails", by: "account", roles: ["customer"] },
    transaction: "own",
  },
  reply: {
    method: "POST",
    path: "/api/remakes/:id/replies",
    summary: "Add a message to a remake's thread: as JSON, or as a form with photos.",
    roles: everyone,
    params: byId,
    body: z.object({ message: replyMessage }),
    files: { field: "photos", most: MOST_PHOTOS, mostBytes: MOST_PHOTO_BYTES, orJson: true },
    response: remakeReply,
    creates: true,
    idempotent: true,
    counted: { limit: "thread-mails", by: "account", roles: ["customer"] },
    transaction: "own",
  },
  changeStatus: {
    method: "PATCH",
    path: "/api/remakes/:id/status",
    summary: "Change a remake's status. `from` is the status that the caller saw.",
    roles: makers,
    params: byId,
    body: z.object({ status, from: status.optional() }),
    response: remakeRow,
  },
  order: {
    method: "POST",
    path: "/api/remakes/:id/order",
    summary: "Make the free order of an approved remake.",
    roles: superAdminOnly,
    params: byId,
    body: remakeOrderBody,
    response: orderRow,
    creates: true,
    idempotent: true,
  },
  delete: {
    method: "DELETE",
    path: "/api/remakes/:id",
    summary: "Hide a remake.",
    roles: superAdminOnly,
    params: byId,
    response: z.null(),
  },
} as const satisfies Endpoints;
