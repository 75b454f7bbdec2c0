import { asc, eq } from "drizzle-orm";
import type { Database, Db } from "#server/platform/db/connect.ts";
import { passkeys } from "#server/schema/identity/factors.ts";

export const passkeyColumns = { id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt };

/** A person's passkeys, the oldest first; at most ten. */
export const listPasskeys = (db: Db | Database, userId: number) =>
  db.select(passkeyColumns).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));

/** A person's passkeys as the browser's options name them. */
export async function describePasskeys(db: Db | Database, userId: number) {
  const rows = await db.select({ id: passkeys.credentialId }).from(passkeys).where(eq(passkeys.userId, userId));
  return rows.map(({ id }) => ({ id, type: "public-key" as const }));
}
