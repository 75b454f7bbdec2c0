import { ROLES } from "#shared/domain/roles.ts";

/** The roles that may make a call, and the status that each person gets for it. */

/** A visitor too. */
export const everybody = { may: "anyone", gets: [200, 200, 200, 200, 200, 200, 200] } as const;

/** Every signed-in person. */
export const signedIn = { may: ROLES, gets: [401, 200, 200, 200, 200, 200, 200] } as const;

/** The office: admin and super admin. */
export const staff = { may: ["admin", "super_admin"], gets: [401, 403, 403, 403, 200, 200, 403] } as const;

/** The super admin, who also may not do it while viewing as somebody. */
export const superAdminOnly = { may: ["super_admin"], gets: [401, 403, 403, 403, 403, 200, 403] } as const;

/** An order's maker and the super admin; another workshop does not find it. */
export const makers = { may: ["supplier", "super_admin"], gets: [401, 403, 403, 200, 403, 200, 403], rival: 404 } as const;

/** Customers and suppliers whose colleagues may have fewer rights. */
export const traders = { may: ["customer", "supplier"], gets: [401, 200, 200, 200, 403, 403, 200], colleagues: [403, 200] } as const;

/** A record of the customer's that the office sees too. */
export const theirs = { may: ["customer", "admin", "super_admin"], gets: [401, 200, 404, 403, 200, 200, 200] } as const;

/** A record that its customer, its maker and the office see. */
export const withMakers = { may: ROLES, gets: [401, 200, 404, 200, 200, 200, 200], rival: 404 } as const;

/** A person's own things, which View As does not see. */
export const ownOnly = { may: ROLES, gets: [401, 200, 200, 200, 200, 200, 403] } as const;
