import { sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { refuseAddress } from "#server/features/companies/refuse-address.ts";
import { workshopSettingsOf } from "#server/features/companies/workshop-settings.ts";
import { countWaitingForSeller, issueDueInvoices } from "#server/features/invoices/issue-invoice.ts";
import { sellersSettingsNow, storeCompany } from "#server/features/invoices/parties.ts";
import { settleNotifications } from "#server/features/office/notifications/notifications.ts";
import { workshopSettings } from "#server/schema/workshop.ts";
import type { settings as contract } from "#shared/contract/office/settings.ts";
import { londonDay } from "#shared/domain/period.ts";
import { checkWorkshopTable, keptMeasuresInWords } from "./check-workshop-table.ts";

/** The seller's own details (rule D7), and settings of how the portal handles orders. */
export const settingsHandlers: Handlers<typeof contract> = {
  readCompany: ({ db }) => sellersSettingsNow(db),

  saveCompany: async ({ db, user, ip, body, now, record }) => {
    const before = await sellersSettingsNow(db);
    refuseAddress({ path: "name", typed: body.name, before: before.name });
    record({ before, after: body });
    await storeCompany(db, body, now);
    await issueDueInvoices(db, "everybody", { user, ip, now });
    if ((await countWaitingForSeller(db)) === 0) await settleNotifications(db, "invoices_waiting", now);
    return sellersSettingsNow(db);
  },

  readWorkshop: ({ db, user }) => workshopSettingsOf(db, user.companyId),

  saveWorkshop: async ({ db, user, body, now, record }) => {
    const before = await workshopSettingsOf(db, user.companyId);
    const after = { ...before, ...body, clearances: { ...before.clearances, ...body.clearances } };
    const tableOf = (table: typeof after) => JSON.stringify([table.clearances, table.sections, table.lap, table.trackDepthMm]);
    const changedOn = tableOf(after) === tableOf(before) ? null : londonDay(now);
    record({ before, after });
    const { companyId } = user;
    const { stock = [], clearances = {}, sections = [], lap, trackDepthMm, leadDays, weeklyM2 } = body;
    await db
      .insert(workshopSettings)
      .values({ companyId, stock, clearances, sections, lap, trackDepthMm, leadDays, weeklyM2, changedOn })
      .onConflictDoUpdate({
        target: workshopSettings.companyId,
        // The statement sets only the sent fields, so a colleague's save of other fields at the
        // same time survives.
        set: {
          ...(body.stock && { stock }),
          ...(changedOn && { changedOn }),
          ...(body.sections && { sections }),
          ...(lap && { lap }),
          ...(trackDepthMm && { trackDepthMm }),
          ...(leadDays && { leadDays }),
          ...(weeklyM2 !== undefined && { weeklyM2 }),
          clearances: sql`${workshopSettings.clearances} || ${JSON.stringify(clearances)}::jsonb`,
        },
      });
    const keptMeasures = changedOn === null ? undefined : await keptMeasuresInWords(db, companyId);
    return { ...(await workshopSettingsOf(db, companyId)), ...(keptMeasures && { keptMeasures }) };
  },

  checkWorkshop: async ({ db, user, body }) => {
    const present = await workshopSettingsOf(db, user.companyId);
    const candidate = { ...present, ...body, clearances: { ...present.clearances, ...body.clearances } };
    return checkWorkshopTable(db, user.companyId, candidate, present);
  },
};
