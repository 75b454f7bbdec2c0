import { issueWhatCanBe } from "#server/features/invoices/issue-invoice.ts";
import { companyNow, storeCompany } from "#server/features/invoices/parties.ts";
import type { Handlers } from "#server/house.ts";
import type { settings as contract } from "#shared/contract/settings.ts";

/** The seller's own details (rule D7). */
export const settingsHandlers: Handlers<typeof contract> = {
  readCompany: ({ db }) => companyNow(db),

  saveCompany: async ({ db, user, ip, body, now, record }) => {
    record({ before: await companyNow(db), after: body });
    await storeCompany(db, body, now);
    await issueWhatCanBe(db, "everybody", { user, ip, now });
    return body;
  },
};
