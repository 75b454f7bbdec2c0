import { users } from "./schema.ts";

/** What a signed-in person is told of their own account (rule A3). Nothing in it is secret. */
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
