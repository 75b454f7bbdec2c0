import { z } from "zod";
import { ROLES, superAdminOnly } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { id, instant, paging, queryId, rangeEnd, rangeStart } from "#shared/http/wire.ts";

/** A person at the time of the action. A later change of role changes no entry. */
const personThen = z.object({
  id,
  /** The contact's current name; null after the account ended. */
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(ROLES),
});
/** One changed fact in words: `Shipping date`, `20 Nov 2026`. */
const change = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() });

const auditEntry = z.object({
  id,
  at: instant,
  /** Null if nobody was signed in and no account matched. */
  actor: personThen.nullable(),
  onBehalfOf: personThen.nullable(),
  /** The name of the API token that the actor's program used; null for a person's own action. */
  tokenName: z.string().nullable(),
  action: z.string(),
  targetType: z.string(),
  targetId: z.number().int().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string().nullable(),
  /** The action in a sentence: `Price of Basswood Classic: £289.00 → £301.00`. */
  text: z.string(),
  /** The changes of `text`, fact by fact. */
  changes: z.array(change),
  /** The name of the changed record: `ORD-12`, `Basswood Classic`, `Ada Marsh`. */
  thing: z.string(),
  /** The record's screen for a reader of the trail; null if it has no screen. */
  path: z.string().nullable(),
});

const name = (what: string) => z.string(`${what} must be text`).max(100, `${what} must be at most 100 characters`).optional();

/**
 * The audit trail (rule K5). No call changes or deletes an entry, and the database rejects both.
 */
export const audit = {
  list: {
    method: "GET",
    path: "/api/audit",
    summary: "List the audit trail, newest first. `from` and `to` are each a whole London day or an instant.",
    roles: superAdminOnly,
    query: z
      .object({
        actorId: queryId("Actor").optional().describe("Only actions of this account, also on another account's behalf."),
        action: name("Action").describe("Only this action, for example payments.settled."),
        targetType: name("Target type").describe("Only this kind of record: quotes, orders, users and so on."),
        targetId: queryId("Target").optional().describe("Only the record with this id; use with targetType."),
        from: rangeStart("From must be a date").optional().describe("A day, YYYY-MM-DD, from its first instant in London; or an instant."),
        to: rangeEnd("To must be a date").optional().describe("A day, inclusive, or an instant."),
        ...paging,
      })
      .refine(({ from, to }) => !from || !to || from <= to, "From cannot be after to"),
    response: z.array(auditEntry),
    paged: true,
  },
} as const satisfies Endpoints;
