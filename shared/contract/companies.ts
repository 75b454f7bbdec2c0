import { z } from "zod";
import { type Role, staff } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, paging } from "#shared/http/wire.ts";
import { email, rights, strangersContactName } from "./parts/people.ts";

/**
 * The roles whose company manages its own people. Staff accounts are managed under Users (rule
 * A16).
 */
export const traders = ["customer", "supplier"] as const satisfies readonly Role[];

export const companyPerson = z.object({
  id,
  contactName: z.string(),
  email: z.string(),
  mayOrder: z.boolean(),
  mayManage: z.boolean(),
  /** True until the person accepts the invitation. */
  invited: z.boolean(),
  lastSeenAt: instant.nullable(),
});

/**
 * The invitation sends this name to an arbitrary email address, so the name may hold no web
 * address.
 */
export const inviteBody = z.object({ email, contactName: strangersContactName, ...rights });
export const changePersonBody = z.object(rights);

/**
 * The people of the caller's company, for callers who may manage it (rule A16), and a supplier's
 * open orders, for staff.
 */
export const company = {
  people: {
    method: "GET",
    path: "/api/company/people",
    summary: "List the people of the caller's company, including invited people.",
    roles: traders,
    query: z.object(paging),
    response: z.array(companyPerson),
    paged: true,
  },
  invite: {
    method: "POST",
    path: "/api/company/people",
    proof: true,
    summary:
      "Invite a person into the caller's company by email. A person who is already invited receives a new link, which ends the old one.",
    roles: traders,
    body: inviteBody,
    rightsFirst: true,
    response: companyPerson,
    creates: true,
    counted: { limit: "invitations", by: "company" },
  },
  changePerson: {
    method: "PATCH",
    path: "/api/company/people/:id",
    proof: true,
    summary: "Change a person's rights to order and to manage.",
    roles: traders,
    params: byId,
    body: changePersonBody,
    rightsFirst: true,
    response: companyPerson,
  },
  removePerson: {
    method: "DELETE",
    path: "/api/company/people/:id",
    proof: true,
    summary: "End a person's account and sessions at once. Their quotes and orders stay with the company.",
    roles: traders,
    params: byId,
    response: z.null(),
  },
  changeOpenOrders: {
    method: "PATCH",
    path: "/api/companies/:id",
    proof: true,
    summary: "Set whether a supplier company sees orders without a supplier, and may take them.",
    roles: staff,
    params: byId,
    body: z.object({ seesOpenOrders: z.boolean("Sees open orders must be true or false") }),
    response: z.object({ id, companyName: z.string(), seesOpenOrders: z.boolean() }),
  },
} as const satisfies Endpoints;
