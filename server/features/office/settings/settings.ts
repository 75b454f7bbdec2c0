import { sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { refuseAddress } from "#server/features/companies/refuse-address.ts";
import { workshopSettingsOf } from "#server/features/companies/workshop-settings.ts";
import { storeReviews, withdrawReviews } from "#server/features/companies/workshop-setup.ts";
import { countWaitingForSeller, issueDueInvoices } from "#server/features/invoices/issue-invoice.ts";
import { sellersSettingsNow, storeCompany } from "#server/features/invoices/parties.ts";
import { settleNotifications } from "#server/features/office/notifications/notifications.ts";
import { workshopSettings } from "#server/schema/workshop.ts";
import type { settings as contract } from "#shared/contract/office/settings.ts";
import { londonDay } from "#shared/domain/period.ts";
import { SETUP_STEPS, type SetupStep } from "#shared/domain/workshop-setup.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { checkWorkshopTable, formatKeptMeasures } from "./check-workshop-table.ts";
import { lockForUndo } from "./undo-workshop-save.ts";
import { listWorkshopChanges } from "./workshop-changes.ts";

type SavedSettings = BodyOf<typeof contract.saveWorkshop>;
/** The steps of the checklist that a save completes (rule W108). */
const savedSteps = ({ stock, sections, lap, trackDepthMm, clearances, leadDays, weeklyM2 }: SavedSettings): SetupStep[] => {
  const saved: Record<SetupStep, boolean> = {
    stock: stock !== undefined,
    sections: sections !== undefined || lap !== undefined || trackDepthMm !== undefined,
    clearances: clearances !== undefined,
    "lead-days": leadDays !== undefined,
    capacity: weeklyM2 !== undefined,
    people: false,
    "test-card": false,
  };
  return SETUP_STEPS.filter((step) => saved[step]);
};

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

  readMail: async ({ sendsMail }) => ({ isSent: sendsMail }),

  readWorkshop: ({ db, user }) => workshopSettingsOf(db, user.companyId),

  saveWorkshop: async ({ db, user, body: { undoes, undoesSaveOf, ...body }, now, record }) => {
    if (undoes) await lockForUndo(db, user.companyId, undoes);
    const before = await workshopSettingsOf(db, user.companyId);
    const after = { ...before, ...body, clearances: { ...before.clearances, ...body.clearances } };
    const tableOf = (table: typeof after) => JSON.stringify([table.clearances, table.sections, table.lap, table.trackDepthMm]);
    const changedOn = tableOf(after) === tableOf(before) ? null : londonDay(now);
    const { companyId } = user;
    record({ targetId: companyId, before, after });
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
    if (undoesSaveOf) await withdrawReviews(db, user, savedSteps(body), new Date(undoesSaveOf));
    else if (!undoes) await storeReviews(db, user, savedSteps(body), now);
    const keptMeasures = changedOn === null ? undefined : await formatKeptMeasures(db, companyId);
    return { ...(await workshopSettingsOf(db, companyId)), savedAt: now, ...(keptMeasures && { keptMeasures }) };
  },

  listWorkshopChanges: ({ db, user }) => listWorkshopChanges(db, user.companyId),

  checkWorkshop: async ({ db, user, body }) => {
    const present = await workshopSettingsOf(db, user.companyId);
    const candidate = { ...present, ...body, clearances: { ...present.clearances, ...body.clearances } };
    return checkWorkshopTable(db, user.companyId, candidate, present);
  },
};
