import type { Db } from "#server/db/connect.ts";
import { ordersGoStraight } from "#server/features/companies/people.ts";
import { issueWhatCanBe } from "#server/features/invoices/issue-invoice.ts";
import { companyNow, storeCompany } from "#server/features/invoices/parties.ts";
import type { Handlers } from "#server/house.ts";
import type { settings as contract } from "#shared/contract/settings.ts";

const settingsNow = async (db: Db) => ({ ...(await companyNow(db)), directOrders: await ordersGoStraight(db) });

/** The seller's own details (rule D7), and how the portal goes about orders. */
export const settingsHandlers: Handlers<typeof contract> = {
  readCompany: ({ db }) => settingsNow(db),

  saveCompany: async ({ db, user, ip, body, now, record }) => {
    record({ before: await settingsNow(db), after: body });
    await storeCompany(db, body, now);
    await issueWhatCanBe(db, "everybody", { user, ip, now });
    return settingsNow(db);
  },
};
