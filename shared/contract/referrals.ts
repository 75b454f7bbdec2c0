import { z } from "zod";
import { everyone, superAdminOnly } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { commercial, visibleTo } from "#shared/http/visibility.ts";
import { byId, id, instant, paging, pounds } from "#shared/http/wire.ts";

export const referralRow = z.object({
  id,
  referredUserId: id,
  referredUser: z.object({ companyName: z.string() }),
  paidOut: z.boolean(),
  /** Only customers earn a commission, so a supplier's rows have no such key. */
  commissionEarned: commercial(pounds),
  createdAt: instant,
  /** The person to pay. In a customer's own list it is always the customer. */
  referrer: visibleTo(superAdminOnly, z.object({ id, companyName: z.string() })),
});

/** Companies that registered with a person's code, and the commission for it (rule P9). */
export const referrals = {
  list: {
    method: "GET",
    path: "/api/referrals",
    summary: "List the caller's referrals; the super admin receives all.",
    roles: everyone,
    query: z.object(paging),
    response: z.array(referralRow),
    paged: true,
  },
  payOut: {
    method: "PATCH",
    path: "/api/referrals/:id/paid-out",
    summary: "Record that a commission was paid out.",
    roles: superAdminOnly,
    params: byId,
    response: referralRow,
  },
} as const satisfies Endpoints;
