import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, paging } from "#shared/http/wire.ts";

/** Customers who may manage their company, suppliers and super admins (rule C28). */
const webhookOwners = ["customer", "supplier", "super_admin"] as const satisfies readonly Role[];

export const MOST_WEBHOOKS = 5;

/** The types of events that a webhook may choose (rule C29). */
export const WEBHOOK_TYPES = [
  "quote.created",
  "quote.sent",
  "quote.placed",
  "quote.accepted",
  "quote.declined",
  "order.created",
  "order.status_changed",
  "order.dates_changed",
  "order.shipped",
  "remake.created",
  "remake.status_changed",
  "remake.replied",
  "invoice.issued",
  "credit_note.issued",
  "payment.received",
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];
/** The type of a delivery that a person requests to try a webhook. */
export const TEST_TYPE = "webhook.test";

/** `waiting` includes deliveries that will be tried again. */
export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;
/** Why the portal has switched a webhook off; null if a person did. */
export const WEBHOOK_STOPS = ["gone", "failing"] as const;

const UNKNOWN_TYPE = "Unknown event type";
const types = z
  .array(z.enum(WEBHOOK_TYPES, UNKNOWN_TYPE), "Choose at least one event")
  .min(1, "Choose at least one event")
  .max(WEBHOOK_TYPES.length, UNKNOWN_TYPE)
  .transform((chosen) => [...new Set(chosen)]);
const url = z
  .string("Please enter an address")
  .trim()
  .min(1, "Please enter an address")
  .max(LONGEST.webhookUrl, `Address must have at most ${LONGEST.webhookUrl} characters`);

const webhook = z.object({
  id,
  url: z.string(),
  types: z.array(z.enum(WEBHOOK_TYPES)),
  active: z.boolean(),
  /** `gone`: the address replied 410. `failing`: the last retry of a delivery failed. */
  stopped: z.enum(WEBHOOK_STOPS).nullable(),
  createdAt: instant,
});

const delivery = z.object({
  id,
  /** The `webhook-id` of all its attempts. */
  messageId: z.string(),
  type: z.enum([...WEBHOOK_TYPES, TEST_TYPE]),
  /** The number of the quote, order, remake, document or payment. */
  number: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  /** The HTTP status of the last attempt; null without a reply. */
  lastStatus: z.number().nullable(),
  /** The fault of the last attempt in words; null if it succeeded. */
  lastFault: z.string().nullable(),
  /** The time of the next attempt; null if there is none. */
  dueAt: instant.nullable(),
  createdAt: instant,
});

export const createWebhookBody = z.object({ url, types });
export const changeWebhookBody = z.object({ url: url.optional(), types: types.optional(), active: z.boolean().optional() });

/**
 * Webhooks of the caller's company; a super admin's receive events of all companies (rules C28 to
 * C31).
 */
export const webhooks = {
  list: {
    method: "GET",
    path: "/api/company/webhooks",
    summary: "List the webhooks of the caller's company, the newest first.",
    roles: webhookOwners,
    response: z.array(webhook),
    notWhileImpersonating: true,
  },
  create: {
    method: "POST",
    path: "/api/company/webhooks",
    proof: true,
    summary: "Create a webhook. Only this reply contains its secret, which signs by Standard Webhooks.",
    roles: webhookOwners,
    body: createWebhookBody,
    rightsFirst: true,
    response: webhook.extend({ secret: z.string() }),
    creates: true,
    transaction: "own",
    notWhileImpersonating: true,
  },
  change: {
    method: "PATCH",
    path: "/api/company/webhooks/:id",
    proof: true,
    summary: "Change a webhook's address or types, or switch it on or off. Switched off, its waiting deliveries fail.",
    roles: webhookOwners,
    params: byId,
    body: changeWebhookBody,
    rightsFirst: true,
    response: webhook,
    transaction: "own",
    notWhileImpersonating: true,
  },
  delete: {
    method: "DELETE",
    path: "/api/company/webhooks/:id",
    proof: true,
    summary: "Delete a webhook with its deliveries.",
    roles: webhookOwners,
    params: byId,
    response: z.null(),
    notWhileImpersonating: true,
  },
  test: {
    method: "POST",
    path: "/api/company/webhooks/:id/test",
    summary: "Send a delivery of type `webhook.test`, once.",
    roles: webhookOwners,
    params: byId,
    response: delivery,
    creates: true,
    notWhileImpersonating: true,
  },
  deliveries: {
    method: "GET",
    path: "/api/company/webhooks/:id/deliveries",
    summary: "List the deliveries of a webhook of the last 30 days, the newest first.",
    roles: webhookOwners,
    params: byId,
    query: z.object(paging),
    response: z.array(delivery),
    paged: true,
    notWhileImpersonating: true,
  },
  replay: {
    method: "POST",
    path: "/api/company/webhooks/deliveries/:id/replay",
    summary: "Send a delivery again, under the same `webhook-id`.",
    roles: webhookOwners,
    params: byId,
    response: delivery,
    notWhileImpersonating: true,
  },
} as const satisfies Endpoints;
