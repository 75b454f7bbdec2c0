import { companies, users } from "#server/schema/companies-and-users.ts";

/**
 * The columns of their own account and company that a signed-in person receives (rule A3). None is
 * secret.
 */
export const accountColumns = {
  id: users.id,
  email: users.email,
  role: users.role,
  companyId: companies.id,
  companyName: companies.name,
  contactName: users.contactName,
  address: companies.address,
  phone: companies.phone,
  vatNumber: companies.vatNumber,
  referralCode: companies.referralCode,
  approvalStatus: companies.approvalStatus,
  mayOrder: users.mayOrder,
  mayManage: users.mayManage,
};
