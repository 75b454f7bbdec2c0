import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sawnParts } from "#server/schema/bar-plans.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { type OrderReply, type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";

interface Bar {
  readonly bar: number;
  readonly offcutId: number | null;
  readonly offcutMm: number;
  readonly pieces: readonly {
    readonly orderId: number;
    readonly lengthMm: number;
    readonly itemId: number;
    readonly piece: number;
    readonly cut?: boolean;
  }[];
  readonly sawn: object | null;
}
interface Plan {
  readonly id: number;
  readonly profiles: readonly { readonly profile: string; readonly bars: readonly Bar[] }[];
}
interface Sawn extends Bar {
  readonly cut: readonly { readonly piece: number }[];
  readonly offcut: { readonly id: number; readonly lengthMm: number } | null;
}

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
  account = await portal.createAccount("supplier");
  maker = await portal.signIn(account);
});

async function orderOf(quantity = 1, type?: ProductReply): Promise<OrderReply & { itemId: number }> {
  const window = portal.windowOf(type ?? (await portal.product()), {
    name: "Bay",
    widthM: 0.6,
    heightM: 1.35,
    layoutCode: "L",
    louverSize: 76,
    quantity,
  });
  const order = await portal.orderFor(customer, { items: [window] });
  await portal.db.update(orders).set({ supplierId: account.companyId }).where(eq(orders.id, order.id));
  const { body } = await boss.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`);
  return { ...order, itemId: body.quote.items[0]?.id ?? 0 };
}
const planOf = async ({ id }: { id: number }) => succeeded(await maker.post<Plan>("/api/workshop/plans", { orders: [id] }));
const readPlan = async ({ id }: Plan) => succeeded(await maker.get<Plan>(`/api/workshop/plans/${id}`));
const barsOf = ({ profiles }: Plan) => profiles.flatMap(({ bars }) => bars);
const saw = (plan: Plan, bar: number, body: object = {}) => maker.post<Sawn>(`/api/workshop/plans/${plan.id}/bars/${bar}/sawn`, body);
const undo = (plan: Plan, bar: number) => saw(plan, bar, { sawn: false });
const stock = async () => succeeded(await maker.get<{ id: number; lengthMm: number }[]>("/api/workshop/offcuts"));
const cutOf = async ({ id }: { id: number }) =>
  succeeded(await maker.get<{ pieces: { cut: unknown }[] }>(`/api/orders/${id}/pieces`)).pieces.map(({ cut }) => cut !== null);
/** The first bar whose rest becomes stock. */
const barWithRest = (plan: Plan) => barsOf(plan).find(({ offcutMm }) => offcutMm >= 600)?.bar ?? 0;
const sawAll = async (plan: Plan) => {
  for (const { bar } of barsOf(plan)) succeeded(await saw(plan, bar));
};

describe("several bars in one call", () => {
  const press = (plan: Plan, bars: readonly object[], body: object = {}, who = maker) =>
    who.post<Pick<Sawn, "cut" | "offcut" | "sawn">[]>(`/api/workshop/plans/${plan.id}/sawn`, { bars, ...body });
  const numbered = (plan: Plan) => barsOf(plan).map(({ bar }) => ({ bar }));
  /** Reads the state of a plan, its order and the rack, without ids, times and numbers. */
  const stateOf = async (plan: Plan, order: { id: number }) => [
    barsOf(await readPlan(plan)).map(({ sawn, pieces }) => [sawn !== null, pieces.map(({ cut }) => cut)]),
    await cutOf(order),
    (await stock()).map(({ lengthMm }) => lengthMm).toSorted(),
    (await portal.db.select().from(sawnParts).where(eq(sawnParts.orderId, order.id))).length,
  ];

  test("all bars at once leave what bar by bar leaves, and their undo leaves nothing", { timeout: 60_000 }, async () => {
    // One plan serves for both: the search for a second one may have less time and find other bars.
    const order = await orderOf(3);
    const plan = await planOf(order);
    const before = await stateOf(plan, order);
    await sawAll(plan);
    const expected = await stateOf(plan, order);
    for (const { bar } of barsOf(plan)) succeeded(await undo(plan, bar));
    expect(await stateOf(plan, order)).toEqual(before);
    const replies = succeeded(await press(plan, numbered(plan)));
    expect(await stateOf(plan, order)).toEqual(expected);
    expect(replies.flatMap(({ cut }) => cut).map(({ piece }) => piece)).toEqual([1, 2, 3]);
    expect(
      replies
        .filter(({ offcut }) => offcut)
        .map(({ offcut }) => offcut?.lengthMm)
        .toSorted(),
    ).toEqual(expected[2]);
    // A repeat replies the same and changes nothing.
    expect(succeeded(await press(plan, numbered(plan)))).toEqual(replies);
    expect(await stateOf(plan, order)).toEqual(expected);
    succeeded(await press(plan, numbered(plan), { sawn: false }));
    expect(await stateOf(plan, order)).toEqual(before);
  });

  test("one refused bar refuses them all by its number, and nothing is stored", async () => {
    const order = await orderOf(2);
    const [plan, rival] = [await planOf(order), await planOf(order)];
    const last = barsOf(rival).length;
    succeeded(await saw(rival, last));
    const before = await stateOf(plan, order);
    const { status, text } = await press(plan, numbered(plan));
    expect([status, text]).toEqual([409, `Bar ${last}: This piece is sawn already`]);
    expect(await stateOf(plan, order)).toEqual(before);
    expect((await press(plan, [{ bar: 1 }, { bar: last + 1 }])).status).toBe(404);
    expect((await press(plan, [{ bar: 1 }, { bar: 1 }])).text).toBe("Please name each bar once");
    expect((await press(plan, [])).status).toBe(400);
  });

  test("an undo of several bars is refused where a colleague marked one since, and undoes none", async () => {
    const order = await orderOf(2);
    const plan = await planOf(order);
    const replies = succeeded(await press(plan, numbered(plan)));
    const colleague = await portal.signIn(await portal.createAccount("supplier", { colleagueOf: account }));
    const known = new Date(Date.now() + 60_000).toISOString();
    const bars = barsOf(plan).map(({ bar }) => ({ bar, seen: bar === 2 ? new Date(0).toISOString() : known }));
    const refused = await press(plan, bars, { sawn: false }, colleague);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("sawed it at");
    expect(barsOf(await readPlan(plan)).every(({ sawn }) => sawn !== null)).toBe(true);
    succeeded(
      await press(
        plan,
        barsOf(plan).map(({ bar }) => ({ bar, seen: known })),
        { sawn: false },
        colleague,
      ),
    );
    expect(replies).toHaveLength(barsOf(plan).length);
  });

  test("two tablets that press all bars of one plan at once saw each bar once", async () => {
    const order = await orderOf(4);
    const plan = await planOf(order);
    const both = await Promise.all([press(plan, numbered(plan)), press(plan, numbered(plan).toReversed())]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect(await cutOf(order)).toEqual([true, true, true, true]);
  });
});

test("a bar stores the rest that it really has: parts that are left out, and their kerfs, stay on it", async () => {
  const type = await portal.product();
  const [stays, gone] = [await orderOf(1, type), await orderOf(1, type)];
  const plan = succeeded(await maker.post<Plan>("/api/workshop/plans", { orders: [stays.id, gone.id] }));
  await portal.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, gone.id));
  let shared = 0;
  const restNow = async (number: number) => barsOf(await readPlan(plan)).find(({ bar }) => bar === number)?.offcutMm;
  for (const { bar, pieces, offcutMm } of barsOf(plan)) {
    const left = pieces.filter(({ orderId }) => orderId === gone.id);
    const { offcut, offcutMm: rest } = succeeded(await saw(plan, bar));
    // A bar from the rack of which nothing is cut stays there.
    const real = left.length === pieces.length ? 0 : offcutMm + left.reduce((sum, { lengthMm }) => sum + lengthMm + 3, 0);
    if (left.length > 0 && real > 0) shared += 1;
    expect([bar, offcut?.lengthMm ?? 0, rest, await restNow(bar)]).toEqual([bar, real >= 600 ? real : 0, real, real]);
    if (shared > 1 || left.length === 0) continue;
    succeeded(await undo(plan, bar));
    expect([bar, await restNow(bar)]).toEqual([bar, offcutMm]);
    succeeded(await saw(plan, bar));
  }
  expect(shared).toBeGreaterThan(0);
});

test("an undone bar is as before: parts to saw, no offcut, no cut shutter; it can be sawn again", async () => {
  const order = await orderOf();
  const plan = await planOf(order);
  await sawAll(plan);
  expect(await cutOf(order)).toEqual([true]);
  const offcuts = await stock();
  const bar = barWithRest(plan);
  const undone = succeeded(await undo(plan, bar));
  expect(undone).toMatchObject({ sawn: null, cut: [], leftOut: [], offcut: null });
  expect(await cutOf(order)).toEqual([false]);
  expect((await stock()).length).toBe(offcuts.length - 1);
  const now = barsOf(await readPlan(plan));
  // Only the parts of this bar are uncut.
  expect(now.map(({ pieces }) => pieces.some(({ cut }) => !cut))).toEqual(now.map((each) => each.bar === bar));
  // A repeated undo changes nothing; a bar without any body is sawn.
  expect((await undo(plan, bar)).status).toBe(200);
  const again = succeeded(await maker.post<Sawn>(`/api/workshop/plans/${plan.id}/bars/${bar}/sawn`));
  expect(again.cut).toHaveLength(1);
  expect((await stock()).map(({ lengthMm }) => lengthMm).toSorted()).toEqual(offcuts.map(({ lengthMm }) => lengthMm).toSorted());
  expect(await cutOf(order)).toEqual([true]);
});

test("an undo of a colleague's mark that the device has not seen is refused, of one that it has seen is not", async () => {
  const plan = await planOf(await orderOf());
  const before = new Date(Date.now() - 60_000).toISOString();
  const colleague = await portal.signIn(await portal.createAccount("supplier", { colleagueOf: account, contactName: "Tomasz" }));
  const sawn = succeeded(await colleague.post<{ sawn: { at: string } }>(`/api/workshop/plans/${plan.id}/bars/1/sawn`, {}));
  const refused = await saw(plan, 1, { sawn: false, seen: before });
  expect(refused).toMatchObject({ status: 409, text: expect.stringMatching(/^Tomasz sawed it at \d\d:\d\d$/) });
  expect(barsOf(await readPlan(plan))[0]?.sawn).not.toBeNull();
  expect((await saw(plan, 1, { sawn: false, seen: sawn.sawn.at })).status).toBe(200);
  // An own mark is never refused.
  succeeded(await saw(plan, 1));
  expect((await saw(plan, 1, { sawn: false, seen: before })).status).toBe(200);
});

test("an undo is refused after a colleague's late tick, which is older than what the device has seen", async () => {
  const plan = await planOf(await orderOf());
  const colleague = await portal.signIn(await portal.createAccount("supplier", { colleagueOf: account, contactName: "Tomasz" }));
  const own = succeeded(await saw(plan, 1)) as unknown as { sawn: { at: string } };
  succeeded(await saw(plan, 1, { sawn: false }));
  const headers = { "Pressed-At": new Date(Date.now() - 3_600_000).toISOString() };
  const path = `/api/workshop/plans/${plan.id}/bars/1/sawn`;
  const late = succeeded(await colleague.post<{ sawn: { at: string; receivedAt: string } }>(path, {}, headers)).sawn;
  expect(late.at).toBe(headers["Pressed-At"]);
  const refused = await saw(plan, 1, { sawn: false, seen: own.sawn.at });
  expect(refused).toMatchObject({ status: 409, text: expect.stringMatching(/^Tomasz sawed it at \d\d:\d\d$/) });
  expect((await saw(plan, 1, { sawn: false, seen: late.receivedAt })).status).toBe(200);
  expect(succeeded(await saw(plan, 1))).not.toHaveProperty("sawn.receivedAt");
});

test("a bar that was marked without a network has the time of the press", async () => {
  const plan = await planOf(await orderOf());
  const pressed = new Date(Date.now() - 3_600_000).toISOString();
  const headers = { "Pressed-At": pressed };
  const sawn = succeeded(await maker.post<{ sawn: { at: string } }>(`/api/workshop/plans/${plan.id}/bars/1/sawn`, {}, headers));
  expect(sawn.sawn.at).toBe(pressed);
});

test("a bar whose offcut has been used or thrown away stays sawn", async () => {
  const plan = await planOf(await orderOf());
  const bar = barWithRest(plan);
  const sawn = succeeded(await saw(plan, bar));
  expect((await maker.delete(`/api/workshop/offcuts/${sawn.offcut?.id}`)).status).toBe(204);
  expect(await undo(plan, bar)).toMatchObject({ status: 409, text: "This offcut has been used" });
  expect(barsOf(await readPlan(plan)).find((each) => each.bar === bar)?.sawn).not.toBeNull();
});

test("the undo of a bar returns the offcut that it used", async () => {
  const added = succeeded(
    await maker.post<{ id: number }>("/api/workshop/offcuts", {
      section: "stile",
      material: (await portal.product({ name: "Ash for offcuts" })).name,
      color: "White",
      lengthMm: 2600,
    }),
  );
  const product = succeeded(await boss.get<{ id: number; name: string }[]>("/api/products?limit=200")).find(
    ({ name }) => name === "Ash for offcuts",
  );
  const window = { ...portal.windowOf(await portal.product(), { name: "Bay", widthM: 0.6, heightM: 1.35, layoutCode: "L" }) };
  const order = await portal.orderFor(customer, { items: [{ ...window, shutterTypeId: product?.id ?? 0, colorSelection: "White" }] });
  await portal.db.update(orders).set({ supplierId: account.companyId }).where(eq(orders.id, order.id));
  const plan = await planOf(order);
  const bar = barsOf(plan).find(({ offcutId }) => offcutId === added.id);
  expect(bar).toBeDefined();
  succeeded(await saw(plan, bar?.bar ?? 0));
  expect((await stock()).map(({ id }) => id)).not.toContain(added.id);
  succeeded(await undo(plan, bar?.bar ?? 0));
  expect((await stock()).map(({ id }) => id)).toContain(added.id);
});

test("a bar of a shutter that is assembled stays sawn, and the sentence names the shutter", async () => {
  const order = await orderOf();
  const plan = await planOf(order);
  await sawAll(plan);
  const step = (done: string) => maker.patch(`/api/orders/${order.id}/pieces`, { itemId: order.itemId, piece: 1, step: done, done: true });
  succeeded(await step("assembled"));
  expect(await undo(plan, 1)).toMatchObject({ status: 409, text: `${order.itemId}.1 is already assembled` });
  expect(await cutOf(order)).toEqual([true]);
  expect((await portal.db.select().from(sawnParts).where(eq(sawnParts.orderId, order.id))).length).toBeGreaterThan(10);
});

test("a shutter that was cut by hand keeps its mark, and another bar's parts stay sawn", async () => {
  const order = await orderOf(2);
  const plan = await planOf(order);
  succeeded(await saw(plan, 1));
  const sawnPieces = new Set(barsOf(plan)[0]?.pieces.map(({ piece }) => piece));
  expect(sawnPieces.size).toBeGreaterThan(0);
  succeeded(await maker.patch(`/api/orders/${order.id}/pieces`, { itemId: order.itemId, piece: 1, step: "cut", done: true }));
  succeeded(await saw(plan, 2));
  succeeded(await undo(plan, 1));
  expect(await cutOf(order)).toEqual([true, false]);
  const left = await portal.db.select({ bar: sawnParts.bar }).from(sawnParts).where(eq(sawnParts.orderId, order.id));
  expect(new Set(left.map(({ bar }) => bar))).toEqual(new Set([2]));
});

test("a mark by hand stays after the undo of a bar that had completed the shutter before", async () => {
  const order = await orderOf();
  const plan = await planOf(order);
  await sawAll(plan);
  const bars = barsOf(plan).map(({ bar }) => bar);
  succeeded(await undo(plan, bars[0] ?? 0));
  expect(await cutOf(order)).toEqual([false]);
  succeeded(await maker.patch(`/api/orders/${order.id}/pieces`, { itemId: order.itemId, piece: 1, step: "cut", done: true }));
  succeeded(await undo(plan, bars.at(-1) ?? 0));
  expect(await cutOf(order)).toEqual([true]);
});

test("a plan without a sawn bar is deleted, one with a sawn bar stays, and another workshop's is none", async () => {
  const plan = await planOf(await orderOf());
  const rival = await portal.signIn(await portal.createAccount("supplier"));
  expect((await rival.delete(`/api/workshop/plans/${plan.id}`)).status).toBe(404);
  succeeded(await saw(plan, 1));
  expect(await maker.delete(`/api/workshop/plans/${plan.id}`)).toMatchObject({
    status: 409,
    text: "1 bar of this plan is sawn",
  });
  succeeded(await undo(plan, 1));
  expect((await maker.delete(`/api/workshop/plans/${plan.id}`)).status).toBe(204);
  expect((await maker.get(`/api/workshop/plans/${plan.id}`)).status).toBe(404);
});

test("a bar with parts of an order that left the workshop stays sawn, and the sentence names the order", async () => {
  const order = await orderOf();
  const plan = await planOf(order);
  succeeded(await saw(plan, 1));
  const other = await portal.createAccount("supplier");
  await portal.db.update(orders).set({ supplierId: other.companyId }).where(eq(orders.id, order.id));
  const moved = await undo(plan, 1);
  expect([moved.status, moved.text]).toEqual([409, `This bar has parts of ORD-${order.id}, which is not made here any more`]);
  await portal.db.update(orders).set({ supplierId: account.companyId, status: "shipped" }).where(eq(orders.id, order.id));
  const shipped = await undo(plan, 1);
  expect([shipped.status, shipped.text]).toEqual([409, `This bar has parts of ORD-${order.id}, which is shipped`]);
  expect(await portal.db.$count(sawnParts, eq(sawnParts.orderId, order.id))).toBeGreaterThan(0);
});
