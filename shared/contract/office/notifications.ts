import { z } from "zod";
import { everyone } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, idField, instant, paging } from "#shared/http/wire.ts";

const notificationRow = z.object({
  id,
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  /** Such as `remake_reply` or `order_status`: the bell knows where each one leads. */
  type: z.string(),
  relatedId: id.nullable(),
  createdAt: instant,
});

/** What the bell shows (rule K6). */
export const notifications = {
  list: {
    method: "GET",
    path: "/api/notifications",
    summary: "One's own notifications.",
    roles: everyone,
    query: z.object(paging),
    response: z.array(notificationRow),
    paged: true,
  },
  unread: {
    method: "GET",
    path: "/api/notifications/unread",
    summary: "How many of one's own notifications are unread, in all.",
    roles: everyone,
    response: z.object({ count: z.number().int() }),
  },
  markAllRead: {
    method: "PATCH",
    path: "/api/notifications/read",
    summary: "Mark one's own notifications as read: all, or those up to the newest one that the person saw.",
    roles: everyone,
    body: z.object({ upTo: idField("Up to must be the id of a notification").optional() }),
    response: z.null(),
    unaudited: true,
  },
  markRead: {
    method: "PATCH",
    path: "/api/notifications/:id/read",
    summary: "Mark one's own notification as read; one that is read stays so.",
    roles: everyone,
    params: byId,
    response: notificationRow,
    unaudited: true,
  },
} as const satisfies Endpoints;
