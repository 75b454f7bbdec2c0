import { z } from "zod";
import { CONFIRMED_STEPS, FIRST_STEPS } from "#shared/domain/first-steps.ts";
import { commercialRoles } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { oneOf } from "#shared/http/wire.ts";

const steps = z.object({
  /** True once every step of the caller is done. */
  complete: z.boolean(),
  steps: z.array(
    z.object({ step: z.enum([...FIRST_STEPS.super_admin, ...FIRST_STEPS.admin, ...FIRST_STEPS.customer]), done: z.boolean() }),
  ),
});

/** The checklist of a role's first hour (rule S32). */
export const firstSteps = {
  read: {
    method: "GET",
    path: "/api/first-steps",
    summary: "Read which steps of the caller's first hour are done.",
    roles: commercialRoles,
    response: steps,
  },
  confirm: {
    method: "POST",
    path: "/api/first-steps",
    summary: "Record that the caller's company has done a step that leaves no data. A repeat keeps the first time.",
    roles: commercialRoles,
    body: z.object({ step: oneOf(CONFIRMED_STEPS, "Step") }),
    response: steps,
  },
} as const satisfies Endpoints;
