import { and, eq, isNull } from "drizzle-orm";
import { foundCompany } from "#server/features/companies/found-company.ts";
import { type Database, inTransaction } from "#server/platform/db/connect.ts";
import { hashPassword } from "#server/platform/security/passwords.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { UNNAMED_OFFICE, UNNAMED_OWNER } from "#shared/domain/first-steps.ts";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export async function hasSuperAdmin(db: Pick<Database, "select">): Promise<boolean> {
  const [existing] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "super_admin"), isNull(users.deletedAt)))
    .limit(1);
  return existing !== undefined;
}

/**
 * Creates the first super admin if there is none (rule B4). If two processes start at once, the
 * e-mail's unique index admits one.
 * @returns true if this call created it
 */
export async function ensureSuperAdmin(db: Database, { email, password }: Credentials, now: Date): Promise<boolean> {
  if (await hasSuperAdmin(db)) return false;
  const passwordHash = await hashPassword(password);
  const account = { email, passwordHash, role: "super_admin", contactName: UNNAMED_OWNER, createdAt: now } as const;
  await inTransaction(db, (tx) => foundCompany(tx, account, { name: UNNAMED_OFFICE, approvalStatus: "approved" })).catch(
    (error: unknown) => {
      if (!(error instanceof Error && error.message.includes("already exists"))) throw error;
    },
  );
  return true;
}
