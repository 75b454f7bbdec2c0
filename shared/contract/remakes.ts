import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { everyone, makers, superAdminOnly } from "#shared/domain/roles.ts";
import { CARRIERS } from "#shared/domain/trade/carriers.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import { REMAKE_FAULTS } from "#shared/domain/trade/remake-faults.ts";
import { ORDER_STATUSES, REMAKE_STATUSES } from "#shared/domain/trade/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { sentAs } from "#shared/http/inside-names.ts";
import { byId, calendarDay, id, idField, instant, ofCompany, oneOf, paging, searchIn, severalOf, text } from "#shared/http/wire.ts";
import { orderRow } from "./orders.ts";
import { companyRef, threadMessage } from "./parts/people.ts";
import { shippingAddress } from "./parts/quote-bodies.ts";
import { requestRemakeBody } from "./parts/remake-request.ts";
import { clearances, unpricedWindow, WINDOW_INSIDE } from "./parts/windows.ts";

const day = calendarDay("Dates are written YYYY-MM-DD").nullable();

/** What the lists show of a remake. It has its own file because the dashboard also shows it. */
export const remakeRow = z.object({
  id,
  orderId: id,
  status: z.enum(REMAKE_STATUSES),
  fault: z.enum(REMAKE_FAULTS).nullable(),
  reason: z.string(),
  /** The windows asked for, and how many pieces of each. None: the whole order, or what the reason says. */
  windows: z.array(z.object({ id, name: z.string(), pieces: z.number().int() })),
  /** What was sent with the request; a reply has its own. */
  photos: z.array(z.string()),
  createdAt: instant,
  order: z.object({ id, user: companyRef, jobName: z.string().nullable(), poNumber: z.string().nullable() }),
  repliesCount: z.number().int(),
  /** The order, free of charge, in which it is made again, and when that goes out. */
  replacement: sentAs(
    { orderStatus: "status" },
    z.object({
      orderId: id,
      orderStatus: z.enum(ORDER_STATUSES),
      shippingDate: day,
      estimatedArrival: day,
      trackingNumber: z.string().nullable(),
      carrier: z.enum(CARRIERS).nullable(),
      trackingUrl: z.string().nullable(),
    }),
  ).nullable(),
});

const found = searchIn(
  "Part of its order's job name, PO number, delivery address or tracking number, of the company's or the contact's name, or a number: of the remake or of its order. Also its status, and the day on which it was asked for (19 Nov, week 48).",
);
const count = z.number().int();

export const MOST_PHOTOS = 10;
export const MOST_PHOTO_BYTES = 10 * 1024 * 1024;

const replyMessage = text({ most: LONGEST.reply, required: "Reply cannot be empty", name: "Reply" });

/** A window that a remake asks for: what the workshop needs of it, how many pieces, and the place that was marked. */
export const remakeWindow = sentAs(
  WINDOW_INSIDE,
  unpricedWindow.extend({
    pieces: z.number().int(),
    /** Of its type's timber now, as an order says it. */
    densityKgM3: z.number().int().nullable(),
    mark: z.object({ xMm: z.number().int(), yMm: z.number().int() }).nullable(),
  }),
);

export const remakeReply = threadMessage.extend({ photos: z.array(z.string()) });
export const remakeDetails = remakeRow.extend({
  replies: z.array(remakeReply),
  windows: z.array(remakeWindow),
  /** What is off their lengths as they are made, in millimetres (rule M15). */
  clearances,
  /** The first of `windows`, for programs that know of one. */
  window: remakeWindow.nullable().optional(),
  /** The replacement's `orderId`. */
  madeAsOrderId: id.nullable().optional(),
});

export const CHOOSE_WINDOWS = "Please choose the windows to make again";
/** Windows of the remake's own order, and how many of each. Left out: those that the remake asks for, where it names some. */
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
      }),
      CHOOSE_WINDOWS,
    )
    .min(1, CHOOSE_WINDOWS)
    .max(MOST_WINDOWS, `At most ${MOST_WINDOWS} windows`)
    .optional(),
  /** Where it goes; by default where the first one went. */
  shippingAddress: shippingAddress.optional(),
});

const status = oneOf(REMAKE_STATUSES, "Status");

/** Faulty items made again: the request with its photos, the thread, the decision (rule R1). */
export const remakes = {
  list: {
    method: "GET",
    path: "/api/remakes",
    summary: "The remakes, newest first.",
    roles: everyone,
    query: z.object({
      status: severalOf(REMAKE_STATUSES, "Status").optional().describe("Only remakes of this status; several may be named."),
      ...ofCompany,
      search: found,
      ...paging,
    }),
    response: z.array(remakeRow),
    paged: true,
    mayBeClose: true,
  },
  counts: {
    method: "GET",
    path: "/api/remakes/counts",
    summary: "How many remakes wait for a decision, are being made and are done with, of those that the person may see.",
    roles: everyone,
    response: z.object({ pending: count, open: count, done: count }),
  },
  read: {
    method: "GET",
    path: "/api/remakes/:id",
    summary: "A remake with its thread.",
    roles: everyone,
    params: byId,
    response: remakeDetails,
  },
  create: {
    method: "POST",
    path: "/api/remakes",
    summary: "Ask for a remake of an order or of some of its windows, with photos; on each window the place can be marked.",
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
    summary: "Write in a remake's thread: as JSON, or as a form with photos.",
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
    summary: "Decide or move on a remake. `from`: the status the person was looking at.",
    roles: makers,
    params: byId,
    body: z.object({ status, from: status.optional() }),
    response: remakeRow,
  },
  order: {
    method: "POST",
    path: "/api/remakes/:id/order",
    summary: "Make the no-charge order of an approved remake.",
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
