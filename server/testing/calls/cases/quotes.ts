import { eq, sql } from "drizzle-orm";
import { companies } from "#server/schema/companies-and-users.ts";
import { quotes } from "#server/schema/quotes.ts";
import { succeeded } from "#server/testing/builders.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { clearLogo } from "#server/testing/retail.ts";
import type { World } from "#server/testing/world.ts";
import { type CasesOf, type Kept, refused } from "../call-case.ts";
import type { Reply } from "../test-client.ts";
import { newEmail, newWord, window } from "./example-records.ts";
import { jobName, makersNote, note, phone, poNumber, windowName, words } from "./kept-texts.ts";
import { signedIn, staff, superAdminOnly, theirs } from "./who-may.ts";

const product = {
  name: { least: 1, most: 120, trimmed: true, name: true },
  description: { least: 0, most: 2000 },
  "colorOptions[]": { least: 1, most: 60, trimmed: true, name: true },
  "surcharges[].value": refused(400),
  "costSurcharges[].value": refused(400),
  material: { least: 0, most: 40, trimmed: true, name: true, blankIsNone: true },
} as const;

const site = {
  customerName: { ...words(120), few: true },
  customerPhone: { ...phone, few: true },
  customerEmail: refused(200, 201, 400),
  siteAddress: { least: 0, most: 500, trimmed: true, blankIsNone: true, few: true },
} as const;

const declineReason = async (_: Reply, { portal }: World, id = 0) =>
  (await portal.db.select().from(quotes).where(eq(quotes.id, id)))[0]?.declineReason;

const OWN_ADDRESS = "1 Castle Street, Lewes";

const companyOf = ({ accounts }: World) => eq(companies.id, accounts.customer.companyId);

/** A draft of a company whose invoices have no address yet. */
async function firstOrder(world: World): Promise<number> {
  const id = await world.draft();
  await world.portal.db.update(companies).set({ address: null }).where(companyOf(world));
  return id;
}

const companyAddress: Kept = {
  least: 5,
  most: 500,
  trimmed: true,
  few: true,
  oneByOne: true,
  read: async (_: Reply, world: World) => (await world.portal.db.select().from(companies).where(companyOf(world)))[0]?.address,
};

/** A company has at most fifty of them, and a suite creates more, so old ones are deleted. */
const leaveRoomForTemplates = ({ portal }: World) =>
  portal.db.execute(sql`delete from window_templates where id < (select max(id) - 20 from window_templates)`);

const templateOf = async (world: World): Promise<number> => {
  await leaveRoomForTemplates(world);
  const customer = await world.as("customer");
  return succeeded(await customer.post<{ id: number }>("/api/company/templates", { name: newWord(), window: {} })).id;
};

const template = {
  name: { least: 1, most: 60, trimmed: true, name: true },
  "window.colorSelection": { least: 1, most: 60, trimmed: true, name: true },
  "window.layoutCode": refused(400, 413),
} as const;

/** Quotes, the products and templates that they are built from. */
export const QUOTE_CALLS: CasesOf<"quotes" | "products" | "templates"> = {
  "products.list": {
    ...signedIn,
    by: "customer",
  },
  "products.create": {
    ...staff,
    success: 201,
    by: "admin",
    ask: async () => ({ body: { name: newEmail(), basePricePerM2: 99.5, standardLouverSizes: [64], colorOptions: ["White"] } }),
    texts: product,
  },
  "products.update": {
    ...staff,
    by: "admin",
    ask: async ({ portal }) => {
      const { id, name, basePricePerM2 } = await portal.product();
      return { body: { id, name, basePricePerM2: basePricePerM2 ?? 0, description: "Basswood, painted" } };
    },
    lasts: true,
    // These rules equal those of products.create.
    texts: {
      name: { ...product.name, few: true },
      description: { ...product.description, few: true },
      "colorOptions[]": { ...product["colorOptions[]"], few: true },
      "surcharges[].value": { ...product["surcharges[].value"], few: true },
      "costSurcharges[].value": { ...product["costSurcharges[].value"], few: true },
      material: { ...product.material, few: true },
    },
  },
  "products.archive": {
    ...staff,
    by: "admin",
    ask: async ({ portal }) => ({ id: (await portal.product()).id }),
  },
  "products.restore": {
    ...staff,
    by: "admin",
    ask: async ({ portal, as }) => {
      const { id } = await portal.product();
      await (await as("admin")).patch(`/api/products/${id}/archive`);
      return { id };
    },
  },
  "products.prices": {
    ...superAdminOnly,
    by: "superAdmin",
    ask: async ({ product }) => ({ id: product.id }),
  },
  "products.planPrices": {
    ...superAdminOnly,
    success: 201,
    by: "superAdmin",
    ask: async ({ portal }) => ({
      body: { from: dayAhead(30), changes: [{ productId: (await portal.product()).id, basePricePerM2: 199.5 }] },
    }),
    texts: { from: refused(400, 413) },
  },
  "products.plannedPrices": {
    ...superAdminOnly,
    by: "superAdmin",
  },
  "products.dropPlannedPrices": {
    ...superAdminOnly,
    success: 204,
    by: "superAdmin",
    ask: async ({ portal, as }) => {
      const { id: productId } = await portal.product();
      const body = { from: dayAhead(30), changes: [{ productId, basePricePerM2: 199.5 }] };
      return { id: succeeded(await (await as("superAdmin")).post<{ id: number }>("/api/price-changes", body)).id };
    },
  },
  "quotes.list": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "quotes.counts": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "quotes.sums": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "quotes.readyDay": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
    query: { types: "1", squareMetres: "3" },
  },
  "quotes.read": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "quotes.items": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "quotes.create": {
    // Another customer who names this one gets a quote of their own.
    may: ["customer", "admin", "super_admin"],
    gets: [401, 201, 201, 403, 201, 201, 201],
    by: "customer",
    ask: async (world) => ({ body: { items: [window(world)], userId: world.accounts.customer.id } }),
    lasts: true,
    texts: {
      jobName,
      poNumber,
      note,
      ...site,
      "items[].name": windowName,
      // The value has to be one of the type's own.
      "items[].colorSelection": refused(400),
      // Unknown checks are ignored.
      "items[].overriddenChecks[]": refused(201, 400),
      "items[].layoutCode": refused(400),
      "items[].note": makersNote,
    },
  },
  "quotes.update": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ id: await world.draft(), body: { items: [window(world)], version: 1 } }),
    // These rules equal those of quotes.create.
    texts: {
      jobName: { ...jobName, few: true },
      poNumber: { ...poNumber, few: true },
      note: { ...note, few: true },
      ...site,
      "items[].name": { ...windowName, few: true },
      "items[].colorSelection": refused(400),
      "items[].overriddenChecks[]": refused(200, 400),
      "items[].layoutCode": refused(400),
      "items[].note": { ...makersNote, few: true },
    },
  },
  "quotes.changeJob": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ id: await world.draft(), body: { jobName: "Hartley", poNumber: "PO-1" } }),
    lasts: true,
    texts: { jobName: { ...jobName, few: true }, poNumber: { ...poNumber, few: true }, ...site },
  },
  "quotes.place": {
    may: ["customer", "super_admin"],
    gets: [401, 200, 404, 403, 403, 200, 200],
    colleagues: [403, 200],
    by: "customer",
    ask: async (world) => ({ id: await firstOrder(world), body: { shippingAddress: "1 High Street, Lewes", companyAddress: OWN_ADDRESS } }),
    texts: { shippingAddress: { least: 1, most: 500, trimmed: true, few: true }, requiredBy: refused(400), companyAddress },
  },
  "quotes.takeBack": {
    may: ["customer", "super_admin"],
    gets: [401, 204, 404, 403, 403, 204, 204],
    colleagues: [403, 204],
    success: 204,
    by: "customer",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "quotes.askToPlace": {
    may: ["customer"],
    gets: [401, 409, 404, 403, 403, 403, 409],
    colleagues: [204, 409],
    success: 204,
    by: "colleague",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "quotes.duplicate": {
    ...theirs,
    success: 201,
    by: "customer",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "quotes.reorder": {
    ...theirs,
    success: 201,
    by: "customer",
    ask: async (world) => ({ id: await world.order() }),
  },
  "quotes.addPhotos": {
    may: ["customer"],
    gets: [401, 201, 404, 403, 403, 403, 201],
    success: 201,
    by: "customer",
    ask: async (world) => {
      const { id, items } = await world.portal.quoteFor(await world.as("customer"));
      return { id, itemId: items[0]?.id ?? 0, file: await clearLogo() };
    },
  },
  "quotes.changePhoto": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ ...(await world.windowPhoto()), body: { forWorkshop: true } }),
  },
  "quotes.removePhoto": {
    ...theirs,
    success: 204,
    by: "customer",
    ask: (world) => world.windowPhoto(),
  },
  "quotes.changeStatus": {
    ...theirs,
    colleagues: [403, 200],
    by: "customer",
    ask: async (world) => ({ id: await world.sentQuote(), body: { quoteStatus: "accepted" } }),
    texts: {
      reason: { least: 0, most: 500, few: true, blankIsNone: true, with: { quoteStatus: "declined" }, read: declineReason },
    },
  },
  "quotes.convert": {
    ...staff,
    success: 201,
    by: "admin",
    ask: async (world) => ({ id: await firstOrder(world), body: { shippingAddress: "1 High Street, Lewes", companyAddress: OWN_ADDRESS } }),
    texts: { shippingAddress: { least: 1, most: 500, trimmed: true, few: true }, requiredBy: refused(400), companyAddress },
  },
  "quotes.delete": {
    ...staff,
    success: 204,
    by: "admin",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "templates.list": { may: ["customer"], gets: [401, 200, 200, 403, 403, 403, 403], by: "customer" },
  "templates.create": {
    may: ["customer"],
    gets: [401, 200, 200, 403, 403, 403, 403],
    success: 201,
    by: "customer",
    ask: async (world) => {
      await leaveRoomForTemplates(world);
      return { body: { name: newWord(), window: { colorSelection: "Pure White", layoutCode: "LR" } } };
    },
    texts: template,
  },
  "templates.change": {
    may: ["customer"],
    gets: [401, 200, 404, 403, 403, 403, 403],
    by: "customer",
    ask: async (world) => ({
      id: await templateOf(world),
      body: { name: newWord(), window: { colorSelection: "Pure White" } },
    }),
    lasts: true,
    texts: template,
  },
  "templates.delete": {
    may: ["customer"],
    gets: [401, 200, 404, 403, 403, 403, 403],
    success: 204,
    by: "customer",
    ask: async (world) => ({ id: await templateOf(world) }),
  },
};
