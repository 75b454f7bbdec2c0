import { z } from "zod";
import { everyone } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, paging } from "#shared/http/wire.ts";

export const notificationRow = z.object({
  id,
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  /** `remake_reply`, `order_status` …: the bell knows where each one leads. */
  type: z.string(),
  relatedId: id.nullable(),
  createdAt: instant,
});

/** What the bell tells (§2, §4). */
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
