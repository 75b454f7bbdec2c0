import { parse } from "csv-parse/sync";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#server/platform/db/connect.ts";
import { barPlanBars, barPlans, offcuts, sawnParts } from "#server/schema/bar-plans.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { type OrderReply, type ProductReply, succeeded, type WindowBody } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";

interface Piece {
  readonly orderId: number;
  readonly itemId: number;
  readonly piece: number;
  readonly panel: number | null;
  readonly part: string;
  readonly lengthMm: number;
  /** Present when the plan is read again. */
  readonly cut?: boolean;
}
interface Bar {
  readonly bar: number;
  readonly offcutId: number | null;
  readonly lengthMm: number;
  readonly pieces: readonly Piece[];
  readonly offcutMm: number;
  readonly sawn: { readonly by: { readonly companyName: string } } | null;
}
interface Profile {
  readonly profile: string;
  readonly material: string;
  readonly color: string | null;
  readonly stockMm: number;
  readonly kerfMm: number;
  readonly trimMm: number;
  readonly bars: readonly Bar[];
  readonly lowerBound: number;
  readonly buyMm: number;
  readonly savedBars: number;
  readonly tooLong: readonly unknown[];
}
interface Plan {
  readonly id: number;
  readonly orders: readonly number[];
  readonly changed: readonly number[];
  readonly notMade: readonly { readonly orderId: number; readonly reason: string }[];
  readonly tables: readonly { readonly table: string; readonly tableDate: string | null; readonly orders: readonly number[] }[];
  readonly profiles: readonly Profile[];
}
interface Offcut {
  readonly id: number;
  readonly section: string;
  readonly lengthMm: number;
  readonly from: { readonly planId: number; readonly bar: number } | null;
}
interface Sawn extends Bar {
  readonly leftOut: readonly Piece[];
  readonly cut: readonly { readonly orderId: number; readonly itemId: number; readonly piece: number }[];
  readonly offcut: Offcut | null;
}

let portal: TestPortal;
let customer: TestClient;
let account: User;
let maker: TestClient;
let rival: TestClient;
let boss: TestClient;
let product: ProductReply;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  boss = await portal.superAdmin();
  product = await portal.product();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  account = await portal.createAccount("supplier");
  maker = await portal.signIn(account);
  rival = await portal.signIn(await portal.createAccount("supplier"));
});

/** Stiles of 1,262 mm: two fit on a bar of 3,000 mm. */
const PAIR = { name: "Bay", widthM: 0.6, heightM: 1.35, layoutCode: "L", louverSize: 76 };
async function orderOf(...windows: Partial<WindowBody>[]): Promise<OrderReply> {
  const order = await portal.orderFor(customer, { items: windows.map((window) => portal.windowOf(product, window)) });
  await portal.db.update(orders).set({ supplierId: account.companyId }).where(eq(orders.id, order.id));
  return order;
}
const planOf = async (who: TestClient, ...ids: number[]) => succeeded(await who.post<Plan>("/api/workshop/plans", { orders: ids }));
const readPlan = async (who: TestClient, { id }: Plan) => succeeded(await who.get<Plan>(`/api/workshop/plans/${id}`));
const sawBar = (who: TestClient, { id }: Pick<Plan, "id">, bar: number) => who.post<Sawn>(`/api/workshop/plans/${id}/bars/${bar}/sawn`, {});
/** The rest of a plan for the saw, with the name of the file. */
const planFile = async (who: TestClient, { id }: Plan) => {
  const { status, headers, text } = await who.get(`/api/workshop/plans/${id}/saw.csv`);
  expect(status).toBe(200);
  return { name: headers.get("content-disposition"), rows: parse(text, { columns: true }) as Record<string, string>[], text };
};
const withoutCut = ({ cut: _, ...piece }: Piece) => piece;
const barsOf = ({ profiles }: Plan) => profiles.flatMap(({ bars }) => bars);
const stock = async (who: TestClient) => succeeded(await who.get<Offcut[]>("/api/workshop/offcuts"));
const cutOf = async (id: number) =>
  succeeded(await boss.get<{ pieces: { piece: number; cut: unknown }[] }>(`/api/orders/${id}/pieces`)).pieces.map(
    ({ cut }) => cut !== null,
  );
async function sawAll(who: TestClient, plan: Plan): Promise<void> {
  for (const { bar, sawn } of barsOf(await readPlan(who, plan))) if (!sawn) succeeded(await sawBar(who, plan, bar));
}

describe("a plan that is kept", () => {
  test("a stored plan has each part once, on bars of its section, with trim and kerfs, longest first", async () => {
    const one = await orderOf({ ...PAIR, quantity: 3 }, { name: "Door", widthM: 0.8, heightM: 2.2, louverSize: 76 });
    const other = await orderOf(PAIR);
    const { status, body: plan } = await maker.post<Plan>("/api/workshop/plans", { orders: [one.id, other.id, one.id] });
    expect(status).toBe(201);
    expect(await readPlan(maker, plan)).toEqual(plan);
    expect([plan.orders, plan.changed]).toEqual([[one.id, other.id], []]);
    const wanted = new Map<string, number>();
    for (const { id } of [one, other]) {
      const { parts } = succeeded(
        await maker.get<{
          parts: { itemId: number; panel: number | null; part: string; lengthMm: number; profile: string; count: number }[];
        }>(`/api/orders/${id}/cut-list`),
      );
      for (const { itemId, panel, part, lengthMm, profile, count } of parts)
        if (profile !== "track" && profile !== "guide") wanted.set([id, itemId, panel, part, lengthMm, profile].join(), count);
    }
    const found = new Map<string, number>();
    for (const { profile, bars, stockMm, kerfMm, trimMm, lowerBound, buyMm, savedBars } of plan.profiles) {
      expect([stockMm, kerfMm, trimMm, savedBars]).toEqual([3000, 3, 10, 0]);
      expect(bars.length).toBeGreaterThanOrEqual(lowerBound);
      expect(buyMm).toBe(bars.length * stockMm);
      for (const { pieces, offcutMm } of bars) {
        const sum = pieces.reduce((total, { lengthMm }) => total + lengthMm, 0);
        expect(sum + kerfMm * (pieces.length - 1) + 2 * trimMm).toBeLessThanOrEqual(stockMm);
        expect(offcutMm).toBeCloseTo(Math.max(0, stockMm - trimMm - sum - kerfMm * pieces.length), 6);
        expect(pieces.map(({ lengthMm }) => lengthMm)).toEqual(pieces.map(({ lengthMm }) => lengthMm).toSorted((a, b) => b - a));
        for (const { orderId, itemId, panel, part, lengthMm } of pieces) {
          const key = [orderId, itemId, panel, part, lengthMm, profile].join();
          found.set(key, (found.get(key) ?? 0) + 1);
        }
      }
    }
    expect([...found].toSorted()).toEqual([...wanted].toSorted());
    expect(barsOf(plan).map(({ bar }) => bar)).toEqual(barsOf(plan).map((_, index) => index + 1));
    const bay = barsOf(plan)
      .flatMap(({ pieces }) => pieces)
      .filter(({ orderId, part }) => orderId === one.id && part === "frame-top");
    expect(bay.map(({ piece }) => piece).toSorted()).toEqual([1, 1, 2, 3]);
  });

  test("a stored plan belongs to its company; others get a 404, also for orders they may not see", async () => {
    const order = await orderOf(PAIR);
    const plan = await planOf(maker, order.id);
    expect((await rival.get(`/api/workshop/plans/${plan.id}`)).status).toBe(404);
    expect((await sawBar(rival, plan, 1)).status).toBe(404);
    expect((await rival.post("/api/workshop/plans", { orders: [order.id] })).status).toBe(404);
    expect(succeeded(await rival.get<Plan[]>("/api/workshop/plans"))).toEqual([]);
    expect(succeeded(await maker.get<Plan[]>("/api/workshop/plans"))).toMatchObject([
      { id: plan.id, orders: [order.id], bars: barsOf(plan).length, sawn: 0 },
    ]);
    expect((await readPlan(boss, plan)).id).toBe(plan.id);
    expect((await sawBar(maker, plan, barsOf(plan).length + 1)).status).toBe(404);
  });

  test("plans are listed with each job name once, without orders that moved to another supplier", async () => {
    const named = async (jobName: string) => {
      const order = await portal.orderFor(customer, { items: [portal.windowOf(product, PAIR)], jobName });
      await portal.db.update(orders).set({ supplierId: account.companyId }).where(eq(orders.id, order.id));
      return order;
    };
    const all = [await named("Plot 7"), await orderOf(PAIR), await named("Mrs Patel"), await named("Plot 7")];
    await planOf(maker, ...all.map(({ id }) => id));
    const listed = async () => succeeded(await maker.get<{ jobNames: string[] }[]>("/api/workshop/plans"))[0]?.jobNames;
    expect(await listed()).toEqual(["Plot 7", "Mrs Patel"]);
    const other = await portal.createAccount("supplier");
    await portal.db
      .update(orders)
      .set({ supplierId: other.companyId })
      .where(eq(orders.id, all[2]?.id ?? 0));
    expect(await listed()).toEqual(["Plot 7"]);
    const unnamed = await planOf(maker, all[1]?.id ?? 0);
    expect([unnamed.orders.length, await listed()]).toEqual([1, []]);
  });

  test.each<[unknown, string]>([
    [[], "Please choose the orders to plan"],
    [Array.from({ length: 51 }, (_, index) => index + 1), "At most 50 orders at once"],
  ])("a plan of orders %j is a 400", async (ids, sentence) => {
    const { status, text } = await maker.post("/api/workshop/plans", { orders: ids });
    expect([status, text]).toEqual([400, sentence]);
  });

  test("a plan separates colours only of coloured timber; timber to be painted is one group", async () => {
    const painted = await portal.product({ finish: "painted", name: "Poplar to paint" });
    const [white, black] = painted.colorOptions;
    const items = [white, black].map((colorSelection) => portal.windowOf(painted, { ...PAIR, colorSelection }));
    const order = await portal.orderFor(customer, { items });
    const { profiles } = await planOf(maker, order.id);
    expect(profiles.map(({ color }) => color)).toEqual(profiles.map(() => null));
    expect(new Set(profiles.map(({ profile }) => profile)).size).toBe(profiles.length);
    const [colour] = product.colorOptions;
    const coloured = await planOf(maker, (await orderOf({ ...PAIR, ...(colour && { colorSelection: colour }) })).id);
    expect(coloured.profiles.map(({ color }) => color)).toEqual(coloured.profiles.map(() => colour));
  });

  test("a plan separates rails by height for a workshop that buys them by height", async () => {
    succeeded(
      await maker.put("/api/settings/workshop", {
        sections: [{ profile: "rail", widthMm: 135, thicknessMm: 27, heightsMm: [70, 90, 110] }],
      }),
    );
    const order = await orderOf(PAIR, { ...PAIR, heightM: 1.4 }, { ...PAIR, heightM: 1.43 });
    const plan = await planOf(maker, order.id);
    const rails = plan.profiles.filter(({ profile }) => profile === "rail") as (Profile & {
      section: { widthMm: number };
      bars: { pieces: { ripMm: number }[] }[];
    })[];
    expect(rails.length).toBeGreaterThan(1);
    const heights = [70, 90, 110, 135];
    for (const { section, bars } of rails)
      for (const { pieces } of bars)
        for (const { ripMm } of pieces) expect(heights.find((height) => height >= ripMm)).toBe(section.widthMm);
  });
});

describe("a bar that is ticked off", () => {
  test("a bar is sawn once, with person and time, and a shutter is cut with its last part", async () => {
    const order = await orderOf({ ...PAIR, quantity: 2 });
    const plan = await planOf(maker, order.id);
    const bars = barsOf(plan);
    for (const { bar } of bars.slice(0, -1))
      expect(succeeded(await sawBar(maker, plan, bar)).sawn?.by.companyName).toBe(account.companyName);
    expect((await cutOf(order.id)).every(Boolean)).toBe(false);
    const last = await sawBar(maker, plan, bars.length);
    expect(last.body.cut.length).toBeGreaterThan(0);
    expect(await cutOf(order.id)).toEqual([true, true]);
    const again = await sawBar(maker, plan, bars.length);
    expect([again.status, again.body]).toEqual([200, last.body]);
    // A colleague who ticks the bar off too learns who sawed it.
    const colleague = await portal.signIn(await portal.createAccount("supplier", { colleagueOf: account }));
    const late = await sawBar(colleague, plan, bars.length);
    expect([late.status, late.body]).toEqual([200, { ...last.body, already: true }]);
    expect(succeeded(await maker.get<{ orderStatus: string }>(`/api/orders/${order.id}`)).orderStatus).toBe("processing");
    expect((await maker.post<Plan>("/api/workshop/plans", { orders: [order.id] })).body.profiles).toEqual([]);
  });

  test("two simultaneous ticks of one bar give one reply, one set of parts and one offcut", async () => {
    const order = await orderOf(PAIR);
    const plan = await planOf(maker, order.id);
    const bar = barsOf(plan).find(({ offcutMm }) => offcutMm >= 600) ?? { bar: 1, pieces: [] };
    const taps = await Promise.all([0, 1, 2, 3].map(() => sawBar(maker, plan, bar.bar)));
    for (const tap of taps) expect([tap.status, tap.body]).toEqual([200, taps[0]?.body]);
    expect(await portal.db.select().from(sawnParts).where(eq(sawnParts.planId, plan.id))).toHaveLength(bar.pieces.length);
    expect(await stock(maker)).toHaveLength(1);
  });

  test("a sawn bar leaves an offcut from the workshop's minimum length on", async () => {
    succeeded(await maker.put("/api/settings/workshop", { stock: [{ profile: "stile", stockMm: 3000, kerfMm: 3, keepMm: 200 }] }));
    const order = await orderOf(PAIR);
    const plan = await planOf(maker, order.id);
    await sawAll(maker, plan);
    const kept = await stock(maker);
    const long = barsOf(plan).filter(
      ({ offcutMm, bar }) => offcutMm >= (plan.profiles[0]?.bars.some((one) => one.bar === bar) ? 200 : 600),
    );
    expect(kept.map(({ from }) => from?.bar).toSorted()).toEqual(long.map(({ bar }) => bar).toSorted());
    const stiles = kept.find(({ section }) => section === "stile");
    const [bar] = plan.profiles[0]?.bars ?? [];
    expect([stiles?.lengthMm, stiles?.from]).toEqual([bar?.offcutMm, { planId: plan.id, bar: bar?.bar }]);
    expect(await stock(rival)).toEqual([]);
  });

  test("a bar with a piece that another plan has sawn is a 409, and nothing is stored", async () => {
    const order = await orderOf(PAIR);
    const [one, two] = [await planOf(maker, order.id), await planOf(maker, order.id)];
    succeeded(await sawBar(maker, one, 1));
    const { status, text } = await sawBar(maker, two, 1);
    expect([status, text]).toEqual([409, "This piece is sawn already"]);
    expect((await readPlan(maker, two)).profiles[0]?.bars[0]?.sawn).toBeNull();
  });

  test("a sawn bar leaves out and names the pieces of changed orders", async () => {
    const [one, two] = [await orderOf(PAIR), await orderOf(PAIR)];
    const plan = await planOf(maker, one.id, two.id);
    expect((await readPlan(maker, plan)).changed).toEqual([]);
    await portal.db
      .update(orders)
      .set({ supplierId: (await portal.createAccount("supplier")).companyId })
      .where(eq(orders.id, two.id));
    expect((await readPlan(maker, plan)).changed).toEqual([two.id]);
    for (const { bar, pieces } of barsOf(plan)) {
      const { leftOut } = succeeded(await sawBar(maker, plan, bar));
      expect(leftOut).toEqual(pieces.filter(({ orderId }) => orderId === two.id).map(withoutCut));
    }
    expect(await cutOf(one.id)).toEqual([true]);
    expect(await cutOf(two.id)).toEqual([false]);
  });

  test("a plan names each order that is not made here any more with the reason, and no other's status", async () => {
    const [stays, cancelled, draft, moved] = [await orderOf(PAIR), await orderOf(PAIR), await orderOf(PAIR), await orderOf(PAIR)];
    const plan = await planOf(maker, stays.id, cancelled.id, draft.id, moved.id);
    expect(await readPlan(maker, plan)).toMatchObject({ notMade: [], changed: [] });
    const rivals = { supplierId: (await portal.createAccount("supplier")).companyId };
    await portal.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, cancelled.id));
    await portal.db.update(orders).set({ status: "draft" }).where(eq(orders.id, draft.id));
    await portal.db
      .update(orders)
      .set({ ...rivals, status: "cancelled" })
      .where(eq(orders.id, moved.id));
    const now = await readPlan(maker, plan);
    expect(now.notMade).toEqual([
      { orderId: cancelled.id, reason: "cancelled" },
      { orderId: draft.id, reason: "draft" },
      { orderId: moved.id, reason: "moved" },
    ]);
    expect(now.changed).toEqual([cancelled.id, draft.id, moved.id]);
    expect(now.tables).toEqual([{ table: "the usual clearances", tableDate: null, usualSections: true, orders: [stays.id] }]);
    // All pieces stay on their bars (rule W79).
    expect(barsOf(now).flatMap(({ pieces }) => pieces)).toHaveLength(barsOf(plan).flatMap(({ pieces }) => pieces).length);
    const rows = (await planFile(maker, plan)).rows.map((row) => row.Order);
    expect([...new Set(rows)]).toEqual([String(stays.id)]);
  });

  test("changed clearances of the workshop count as a change of the order", async () => {
    const order = await orderOf(PAIR);
    const plan = await planOf(maker, order.id);
    succeeded(await maker.put("/api/settings/workshop", { clearances: { hinge: 2 } }));
    expect((await readPlan(maker, plan)).changed).toEqual([order.id]);
    expect(succeeded(await sawBar(maker, plan, 1)).leftOut.length).toBeGreaterThan(0);
    expect(await portal.db.select().from(sawnParts).where(eq(sawnParts.orderId, order.id))).toEqual([]);
  });

  test("a bar leaves out the pieces of an order that is corrected while the bar is ticked off", async () => {
    const order = await orderOf(PAIR);
    const plan = await planOf(maker, order.id);
    const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const { sawing } = await inTransaction(portal.db, async (tx) => {
      await tx.update(orders).set({ jobName: "Corrected" }).where(eq(orders.id, order.id));
      await tx
        .update(quoteItems)
        .set({ heightTenthMm: sql`${quoteItems.heightTenthMm} - 10` })
        .where(eq(quoteItems.quoteId, order.quoteId ?? 0));
      const waiting = sawBar(maker, plan, 1);
      await expect.poll(async () => (await portal.db.execute(isWaiting)).rows.length, { timeout: 20_000 }).toBeGreaterThan(0);
      return { sawing: waiting };
    });
    expect(succeeded(await sawing).leftOut).toEqual(barsOf(plan)[0]?.pieces.map(withoutCut));
    expect(await portal.db.select().from(sawnParts).where(eq(sawnParts.orderId, order.id))).toEqual([]);
  });

  describe("a shutter that is cut by hand at the bench", () => {
    const markCut = async (order: OrderReply, plan: Plan, piece: number, done = true) => {
      const [itemId] = barsOf(plan).flatMap(({ pieces }) => pieces.map((one) => one.itemId));
      succeeded(await maker.patch(`/api/orders/${order.id}/pieces`, { itemId, piece, step: "cut", done }));
    };
    const namesOf = (plan: Plan) => barsOf(plan).map(({ pieces }) => pieces.map(withoutCut));

    test("a shutter cut by hand stays in the plan as cut, and no part of it is sawn again", async () => {
      const order = await orderOf({ ...PAIR, quantity: 2 });
      const plan = await planOf(maker, order.id);
      expect(barsOf(plan).flatMap(({ pieces }) => pieces.map(({ cut }) => cut))).not.toContain(true);
      await markCut(order, plan, 1);
      const now = await readPlan(maker, plan);
      expect([now.changed, namesOf(now)]).toEqual([[], namesOf(plan)]);
      for (const { pieces } of barsOf(now)) for (const { piece, cut } of pieces) expect(cut).toBe(piece === 1);
      const both = barsOf(now).filter(({ pieces }) => new Set(pieces.map(({ piece }) => piece)).size === 2);
      expect(both.length).toBeGreaterThan(0);
      for (const { bar, pieces } of barsOf(now))
        expect((await sawBar(maker, plan, bar)).status).toBe(pieces.some(({ cut }) => !cut) ? 200 : 409);
      const sawn = await portal.db.select().from(sawnParts).where(eq(sawnParts.orderId, order.id));
      expect(new Set(sawn.map(({ piece }) => piece))).toEqual(new Set([2]));
      expect(sawn).toHaveLength(
        barsOf(plan)
          .flatMap(({ pieces }) => pieces)
          .filter(({ piece }) => piece === 2).length,
      );
      expect(await cutOf(order.id)).toEqual([true, true]);
      // Now all pieces are cut: some sawn here, the others cut by hand.
      const after = await readPlan(maker, plan);
      expect([...new Set(barsOf(after).flatMap(({ pieces }) => pieces.map(({ cut }) => cut)))]).toEqual([true]);
      expect(namesOf(after)).toEqual(namesOf(plan));
    });

    test("the list of plans counts bars like the plan itself: those cut by hand are neither sawn nor left", async () => {
      let gone: readonly number[] = [];
      const isLeft = ({ sawn, pieces }: Bar) => sawn === null && pieces.some(({ cut, orderId }) => !cut && !gone.includes(orderId));
      const [order, other] = [await orderOf({ ...PAIR, quantity: 2 }), await orderOf(PAIR)];
      const plan = await planOf(maker, order.id, other.id);
      const all = barsOf(plan).length;
      /** The bars that the list counts, which are those of the plan. */
      const counted = async () => {
        const [{ bars, sawn } = { bars: 0, sawn: 0 }] = succeeded(await maker.get<{ bars: number; sawn: number }[]>("/api/workshop/plans"));
        const now = barsOf(await readPlan(maker, plan));
        const sawnNow = now.filter((bar) => bar.sawn !== null).length;
        expect([bars, sawn]).toEqual([sawnNow + now.filter(isLeft).length, sawnNow]);
        return { bars, sawn };
      };
      expect(await counted()).toEqual({ bars: all, sawn: 0 });
      await markCut(order, plan, 1);
      const byHand = await counted();
      expect(byHand.bars).toBeLessThan(all);
      const next = barsOf(await readPlan(maker, plan)).find(isLeft);
      succeeded(await sawBar(maker, plan, next?.bar ?? 0));
      expect(await counted()).toEqual({ ...byHand, sawn: 1 });
      await markCut(order, plan, 2);
      const most = await counted();
      expect(most.bars).toBeLessThan(byHand.bars);
      // Nothing is left to saw of a cancelled order.
      await portal.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, other.id));
      gone = [other.id];
      expect((await counted()).bars).toBeLessThan(most.bars);
    });

    test("a bar whose pieces are all cut by hand cannot be ticked off and uses no offcut", async () => {
      const order = await orderOf(PAIR);
      const material = { material: product.name, color: "White" };
      const { id } = succeeded(await maker.post<Offcut>("/api/workshop/offcuts", { section: "stile", ...material, lengthMm: 2600 }));
      const plan = await planOf(maker, order.id);
      expect(barsOf(plan)[0]?.offcutId).toBe(id);
      await markCut(order, plan, 1);
      for (const { bar } of barsOf(plan)) {
        const { status, text } = await sawBar(maker, plan, bar);
        expect([status, text]).toEqual([409, "This piece is sawn already"]);
      }
      expect((await stock(maker)).map((one) => one.id)).toEqual([id]);
      expect(barsOf(await readPlan(maker, plan)).map(({ sawn }) => sawn)).toEqual(barsOf(plan).map(() => null));
    });

    test("a shutter cut by hand can be sawn from the same plan once its mark is removed", async () => {
      const order = await orderOf(PAIR);
      const plan = await planOf(maker, order.id);
      await markCut(order, plan, 1);
      await markCut(order, plan, 1, false);
      expect(await readPlan(maker, plan)).toEqual(plan);
      await sawAll(maker, plan);
      expect(await cutOf(order.id)).toEqual([true]);
    });

    test("a shutter cut by hand has no row in the saw's file", async () => {
      const order = await orderOf({ ...PAIR, quantity: 2 });
      const plan = await planOf(maker, order.id);
      await markCut(order, plan, 1);
      const reply = await maker.get(`/api/workshop/saw.csv?orders=${order.id}`);
      const rows = parse(reply.text, { columns: true }) as Record<string, string>[];
      const left = barsOf(plan).flatMap(({ bar, pieces }) =>
        pieces.filter(({ piece }) => piece === 2).map(({ part }) => [String(bar), part]),
      );
      expect(rows.map(({ Bar, Part }) => [Bar, Part])).toEqual(left);
    });

    test("a shutter cut by hand after another plan sawed its parts is a 409 in this plan", async () => {
      const order = await orderOf(PAIR);
      const [one, two] = [await planOf(maker, order.id), await planOf(maker, order.id)];
      await sawAll(maker, one);
      expect(await cutOf(order.id)).toEqual([true]);
      for (const { bar } of barsOf(two)) expect((await sawBar(maker, two, bar)).status).toBe(409);
      expect([...new Set(barsOf(await readPlan(maker, two)).flatMap(({ pieces }) => pieces.map(({ cut }) => cut)))]).toEqual([true]);
    });
  });

  test("a shutter whose cut mark is removed is planned again", async () => {
    const order = await orderOf(PAIR);
    const plan = await planOf(maker, order.id);
    await sawAll(maker, plan);
    const [itemId] = barsOf(plan).flatMap(({ pieces }) => pieces.map((piece) => piece.itemId));
    succeeded(await maker.patch(`/api/orders/${order.id}/pieces`, { itemId, piece: 1, step: "cut", done: false }));
    const again = await planOf(maker, order.id);
    expect(barsOf(again).flatMap(({ pieces }) => pieces)).toHaveLength(barsOf(plan).flatMap(({ pieces }) => pieces).length);
  });

  test("sawn parts of a shutter are in no later plan", async () => {
    const order = await orderOf(PAIR);
    const plan = await planOf(maker, order.id);
    const [first] = barsOf(plan);
    succeeded(await sawBar(maker, plan, 1));
    const again = await planOf(maker, order.id);
    expect(barsOf(again).flatMap(({ pieces }) => pieces)).toHaveLength(
      barsOf(plan).flatMap(({ pieces }) => pieces).length - (first?.pieces.length ?? 0),
    );
  });
});

describe("offcuts", () => {
  const stile = (lengthMm: number) => ({ section: "stile", material: product.name, color: "White", lengthMm });
  const add = async (who: TestClient, body: object) => succeeded(await who.post<Offcut>("/api/workshop/offcuts", body));

  test("offcuts are added, read and removed by their own company only", async () => {
    const one = await add(maker, stile(812.5));
    expect(one).toMatchObject({ section: "stile", material: product.name, color: "White", lengthMm: 812.5, from: null });
    expect(await stock(maker)).toEqual([one]);
    expect((await rival.delete(`/api/workshop/offcuts/${one.id}`)).status).toBe(404);
    expect((await maker.delete(`/api/workshop/offcuts/${one.id}`)).status).toBe(204);
    expect((await maker.delete(`/api/workshop/offcuts/${one.id}`)).status).toBe(404);
    expect(await stock(maker)).toEqual([]);
  });

  test("an offcut has its size by the workshop's present sections, so that a device needs no settings", async () => {
    const account = await portal.createAccount("supplier");
    const own = await portal.signIn(account);
    const sections = [{ profile: "rail", widthMm: 140, thicknessMm: 28, heightsMm: [70, 90] }];
    succeeded(await own.put("/api/settings/workshop", { sections }));
    expect(await add(own, { ...stile(800), section: "rail", heightMm: 90 })).toMatchObject({
      size: { name: "rail blank", widthMm: 90, thicknessMm: 28 },
    });
    await add(own, stile(900));
    succeeded(await own.put("/api/settings/workshop", { sections: [{ profile: "stile", widthMm: 57, thicknessMm: 27 }] }));
    const sizes = succeeded(await own.get<{ size: object }[]>("/api/workshop/offcuts")).map(({ size }) => size);
    expect(sizes).toEqual([
      { name: "stile", widthMm: 57, thicknessMm: 27 },
      { name: "rail blank", widthMm: 135, thicknessMm: 27 },
    ]);
  });

  test.each<[object, string]>([
    [{ section: "oak" }, "Section must be a profile of a cut list"],
    [{ lengthMm: 49.9 }, "Length must be from 50 to 12,000 mm, to a tenth"],
    [{ lengthMm: 800.25 }, "Length must be from 50 to 12,000 mm, to a tenth"],
    [{ material: "" }, "Please enter the material"],
  ])("an offcut with %j is a 400", async (wrong, sentence) => {
    const { status, text } = await maker.post("/api/workshop/offcuts", { ...stile(800), ...wrong });
    expect([status, text]).toEqual([400, sentence]);
    expect(await stock(maker)).toEqual([]);
  });

  test("offcuts are used, trimmed at one end, only where they save a bar", async () => {
    const order = await orderOf(PAIR);
    const without = await planOf(maker, order.id);
    const stiles = without.profiles[0];
    expect([stiles?.profile, stiles?.bars.length]).toEqual(["stile", 1]);
    const [length = 0] = stiles?.bars[0]?.pieces.map(({ lengthMm }) => lengthMm) ?? [];
    // The first offcut is a tenth of a millimetre too short, so it saves no bar.
    await add(maker, stile(length + 10 - 0.1));
    expect((await planOf(maker, order.id)).profiles[0]?.bars).toMatchObject([{ offcutId: null }]);
    const two = [await add(maker, stile(length + 10)), await add(maker, stile(length + 10))];
    await add(rival, stile(2900));
    await add(maker, { ...stile(2900), color: null });
    await add(maker, { ...stile(2900), section: "rail" });
    const plan = await planOf(maker, order.id);
    expect(plan.profiles[0]).toMatchObject({ buyMm: 0, lowerBound: 0, savedBars: 1 });
    expect(plan.profiles[0]?.bars.map(({ offcutId }) => offcutId).toSorted()).toEqual(two.map(({ id }) => id));
    expect((await maker.get<{ profiles: Profile[] }>(`/api/workshop/bar-plan?orders=${order.id}`)).body.profiles[0]?.bars).toMatchObject(
      two.map(({ id }) => ({ offcutId: id })),
    );
    // Stiles and rails save a bar each. A plan stored before savings were counted reports the
    // minimum.
    expect(plan.profiles.map(({ savedBars }) => savedBars).slice(0, 3)).toEqual([1, 1, 0]);
    const uncounted = sql`(select jsonb_agg(profile - 'savedBars' order by place) from jsonb_array_elements(profiles) with ordinality as each(profile, place))`;
    await portal.db.update(barPlans).set({ profiles: uncounted }).where(eq(barPlans.id, plan.id));
    expect(await readPlan(maker, plan)).toEqual(plan);
    await sawAll(maker, plan);
    const left = await stock(maker);
    for (const { id } of two) {
      expect(left.map((one) => one.id)).not.toContain(id);
      // A used offcut cannot be removed, and another company gets a 404.
      const gone = await maker.delete(`/api/workshop/offcuts/${id}`);
      expect([gone.status, gone.text]).toEqual([409, "This offcut is used"]);
      expect((await rival.delete(`/api/workshop/offcuts/${id}`)).status).toBe(404);
    }
  });

  test("an offcut in two plans is sawn by one of them, whichever comes first", async () => {
    const [one, two] = [await orderOf(PAIR), await orderOf(PAIR)];
    const { id } = await add(maker, stile(2600));
    const plans = [await planOf(maker, one.id), await planOf(maker, two.id)];
    const barOf = (plan: Plan) => barsOf(plan).find(({ offcutId }) => offcutId === id)?.bar ?? 0;
    const taps = await Promise.all(plans.map((plan) => sawBar(maker, plan, barOf(plan))));
    expect(taps.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(taps.find(({ status }) => status === 409)?.text).toBe("This offcut is used");
    await expect(
      portal.db.update(barPlanBars).set({ sawnAt: new Date(), sawnBy: account.id }).where(eq(barPlanBars.offcutId, id)),
    ).rejects.toThrow();
  });

  test("an offcut that was removed from stock counts as used", async () => {
    const order = await orderOf(PAIR);
    const { id } = await add(maker, stile(2600));
    const plan = await planOf(maker, order.id);
    succeeded(await maker.delete(`/api/workshop/offcuts/${id}`));
    const { status, text } = await sawBar(maker, plan, 1);
    expect([status, text]).toEqual([409, "This offcut is used"]);
  });

  test("the database refuses an invalid length of an offcut, and a second offcut of one bar", async () => {
    const row = { companyId: account.companyId, section: "stile", material: "Oak", lengthTenthMm: 9000 };
    await expect(portal.db.insert(offcuts).values({ ...row, lengthTenthMm: 499 })).rejects.toThrow();
    const plan = await planOf(maker, (await orderOf(PAIR)).id);
    const from = { ...row, fromPlanId: plan.id, fromBar: 1 };
    await portal.db.insert(offcuts).values(from);
    await expect(portal.db.insert(offcuts).values(from)).rejects.toThrow();
  });
});

describe("the saw's file", () => {
  const file = async (who: TestClient, ...ids: number[]) => {
    const reply = await who.get(`/api/workshop/saw.csv?orders=${ids}`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    return { reply, rows: parse(reply.text, { columns: true }) as Record<string, string>[] };
  };
  const inFile = (plan: Plan) =>
    barsOf(plan)
      .filter(({ sawn }) => !sawn)
      .flatMap(({ bar, pieces }) => pieces.map(({ part, lengthMm }) => [String(bar), String(lengthMm), String(lengthMm), part]));
  const asCut = (row: Record<string, string>) => [row.Bar, row["Stop (mm)"], row["Length (mm)"], row.Part];

  test("the saw's file has a row for each cut in the order of work, and stores no plan", async () => {
    const order = await orderOf({ ...PAIR, name: "=1+1", quantity: 2 }, { ...PAIR, heightM: 3.4 });
    const { reply, rows } = await file(maker, order.id);
    expect(reply.headers.get("content-disposition")).toMatch(/^attachment; filename="saw-\d{4}-\d\d-\d\d\.csv"$/);
    expect(reply.text.split("\r\n", 1)[0]).toBe(
      "Bar,Section,Material,Colour,Stop (mm),Length (mm),Rip (mm),Ends,Order,Window,Piece,Panel,Part",
    );
    expect(succeeded(await maker.get<Plan[]>("/api/workshop/plans"))).toEqual([]);
    const plan = await planOf(maker, order.id);
    const tooLong = rows.filter(({ Bar }) => Bar === "");
    expect(rows.slice(0, -tooLong.length).map(asCut)).toEqual(inFile(plan));
    // The parts that stand upright are too long.
    expect(tooLong.map(({ Part }) => Part)).toEqual(["stile", "stile", "tilt-rod", "frame-left", "frame-right"]);
    expect(rows.slice(-tooLong.length)).toEqual(tooLong);
    // Both shutters of the window have rows of their own.
    expect(rows.flatMap(({ Part, Piece }) => (Part === "stile" && Piece !== "" ? [Piece] : [])).toSorted()).toEqual(
      barsOf(plan)
        .flatMap(({ pieces }) => pieces.flatMap(({ part, piece }) => (part === "stile" ? [String(piece)] : [])))
        .toSorted(),
    );
    expect(rows.find(({ Part }) => Part === "top-rail")).toMatchObject({
      Section: expect.stringMatching(/^rail blank \d+ × \d+$/),
      Piece: "1",
      Order: String(order.id),
      Window: "'=1+1",
      Panel: "1",
      Ends: "square",
      "Rip (mm)": expect.stringMatching(/^\d+(\.5)?$/),
    });
    expect(rows.find(({ Part }) => Part === "frame-top")).toMatchObject({ Panel: "", Ends: "mitre-both", "Rip (mm)": "" });
  });

  test("posts of unlike angles are apart in the cut list, on their bars and in every file", async () => {
    const bay = {
      name: "Bay",
      widthM: 2.8,
      heightM: 1.4,
      layoutCode: "LBLBRBR",
      facetsMm: [700, 700, 700, 700],
      postAngles: [143, 128, 143],
    };
    const order = await orderOf(bay);
    const isPost = ({ part }: { readonly part: string }) => part === "bay-post";
    type Post = Piece & { readonly angle: number; readonly bevelDeg: number; readonly count: number };
    const { parts } = succeeded(await maker.get<{ parts: Post[] }>(`/api/orders/${order.id}/cut-list`));
    expect(parts.filter(isPost).map(({ angle, bevelDeg, count }) => [angle, bevelDeg, count])).toEqual([
      [143, 18.5, 2],
      [128, 26, 1],
    ]);
    const plan = await planOf(maker, order.id);
    const planned = barsOf(await readPlan(maker, plan)).flatMap(({ pieces }) => pieces as Post[]);
    expect(planned.filter(isPost).map(({ bevelDeg }) => bevelDeg)).toEqual([18.5, 18.5, 26]);
    expect(planned.filter((piece) => !isPost(piece) && piece.bevelDeg !== undefined)).toEqual([]);
    const posts = (await file(maker, order.id)).rows.filter(({ Part }) => Part === "bay-post");
    expect(posts.map(({ Ends }) => Ends)).toEqual(["bevel-18.5", "bevel-18.5", "bevel-26"]);
    const csv = await maker.get(`/api/workshop/bar-plan?orders=${order.id}`, { accept: "text/csv" });
    const bars = (parse(csv.text, { columns: true }) as Record<string, string>[]).filter(({ Part }) => Part === "bay-post");
    // Two posts are cut from a bar, the full bar first. Bars are numbered throughout, as in a
    // stored plan.
    expect(bars.map((row) => [row["Bevel (°)"], row.Count])).toEqual([
      ["18.5", "2"],
      ["26", "1"],
    ]);
    expect(Number(bars[1]?.Bar) - Number(bars[0]?.Bar)).toBe(1);
    // The three posts are sawn once each, whatever their row.
    await sawAll(maker, plan);
    expect(await cutOf(order.id)).toEqual([true]);
  });

  test("the saw's file uses the newest plan of exactly these orders, and a new one after changes", async () => {
    const [one, two] = [await orderOf(PAIR), await orderOf(PAIR)];
    const both = await planOf(maker, two.id, one.id);
    await planOf(maker, one.id);
    succeeded(await sawBar(maker, both, 1));
    const of = async (...ids: number[]) => (await file(maker, ...ids)).rows.map(asCut);
    // The rows have the numbers of the plan's bars, in whichever order the ids are given.
    expect(await of(one.id, two.id)).toEqual(inFile(await readPlan(maker, both)));
    expect((await of(one.id, two.id))[0]?.[0]).toBe("2");
    const fresh = await planOf(maker, one.id, two.id);
    expect(await of(two.id, one.id)).toEqual(inFile(fresh));
    succeeded(await maker.put("/api/settings/workshop", { clearances: { hinge: 2 } }));
    // A part of the first order is sawn, so it keeps its measures (rule W87).
    expect((await readPlan(maker, fresh)).changed).toEqual([two.id]);
    expect(await of(one.id, two.id)).not.toEqual(inFile(fresh));
    expect(await of(one.id, two.id)).toEqual(inFile(await planOf(maker, one.id, two.id)));
  });

  test("a stored plan's file is cut stop by stop of equal bars, and named with the table's date", async () => {
    succeeded(await maker.put("/api/settings/workshop", { clearances: { hinge: 2 } }));
    const order = await orderOf({ ...PAIR, quantity: 2 }, { ...PAIR, heightM: 1.2, quantity: 2 });
    const plan = await planOf(maker, order.id);
    const { name, rows, text } = await planFile(maker, plan);
    expect(name).toMatch(new RegExp(`^attachment; filename="saw-plan-${plan.id}-table-\\d{4}-\\d\\d-\\d\\d\\.csv"$`));
    expect(text.split("\r\n", 1)[0]).toBe("Bar,Section,Material,Colour,Stop (mm),Length (mm),Rip (mm),Ends,Order,Window,Piece,Panel,Part");
    expect(rows).toHaveLength(barsOf(plan).flatMap(({ pieces }) => pieces).length);
    // The long and the short stiles share bars, which are cut together.
    const stiles = rows.filter(({ Part }) => Part === "stile").map((row) => [row.Bar, row["Stop (mm)"]]);
    const [long, short] = [stiles[0]?.[1], stiles.at(-1)?.[1]];
    expect(Number(long)).toBeGreaterThan(Number(short));
    const alike = stiles.filter(([, stop]) => stop === long).map(([bar]) => bar);
    expect(new Set(alike).size).toBeGreaterThan(1);
    // The stop moves once: no long stile follows a short one.
    expect(stiles.findIndex(([, stop]) => stop === short)).toBe(alike.length);
    succeeded(await sawBar(maker, plan, 1));
    expect((await planFile(maker, plan)).rows.filter(({ Bar }) => Bar === "1")).toEqual([]);
  });

  test("the saw's file is empty once all is sawn, and has shutters that must be sawn again", async () => {
    const order = await orderOf(PAIR);
    const plan = await planOf(maker, order.id);
    await sawAll(maker, plan);
    expect((await file(maker, order.id)).rows).toEqual([]);
    const [itemId] = barsOf(plan).flatMap(({ pieces }) => pieces.map((piece) => piece.itemId));
    succeeded(await maker.patch(`/api/orders/${order.id}/pieces`, { itemId, piece: 1, step: "cut", done: false }));
    expect((await file(maker, order.id)).rows).toHaveLength(barsOf(plan).flatMap(({ pieces }) => pieces).length);
  });

  test("the saw's file accepts one to fifty orders that the person may see", async () => {
    const order = await orderOf(PAIR);
    const status = async (who: TestClient, query: string) => (await who.get(`/api/workshop/saw.csv${query}`)).status;
    for (const query of ["", "?orders=", `?orders=${Array.from({ length: 51 }, (_, n) => n + 1)}`])
      expect([query, await status(maker, query)]).toEqual([query, 400]);
    expect(await status(rival, `?orders=${order.id}`)).toBe(404);
    expect(await status(maker, `?orders=${order.id},999999`)).toBe(404);
    expect(await status(boss, `?orders=${order.id}`)).toBe(200);
  });
});
