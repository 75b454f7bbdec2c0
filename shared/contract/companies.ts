import { z } from "zod";
import type { Role } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, paging } from "#shared/http/wire.ts";
import { email, rights, strangersContactName } from "./parts/people.ts";

/** Those whose company keeps its own people; ours are under Users (rule A16). */
const traders = ["customer", "supplier"] as const satisfies readonly Role[];

export const companyPerson = z.object({
  id,
  contactName: z.string(),
  email: z.string(),
  mayOrder: z.boolean(),
  mayManage: z.boolean(),
  /** Not joined yet. */
  invited: z.boolean(),
  lastSeenAt: instant.nullable(),
});

/** The name goes by mail to any address that is named beside it. */
export const inviteBody = z.object({ email, contactName: strangersContactName, ...rights });
export const changePersonBody = z.object(rights);

/** The people of one's own company, for those who may manage it (rule A16). */
export const company = {
  people: {
    method: "GET",
    path: "/api/company/people",
    summary: "The people of one's company, the invited ones too.",
    roles: traders,
    query: z.object(paging),
    response: z.array(companyPerson),
    paged: true,
  },
  invite: {
    method: "POST",
    path: "/api/company/people",
    summary: "Invite a person into one's company by email. Who is invited already gets a new link, which ends the old one.",
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
    summary: "Give or take a person's rights to order and to manage.",
    roles: traders,
    params: byId,
    body: changePersonBody,
    rightsFirst: true,
    response: companyPerson,
  },
  removePerson: {
    method: "DELETE",
    path: "/api/company/people/:id",
    summary: "End a person's account and sessions at once; what they made stays the company's.",
    roles: traders,
    params: byId,
    response: z.null(),
  },
} as const satisfies Endpoints;
