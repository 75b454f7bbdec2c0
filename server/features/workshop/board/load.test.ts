import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { workshop } from "#shared/contract/workshop.ts";
import { addDays, londonDay, mondayOf } from "#shared/domain/period.ts";

type Load = z.input<typeof workshop.load.response>;

const TODAY = londonDay(new Date());
const MONDAY = mondayOf(TODAY);
let portal: TestPortal;
let customer: TestClient;
let oak: TestClient;
let ash: TestClient;
let type: ProductReply;
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set(`${TODAY}T12:00:00Z`);
  customer = await portal.signIn("customer");
  oak = await portal.signIn(await portal.createAccount("supplier", { companyName: "Oak Works" }));
  ash = await portal.signIn("supplier");
  type = await portal.product();
});
afterAll(() => portal.stop());

const companyOf = ({ account }: TestClient) => account?.companyId ?? 0;
/** Stores an order of one square metre, made by Oak Works. */
async function order(set: Partial<typeof orders.$inferInsert>) {
  const { id } = await portal.orderFor(customer, { items: [portal.windowOf(type)] });
  await portal.db
    .update(orders)
    .set({ supplierId: companyOf(oak), areaMilliM2: 1000 as never, ...set })
    .where(eq(orders.id, id));
}
const load = async (who: TestClient) => succeeded(await who.get<Load>("/api/workshop/load"));
const weeksOf = (rows: Load) => rows.filter(({ areaM2 }) => areaM2 > 0).map(({ week, areaM2, late }) => [week, areaM2, late]);

test("a supplier reads its own nine weeks; late orders outside them count in this week", async () => {
  await order({ shippingDate: addDays(MONDAY, 6) });
  await order({ shippingDate: addDays(MONDAY, 7), status: "processing" });
  await order({ shippingDate: addDays(MONDAY, 62) });
  // Neither is in the weeks, and neither is late.
  await order({ shippingDate: addDays(MONDAY, 63) });
  await order({ shippingDate: null });
  // Late orders: due last week; needed last week and planned months ahead; needed last week and
  // planned for the week after next.
  await order({ shippingDate: addDays(MONDAY, -3) });
  await order({ shippingDate: addDays(MONDAY, 90), requiredBy: addDays(MONDAY, -4) });
  await order({ shippingDate: addDays(MONDAY, 15), requiredBy: addDays(MONDAY, -4) });
  // Another workshop's, an open one, and one that is shipped.
  await order({ shippingDate: addDays(MONDAY, 6), supplierId: companyOf(ash) });
  await order({ shippingDate: addDays(MONDAY, 6), supplierId: null });
  await order({ shippingDate: addDays(MONDAY, 6), status: "shipped" });
  const rows = await load(oak);
  expect(rows.map(({ week }) => week)).toEqual(Array.from({ length: 9 }, (_, week) => addDays(MONDAY, 7 * week)));
  expect(rows.every(({ supplier }) => supplier?.companyName === "Oak Works")).toBe(true);
  expect(weeksOf(rows)).toEqual([
    [MONDAY, 3, 2],
    [addDays(MONDAY, 7), 1, 0],
    [addDays(MONDAY, 14), 1, 1],
    [addDays(MONDAY, 56), 1, 0],
  ]);
  expect(weeksOf(await load(ash))).toEqual([[MONDAY, 1, 0]]);
});

test("the load counts only the shutters that are not packed yet, at the workshop and for the owner", async () => {
  const boss = await portal.superAdmin();
  const week = addDays(MONDAY, 28);
  const { id } = await portal.orderFor(customer, {
    items: [portal.windowOf(type, { quantity: 3 }), portal.windowOf(type, { quantity: 2 })],
  });
  await portal.db
    .update(orders)
    .set({ supplierId: companyOf(oak), shippingDate: week })
    .where(eq(orders.id, id));
  const { quote } = succeeded(await oak.get<{ quote: { items: { id: number; areaM2: number }[] } }>(`/api/orders/${id}`));
  const [bay = 0, hall = 0] = quote.items.map((item) => item.id);
  const areaOfOne = quote.items[0]?.areaM2 ?? 0;
  const pack = async (body: { itemId: number; piece?: number; done?: boolean }) =>
    succeeded(await oak.patch(`/api/orders/${id}/pieces`, { step: "packed", done: true, ...body }));
  const left = async (who: TestClient) => {
    const row = (await load(who)).find((each) => each.week === week && each.supplier?.id === companyOf(oak));
    return row && [row.windows, row.shutters, Math.round(row.areaM2 * 1000) / Math.round(areaOfOne * 1000)];
  };
  const seen = async () => [await left(oak), await left(boss)];
  expect(await seen()).toEqual([
    [2, 5, 5],
    [2, 5, 5],
  ]);
  await pack({ itemId: bay, piece: 2 });
  await pack({ itemId: hall });
  expect(await seen()).toEqual([
    [1, 2, 2],
    [1, 2, 2],
  ]);
  // A shipped shutter is a packed one, and is not subtracted twice.
  succeeded(
    await oak.post(`/api/orders/${id}/parcels`, {
      pieces: [
        { itemId: bay, piece: 1 },
        { itemId: bay, piece: 2 },
      ],
    }),
  );
  expect(await seen()).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ]);
  await pack({ itemId: bay, piece: 3 });
  expect(await left(oak)).toEqual([0, 0, 0]);
  await pack({ itemId: hall, piece: 1, done: false });
  expect(await left(oak)).toEqual([1, 1, 1]);
});

test("a supplier's week is over its capacity from the first thousandth, and an empty one is not", async () => {
  const weeks = async () => (await load(oak)).slice(0, 4).map(({ over }) => over);
  succeeded(await oak.put("/api/settings/workshop", { weeklyM2: 3 }));
  expect(await weeks()).toEqual([false, false, false, false]);
  await order({ shippingDate: addDays(MONDAY, 6), areaMilliM2: 1 as never });
  expect(await weeks()).toEqual([true, false, false, false]);
  expect((await load(oak))[8]?.capacityM2).toBe(3);
  expect((await load(ash))[0]).toMatchObject({ capacityM2: null, over: false });
});
