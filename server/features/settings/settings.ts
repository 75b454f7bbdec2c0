import type { Handlers } from "#server/http/call.ts";
import type { settings as contract } from "#shared/contract/settings.ts";
import { companyNow, storeCompany } from "./company.ts";

/** The seller's own details (decisions §13). */
export const settingsHandlers: Handlers<typeof contract> = {
  readCompany: ({ db }) => companyNow(db),

  saveCompany: async ({ db, body, now, record }) => {
    record({ before: await companyNow(db), after: body });
    await storeCompany(db, body, now);
    return body;
  },
};
