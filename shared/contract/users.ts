import { z } from "zod";
import { everyone, ROLES, staff, superAdminOnly } from "#shared/domain/roles.ts";
import { APPROVAL_STATUSES } from "#shared/domain/trade/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, oneOf, paging, searchIn } from "#shared/http/wire.ts";
import { companyName, email, newContactName, password, rights, signedIn } from "./parts/people.ts";
import { requiredReason } from "./payments.ts";

const userSearch = searchIn("Part of the company's or the contact's name or of the email.");

export const userRow = z.object({
  id,
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
});
/**
 * A user with the fields that decide whether the super admin can view the portal as that person:
 * the company must be approved, and the person must have joined and not be suspended (rule A11).
 */
const listedUser = userRow.extend({
  approvalStatus: z.enum(APPROVAL_STATUSES),
  invited: z.boolean(),
  /** False until the person has used the emailed link for the first password (rule A48). */
  hasPassword: z.boolean(),
  lastSeenAt: instant.nullable(),
  /** Suspends this person; `approvalStatus` tells whether the company is suspended. */
  suspended: z.boolean(),
  companyId: id,
  /** A supplier's right to see and take orders without a supplier (rule W93); null for others. */
  seesOpenOrders: z.boolean().nullable(),
});

/** The rules of registering, and the role, which only the super admin may assign (rule A10). */
export const createUserBody = z.object({
  /**
   * An existing company gets another person. A new company's name may hold no web address (rule
   * C25).
   */
  companyName,
  contactName: newContactName,
  email,
  /**
   * Without it, or while a second factor is required of anybody, the person is emailed a link
   * (rule A48).
   */
  password: password.optional(),
  role: oneOf(ROLES, "Role").default("customer"),
  ...rights,
});

/** A role changes only within the staff (rule A22). */
export const changeUserBody = z
  .object({ role: oneOf(staff, "Role").optional(), suspended: z.boolean("Suspended must be true or false").optional() })
  .refine(({ role, suspended }) => role !== undefined || suspended !== undefined, "Give the role, or whether the account is suspended");

export const removeFactorsBody = z.object({ reason: requiredReason });

/** All accounts, and viewing the portal as another person (rules A10 and A11). */
export const users = {
  list: {
    method: "GET",
    path: "/api/users",
    summary: "List the accounts of all roles.",
    roles: superAdminOnly,
    query: z.object({ search: userSearch, ...paging }),
    response: z.array(listedUser),
    paged: true,
  },
  create: {
    method: "POST",
    path: "/api/users",
    proof: true,
    summary:
      "Create an account of any role, approved at once. Without a password, or while a second factor is required of anybody, the person gets a link to choose one.",
    roles: superAdminOnly,
    body: createUserBody,
    response: userRow,
    creates: true,
    transaction: "own",
  },
  change: {
    method: "PATCH",
    path: "/api/users/:id",
    proof: true,
    summary: "Change the role of a member of staff, suspend an account or reinstate it. The account's sessions end.",
    roles: superAdminOnly,
    params: byId,
    body: changeUserBody,
    response: listedUser,
  },
  sendResetLink: {
    method: "POST",
    path: "/api/users/:id/reset-link",
    proof: true,
    summary: "Email a person a link that sets a new password, or the first one.",
    roles: superAdminOnly,
    params: byId,
    response: z.null(),
  },
  removeFactors: {
    method: "DELETE",
    path: "/api/users/:id/factors",
    proof: true,
    summary: "Remove the second factors of a person who lost them, with the reason. The person's sessions and tokens end.",
    roles: superAdminOnly,
    params: byId,
    body: removeFactorsBody,
    response: z.null(),
  },
  delete: {
    method: "DELETE",
    path: "/api/users/:id",
    proof: true,
    summary: "Delete an account; its quotes, orders and remakes stay.",
    roles: superAdminOnly,
    params: byId,
    response: z.null(),
  },
  impersonate: {
    method: "POST",
    path: "/api/impersonate/:id",
    proof: true,
    summary: "View the portal as somebody else.",
    roles: superAdminOnly,
    params: byId,
    response: signedIn,
    impersonatorMayCall: true,
  },
  stopImpersonation: {
    method: "POST",
    path: "/api/stop-impersonation",
    summary: "Stop viewing the portal as somebody else.",
    roles: everyone,
    response: signedIn,
  },
} as const satisfies Endpoints;
