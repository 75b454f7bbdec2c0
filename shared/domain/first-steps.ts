import type { Role } from "./roles.ts";

/** The contact name of the first super admin, until the owner enters another one. */
export const UNNAMED_OWNER = "Super admin";

/** The steps of a role's first hour, in their order (rule S32). Workshops have rule W108's. */
export const FIRST_STEPS = {
  super_admin: ["name", "seller", "bank", "cards", "type", "supplier", "client", "order"],
  admin: ["who-waits", "what-waits"],
  customer: ["address", "range", "business", "quote", "colleagues"],
  supplier: [],
} as const satisfies Record<Role, readonly string[]>;
export type FirstStep = (typeof FIRST_STEPS)[Role][number];

/** Steps that a person may confirm. Each other step is done once its data exist. */
export const CONFIRMED_STEPS = [
  "bank",
  "cards",
  "order",
  "who-waits",
  "what-waits",
  "range",
  "business",
  "colleagues",
] as const satisfies readonly FirstStep[];
export type ConfirmedStep = (typeof CONFIRMED_STEPS)[number];

/** The company name of the first super admin until a person changes it. */
export const UNNAMED_OFFICE = "Head office";
