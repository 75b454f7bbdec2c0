import type { Handlers } from "#server/context.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { findRequirement } from "#server/platform/http/session/required-factor.ts";
import { securitySettings } from "#server/schema/identity/factors.ts";
import type { security as contract } from "#shared/contract/identity/security.ts";
import { findFactors } from "./factors.ts";

/** The portal's security settings (rule A41). */
export const securityHandlers: Handlers<typeof contract> = {
  read: async ({ db }) => ({ requireSecondFactor: await findRequirement(db) }),

  save: async ({ db, user, body, record }) => {
    const requireSecondFactor = await findRequirement(db);
    if (body.requireSecondFactor !== "nobody" && (await findFactors(db, user.id)).length === 0)
      throw conflict("Add a second factor to your own account first");
    await db.insert(securitySettings).values(body).onConflictDoUpdate({ target: securitySettings.id, set: body });
    record({ before: { requireSecondFactor }, after: body });
    return body;
  },
};
