import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { commercialRoles, staff } from "#shared/domain/roles.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import { CHANGE_REQUEST_STATUSES } from "#shared/domain/trade/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { replyObject } from "#shared/http/inside-names.ts";
import { visibleTo } from "#shared/http/visibility.ts";
import { byId, id, idField, instant, pathId, pounds, text } from "#shared/http/wire.ts";
import { orderDetails } from "../orders.ts";
import { requiredReason } from "../payments.ts";
import { difference } from "./differences.ts";
import { claimedTotal, editedWindows, version } from "./quote-bodies.ts";
import { windowChangeBody, windowChangeReply } from "./windows.ts";

/**
 * Calls that correct an order's windows (rule O21), and a customer's requests to do so (rule O23).
 */

const confirmed = z.boolean("Confirmed must be true or false").optional().describe("True: windows that are cut already change too.");
const acceptOverLimit = z
  .boolean("Accept over limit must be true or false")
  .optional()
  .describe("True: the company may owe more than its credit limit.");

const windowsOfOrder = {
  version: version.describe("The version of the order's quote that the editor read."),
  windows: editedWindows.describe("All windows of the order. A window without a known id is new; a window that is left out is removed."),
};

const CHOOSE = "Please choose the windows to change";
const requestedWindow = z
  .object({
    itemId: idField(CHOOSE),
    remove: z.boolean("Remove must be true or false").optional(),
    fields: windowChangeBody.optional(),
  })
  .refine(({ remove, fields }) => remove === true || (fields !== undefined && Object.keys(fields).length > 0), "Say what is to change");

const person = z.object({ id, contactName: z.string() });
const TOTALS_INSIDE = { before: "beforePence", after: "afterPence" } as const;
/** The order's totals, VAT included, before and after. */
const totals = replyObject(TOTALS_INSIDE, z.object({ before: pounds, after: pounds }));

export const changeRequest = z.object({
  id,
  text: z.string(),
  /** Null: the request describes its change in words alone. */
  windows: z.array(z.object({ itemId: id, remove: z.boolean().optional(), fields: windowChangeReply.optional() })).nullable(),
  status: z.enum(CHANGE_REQUEST_STATUSES),
  /** While the request is open, compared with the order as it is now. */
  differences: z.array(difference),
  /** Null: the request names no windows, or cannot be applied any more. */
  total: totals.nullable(),
  /** Why an open request cannot be applied as it is; null: it can. */
  problem: z.string().nullable(),
  /** The windows that are cut already. */
  cut: visibleTo(staff, z.array(z.string())),
  createdAt: instant,
  by: person,
  answeredAt: instant.nullable(),
  /** The person who accepted, declined or withdrew the request; null while it is open. */
  answeredBy: person.nullable(),
  /** Why the request was declined. */
  reason: z.string().nullable(),
});

const requestParams = z.object({ id: pathId, requestId: pathId });

export const orderChanges = {
  previewWindows: {
    method: "POST",
    path: "/api/orders/:id/windows/preview",
    summary: "Preview a correction of an order's windows: the differences, the totals and the documents that it would issue.",
    roles: staff,
    params: byId,
    body: z.object(windowsOfOrder),
    response: z.object({
      differences: z.array(difference),
      total: totals,
      /**
       * A credit note for each reduced or removed window; empty for an order without an invoice.
       */
      credited: z.array(replyObject({ amount: "amountPence" }, z.object({ window: z.string(), amount: pounds }))),
      /** The amount of the further invoice; 0: none. */
      invoiced: pounds,
      /**
       * The amount that would be paid beyond what is owed: the company's credit, to be refunded.
       */
      credit: pounds,
      /** The amount that would still be to pay. */
      owed: pounds,
      /** Windows that change and are cut already: the correction needs `confirmed`. */
      cut: z.array(z.string()),
      /** The amount above the company's credit limit; null: within it. */
      overLimit: pounds.nullable(),
    }),
    unaudited: true,
  },
  changeWindows: {
    method: "PUT",
    path: "/api/orders/:id/windows",
    summary:
      "Correct an order that is draft, pending or processing and of which nothing is shipped: change, add or remove windows. Existing windows keep their price per m². A changed window that is cut already is a 409 unless `confirmed` is true.",
    roles: staff,
    params: byId,
    body: z.object({
      ...windowsOfOrder,
      reason: requiredReason,
      confirmed,
      acceptOverLimit,
      finalTotal: claimedTotal("Final total"),
      requestId: idField("Request must be a positive whole number")
        .optional()
        .describe("The customer's request that this correction answers."),
    }),
    response: orderDetails,
    transaction: "own",
    idempotent: true,
  },
  changeRequests: {
    method: "GET",
    path: "/api/orders/:id/change-requests",
    summary: "List a customer's requests to change an order, the newest first.",
    roles: commercialRoles,
    params: byId,
    response: z.array(changeRequest),
  },
  requestChange: {
    method: "POST",
    path: "/api/orders/:id/change-requests",
    summary: "Request a change of an order before it ships. Only one request of an order may be open.",
    roles: ["customer"],
    params: byId,
    body: z.object({
      text: text({ most: LONGEST.changeRequest, required: "Please say what is to change", name: "Text" }),
      windows: z.array(requestedWindow, CHOOSE).min(1, CHOOSE).max(MOST_WINDOWS, `At most ${MOST_WINDOWS} windows`).nullable().optional(),
    }),
    response: changeRequest,
    creates: true,
    idempotent: true,
    counted: { limit: "thread-mails", by: "account", roles: ["customer"] },
  },
  acceptChange: {
    method: "POST",
    path: "/api/orders/:id/change-requests/:requestId/accept",
    summary: "Accept a request that names windows: the order is corrected by it.",
    roles: staff,
    params: requestParams,
    body: z.object({ version: version.optional(), confirmed, acceptOverLimit }),
    response: changeRequest,
    transaction: "own",
    idempotent: true,
  },
  declineChange: {
    method: "POST",
    path: "/api/orders/:id/change-requests/:requestId/decline",
    summary: "Decline a request with a reason, which the customer is emailed.",
    roles: staff,
    params: requestParams,
    body: z.object({ reason: requiredReason }),
    response: changeRequest,
    idempotent: true,
  },
  withdrawChange: {
    method: "DELETE",
    path: "/api/orders/:id/change-requests/:requestId",
    summary: "Withdraw the own company's open request.",
    roles: ["customer"],
    params: requestParams,
    response: z.null(),
  },
} as const satisfies Endpoints;
