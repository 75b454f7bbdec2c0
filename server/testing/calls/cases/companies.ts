import { desc, eq } from "drizzle-orm";
import { auditEntries } from "#server/schema/records.ts";
import { workshopReviews } from "#server/schema/workshop.ts";
import { succeeded } from "#server/testing/builders.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import type { World } from "#server/testing/world.ts";
import { londonDay } from "#shared/domain/period.ts";
import { ROLES } from "#shared/domain/roles.ts";
import { type CasesOf, refused } from "../call-case.ts";
import type { Reply } from "../test-client.ts";
import { newcomer, newEmail, newPhone, newWord, profile, withApp } from "./example-records.ts";
import { inReply, name, phone, words } from "./kept-texts.ts";
import { signedIn, staff, superAdminOnly, traders } from "./who-may.ts";

/** The newest reason in the audit trail, which alone stores it. */
const removalReason = async (_: Reply, { portal }: World) =>
  (
    (
      await portal.db
        .select({ after: auditEntries.after })
        .from(auditEntries)
        .where(eq(auditEntries.action, "users.removeFactors"))
        .orderBy(desc(auditEntries.id))
        .limit(1)
    )[0]?.after as { reason?: string } | null
  )?.reason;

const clientOf = ({ accounts }: World) => ({ id: accounts.customer.companyId });

const noteOf = async ({ as, accounts }: World, remindOn: string | null = null): Promise<number> => {
  const admin = await as("admin");
  const path = `/api/clients/${accounts.customer.companyId}/notes`;
  return succeeded(await admin.post<{ id: number }>(path, { text: "Rings before he comes", remindOn })).id;
};

/** Companies, their people, clients and referrals. */
export const COMPANY_CALLS: CasesOf<"company" | "users" | "clients" | "referrals" | "firstSteps"> = {
  "clients.list": {
    ...staff,
    by: "admin",
  },
  "clients.read": { ...staff, by: "admin", ask: async (world) => clientOf(world) },
  "clients.account": { ...staff, by: "admin", ask: async (world) => clientOf(world) },
  "clients.entries": { ...staff, by: "admin", ask: async (world) => clientOf(world) },
  "clients.sendStatement": { ...staff, success: 204, by: "admin", ask: async (world) => clientOf(world) },
  "clients.notes": { ...staff, by: "admin", ask: async (world) => clientOf(world) },
  "clients.addNote": {
    ...staff,
    success: 201,
    by: "admin",
    ask: async (world) => ({ ...clientOf(world), body: { text: "Rings before he comes" } }),
    lasts: true,
    texts: { text: { least: 1, most: 2000 }, remindOn: refused(201, 400) },
  },
  "clients.noteReminders": { ...staff, by: "admin" },
  "clients.finishNote": {
    // Only the author may finish the reminder: the super admin may not finish an admin's.
    may: ["admin", "super_admin"],
    gets: [401, 403, 403, 403, 200, 403, 403],
    by: "admin",
    ask: async (world) => ({ ...clientOf(world), noteId: await noteOf(world, londonDay(world.portal.appContext.clock())) }),
    lasts: true,
  },
  "clients.deleteNote": {
    // A note is deleted only by its author: the super admin cannot delete an admin's.
    may: ["admin", "super_admin"],
    gets: [401, 403, 403, 403, 200, 403, 403],
    success: 204,
    by: "admin",
    ask: async (world) => ({ ...clientOf(world), noteId: await noteOf(world) }),
  },
  "clients.decide": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ id: (await world.account("pending")).id, body: { approvalStatus: "approved" } }),
    texts: {
      reason: { least: 0, most: 500, few: true, blankIsNone: true, read: inReply("approvalReason") },
    },
  },
  "clients.changeProfile": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ id: (await world.account()).id, body: { ...profile(), phone: newPhone() } }),
    texts: {
      companyName: { ...name, goesOut: true },
      contactName: { ...name, goesOut: true },
      address: { least: 5, most: 500, trimmed: true },
      phone,
    },
  },
  "clients.changeTerms": {
    ...superAdminOnly,
    by: "superAdmin",
    ask: async (world) => ({
      id: (await world.account()).id,
      body: { discountPercent: 12.5, paymentDays: 30, creditLimit: 5000, accountsName: `SEA${newWord()}` },
    }),
    texts: { accountsName: { ...words(100), oneByOne: true, read: inReply("terms.accountsName") } },
  },
  "clients.planTerms": {
    ...superAdminOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => ({
      id: (await world.account()).id,
      body: { from: dayAhead(30), discountPercent: 5, types: [{ productId: (await world.portal.product()).id, pricePerM2: 120.5 }] },
    }),
    texts: { from: refused(400, 413) },
  },
  "clients.plannedTerms": {
    ...staff,
    by: "admin",
    ask: async ({ accounts }) => ({ id: accounts.customer.companyId }),
  },
  "clients.dropPlannedTerms": {
    ...superAdminOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => {
      const { companyId } = await world.account();
      const boss = await world.as("superAdmin");
      const body = { from: dayAhead(30), discountPercent: 5 };
      const { id } = succeeded(await boss.post<{ id: number }>(`/api/clients/${companyId}/terms-changes`, body));
      return { id: companyId, changeId: id };
    },
  },
  "company.people": {
    ...traders,
    by: "customer",
  },
  "company.invite": {
    ...traders,
    success: 201,
    by: "customer",
    ask: async () => ({ body: { email: newEmail(), contactName: "Nora New" } }),
    texts: { email: refused(400, 413), contactName: { ...name, strangers: true, few: true } },
  },
  "company.changePerson": {
    ...traders,
    gets: [401, 200, 404, 404, 403, 403, 200],
    by: "customer",
    ask: async (world) => ({ id: (await world.newColleague()).id, body: { mayOrder: true } }),
  },
  "company.changeOpenOrders": {
    ...staff,
    gets: [401, 403, 403, 403, 200, 200, 403],
    by: "admin",
    ask: async (world) => ({ id: (await world.portal.createAccount("supplier")).companyId, body: { seesOpenOrders: true } }),
  },
  "company.removePerson": {
    ...traders,
    gets: [401, 200, 404, 404, 403, 403, 200],
    success: 204,
    by: "customer",
    ask: async (world) => ({ id: (await world.newColleague()).id }),
  },
  "referrals.list": {
    ...signedIn,
    by: "customer",
  },
  "referrals.payOut": {
    ...superAdminOnly,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.referral() }),
  },
  "users.list": {
    ...superAdminOnly,
    by: "superAdmin",
  },
  "users.create": {
    ...superAdminOnly,
    success: 201,
    by: "superAdmin",
    ask: async () => ({ body: { ...newcomer(), role: "supplier" } }),
    texts: {
      companyName: { ...name, few: true, goesOut: true },
      contactName: { ...name, few: true, goesOut: true },
      email: refused(400),
      password: refused(201, 400),
    },
  },
  "users.change": {
    ...superAdminOnly,
    by: "superAdmin",
    ask: async (world) => ({ id: (await world.account()).id, body: { suspended: true } }),
  },
  "users.sendResetLink": {
    ...superAdminOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => ({ id: (await world.account()).id }),
  },
  "users.removeFactors": {
    ...superAdminOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => {
      await withApp(world);
      // Each request ends a session.
      await world.as("customer");
      return { id: world.accounts.customer.id, body: { reason: `Lost the ${newWord()}` } };
    },
    texts: { reason: { least: 3, most: 500, few: true, oneByOne: true, read: removalReason } },
  },
  "users.delete": {
    ...superAdminOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => ({ id: (await world.account()).id }),
  },
  "users.impersonate": {
    // 409: View As cannot start a second View As.
    may: ["super_admin"],
    gets: [401, 403, 403, 403, 403, 200, 409],
    by: "superAdmin",
    ask: async ({ accounts }) => ({ id: accounts.customer.id }),
  },
  "users.stopImpersonation": {
    may: ROLES,
    gets: [401, 409, 409, 409, 409, 409, 200],
    by: "viewing",
  },
  "firstSteps.read": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "firstSteps.confirm": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 403, 403, 200],
    by: "customer",
    ask: async ({ portal }) => {
      // A repeat keeps the first confirmation, so each request is a first one.
      await portal.owner.delete(workshopReviews);
      return { body: { step: "range" } };
    },
    lasts: true,
  },
};
