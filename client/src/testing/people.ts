import type { User } from "#client/lib/session.ts";
import type { Role } from "#shared/domain/roles.ts";

/** A person to sign in as: `person("supplier")`, `person("customer", { address: null })`. */
export const person = (role: Role, facts: Partial<User> = {}): User => ({
  id: 7,
  email: `${role.replace("_", "-")}@example.com`,
  role,
  companyId: 7,
  companyName: "Kestrel Homes",
  contactName: "Ada Marsh",
  address: "12 Mill Lane, Bristol BS1 4QA",
  phone: null,
  vatNumber: null,
  referralCode: "KESTREL7",
  approvalStatus: "approved",
  mayOrder: true,
  mayManage: true,
  isImpersonating: false,
  ...(role === "supplier" && { seesOpenOrders: true }),
  ...facts,
});
