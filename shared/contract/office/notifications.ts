import { z } from "zod";
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

/** The notifications behind the bell (rule K6). */
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
} as const satisfies Endpoints;
