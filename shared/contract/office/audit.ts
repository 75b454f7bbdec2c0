import { z } from "zod";
import { ROLES, superAdminOnly } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { id, instant, paging, queryId, rangeEnd, rangeStart } from "#shared/http/wire.ts";

/** A person as they were at the time. A later change of role changes no entry. */
const personThen = z.object({
  id,
  /** The contact's name of today; null once the account ended. */
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(ROLES),
});
/** One fact in words: `Shipping date`, `20 Nov 2026`. */
const change = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() });

const auditEntry = z.object({
  id,
  at: instant,
  /** Null where no one was signed in and no account was found. */
  actor: personThen.nullable(),
  onBehalfOf: personThen.nullable(),
  action: z.string(),
  targetType: z.string(),
  targetId: z.number().int().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string().nullable(),
  /** What was done, as people say it: `Price of Basswood Classic: £289.00 → £301.00`. */
  text: z.string(),
  /** The same, fact by fact. */
  changes: z.array(change),
  /** What the thing is called: `ORD-12`, `Basswood Classic`, `Ada Marsh`. */
  thing: z.string(),
  /** The screen of the thing, for who reads the trail; null where it has none. */
  path: z.string().nullable(),
});

const name = (what: string) => z.string(`${what} must be text`).max(100, `${what} must be at most 100 characters`).optional();

/**
 * Who did what to which thing, and when (rule K5). No call changes or deletes an entry, and the database refuses it.
 */
export const audit = {
  list: {
    method: "GET",
    path: "/api/audit",
    summary: "The audit trail, newest first. `from` and `to` are each a day, which counts whole, or an instant.",
    roles: superAdminOnly,
    query: z
      .object({
        actorId: queryId("Actor").optional().describe("Whose acts: an account's id, also where it acted on another's behalf."),
        action: name("Action").describe("Exactly this action, as payments.settled."),
        targetType: name("Target type").describe("The kind of thing: quotes, orders, users and so on."),
        targetId: queryId("Target").optional().describe("The thing's id; with targetType."),
        from: rangeStart("From must be a date").optional().describe("A day, YYYY-MM-DD, from its first instant in London; or an instant."),
        to: rangeEnd("To must be a date").optional().describe("A day, which counts whole, or an instant."),
        ...paging,
      })
      .refine(({ from, to }) => !from || !to || from <= to, "From cannot be after to"),
    response: z.array(auditEntry),
    paged: true,
  },
} as const satisfies Endpoints;
