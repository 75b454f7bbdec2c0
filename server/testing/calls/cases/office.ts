import { sql } from "drizzle-orm";
import { noticeWishes } from "#server/schema/notifications.ts";
import { succeeded } from "#server/testing/builders.ts";
import { SELLER } from "#server/testing/papers/read-pdf.ts";
import type { World } from "#server/testing/world.ts";
import { ROLES } from "#shared/domain/roles.ts";
import { type CasesOf, type Kept, refused } from "../call-case.ts";
import { newWord } from "./example-records.ts";
import { signedIn, staff, superAdminOnly } from "./who-may.ts";

const seller = (most: number): Kept => ({ least: 0, most, trimmed: true });

const bookkeepingCode = { least: 1, most: 60, trimmed: true, name: true } as const;

const tokenOwners = { may: ["customer", "supplier", "super_admin"], gets: [401, 200, 200, 200, 403, 200, 403] } as const;

/** A person has at most twenty tokens, and a suite creates more, so old ones are deleted. */
const leaveRoomForTokens = ({ portal }: World) =>
  portal.db.execute(sql`delete from api_tokens where id < (select max(id) - 5 from api_tokens)`);

/** A supplier's webhook, which only people of its company who may manage it find. */
const ofSupplier = {
  ...tokenOwners,
  gets: [401, 404, 404, 200, 403, 404, 403],
  rival: 404,
  colleagues: [403, 404],
  by: "supplier",
} as const;

const WEBHOOK = { url: "https://hooks.example.com/orders", types: ["order.created" as const] };

/** A company has at most five webhooks, and a suite creates more, so old ones are deleted. */
const leaveRoomForWebhooks = ({ portal }: World) =>
  portal.db.execute(sql`delete from webhooks where id < (select max(id) - 2 from webhooks)`);

async function webhookOf(world: World): Promise<number> {
  await leaveRoomForWebhooks(world);
  return succeeded(await (await world.as("supplier")).post<{ id: number }>("/api/company/webhooks", WEBHOOK)).id;
}

const ownCalendar = { may: ROLES, gets: [401, 200, 200, 200, 200, 200, 403] } as const;

/** Settings, records, figures and what other programs read. */
export const OFFICE_CALLS: CasesOf<
  "settings" | "notifications" | "errors" | "stats" | "audit" | "search" | "webhooks" | "tokens" | "calendar"
> = {
  "audit.list": {
    ...superAdminOnly,
    by: "superAdmin",
  },
  "calendar.read": { ...ownCalendar, by: "customer" },
  "calendar.create": {
    ...ownCalendar,
    success: 201,
    by: "customer",
    ask: async (world) => {
      succeeded(await (await world.as("customer")).delete("/api/account/calendar"));
      return {};
    },
  },
  "calendar.delete": {
    ...ownCalendar,
    success: 204,
    by: "customer",
    ask: async (world) => {
      succeeded(await (await world.as("customer")).post("/api/account/calendar"));
      return {};
    },
  },
  "errors.list": {
    ...staff,
    by: "admin",
  },
  "errors.read": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ id: await world.errorRecord() }),
  },
  "errors.changeStatus": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ id: await world.errorRecord(), body: { status: "resolved" } }),
  },
  "errors.report": {
    ...signedIn,
    success: 204,
    by: "customer",
    ask: async () => ({ body: { errorMessage: `It broke in ${newWord()}`, errorType: "TypeError", requestPath: "/orders" } }),
    lasts: true,
    // These texts are cut, never refused for their length (rule K4).
    texts: { errorMessage: refused(204, 400, 413), errorType: refused(204, 400), requestPath: refused(204, 400), stack: refused(204, 400) },
  },
  "notifications.list": {
    ...signedIn,
    by: "customer",
  },
  "notifications.unread": {
    ...signedIn,
    by: "customer",
  },
  "notifications.markAllRead": {
    ...signedIn,
    success: 204,
    by: "customer",
    ask: async (world) => ({ body: { upTo: await world.notification() } }),
  },
  "notifications.markRead": {
    may: ROLES,
    gets: [401, 200, 404, 404, 404, 404, 200],
    colleagues: [404, 404],
    by: "customer",
    ask: async (world) => ({ id: await world.notification() }),
  },
  "notifications.preferences": { ...signedIn, by: "customer" },
  // Each role has kinds of its own, and the body names one of customers.
  "notifications.savePreferences": {
    may: ROLES,
    gets: [401, 200, 200, 400, 400, 400, 403],
    rival: 400,
    by: "customer",
    ask: async ({ portal }) => {
      await portal.db.delete(noticeWishes);
      return { body: [{ kind: "order_status", bell: true, mail: "digest" }] };
    },
  },
  "search.find": {
    ...signedIn,
    by: "customer",
    // A part of many names.
    query: { q: "an" },
  },
  "settings.readCompany": {
    ...superAdminOnly,
    by: "superAdmin",
  },
  "settings.readMail": {
    ...superAdminOnly,
    by: "superAdmin",
  },
  "settings.saveCompany": {
    ...superAdminOnly,
    by: "superAdmin",
    ask: async () => ({ body: SELLER }),
    lasts: true,
    texts: {
      name: { ...seller(120), name: true, goesOut: true },
      address: seller(500),
      vatNumber: seller(20),
      companyNumber: seller(20),
      email: refused(200, 400),
      phone: seller(40),
      bankName: { ...seller(60), name: true },
      sortCode: refused(200, 400),
      accountNumber: refused(200, 400),
      xeroAccount: bookkeepingCode,
      xeroTaxType: bookkeepingCode,
      sageNominal: bookkeepingCode,
      sageTaxCode: bookkeepingCode,
      xeroBadDebt: bookkeepingCode,
      sageBadDebt: bookkeepingCode,
    },
  },
  "settings.readWorkshop": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
  },
  "settings.saveWorkshop": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
    ask: async ({ as }) => {
      // The settings are saved again, whether or not the company had any.
      const before = { stock: [{ profile: "stile", stockMm: 2400, kerfMm: 3 }], clearances: { hinge: 3 } };
      await (await as("supplier")).put("/api/settings/workshop", before);
      return { body: { stock: [{ profile: "stile", stockMm: 2500, kerfMm: 3.2 }], clearances: { hinge: 2.5 } } };
    },
    lasts: true,
    texts: {
      ...{ "stock[].profile": refused(400), "sections[].profile": refused(400) },
      ...{ "undoes.stock[].profile": refused(400), "undoes.sections[].profile": refused(400), undoesSaveOf: refused(400) },
    },
  },
  "settings.listWorkshopChanges": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
  },
  "settings.checkWorkshop": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
    ask: async () => ({ body: { sections: [{ profile: "stile", widthMm: 60, thicknessMm: 27 }] } }),
    texts: { "sections[].profile": refused(400) },
  },
  "stats.read": {
    ...signedIn,
    by: "customer",
  },
  "stats.history": {
    ...staff,
    by: "admin",
  },
  "tokens.list": { ...tokenOwners, by: "supplier" },
  "tokens.create": {
    ...tokenOwners,
    // A person without the right to manage gets no token.
    colleagues: [403, 200],
    success: 201,
    by: "supplier",
    ask: async (world) => {
      await leaveRoomForTokens(world);
      return { body: { name: newWord(), scopes: ["orders:read"] } };
    },
    texts: { name: { least: 1, most: 60, trimmed: true, name: true } },
  },
  "tokens.revoke": {
    ...tokenOwners,
    gets: [401, 404, 404, 200, 403, 404, 403],
    rival: 404,
    success: 204,
    by: "supplier",
    ask: async (world) => {
      await leaveRoomForTokens(world);
      const supplier = await world.as("supplier");
      const body = { name: newWord(), scopes: ["orders:read"] };
      return { id: succeeded(await supplier.post<{ id: number }>("/api/account/tokens", body)).id };
    },
  },
  "webhooks.list": { ...tokenOwners, colleagues: [403, 200], by: "supplier" },
  "webhooks.create": {
    ...tokenOwners,
    colleagues: [403, 200],
    success: 201,
    by: "supplier",
    ask: async (world) => {
      await leaveRoomForWebhooks(world);
      return { body: WEBHOOK };
    },
    texts: { url: refused(400) },
  },
  "webhooks.change": {
    ...ofSupplier,
    ask: async (world) => ({ id: await webhookOf(world), body: { active: false } }),
    texts: { url: refused(400) },
  },
  "webhooks.delete": { ...ofSupplier, success: 204, ask: async (world) => ({ id: await webhookOf(world) }) },
  "webhooks.test": { ...ofSupplier, success: 201, ask: async (world) => ({ id: await webhookOf(world) }) },
  "webhooks.deliveries": { ...ofSupplier, ask: async (world) => ({ id: await webhookOf(world) }) },
  "webhooks.replay": {
    ...ofSupplier,
    ask: async (world) => {
      const path = `/api/company/webhooks/${await webhookOf(world)}/test`;
      return { id: succeeded(await (await world.as("supplier")).post<{ id: number }>(path)).id };
    },
  },
};
