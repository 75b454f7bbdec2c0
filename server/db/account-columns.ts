import { users } from "./schema.ts";

/** What somebody who is signed in is told of their own account (rule A3); nothing secret is among it. */
export const accountColumns = {
  id: users.id,
  email: users.email,
  role: users.role,
  companyName: users.companyName,
  contactName: users.contactName,
  address: users.address,
  referralCode: users.referralCode,
  approvalStatus: users.approvalStatus,
};
