/** Who a signed-in person can be (rule A9). */
export const ROLES = ["customer", "supplier", "admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

/** What a company is to us: its people's roles follow from it. */
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

/** Everyone who signs in. */
export const everyone: readonly Role[] = ROLES;
/** Those who run the business. */
export const staff = ["admin", "super_admin"] as const satisfies readonly Role[];
export const superAdminOnly = ["super_admin"] as const satisfies readonly Role[];
/** Those who make the shutters, and the one who may do anything: they move orders and remakes on (rule A9). */
export const makers = ["supplier", "super_admin"] as const satisfies readonly Role[];
/** Those who make the shutters alone. */
export const supplierOnly = ["supplier"] as const satisfies readonly Role[];
/** Everyone but customers: who makes the shutters is no affair of theirs (rule O3). */
export const notCustomers = ["supplier", "admin", "super_admin"] as const satisfies readonly Role[];
/** Everyone who may see money: all but the suppliers (rule C3). */
export const commercialRoles = ["customer", "admin", "super_admin"] as const satisfies readonly Role[];

export const isStaff = (role: Role): boolean => (staff as readonly Role[]).includes(role);
