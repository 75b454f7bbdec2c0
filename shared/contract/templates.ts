import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, nameText } from "#shared/http/wire.ts";
import { windowChoices } from "./parts/windows.ts";

/** Of one company. */
export const MOST_TEMPLATES = 50;

/** The fitter's own: neither ours, nor a workshop's. */
const fitters = ["customer"] as const satisfies readonly Role[];

const template = z.object({
  id,
  name: z.string(),
  /** Each quote's first window begins with it. */
  isDefault: z.boolean(),
  window: windowChoices,
});

const name = nameText({ most: LONGEST.templateName, required: "Please enter a name", name: "Name" });
const isDefault = z.boolean("Default must be true or false");
export const createTemplateBody = z.object({ name, isDefault: isDefault.optional(), window: windowChoices });
export const changeTemplateBody = z.object({ name: name.optional(), isDefault: isDefault.optional(), window: windowChoices.optional() });

/** The choices that a company's windows begin with (rule Q20). */
export const templates = {
  list: {
    method: "GET",
    path: "/api/company/templates",
    summary: "The own company's templates for windows, by name.",
    roles: fitters,
    response: z.array(template),
    notWhileImpersonating: true,
    keptOnDevice: ["customer"],
  },
  create: {
    method: "POST",
    path: "/api/company/templates",
    summary: "Keep some of a window's choices as a template. A new default takes the place of the one before.",
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
    summary: "Name a template anew, change its choices, or make it the default.",
    roles: fitters,
    params: byId,
    body: changeTemplateBody,
    response: template,
    notWhileImpersonating: true,
  },
  delete: {
    method: "DELETE",
    path: "/api/company/templates/:id",
    summary: "Delete a template. Windows that began with it stay as they are.",
    roles: fitters,
    params: byId,
    response: z.null(),
    notWhileImpersonating: true,
  },
} as const satisfies Endpoints;
