import type { Db } from "#server/db/connect.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { conflict, forbidden, notFound } from "#server/http/errors.ts";
import { findAccount } from "./user-queries.ts";

/** The account through whose eyes the super admin may look now (rule A11). */
export async function accountToView(db: Db, id: number, by: SignedInUser) {
  if (by.impersonator) throw conflict(`You already view the portal as ${by.email}: stop that first`);
  if (id === by.id) throw conflict("You cannot view the portal as yourself");
  const account = await findAccount(db, id);
  if (!account) throw notFound("User");
  if (account.role === "super_admin") throw forbidden("You cannot view the portal as another super admin");
  // They cannot see the portal themselves, and no session of theirs is valid.
  if (account.approvalStatus !== "approved") throw conflict(`${account.companyName} is not approved and has no portal to view`);
  return account;
}

/** The super admin's own account, at the end of the view. */
export async function accountBehind(db: Db, user: SignedInUser) {
  if (!user.impersonator) throw conflict("You are not viewing the portal as somebody else");
  const account = await findAccount(db, user.impersonator.id);
  if (!account) throw notFound("User");
  return account;
}
