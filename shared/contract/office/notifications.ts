import { z } from "zod";
import { MAIL_TIMES, NOTICE_KIND_NAMES } from "#shared/domain/notifications.ts";
import { everyone } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, idField, instant, paging } from "#shared/http/wire.ts";

const notificationRow = z.object({
  id,
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  /**
   * The kind, for example `remake_reply` or `order_status`. The client derives the screen to open
   * from it.
   */
  type: z.string(),
  relatedId: id.nullable(),
  createdAt: instant,
});

const UNKNOWN_KIND = "Unknown kind";

/** How the caller wants one kind of notice. */
const preference = z.object({
  kind: z.enum(NOTICE_KIND_NAMES, UNKNOWN_KIND),
  /** In the portal. */
  bell: z.boolean("Bell must be true or false"),
  /** At once, in the day's digest at 17:00 London time, or not. */
  mail: z.enum(MAIL_TIMES, "Email must be now, digest or none"),
});

/** The notifications behind the bell (rule K6), and how a person wants them (rule M47). */
export const notifications = {
  list: {
    method: "GET",
    path: "/api/notifications",
    summary: "List the caller's notifications.",
    roles: everyone,
    query: z.object(paging),
    response: z.array(notificationRow),
    paged: true,
  },
  unread: {
    method: "GET",
    path: "/api/notifications/unread",
    summary: "Count all unread notifications of the caller.",
    roles: everyone,
    response: z.object({ count: z.number().int() }),
  },
  markAllRead: {
    method: "PATCH",
    path: "/api/notifications/read",
    summary: "Mark the caller's notifications as read: all, or those up to the newest one that the caller saw.",
    roles: everyone,
    body: z.object({ upTo: idField("Up to must be the id of a notification").optional() }),
    response: z.null(),
    unaudited: true,
  },
  markRead: {
    method: "PATCH",
    path: "/api/notifications/:id/read",
    summary: "Mark one of the caller's notifications as read. A notification that is read already stays read.",
    roles: everyone,
    params: byId,
    response: notificationRow,
    unaudited: true,
  },
  preferences: {
    method: "GET",
    path: "/api/account/notifications",
    summary: "List how the caller wants each kind of notice that the caller can receive.",
    roles: everyone,
    response: z.array(preference),
  },
  savePreferences: {
    method: "PUT",
    path: "/api/account/notifications",
    summary: "Store how the caller wants some kinds of notices. Kinds that the body leaves out stay as they are.",
    roles: everyone,
    body: z.array(preference, "The request needs a list of kinds").max(NOTICE_KIND_NAMES.length, UNKNOWN_KIND),
    response: z.array(preference),
    notWhileImpersonating: true,
  },
} as const satisfies Endpoints;
