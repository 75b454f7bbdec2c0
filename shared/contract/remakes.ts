import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { MOST_WINDOWS } from "#shared/domain/pricing.ts";
import { everyone, makers, superAdminOnly } from "#shared/domain/roles.ts";
import { REMAKE_STATUSES } from "#shared/domain/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, idField, instant, oneOf, paging, searchIn, severalOf, text } from "#shared/http/wire.ts";
import { orderRow } from "./orders.ts";
import { companyRef, personRef } from "./people.ts";
import { shippingAddress } from "./quotes.ts";
import { quoteItem } from "./windows.ts";

/** What the lists show of a remake. It has its own file because the dashboard also shows it. */
export const remakeRow = z.object({
  id,
  orderId: id,
  status: z.enum(REMAKE_STATUSES),
  reason: z.string(),
  photos: z.array(z.string()),
  createdAt: instant,
  order: z.object({ id, user: companyRef, jobName: z.string().nullable(), poNumber: z.string().nullable() }),
  repliesCount: z.number().int(),
});

const found = searchIn(
  "Part of its order's job name, PO number, delivery address or tracking number, of the company's or the contact's name, or a number: of the remake or of its order.",
);
const count = z.number().int();

export const MOST_PHOTOS = 10;
export const MOST_PHOTO_BYTES = 10 * 1024 * 1024;

export const remakeReason = text({
  most: LONGEST.remakeReason,
  required: "Please provide a reason for the remake request",
  name: "Reason",
});
const replyMessage = text({ most: LONGEST.reply, required: "Reply cannot be empty", name: "Reply" });

const CHOOSE_ORDER = "Please select an order";
/** No id and no millimetre is larger. */
const LARGEST = 2_147_483_647;
/** A form's fields are text. An id beyond every id finds nothing. */
const orderId = z.codec(
  z
    .string(CHOOSE_ORDER)
    .trim()
    .regex(/^\d{1,12}$/, CHOOSE_ORDER),
  z.number(),
  {
    decode: (digits) => (Number(digits) <= LARGEST ? Number(digits) : 0),
    encode: String,
  },
);

const CHOOSE_WINDOW = "Please choose among the windows of the order";
const MARK_IN_MM = "A mark is given in whole millimetres from the left and from the top";

/** A number that a form may leave out or leave blank. */
const formNumber = (refusal: string) =>
  z
    .codec(
      z
        .string(refusal)
        .trim()
        .regex(/^\d{0,12}$/, refusal),
      z.number().optional(),
      {
        decode: (digits) => (digits === "" ? undefined : Math.min(Number(digits), LARGEST)),
        encode: (value) => (value === undefined ? "" : String(value)),
      },
    )
    .optional();

/** `quoteItemId`: the window it is about; `markXMm`, `markYMm`: where on it, from the left and the top of its frame, seen from inside. */
export const requestRemakeBody = z
  .object({
    orderId,
    reason: remakeReason,
    quoteItemId: formNumber(CHOOSE_WINDOW),
    markXMm: formNumber(MARK_IN_MM),
    markYMm: formNumber(MARK_IN_MM),
  })
  .refine(({ markXMm, markYMm }) => (markXMm === undefined) === (markYMm === undefined), { error: MARK_IN_MM, path: ["markXMm"] })
  .refine(({ markXMm, quoteItemId }) => markXMm === undefined || quoteItemId !== undefined, {
    error: "Please choose the window that the mark is on",
    path: ["quoteItemId"],
  });

/** The window that a remake is about: what the workshop needs of it, and the place that was marked. */
export const remakeWindow = quoteItem
  .omit({ pricePerM2: true, itemTotalPrice: true })
  .extend({ mark: z.object({ xMm: z.number().int(), yMm: z.number().int() }).nullable() });

export const remakeReply = z.object({ id, message: z.string(), createdAt: instant, user: personRef });
export const remakeDetails = remakeRow.extend({
  replies: z.array(remakeReply),
  /** The order, free of charge, in which it is made again. */
  madeAsOrderId: id.nullable().optional(),
  window: remakeWindow.nullable().optional(),
});

const CHOOSE_WINDOWS = "Please choose the windows to make again";
/** Windows of the remake's own order, and how many of each. */
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
    .max(MOST_WINDOWS, `At most ${MOST_WINDOWS} windows`),
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
      search: found,
      ...paging,
    }),
    response: z.array(remakeRow),
    paged: true,
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
    summary: "Ask for a remake of an order's item, with photos; on its window the place can be marked.",
    roles: ["customer", "super_admin"],
    body: requestRemakeBody,
    files: { field: "photos", most: MOST_PHOTOS, mostBytes: MOST_PHOTO_BYTES },
    response: remakeDetails,
    creates: true,
    idempotent: true,
    transaction: "own",
  },
  reply: {
    method: "POST",
    path: "/api/remakes/:id/replies",
    summary: "Write in a remake's thread.",
    roles: everyone,
    params: byId,
    body: z.object({ message: replyMessage }),
    response: remakeReply,
    creates: true,
    idempotent: true,
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
