import { sql } from "drizzle-orm";
import { bigint, index, inet, integer, jsonb, pgEnum, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { ERROR_SEVERITIES, ERROR_STATUSES } from "#shared/domain/trade/status.ts";
import { at, atMost, createdAt, id, texts } from "./columns.ts";
import { role, users } from "./companies-and-users.ts";

export const errorStatus = pgEnum("error_status", ERROR_STATUSES);

export const errorSeverity = pgEnum("error_severity", ERROR_SEVERITIES);

export const errorRecords = pgTable(
  "error_records",
  {
    id,
    /** The type, place and message without its variable parts: the same error increases `count`. */
    fingerprint: text("fingerprint").notNull().unique(),
    errorType: text("error_type").notNull(),
    errorMessage: text("error_message").notNull(),
    requestPath: text("request_path").notNull(),
    severity: errorSeverity("severity").notNull(),
    status: errorStatus("status").notNull().default("new"),
    stack: text("stack"),
    userId: integer("user_id"),
    requestId: text("request_id"),
    count: integer("count").notNull().default(1),
    createdAt,
    lastSeenAt: at("last_seen_at").notNull().defaultNow(),
  },
  (t) => [
    texts(
      "error_records",
      atMost(t.errorType, LONGEST.errorType),
      atMost(t.errorMessage, LONGEST.errorMessage),
      atMost(t.requestPath, LONGEST.errorPath),
      atMost(t.stack, LONGEST.errorStack),
    ),
    index("error_records_newest").on(t.createdAt.desc(), t.id.desc()),
    index("error_records_by_status").on(t.status, t.createdAt.desc(), t.id.desc()),
    index("error_records_by_severity").on(t.severity, t.createdAt.desc(), t.id.desc()),
  ],
);

/**
 * A trigger refuses to change or delete an entry (rule K5), and another refuses an entry that is
 * too large. The second is no CHECK, because a backup may contain older entries.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: at("at").notNull().defaultNow(),
    actorId: integer("actor_id"),
    actorEmail: text("actor_email"),
    actorRole: role("actor_role"),
    onBehalfOfId: integer("on_behalf_of_id"),
    onBehalfOfEmail: text("on_behalf_of_email"),
    onBehalfOfRole: role("on_behalf_of_role"),
    /** The name of the API token that the actor's program used; null for a session. */
    tokenName: text("token_name"),
    action: text("action").notNull(),
    targetType: text("target_type").notNull(),
    targetId: integer("target_id"),
    before: jsonb("before"),
    after: jsonb("after"),
    ip: inet("ip"),
  },
  (t) => [
    index("audit_newest").on(t.at.desc(), t.id.desc()),
    index("audit_by_actor").on(t.actorId, t.at.desc(), t.id.desc()),
    index("audit_by_action").on(t.action, t.at.desc(), t.id.desc()),
    index("audit_by_target").on(t.targetType, t.targetId, t.at.desc(), t.id.desc()),
  ],
);

/** The first successful replies by key, for a day or for the call's own period (rule C13). */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    /** The call and the hash of the request. */
    fingerprint: text("fingerprint").notNull(),
    /** The reply's status; 0 while the call that claimed the key works. */
    status: smallint("status").notNull(),
    reply: jsonb("reply"),
    /** The claim of a call that works outside a transaction. A claim ends unless it is renewed. */
    claimId: uuid("claim_id"),
    claimedUntil: at("claimed_until"),
    createdAt,
    knownUntil: at("known_until").notNull().default(sql`now() + interval '24 hours'`),
  },
  (t) => [
    texts("idempotency_keys", atMost(t.key, LONGEST.idempotencyKey)),
    primaryKey({ columns: [t.userId, t.key] }),
    index("idempotency_keys_end").on(t.knownUntil),
  ],
);
