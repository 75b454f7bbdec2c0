import { succeeded } from "#server/testing/builders.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import type { World } from "#server/testing/world.ts";
import { type CasesOf, refused } from "../call-case.ts";
import { window } from "./example-records.ts";
import { inReply, makersNote, windowName } from "./kept-texts.ts";
import { makers, signedIn, staff, superAdminOnly, theirs, withMakers } from "./who-may.ts";

/** An order whose customer has requested another width of its window. */
async function changeRequestOf(world: World): Promise<{ id: number; requestId: number }> {
  const id = await world.order();
  const windows = [{ itemId: await world.itemOf(id), fields: { widthM: 0.9 } }];
  const customer = await world.as("customer");
  await world.portal.appContext.limits["thread-mails"].forget(world.accounts.customer.id);
  const request = succeeded(
    await customer.post<{ id: number }>(`/api/orders/${id}/change-requests`, { text: "The width is wrong", windows }),
  );
  return { id, requestId: request.id };
}

/** These rules equal those of quotes.create. */
const correctedTexts = {
  "windows[].name": { ...windowName, few: true, read: inReply("quote.items.0.name") },
  "windows[].colorSelection": refused(400),
  "windows[].overriddenChecks[]": refused(200, 400),
  "windows[].layoutCode": refused(400),
  "windows[].note": { ...makersNote, few: true, read: inReply("quote.items.0.note") },
} as const;

/** Orders and remakes. */
export const ORDER_CALLS: CasesOf<"orders" | "remakes"> = {
  "orders.list": {
    ...signedIn,
    by: "customer",
  },
  "orders.counts": {
    ...signedIn,
    by: "customer",
  },
  "orders.sums": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "orders.reminders": { may: ["admin", "super_admin"], gets: [401, 403, 403, 403, 200, 200, 403], by: "admin" },
  "orders.read": {
    ...withMakers,
    by: "customer",
    ask: async (world) => ({ id: await world.order() }),
  },
  "orders.messages": { ...withMakers, by: "customer", ask: async (world) => ({ id: await world.order() }) },
  "orders.sendMessage": {
    ...withMakers,
    success: 201,
    by: "customer",
    ask: async (world) => ({ id: await world.order(), body: { message: "When does it come?" } }),
    lasts: true,
    texts: { message: { least: 1, most: 2000 } },
  },
  "orders.remind": {
    may: ["admin", "super_admin"],
    gets: [401, 403, 403, 403, 200, 200, 403],
    by: "admin",
    // A company gets one reminder a day, so each request uses another company.
    ask: async (world) => {
      const customer = await world.portal.signIn(await world.account("approved"));
      return { body: { orderIds: [(await world.portal.orderFor(customer)).id] } };
    },
  },
  "orders.cutList": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    rival: 404,
    by: "supplier",
    ask: async (world) => ({ id: await world.order() }),
  },
  "orders.hardware": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    rival: 404,
    by: "supplier",
    ask: async (world) => ({ id: await world.order() }),
  },
  "orders.changeStatus": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.order(), body: { status: "processing" } }),
  },
  "orders.previewWindows": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ id: await world.order(), body: { version: 2, windows: [window(world)] } }),
    // A preview stores nothing.
    texts: { ...correctedTexts, "windows[].name": refused(200, 400), "windows[].note": refused(200, 400) },
  },
  "orders.changeWindows": {
    ...staff,
    by: "admin",
    ask: async (world) => ({
      id: await world.order(),
      body: { version: 2, windows: [window(world)], reason: "Measured again" },
    }),
    texts: {
      ...correctedTexts,
      reason: { least: 3, most: 500, few: true, read: inReply("history.1.reason") },
    },
  },
  "orders.changeRequests": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ id: (await changeRequestOf(world)).id }),
  },
  "orders.requestChange": {
    may: ["customer"],
    gets: [401, 200, 404, 403, 403, 403, 200],
    colleagues: [403, 200],
    success: 201,
    by: "customer",
    ask: async (world) => {
      const id = await world.order();
      await world.portal.appContext.limits["thread-mails"].forget(world.accounts.customer.id);
      return { id, body: { text: "The width is wrong", windows: [{ itemId: await world.itemOf(id), fields: { widthM: 0.9 } }] } };
    },
    texts: {
      text: { least: 1, most: 2000, few: true },
      "windows[].fields.name": { least: 1, most: 80, trimmed: true, name: true, few: true },
      "windows[].fields.note": { least: 0, most: 500, few: true },
      "windows[].fields.colorSelection": refused(400),
      "windows[].fields.layoutCode": refused(400),
    },
  },
  "orders.acceptChange": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ ...(await changeRequestOf(world)), body: { confirmed: false } }),
  },
  "orders.declineChange": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ ...(await changeRequestOf(world)), body: { reason: "Made already" } }),
    texts: { reason: { least: 3, most: 500 } },
  },
  "orders.withdrawChange": {
    may: ["customer"],
    gets: [401, 200, 404, 403, 403, 403, 200],
    colleagues: [403, 200],
    success: 204,
    by: "customer",
    ask: changeRequestOf,
  },
  "orders.changeDates": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.order(), body: { shippingDate: dayAhead(30) } }),
    lasts: true,
    texts: {
      shippingDate: refused(400),
      estimatedArrival: refused(400),
      ...{ "from.shippingDate": refused(400), "from.estimatedArrival": refused(400) },
      deliveryNote: { least: 0, most: 200, trimmed: true, blankIsNone: true },
    },
  },
  "orders.changeTracking": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.order(), body: { trackingNumber: "NMJ 1" } }),
    lasts: true,
    texts: { trackingNumber: { least: 0, most: 100, trimmed: true, blankIsNone: true } },
  },
  "orders.changeSupplier": {
    ...superAdminOnly,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.order(), body: { supplierId: world.accounts.supplier.companyId } }),
    lasts: true,
  },
  "orders.delete": {
    ...superAdminOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.order() }),
  },
  "remakes.list": {
    ...signedIn,
    by: "customer",
  },
  "remakes.counts": {
    ...signedIn,
    by: "customer",
  },
  "remakes.read": {
    ...withMakers,
    by: "customer",
    ask: async (world) => ({ id: await world.remake() }),
  },
  "remakes.create": {
    may: ["customer", "super_admin"],
    gets: [401, 201, 404, 403, 403, 201, 201],
    by: "customer",
    ask: async (world) => ({ body: { orderId: String(await world.order()), reason: "Cracked" } }),
    lasts: true,
    texts: {
      orderId: refused(201, 400, 404),
      reason: { least: 1, most: 5000 },
      windows: refused(201, 400),
      quoteItemId: refused(201, 400),
      markXMm: refused(201, 400),
      markYMm: refused(201, 400),
    },
  },
  "remakes.reply": {
    ...withMakers,
    success: 201,
    by: "customer",
    ask: async (world) => ({ id: await world.remake(), body: { message: "Any news?" } }),
    lasts: true,
    texts: { message: { least: 1, most: 5000 } },
  },
  "remakes.changeStatus": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.remake(), body: { status: "approved" } }),
  },
  "remakes.order": {
    ...superAdminOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => {
      const { id, itemId } = await world.approvedRemake();
      return { id, body: { items: [{ itemId, quantity: 1 }] } };
    },
    texts: {
      shippingAddress: { least: 1, most: 500, trimmed: true, few: true },
      shippingDate: refused(400),
      "items[].panels[]": refused(400),
    },
  },
  "remakes.delete": {
    ...superAdminOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.remake() }),
  },
};
