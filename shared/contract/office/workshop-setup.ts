import { z } from "zod";
import { supplierOnly } from "#shared/domain/roles.ts";
import { SETUP_STEPS } from "#shared/domain/workshop-setup.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { instant, oneOf } from "#shared/http/wire.ts";

const setup = z.object({
  /** True once the workshop has reviewed every step. */
  complete: z.boolean(),
  steps: z.array(z.object({ step: z.enum(SETUP_STEPS), reviewedAt: instant.nullable() })),
});

/** The checklist of a new workshop (rule W108). */
export const workshopSetup = {
  setup: {
    method: "GET",
    path: "/api/workshop/setup",
    summary: "Read which parts of its settings the caller's workshop has reviewed.",
    roles: supplierOnly,
    response: setup,
    storedOnDevice: ["supplier"],
  },
  reviewSetup: {
    method: "POST",
    path: "/api/workshop/setup",
    summary: "Record that the caller's workshop has reviewed a part of its settings. A repeat keeps the first time.",
    roles: supplierOnly,
    body: z.object({ step: oneOf(SETUP_STEPS, "Step") }),
    response: setup,
  },
} as const satisfies Endpoints;
