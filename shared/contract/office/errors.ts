import { z } from "zod";
import { companyRef } from "#shared/contract/parts/people.ts";
import { everyone, staff } from "#shared/domain/roles.ts";
import { ERROR_SEVERITIES, ERROR_STATUSES } from "#shared/domain/trade/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, oneOf, paging } from "#shared/http/wire.ts";

export const errorRow = z.object({
  id,
  errorType: z.string(),
  errorMessage: z.string(),
  requestPath: z.string(),
  severity: z.enum(ERROR_SEVERITIES),
  status: z.enum(ERROR_STATUSES),
  /** How often the error occurred. A repeated error updates its row instead of adding one. */
  count: z.number().int(),
  createdAt: instant,
  lastSeenAt: instant,
});
const errorDetails = errorRow.extend({
  stack: z.string().nullable(),
  requestId: z.string().nullable(),
  /** The first person who met the error. */
  user: companyRef.nullable(),
});

const status = oneOf(ERROR_STATUSES, "Status");

/** Faults of the portal, for the people who fix them (rule K4). */
export const errors = {
  list: {
    method: "GET",
    path: "/api/errors",
    summary: "List the recorded errors, newest first.",
    roles: staff,
    query: z.object({
      status: status.optional().describe("Only errors of this status."),
      severity: oneOf(ERROR_SEVERITIES, "Severity").optional().describe("Only errors of this severity."),
      ...paging,
    }),
    response: z.array(errorRow),
    paged: true,
  },
  read: {
    method: "GET",
    path: "/api/errors/:id",
    summary: "Read an error with its stack, its request and the person who met it.",
    roles: staff,
    params: byId,
    response: errorDetails,
  },
  changeStatus: {
    method: "PATCH",
    path: "/api/errors/:id",
    summary: "Change the status of the work on an error.",
    roles: staff,
    params: byId,
    body: z.object({ status }),
    response: errorRow,
  },
  report: {
    method: "POST",
    path: "/api/errors/report",
    summary: "Report a crash of the browser application; at most 10 a minute.",
    roles: everyone,
    body: z.object({
      errorMessage: z.string("Error message must be text"),
      errorType: z.string("Error type must be text").optional(),
      requestPath: z.string("Request path must be text").optional(),
      stack: z.string("Stack must be text").nullable().optional(),
    }),
    response: z.null(),
    counted: { limit: "error-report", by: "account" },
    unaudited: true,
  },
} as const satisfies Endpoints;
