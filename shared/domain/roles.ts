/** The roles of signed-in people (rule A9). */
export const ROLES = ["customer", "supplier", "admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

/** The kinds of companies; a company's kind limits the roles of its people. */
export const COMPANY_KINDS = ["customer", "supplier", "office"] as const;
type CompanyKind = (typeof COMPANY_KINDS)[number];
export const COMPANY_KIND_OF = {
  customer: "customer",
  supplier: "supplier",
  admin: "office",
  super_admin: "office",
} as const satisfies Record<Role, CompanyKind>;

export const ROLE_LABEL = {
  customer: "Customer",
  supplier: "Supplier",
  admin: "Admin",
  super_admin: "Super admin",
} as const satisfies Record<Role, string>;

export const everyone: readonly Role[] = ROLES;
/** The people who run the business. */
export const staff = ["admin", "super_admin"] as const satisfies readonly Role[];
export const superAdminOnly = ["super_admin"] as const satisfies readonly Role[];
/**
 * Makers of shutters and the super admin, who move orders and remakes through their statuses (rule
 * A9).
 */
export const makers = ["supplier", "super_admin"] as const satisfies readonly Role[];
export const supplierOnly = ["supplier"] as const satisfies readonly Role[];
/** Roles that may know who makes the shutters; customers may not (rule O3). */
export const notCustomers = ["supplier", "admin", "super_admin"] as const satisfies readonly Role[];
/** Roles that may see prices and amounts: all except suppliers (rule C3). */
export const commercialRoles = ["customer", "admin", "super_admin"] as const satisfies readonly Role[];

export const isStaff = (role: Role): boolean => (staff as readonly Role[]).includes(role);
