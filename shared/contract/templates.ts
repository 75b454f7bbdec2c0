import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, nameText } from "#shared/http/wire.ts";
import { windowChoices } from "./parts/windows.ts";

/** The limit for one company. */
export const MOST_TEMPLATES = 50;

/** Templates belong to fitters; staff and workshops have none. */
const fitters = ["customer"] as const satisfies readonly Role[];

const template = z.object({
  id,
  name: z.string(),
  /** Each quote's first window starts from the default template. */
  isDefault: z.boolean(),
  window: windowChoices,
});

const name = nameText({ most: LONGEST.templateName, required: "Please enter a name", name: "Name" });
const isDefault = z.boolean("Default must be true or false");
export const createTemplateBody = z.object({ name, isDefault: isDefault.optional(), window: windowChoices });
export const changeTemplateBody = z.object({ name: name.optional(), isDefault: isDefault.optional(), window: windowChoices.optional() });

/** Templates of choices from which a company's windows start (rule Q20). */
export const templates = {
  list: {
    method: "GET",
    path: "/api/company/templates",
    summary: "List the company's templates for windows, by name.",
    roles: fitters,
    response: z.array(template),
    notWhileImpersonating: true,
    storedOnDevice: ["customer"],
  },
  create: {
    method: "POST",
    path: "/api/company/templates",
    summary: "Save some of a window's choices as a template. A new default replaces the earlier one.",
    roles: fitters,
    body: createTemplateBody,
    response: template,
    creates: true,
    idempotent: true,
    notWhileImpersonating: true,
  },
  change: {
    method: "PATCH",
    path: "/api/company/templates/:id",
    summary: "Rename a template, change its choices, or make it the default.",
    roles: fitters,
    params: byId,
    body: changeTemplateBody,
    response: template,
    notWhileImpersonating: true,
  },
  delete: {
    method: "DELETE",
    path: "/api/company/templates/:id",
    summary: "Delete a template. Windows that started from it do not change.",
    roles: fitters,
    params: byId,
    response: z.null(),
    notWhileImpersonating: true,
  },
} as const satisfies Endpoints;
