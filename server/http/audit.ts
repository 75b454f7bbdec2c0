import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { builtOnce } from "#server/db/prepared.ts";
import { auditEntries } from "#server/db/schema.ts";
import type { Change, SignedInUser } from "./call.ts";

export interface AuditContext {
  readonly action: string;
  readonly feature: string;
  readonly user: SignedInUser | null;
  readonly paramId: number | undefined;
  /** Null where it was no request of a person: a webhook, a job. */
  readonly ip: string | null;
  readonly now: Date;
}

/** Writes who, on whose behalf, what and which thing (rule K5). The person at the keyboard is the actor; the eyes they borrow are `onBehalfOf`. */
export async function writeAudit(db: Db, context: AuditContext, change: Change | undefined): Promise<void> {
  const { user } = context;
  const actor = change?.actor ?? user?.impersonator ?? user;
  const behalf = user?.impersonator ? user : null;
  await insertEntry(db, [], {
    at: context.now,
    actorId: actor?.id ?? null,
    actorEmail: actor?.email ?? null,
    actorRole: actor?.role ?? null,
    onBehalfOfId: behalf?.id ?? null,
    onBehalfOfEmail: behalf?.email ?? null,
    onBehalfOfRole: behalf?.role ?? null,
    action: context.action,
    targetType: change?.targetType ?? context.feature,
    targetId: change?.targetId ?? context.paramId ?? null,
    before: asJson(change?.before),
    after: asJson(change?.after),
    ip: context.ip,
  });
}

const asJson = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

const insertEntry = builtOnce((db) => {
  const { placeholder } = sql;
  return db.insert(auditEntries).values({
    at: placeholder("at"),
    actorId: placeholder("actorId"),
    actorEmail: placeholder("actorEmail"),
    actorRole: placeholder("actorRole"),
    onBehalfOfId: placeholder("onBehalfOfId"),
    onBehalfOfEmail: placeholder("onBehalfOfEmail"),
    onBehalfOfRole: placeholder("onBehalfOfRole"),
    action: placeholder("action"),
    targetType: placeholder("targetType"),
    targetId: placeholder("targetId"),
    // As they come: the column itself would write nothing at all as JSON's null.
    before: sql`${placeholder("before")}::jsonb`,
    after: sql`${placeholder("after")}::jsonb`,
    ip: placeholder("ip"),
  });
});
