import { z } from "zod";
import { everyone } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { instant } from "#shared/http/wire.ts";

/** The caller's calendar of due days: an address that a calendar program reads (rule A34). */
export const calendar = {
  read: {
    method: "GET",
    path: "/api/account/calendar",
    summary: "Read the time at which the caller's calendar address was made; null without one. The address itself is not stored.",
    roles: everyone,
    response: z.object({ createdAt: instant.nullable() }),
    notWhileImpersonating: true,
  },
  create: {
    method: "POST",
    path: "/api/account/calendar",
    proof: true,
    summary: "Make a new calendar address, which replaces the one before. Only this reply contains it.",
    roles: everyone,
    response: z.object({
      /** The path: `/calendar/….ics`. */
      address: z.string(),
      /** The whole address, for a calendar program. */
      url: z.string(),
    }),
    creates: true,
    notWhileImpersonating: true,
  },
  delete: {
    method: "DELETE",
    path: "/api/account/calendar",
    proof: true,
    summary: "Revoke the caller's calendar address at once.",
    roles: everyone,
    response: z.null(),
    notWhileImpersonating: true,
  },
} as const satisfies Endpoints;
