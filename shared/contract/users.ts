import { z } from "zod";
import { everyone, ROLES, staff, superAdminOnly } from "#shared/domain/roles.ts";
import { APPROVAL_STATUSES } from "#shared/domain/trade/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, oneOf, paging, searchIn } from "#shared/http/wire.ts";
import { companyName, email, newContactName, password, rights, signedIn } from "./parts/people.ts";

const found = searchIn("Part of the company's or the contact's name or of the email.");

export const userRow = z.object({
  id,
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
});
/**
 * With what decides whether the account can be viewed: only one of an approved company that has joined it and is not suspended can
 * (rule A11).
 */
const listedUser = userRow.extend({
  approvalStatus: z.enum(APPROVAL_STATUSES),
  invited: z.boolean(),
  lastSeenAt: instant.nullable(),
  /** The person; whether their company is, the approval says. */
  suspended: z.boolean(),
});

/** The rules of registering, and the role, which only the super admin may give (rule A10). */
export const createUserBody = z.object({
  /** Of a company that is there it is another person; a new one's holds no web address (rule C11). */
  companyName,
  contactName: newContactName,
  email,
  password,
  role: oneOf(ROLES, "Role").default("customer"),
  ...rights,
});

/** A role changes only among our own people (rule A10). */
export const changeUserBody = z
  .object({ role: oneOf(staff, "Role").optional(), suspended: z.boolean("Suspended must be true or false").optional() })
  .refine(({ role, suspended }) => role !== undefined || suspended !== undefined, "Say the role or whether the account is suspended");

/** All accounts, and viewing the portal as another person (rules A10 and A11). */
export const users = {
  list: {
    method: "GET",
    path: "/api/users",
    summary: "The accounts of all roles.",
    roles: superAdminOnly,
    query: z.object({ search: found, ...paging }),
    response: z.array(listedUser),
    paged: true,
  },
  create: {
    method: "POST",
    path: "/api/users",
    summary: "Create an account of any role, approved at once.",
    roles: superAdminOnly,
    body: createUserBody,
    response: userRow,
    creates: true,
    transaction: "own",
  },
  change: {
    method: "PATCH",
    path: "/api/users/:id",
    summary: "Make an admin a super admin or the other way round, suspend an account or let it back in. Its sessions end.",
    roles: superAdminOnly,
    params: byId,
    body: changeUserBody,
    response: listedUser,
  },
  sendResetLink: {
    method: "POST",
    path: "/api/users/:id/reset-link",
    summary: "Send a person an email with a link for a new password.",
    roles: superAdminOnly,
    params: byId,
    response: z.null(),
  },
  delete: {
    method: "DELETE",
    path: "/api/users/:id",
    summary: "Delete an account; its quotes, orders and remakes stay.",
    roles: superAdminOnly,
    params: byId,
    response: z.null(),
  },
  impersonate: {
    method: "POST",
    path: "/api/impersonate/:id",
    summary: "View the portal as somebody else.",
    roles: superAdminOnly,
    params: byId,
    response: signedIn,
    impersonatorMayCall: true,
  },
  stopImpersonation: {
    method: "POST",
    path: "/api/stop-impersonation",
    summary: "End the view as somebody else.",
    roles: everyone,
    response: signedIn,
  },
} as const satisfies Endpoints;
