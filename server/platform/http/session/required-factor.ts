import { type Column, type SQL, sql } from "drizzle-orm";
import type { Database, Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { forbidden } from "#server/platform/http/errors.ts";
import { passkeys, securitySettings, totpApps } from "#server/schema/identity/factors.ts";
import type { FactorRequirement } from "#shared/contract/identity/security.ts";
import { SET_UP_FACTOR } from "#shared/contract/identity/set-up-factor.ts";
import type { Role } from "#shared/domain/roles.ts";

/**
 * True if the portal requires a second factor of this person who has none; read with the session.
 */
export const needsFactor = (personId: SQL | Column, role: SQL | Column) => sql<boolean>`(
  case (select ${securitySettings.requireSecondFactor} from ${securitySettings})
    when 'everyone' then true when 'staff' then ${role} <> 'customer' else false end
  and not exists (select from ${totpApps} where ${totpApps.userId} = ${personId} and ${totpApps.secretSealed} is not null)
  and not exists (select from ${passkeys} where ${passkeys.userId} = ${personId}))`;

/** The people who need a second factor. */
export async function findRequirement(db: Db | Database): Promise<FactorRequirement> {
  const [row] = await db.select({ of: securitySettings.requireSecondFactor }).from(securitySettings);
  return row?.of ?? "nobody";
}

export const isRequiredOf = (requirement: FactorRequirement, role: Role): boolean =>
  requirement === "everyone" || (requirement === "staff" && role !== "customer");

/**
 * Refuses every other call than the set-up of a second factor to a person who lacks a required one
 * (rule A41).
 * @throws 403
 */
export function requireFactor(user: SignedInUser | null, isForSetUp: boolean): void {
  if (user?.needsFactor && !isForSetUp) throw forbidden(SET_UP_FACTOR);
}
