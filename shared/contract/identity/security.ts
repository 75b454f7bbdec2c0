import { z } from "zod";
import { superAdminOnly } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { oneOf } from "#shared/http/wire.ts";

/** The people who need a second factor: `staff` includes suppliers and the office. */
export const FACTOR_REQUIREMENTS = ["nobody", "staff", "everyone"] as const;
export type FactorRequirement = (typeof FACTOR_REQUIREMENTS)[number];
/** New passwords need so many characters while a second factor is required of anybody. */
export const LEAST_WITH_FACTOR = 8;

const securitySettings = z.object({ requireSecondFactor: oneOf(FACTOR_REQUIREMENTS, "Required of") });

/** The portal's security settings (rule A41). */
export const security = {
  read: {
    method: "GET",
    path: "/api/settings/security",
    summary: "Read who needs a second factor.",
    roles: superAdminOnly,
    response: securitySettings,
  },
  save: {
    method: "PUT",
    path: "/api/settings/security",
    proof: true,
    summary: "Set who needs a second factor. Sessions of people without one may only add it.",
    roles: superAdminOnly,
    body: securitySettings,
    response: securitySettings,
  },
} as const satisfies Endpoints;
