import { eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { orderMeasures } from "#server/schema/workshop.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";

let portal: TestPortal;
let customer: TestClient;
let boss: TestClient;
let account: User;
let maker: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  account = await portal.createAccount("supplier", { companyName: "Elm Lane Joinery", contactName: "Tomasz" });
  maker = await portal.signIn(account);
});

async function orderOf(quantity = 2): Promise<OrderReply & { itemId: number }> {
  const window = portal.windowOf(await portal.product(), { name: "Bay", widthM: 0.9, heightM: 1.35, layoutCode: "LR", quantity });
  const order = await portal.orderFor(customer, { items: [window] });
  await portal.db.update(orders).set({ supplierId: account.companyId }).where(eq(orders.id, order.id));
  const { body } = await boss.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`);
  return { ...order, itemId: body.quote.items[0]?.id ?? 0 };
}
/** Makes the order one that any workshop may take. */
const openAgain = ({ id }: { id: number }) => portal.db.update(orders).set({ supplierId: null, takenAt: null }).where(eq(orders.id, id));
interface List {
  readonly table: string;
  readonly tableDate: string | null;
  readonly keptAt: string | null;
  readonly changes: readonly string[];
  readonly parts: readonly { readonly part: string; readonly cutMm: number; readonly section: { readonly widthMm: number } }[];
}
const listOf = async ({ id }: { id: number }, who = maker) => succeeded(await who.get<List>(`/api/orders/${id}/cut-list`));
const railOf = async (order: { id: number }, who = maker) =>
  (await listOf(order, who)).parts.find(({ part }) => part === "top-rail")?.cutMm;
const setStile = async (widthMm: number) =>
  succeeded(await maker.put("/api/settings/workshop", { sections: [{ profile: "stile", widthMm, thicknessMm: 27 }] }));
const mark = (who: TestClient, { id, itemId }: { id: number; itemId: number }, body: object) =>
  who.patch(`/api/orders/${id}/pieces`, { itemId, piece: 1, step: "cut", done: true, ...body });
const historyOf = async (who: TestClient, { id }: { id: number }) =>
  succeeded(
    await who.get<{ history: { event?: string; step?: string; piece?: string; by: { contactName: string } }[] }>(`/api/orders/${id}`),
  ).history;

test("an order keeps the table of its first cut part until nothing of it is cut", async () => {
  portal.clock.set("2026-11-24T10:00:00Z");
  await setStile(57);
  const [begun, later] = [await orderOf(), await orderOf()];
  // (900 - 76 - 9) / 2 - 2 × 57
  expect([await railOf(begun), await railOf(later)]).toEqual([293.5, 293.5]);
  expect(await listOf(begun)).toMatchObject({ table: "Elm Lane Joinery", tableDate: "2026-11-24", keptAt: null });
  succeeded(await mark(maker, begun, {}));
  expect((await listOf(begun)).changes).toEqual([]);
  portal.clock.set("2026-11-25T10:00:00Z");
  await setStile(45);
  expect([(await listOf(begun)).changes, (await listOf(later)).changes]).toEqual([["stile 57 × 27, now stile 45 × 27"], []]);
  expect([await railOf(begun), await railOf(later)]).toEqual([293.5, 317.5]);
  expect(await railOf(begun, boss)).toBe(293.5);
  expect(await listOf(begun)).toMatchObject({ tableDate: "2026-11-24", keptAt: expect.stringContaining("2026-11-24T10:00:0") });
  expect(await listOf(later)).toMatchObject({ tableDate: "2026-11-25", keptAt: null });
  // A second cut shutter and a change of the lead time alone change nothing.
  succeeded(await mark(maker, begun, { piece: 2 }));
  succeeded(await maker.put("/api/settings/workshop", { leadDays: 5 }));
  expect((await listOf(later)).tableDate).toBe("2026-11-25");
  succeeded(await mark(maker, begun, { piece: 1, done: false }));
  expect(await railOf(begun)).toBe(293.5);
  succeeded(await mark(maker, begun, { piece: 2, done: false }));
  expect(await railOf(begun)).toBe(317.5);
});

test("order, hardware and bars of a started order have its own measures", async () => {
  await setStile(57);
  const order = await orderOf();
  succeeded(await mark(maker, order, {}));
  await setStile(45);
  const { body } = await maker.get<{ sections: { widthMm: number }[] }>(`/api/orders/${order.id}`);
  expect(body.sections.map(({ widthMm }) => widthMm)).toEqual([57]);
  const plan = succeeded(
    await maker.post<{ profiles: { section: { name: string; widthMm: number } }[] }>("/api/workshop/plans", { orders: [order.id] }),
  );
  expect(plan.profiles.find(({ section }) => section.name === "stile")?.section.widthMm).toBe(57);
});

test("a workshop adopts its present table for a started order after a confirmation, and the history tells it", async () => {
  await setStile(57);
  const order = await orderOf(4);
  const adopt = (body: object) => maker.post(`/api/orders/${order.id}/measures`, body);
  expect((await adopt({})).body).toEqual({ orderId: order.id, table: "Elm Lane Joinery", tableDate: expect.any(String), keptAt: null });
  for (const piece of [1, 2]) succeeded(await mark(maker, order, { piece }));
  await setStile(45);
  expect(await adopt({})).toMatchObject({ status: 409, text: "2 of 4 shutters are already cut" });
  expect(await adopt({ confirmed: false })).toMatchObject({ status: 409 });
  expect(await railOf(order)).toBe(293.5);
  expect((await adopt({ confirmed: true })).status).toBe(200);
  expect(await railOf(order)).toBe(317.5);
  expect((await historyOf(boss, order)).at(-1)).toMatchObject({ event: "measures", by: { contactName: "Tomasz" } });
  // The order keeps the adopted table.
  await setStile(50);
  expect(await railOf(order)).toBe(317.5);
});

test("the first sawn bar keeps the measures too, and its undo releases them", async () => {
  await setStile(57);
  const order = await orderOf();
  const { id } = succeeded(await maker.post<{ id: number }>("/api/workshop/plans", { orders: [order.id] }));
  const saw = (body: object) => maker.post(`/api/workshop/plans/${id}/bars/1/sawn`, body);
  succeeded(await saw({}));
  await setStile(45);
  expect(await railOf(order)).toBe(293.5);
  expect(await maker.post(`/api/orders/${order.id}/measures`, {})).toMatchObject({
    status: 409,
    text: "1 bar is already sawn",
  });
  succeeded(await saw({ sawn: false }));
  expect(await railOf(order)).toBe(317.5);
});

test("a workshop that cuts an order without a maker gets the order, by its own measures", async () => {
  await setStile(57);
  const [marked, sawn] = [await orderOf(), await orderOf()];
  for (const order of [marked, sawn]) await openAgain(order);
  const { id } = succeeded(await maker.post<{ id: number }>("/api/workshop/plans", { orders: [sawn.id] }));
  succeeded(await maker.post(`/api/workshop/plans/${id}/bars/1/sawn`, {}));
  succeeded(await mark(maker, marked, {}));
  await setStile(45);
  for (const order of [marked, sawn]) {
    expect([await railOf(order), await railOf(order, boss)]).toEqual([293.5, 293.5]);
    const { body } = await boss.get<{ supplier: { id: number } | null }>(`/api/orders/${order.id}`);
    expect(body.supplier?.id).toBe(account.companyId);
  }
  expect(succeeded(await maker.get<{ changed: number[] }>(`/api/workshop/plans/${id}`)).changed).toEqual([]);
});

test("a parcel keeps the measures of its order and claims it, as a mark does", async () => {
  await setStile(57);
  const order = await orderOf(3);
  await openAgain(order);
  const pieces = [{ itemId: order.itemId, piece: 1 }];
  expect((await maker.post(`/api/orders/${order.id}/parcels`, { pieces })).status).toBe(201);
  await setStile(45);
  expect(await railOf(order, boss)).toBe(293.5);
  expect((await boss.get<{ supplier: { id: number } | null }>(`/api/orders/${order.id}`)).body.supplier?.id).toBe(account.companyId);
  expect(await boss.delete(`/api/orders/${order.id}`)).toMatchObject({
    status: 409,
    text: "Parts of this order are shipped: it cannot be deleted",
  });
});

test("an order with a sawn bar is not given back, and its move to another workshop is asked about", async () => {
  await setStile(57);
  const order = await orderOf();
  const { id } = succeeded(await maker.post<{ id: number }>("/api/workshop/plans", { orders: [order.id] }));
  succeeded(await maker.post(`/api/workshop/plans/${id}/bars/1/sawn`, {}));
  expect(await maker.post(`/api/orders/${order.id}/give-back`)).toMatchObject({ status: 409, text: "This order has marks" });
  const other = await portal.createAccount("supplier", { companyName: "Ash Lane Joinery" });
  const move = (body: object) => boss.patch(`/api/orders/${order.id}/supplier`, { supplierId: other.companyId, ...body });
  expect(await move({})).toMatchObject({ status: 409, text: "1 bar of it is sawn at Elm Lane Joinery" });
  succeeded(await move({ confirmed: true }));
  // The other workshop cuts the rest by the same table, and does not read whose it is.
  const rival = await portal.signIn(other);
  expect(await railOf(order, rival)).toBe(293.5);
  expect((await listOf(order, rival)).table).toBe("Workshop");
  expect((await listOf(order, boss)).table).toBe("Elm Lane Joinery");
});

test("an order that has left keeps the measures by which it was made", async () => {
  const order = await orderOf(1);
  succeeded(await mark(maker, order, { step: "packed" }));
  succeeded(await maker.post(`/api/orders/${order.id}/ship`, {}));
  expect(await maker.post(`/api/orders/${order.id}/measures`, { confirmed: true })).toMatchObject({
    status: 409,
    text: "This order is shipped",
  });
});

test("the database refuses measures that no workshop may set", async () => {
  const order = await orderOf();
  const measures = { orderId: order.id, clearances: {} as never, sections: [], lap: "right", storedAt: new Date() } as const;
  for (const wrong of [{ sections: [{ profile: "stile", widthMm: 3000, thicknessMm: 27 }] }, { clearances: { hinge: 31 } as never }])
    await expect(portal.db.insert(orderMeasures).values({ ...measures, ...wrong })).rejects.toThrow();
});

test("each undone mark has a line in the history with step, shutter and person, for the workshop and the office", async () => {
  const order = await orderOf();
  succeeded(await mark(maker, order, { step: "finished" }));
  succeeded(await mark(maker, order, { step: "assembled", done: false }));
  for (const who of [maker, boss]) {
    const undone = (await historyOf(who, order)).filter(({ event }) => event === "undone");
    const line = { piece: `${order.itemId}.1`, by: expect.objectContaining({ contactName: "Tomasz" }) };
    // The later step is removed with the earlier one.
    expect(undone).toEqual([
      expect.objectContaining({ ...line, step: "assembled" }),
      expect.objectContaining({ ...line, step: "finished" }),
    ]);
  }
  expect((await historyOf(customer, order)).filter(({ event }) => event !== undefined)).toEqual([]);
});

test("an undo from a device that has not seen a colleague's mark is refused by name and time, and changes nothing", async () => {
  portal.clock.set("2026-11-24T22:40:00Z");
  const order = await orderOf();
  succeeded(await mark(maker, order, { step: "assembled" }));
  const seen = portal.clock().toISOString();
  const colleague = await portal.signIn(await portal.createAccount("supplier", { colleagueOf: account, contactName: "Agnieszka" }));
  portal.clock.set("2026-11-24T22:47:00Z");
  succeeded(await mark(colleague, order, { step: "finished" }));
  portal.clock.set("2026-11-24T23:10:00Z");
  const late = await mark(maker, order, { step: "assembled", done: false, seen });
  expect(late).toMatchObject({ status: 409, text: "Agnieszka marked it finished at 22:47" });
  // Her own undo, and one that has seen her mark, are accepted.
  succeeded(await mark(colleague, order, { step: "finished", done: false, seen }));
  succeeded(await mark(colleague, order, { step: "finished" }));
  succeeded(await mark(maker, order, { step: "assembled", done: false, seen: portal.clock().toISOString() }));
});

interface Checked {
  readonly checked: number;
  readonly of: number;
  readonly orders: readonly object[];
}
const WIDE_STILE = { sections: [{ profile: "stile", widthMm: 250, thicknessMm: 27 }] };
// (900 - 76 - 9) / 2
const TOO_NARROW = ["A", "B"].map((panel) => `Bay: Panel ${panel} would be 407.5 mm wide; two stiles need 500 mm`);

test("a check names the orders that a table would make unmakeable, and stores nothing", async () => {
  const [order, begun, shippedOff] = [await orderOf(), await orderOf(), await orderOf()];
  succeeded(await mark(maker, begun, {}));
  await portal.db.update(orders).set({ status: "shipped" }).where(eq(orders.id, shippedOff.id));
  const check = async (body: object, who = maker) => succeeded(await who.post<Checked>("/api/settings/workshop/check", body));
  expect(await check({})).toEqual({ checked: 1, of: 1, orders: [] });
  expect(await check(WIDE_STILE)).toEqual({
    checked: 1,
    of: 1,
    orders: [{ id: order.id, jobName: null, asks: TOO_NARROW, isOpen: false, already: false }],
  });
  const [low] = (await check({ sections: [{ profile: "rail", widthMm: 40, thicknessMm: 27 }] })).orders;
  expect(low).toMatchObject({ id: order.id, asks: [expect.stringMatching(/^Bay: this rail is [\d.]+ mm high, its blank 40$/)] });
  expect(await railOf(order)).toBe(305.5);
  const rival = await portal.signIn(await portal.createAccount("supplier"));
  expect(await check(WIDE_STILE, rival)).toEqual({ checked: 0, of: 0, orders: [] });
  succeeded(await maker.put("/api/settings/workshop", WIDE_STILE));
  expect((await check({ lap: "left" })).orders).toMatchObject([{ id: order.id, already: true }]);
});

test("saving a table names the orders in progress that keep their measures", async () => {
  const [first, second, later] = [await orderOf(), await orderOf(), await orderOf()];
  const save = async (body: object) => succeeded(await maker.put<{ keptMeasures?: string }>("/api/settings/workshop", body)).keptMeasures;
  expect(await save({ lap: "left" })).toBeUndefined();
  succeeded(await mark(maker, first, {}));
  expect(await save({ lap: "right" })).toBe(`1 order in progress keeps its measures: ORD-${first.id}`);
  succeeded(await mark(maker, second, {}));
  const both = `2 orders in progress keep their measures: ORD-${first.id}, ORD-${second.id}`;
  expect(await save({ clearances: { hinge: 2 } })).toBe(both);
  expect(await save({ leadDays: 4 })).toBeUndefined();
  expect(await railOf(later)).toBe(306.5);
});

test("a check also names open orders, after the workshop's own, if the workshop sees open orders", async () => {
  await portal.db.update(orders).set({ deletedAt: new Date() }).where(isNull(orders.supplierId));
  const open = await orderOf();
  await openAgain(open);
  const own = await orderOf();
  const check = async () => succeeded(await maker.post<Checked>("/api/settings/workshop/check", WIDE_STILE));
  const sees = (seesOpenOrders: boolean) => boss.patch(`/api/companies/${account.companyId}`, { seesOpenOrders });
  succeeded(await sees(false));
  expect(await check()).toMatchObject({ checked: 1, of: 1, orders: [{ id: own.id, isOpen: false }] });
  succeeded(await sees(true));
  expect(await check()).toMatchObject({
    checked: 2,
    of: 2,
    orders: [
      { id: own.id, isOpen: false },
      { id: open.id, isOpen: true },
    ],
  });
});
