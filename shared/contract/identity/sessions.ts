import { z } from "zod";
import { everyone, superAdminOnly } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant } from "#shared/http/wire.ts";
import { traders } from "../companies.ts";

/**
 * A session of the caller. `id` is a number of its own and never part of the cookie, so the list
 * signs nobody in.
 */
export const sessionRow = z.object({
  id,
  /** The browser and the system in words, such as `Chrome on Windows`. */
  device: z.string(),
  createdAt: instant,
  /** Stored at most every five minutes. */
  lastSeenAt: instant,
  /** True for the session of this call. */
  current: z.boolean(),
  /**
   * The super admin who views the portal as the caller in this session; null for the caller's own.
   */
  viewedBy: id.nullable(),
  viewedByName: z.string().nullable(),
  /** The person as whom the caller views the portal in this session; null in all others. */
  viewing: z.string().nullable(),
});

/** The sessions of a person, and their ends (rule A30). */
export const sessions = {
  list: {
    method: "GET",
    path: "/api/account/sessions",
    summary: "List the caller's sessions, the newest first.",
    roles: everyone,
    response: z.array(sessionRow),
  },
  end: {
    method: "DELETE",
    path: "/api/account/sessions/:id",
    proof: true,
    summary: "End one session of the caller at once.",
    roles: everyone,
    params: byId,
    response: z.null(),
  },
  endOthers: {
    method: "DELETE",
    path: "/api/account/sessions",
    proof: true,
    summary: "End all sessions of the caller but the one of this call.",
    roles: everyone,
    response: z.null(),
  },
  endOfUser: {
    method: "DELETE",
    path: "/api/users/:id/sessions",
    proof: true,
    summary: "End all sessions of a person. The super admin's own session of this call stays.",
    roles: superAdminOnly,
    params: byId,
    response: z.null(),
  },
  endOfColleague: {
    method: "DELETE",
    path: "/api/company/people/:id/sessions",
    proof: true,
    summary: "End all sessions of a person of the caller's company. The session of this call stays.",
    roles: traders,
    params: byId,
    response: z.null(),
  },
} as const satisfies Endpoints;
