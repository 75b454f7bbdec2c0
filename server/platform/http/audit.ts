import type { Db } from "#server/platform/db/connect.ts";
import { auditEntries } from "#server/schema/records.ts";
import type { Change, SignedInUser } from "./call.ts";

interface AuditContext {
  readonly action: string;
  readonly feature: string;
  readonly user: SignedInUser | null;
  readonly paramId: number | undefined;
  /** Null for a webhook or a job. */
  readonly ip: string | null;
  readonly now: Date;
}

/**
 * Writes an audit entry: person, action, target and both values (rule K5). While a super admin
 * views as another person, that person is `onBehalfOf`.
 */
export async function writeAudit(db: Db, context: AuditContext, change: Change | undefined): Promise<void> {
  const { user } = context;
  const actor = change?.actor ?? user?.impersonator ?? user;
  const behalf = user?.impersonator ? user : null;
  const entry = {
    at: context.now,
    actorId: actor?.id ?? null,
    actorEmail: actor?.email ?? null,
    actorRole: actor?.role ?? null,
    onBehalfOfId: behalf?.id ?? null,
    onBehalfOfEmail: behalf?.email ?? null,
    onBehalfOfRole: behalf?.role ?? null,
    tokenName: user?.token?.name ?? null,
    action: context.action,
    targetType: change?.targetType ?? context.feature,
    targetId: change?.targetId ?? context.paramId ?? null,
    before: change?.before ?? null,
    after: change?.after ?? null,
    ip: context.ip,
  };
  // A named statement, because every change runs it: each connection plans it once.
  await db.insert(auditEntries).values(entry).prepare("audit entry").execute();
}
