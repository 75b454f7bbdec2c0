import { eq } from "drizzle-orm";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { workshopReviews } from "#server/schema/workshop.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { World } from "#server/testing/world.ts";
import { type CasesOf, refused } from "../call-case.ts";
import { newWord } from "./example-records.ts";
import { makers, staff } from "./who-may.ts";

export const planOf = async (world: World): Promise<number> => {
  const supplier = await world.as("supplier");
  return succeeded(await supplier.post<{ id: number }>("/api/workshop/plans", { orders: [await world.order()] })).id;
};

/** A parcel with one of an order's two shutters. */
export const parcelOf = async ({ portal, as, accounts, product }: World) => {
  const items = [portal.windowOf(product, { quantity: 2 })];
  const { id } = await portal.orderFor(await as("customer"), { items });
  await portal.db.update(orders).set({ supplierId: accounts.supplier.companyId }).where(eq(orders.id, id));
  const supplier = await as("supplier");
  const { quote } = succeeded(await supplier.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`));
  const pieces = [{ itemId: quote.items[0]?.id, piece: 1 }];
  return { id, parcelId: succeeded(await supplier.post<{ id: number }>(`/api/orders/${id}/parcels`, { pieces })).id };
};

/** An order whose first shutter is cut. */
const cutPieceOf = async (world: World) => {
  const id = await world.order();
  const itemId = await world.itemOf(id);
  const supplier = await world.as("supplier");
  succeeded(await supplier.patch(`/api/orders/${id}/pieces`, { itemId, piece: 1, step: "cut", done: true }));
  return { id, itemId };
};

/** A recut of the first shutter's stile. */
const recutOf = async (world: World) => {
  const { id, itemId } = await cutPieceOf(world);
  const supplier = await world.as("supplier");
  const body = { itemId, piece: 1, parts: [{ panel: 1, part: "stile", count: 1 }], reason: "split" };
  return { id, recutId: succeeded(await supplier.post<{ id: number }>(`/api/orders/${id}/recuts`, body)).id };
};

const offcutOf = async ({ as }: World): Promise<number> => {
  const supplier = await as("supplier");
  const body = { section: "stile", material: "Basswood Classic", color: null, lengthMm: 900 };
  return succeeded(await supplier.post<{ id: number }>("/api/workshop/offcuts", body)).id;
};

/** A record of a workshop itself: a rival has its own. */
const workshopsOwn = { may: ["supplier", "super_admin"], gets: [401, 403, 403, 200, 403, 200, 403] } as const;

/** The workshop: its board, marks, plans, recuts and parcels. */
export const WORKSHOP_CALLS: CasesOf<"workshop"> = {
  "workshop.list": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    by: "supplier",
  },
  "workshop.totals": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    by: "supplier",
  },
  "workshop.load": {
    may: ["supplier", "super_admin"],
    gets: [401, 403, 403, 200, 403, 200, 403],
    by: "supplier",
  },
  "workshop.suppliers": {
    ...staff,
    by: "admin",
  },
  "workshop.pieces": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    rival: 404,
    by: "supplier",
    ask: async (world) => ({ id: await world.order() }),
  },
  "workshop.take": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
    // The order is unassigned, so the first supplier takes it.
    ask: async (world) => {
      const id = await world.order();
      await world.portal.db.update(orders).set({ supplierId: null }).where(eq(orders.id, id));
      return { id };
    },
  },
  "workshop.giveBack": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    rival: 404,
    by: "supplier",
    ask: async (world) => ({ id: await world.order() }),
  },
  "workshop.mark": {
    ...makers,
    by: "supplier",
    ask: async (world) => {
      const id = await world.order();
      return { id, body: { itemId: await world.itemOf(id), piece: 1, step: "cut", done: true } };
    },
    lasts: true,
    texts: { seen: refused(400) },
  },
  "workshop.adoptMeasures": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.order(), body: { confirmed: true } }),
    lasts: true,
  },
  "workshop.changeMake": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    rival: 404,
    by: "supplier",
    ask: async (world) => {
      const { id: remakeId, itemId } = await world.approvedRemake();
      const boss = await world.portal.superAdmin();
      const { id } = succeeded(await boss.post<OrderReply>(`/api/remakes/${remakeId}/order`, { items: [{ itemId, quantity: 1 }] }));
      return { id, body: { make: [{ itemId: await world.itemOf(id), panels: ["A"], parts: ["louvre"], counts: { louvre: 1 } }] } };
    },
    texts: { "make[].panels[]": refused(400) },
  },
  "workshop.recut": {
    ...makers,
    success: 201,
    gets: [401, 403, 403, 201, 403, 201, 403],
    by: "supplier",
    ask: async (world) => {
      const { id, itemId } = await cutPieceOf(world);
      return { id, body: { itemId, piece: 1, parts: [{ panel: 1, part: "stile", count: 1 }], reason: "split", note: newWord() } };
    },
    texts: { note: { least: 0, most: 500, trimmed: true, blankIsNone: true } },
  },
  "workshop.cutRecut": {
    ...makers,
    gets: [401, 403, 403, 200, 403, 200, 403],
    by: "supplier",
    ask: async (world) => ({ ...(await recutOf(world)), body: { cut: true } }),
    texts: { seen: refused(400) },
  },
  "workshop.deleteRecut": {
    ...makers,
    success: 204,
    gets: [401, 403, 403, 204, 403, 204, 403],
    by: "supplier",
    ask: recutOf,
  },
  "workshop.setup": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
  },
  "workshop.reviewSetup": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
    ask: async ({ portal }) => {
      // A repeat keeps the first review, so each request is a first one.
      await portal.owner.delete(workshopReviews);
      return { body: { step: "people" } };
    },
    lasts: true,
  },
  "workshop.toRecut": { ...workshopsOwn, by: "supplier" },
  "workshop.scrap": { ...workshopsOwn, by: "supplier" },
  "workshop.ship": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.order(), body: { carrier: "dpd", trackingNumber: "NMJ 1", confirmed: true } }),
    lasts: true,
    texts: { shippingDate: refused(400), trackingNumber: { least: 0, most: 100, trimmed: true, blankIsNone: true } },
  },
  "workshop.createParcel": {
    ...makers,
    success: 201,
    gets: [401, 403, 403, 201, 403, 201, 403],
    by: "supplier",
    ask: async (world) => {
      const id = await world.order();
      const pieces = [{ itemId: await world.itemOf(id), piece: 1 }];
      return { id, body: { pieces, carrier: "dpd", trackingNumber: "NMJ 1" } };
    },
    texts: { shippingDate: refused(400), trackingNumber: { least: 0, most: 100, trimmed: true, blankIsNone: true, few: true } },
  },
  "workshop.changeParcel": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ ...(await parcelOf(world)), body: { carrier: "dpd", trackingNumber: "NMJ 2" } }),
    texts: { trackingNumber: { least: 0, most: 100, trimmed: true, blankIsNone: true, few: true } },
  },
  "workshop.deleteParcel": {
    ...makers,
    success: 204,
    gets: [401, 403, 403, 204, 403, 204, 403],
    by: "supplier",
    ask: parcelOf,
  },
  "workshop.barPlan": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    rival: 404,
    by: "supplier",
    query: { orders: "1" },
    ask: async (world) => ({ query: { orders: String(await world.order()) } }),
  },
  "workshop.plan": {
    ...makers,
    success: 201,
    gets: [401, 403, 403, 201, 403, 201, 403],
    by: "supplier",
    ask: async (world) => ({ body: { orders: [await world.order()] } }),
    texts: { "preview.inputs": refused(400) },
  },
  "workshop.plans": { ...workshopsOwn, by: "supplier" },
  "workshop.readPlan": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await planOf(world) }),
  },
  "workshop.sawn": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await planOf(world), bar: 1, body: { sawn: true } }),
    texts: { seen: refused(400) },
    lasts: true,
  },
  "workshop.sawnBars": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await planOf(world), body: { sawn: true, bars: [{ bar: 1 }] } }),
    texts: { "bars[].seen": refused(400) },
    lasts: true,
  },
  "workshop.deletePlan": {
    ...makers,
    success: 204,
    gets: [401, 403, 403, 204, 403, 204, 403],
    by: "supplier",
    ask: async (world) => ({ id: await planOf(world) }),
  },
  "workshop.offcuts": { ...workshopsOwn, by: "supplier" },
  "workshop.addOffcut": {
    ...workshopsOwn,
    success: 201,
    gets: [401, 403, 403, 201, 403, 201, 403],
    by: "supplier",
    ask: async () => ({ body: { section: "stile", material: "Basswood Classic", color: "White", lengthMm: 812.5 } }),
    texts: {
      section: refused(400),
      material: { least: 1, most: 120, trimmed: true, name: true },
      color: { least: 0, most: 60, trimmed: true, name: true, blankIsNone: true },
    },
  },
  "workshop.removeOffcut": {
    may: ["supplier", "super_admin"],
    // The offcut belongs to the supplier.
    gets: [401, 403, 403, 204, 403, 404, 403],
    success: 204,
    rival: 404,
    by: "supplier",
    ask: async (world) => ({ id: await offcutOf(world) }),
  },
  "workshop.shipAll": {
    ...makers,
    // Each order has a result of its own.
    rival: 200,
    by: "supplier",
    ask: async (world) => ({ body: { orders: [{ id: await world.order(), carrier: "dpd", trackingNumber: "NMJ 1" }], confirmed: true } }),
    lasts: true,
    // The day is stored or refused as for workshop.ship.
    texts: { "orders[].shippingDate": refused(400), "orders[].trackingNumber": refused(200, 400) },
  },
};
