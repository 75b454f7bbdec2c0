import type { users } from "#server/db/schema.ts";
import type { Account } from "#shared/contract/people.ts";

/** An account as its owner sees it; nothing else of the row leaves. */
export function toAccount(user: typeof users.$inferSelect, isImpersonating = false): Account {
  const { id, email, role, companyName, contactName, address, referralCode, approvalStatus } = user;
  return { id, email, role, companyName, contactName, address, referralCode, approvalStatus, isImpersonating };
}
