import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { brokenConstraint } from "#server/platform/http/errors.ts";
import { orderStatusChanges, orders } from "#server/schema/orders-and-remakes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { orderPieces } from "#server/schema/workshop.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { orderDetails } from "#shared/contract/orders.ts";
import type { workshop } from "#shared/contract/workshop.ts";

type Marked = z.input<typeof workshop.mark.response>;
type Details = z.input<typeof orderDetails>;

let portal: TestPortal;
let customer: TestClient;
let maker: TestClient;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  maker = await portal.signIn(await portal.createAccount("supplier", { companyName: "Oak Works", contactName: "Ada Sawyer" }));
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

/** Creates an order of a bay of three shutters and a door of two. */
async function newOrder() {
  const product = await portal.product();
  const items = [portal.windowOf(product, { name: "Bay", quantity: 3 }), portal.windowOf(product, { name: "Door", quantity: 2 })];
  const { id } = await portal.orderFor(customer, { items });
  const { quote } = await details(id);
  const [bay = 0, door = 0] = quote.items.map((item) => item.id);
  return { id, bay, door };
}
const details = async (id: number, who = boss) => succeeded(await who.get<Details>(`/api/orders/${id}`));
const mark = (id: number, body: object, { by = maker, key = "" } = {}) =>
  by.patch<Marked>(`/api/orders/${id}/pieces`, body, key ? { "idempotency-key": key } : {});
const done = (step: string, itemId: number, piece?: number) => ({ itemId, piece, step, done: true });
const undone = (step: string, itemId: number, piece?: number) => ({ itemId, piece, step, done: false });
const stepsOf = ({ pieces }: Marked) =>
  pieces.map(({ piece, cut, assembled, finished, packed }) => [piece, ...[cut, assembled, finished, packed].map((made) => made !== null)]);
const steps = async (id: number) => (await details(id)).history.filter(({ step, event }) => step && event === undefined);

describe("marking", () => {
  test("a step marks all steps before it, for one shutter or the whole window, and returns the progress", async () => {
    const { id, bay, door } = await newOrder();
    const first = succeeded(await mark(id, done("assembled", bay, 2)));
    expect(stepsOf(first)).toEqual([
      [1, false, false, false, false],
      [2, true, true, false, false],
      [3, false, false, false, false],
    ]);
    expect(first.progress).toEqual({ cut: 1, assembled: 1, finished: 0, packed: 0 });
    expect(first.pieces[1]?.cut?.by).toEqual({ companyName: "Oak Works", contactName: "Ada Sawyer", role: "supplier" });
    const all = succeeded(await mark(id, done("packed", door), { by: boss }));
    expect(stepsOf(all)).toEqual([
      [1, true, true, true, true],
      [2, true, true, true, true],
    ]);
    expect(all.progress).toEqual({ cut: 3, assembled: 3, finished: 2, packed: 2 });
    const whole = succeeded(await maker.get<Marked>(`/api/orders/${id}/pieces`));
    expect(whole.pieces.map(({ itemId, piece }) => [itemId, piece])).toEqual([
      [bay, 1],
      [bay, 2],
      [bay, 3],
      [door, 1],
      [door, 2],
    ]);
    expect(whole.progress).toEqual(all.progress);
    const one = succeeded(await maker.get<Marked>(`/api/orders/${id}/pieces?itemId=${door}`));
    expect(one).toEqual({ progress: all.progress, pieces: all.pieces });
    for (const who of [customer, maker, boss]) expect((await details(id, who)).progress).toEqual(all.progress);
  });

  test("an undone step also undoes the steps after it", async () => {
    const { id, bay } = await newOrder();
    succeeded(await mark(id, done("packed", bay)));
    const back = succeeded(await mark(id, undone("assembled", bay, 3)));
    expect(stepsOf(back)).toEqual([
      [1, true, true, true, true],
      [2, true, true, true, true],
      [3, true, false, false, false],
    ]);
    expect(succeeded(await mark(id, undone("cut", bay))).progress).toEqual({ cut: 0, assembled: 0, finished: 0, packed: 0 });
    expect(await steps(id)).toEqual([]);
  });

  test("a mark without a change retains the first person and time, and is not audited", async () => {
    const { id, bay } = await newOrder();
    const first = succeeded(await mark(id, done("cut", bay, 1)));
    const trail = () => portal.db.$count(auditEntries, eq(auditEntries.action, "workshop.mark"));
    const before = await trail();
    portal.clock.advance(60_000);
    expect(succeeded(await mark(id, done("cut", bay, 1), { by: boss }))).toEqual(first);
    expect(await trail()).toBe(before);
    const later = succeeded(await mark(id, done("assembled", bay, 1), { by: boss }));
    expect(later.pieces[0]?.cut).toEqual(first.pieces[0]?.cut);
    expect(later.pieces[0]?.assembled?.by.role).toBe("super_admin");
    expect(await trail()).toBe(before + 1);
  });

  test.each<[string, (order: { id: number; bay: number }) => object, string]>([
    ["a window of another order", () => done("cut", 1_000_000, 1), "Please choose one of the order's windows"],
    ["no window", () => ({ step: "cut", done: true }), "Please choose one of the order's windows"],
    ["a piece beyond the quantity", ({ bay }) => done("cut", bay, 4), 'Window "Bay" has 3 shutters'],
    ["piece nought", ({ bay }) => done("cut", bay, 0), "Piece must be a whole number from 1"],
    ["half a piece", ({ bay }) => done("cut", bay, 1.5), "Piece must be a whole number from 1"],
    ["a piece beyond every quantity", ({ bay }) => done("cut", bay, 100_000), "Piece must be at most 999"],
    ["an unknown step", ({ bay }) => done("sawn", bay, 1), "Step must be one of cut, assembled, finished, packed"],
    ["neither done nor undone", ({ bay }) => ({ itemId: bay, step: "cut" }), "Done must be true or false"],
  ])("a mark with %s is refused and nothing is stored", async (_, bodyOf, sentence) => {
    const order = await newOrder();
    const { status, text } = await mark(order.id, bodyOf(order));
    expect([status, text]).toEqual([400, sentence]);
    expect(await portal.db.$count(orderPieces, eq(orderPieces.orderId, order.id))).toBe(0);
    expect((await details(order.id)).orderStatus).toBe("pending");
  });

  test("marking or reading a window of another order is refused", async () => {
    const [one, other] = [await newOrder(), await newOrder()];
    expect((await mark(one.id, done("cut", other.bay, 1))).status).toBe(400);
    expect((await maker.get(`/api/orders/${one.id}/pieces?itemId=${other.bay}`)).status).toBe(400);
    expect((await maker.get(`/api/orders/${one.id}/pieces?itemId=x`)).status).toBe(400);
  });
});

describe("the order", () => {
  const move = async (id: number, status: string) => succeeded(await boss.patch<OrderReply>(`/api/orders/${id}/status`, { status }));

  test("the first mark sets the order to processing and notifies its customer once; undoing never moves it", async () => {
    const { id, bay } = await newOrder();
    await mark(id, undone("cut", bay));
    expect((await details(id)).orderStatus).toBe("pending");
    await mark(id, done("cut", bay, 1));
    await mark(id, done("cut", bay, 2));
    await mark(id, undone("cut", bay));
    const { orderStatus, history } = await details(id);
    expect([orderStatus, history.flatMap(({ to }) => to ?? [])]).toEqual(["processing", ["pending", "processing"]]);
    const told = (await portal.mails()).filter(({ subject }) => subject.startsWith(`Order ORD-${id}: Processing`));
    expect(told).toHaveLength(1);
  });

  test("an order that was set back to pending is moved again by the next mark", async () => {
    const { id, bay } = await newOrder();
    await mark(id, done("cut", bay, 1));
    await move(id, "pending");
    await mark(id, done("cut", bay, 2));
    expect((await details(id)).orderStatus).toBe("processing");
  });

  test.each(["shipped", "delivered", "completed", "cancelled"])("an order that is %s accepts no marks", async (status) => {
    const { id, bay } = await newOrder();
    await move(id, status);
    const refused = await mark(id, done("cut", bay, 1));
    expect([refused.status, refused.text]).toEqual([409, `This order is ${status}`]);
    expect((await maker.get(`/api/orders/${id}/pieces`)).status).toBe(200);
  });

  test("a draft is hidden from suppliers, and the super admin cannot mark it", async () => {
    const { id, bay } = await newOrder();
    await move(id, "draft");
    expect((await mark(id, done("cut", bay, 1))).status).toBe(404);
    expect((await mark(id, done("cut", bay, 1), { by: boss })).text).toBe("This order is draft");
  });

  test("an order's history has one line for each step, updated with each mark and its person", async () => {
    const { id, bay, door } = await newOrder();
    await mark(id, done("cut", bay, 1));
    expect(await steps(id)).toMatchObject([{ step: "cut", done: 1, of: 5, by: { contactName: "Ada Sawyer" } }]);
    portal.clock.advance(1000);
    await mark(id, done("assembled", door), { by: boss });
    const lines = await steps(id);
    expect(lines).toMatchObject([
      { step: "cut", done: 3, of: 5, by: { role: "super_admin" } },
      { step: "assembled", done: 2, of: 5, by: { role: "super_admin" } },
    ]);
    for (const line of lines) expect(Object.keys(line).toSorted()).toEqual(["at", "by", "done", "of", "step"]);
    await mark(id, done("cut", bay));
    const theirs = (await details(id, customer)).history;
    expect(theirs.map(({ to, step }) => to ?? step)).toEqual(["pending", "processing", "assembled", "cut"]);
    expect(theirs.at(-1)).toMatchObject({ done: 5, by: { contactName: "Workshop", companyName: "Workshop" } });
  });

  test("an order's marks move with it to another supplier, who sees whose they are", async () => {
    const { id, bay } = await newOrder();
    await mark(id, done("cut", bay));
    const rival = await portal.createAccount("supplier");
    succeeded(await boss.patch(`/api/orders/${id}/supplier`, { supplierId: rival.companyId, confirmed: true }));
    expect((await mark(id, done("assembled", bay))).status).toBe(404);
    expect((await maker.get(`/api/orders/${id}/pieces`)).status).toBe(404);
    const theirs = succeeded(await mark(id, done("assembled", bay), { by: await portal.signIn(rival) }));
    expect(theirs.progress).toEqual({ cut: 3, assembled: 3, finished: 0, packed: 0 });
  });
});

describe("at the same moment, and again", () => {
  test("two simultaneous marks of one shutter make one mark", async () => {
    const { id, bay } = await newOrder();
    const both = await Promise.all([mark(id, done("cut", bay, 1)), mark(id, done("cut", bay, 1), { by: boss })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body.pieces[0]?.cut).toEqual(both[1]?.body.pieces[0]?.cut);
    const moves = eq(orderStatusChanges.orderId, id);
    expect(await portal.db.$count(orderStatusChanges, moves)).toBe(2);
  });

  test("a simultaneous mark and undo leave no gap between the steps, in either order", async () => {
    for (let time = 0; time < 5; time += 1) {
      const { id, bay } = await newOrder();
      await mark(id, done("cut", bay));
      await Promise.all([mark(id, done("packed", bay)), mark(id, undone("cut", bay, 2), { by: boss })]);
      const { pieces } = succeeded(await maker.get<Marked>(`/api/orders/${id}/pieces?itemId=${bay}`));
      const second = stepsOf({ pieces, progress: { cut: 0, assembled: 0, finished: 0, packed: 0 } })[1]?.slice(1);
      expect([true, false]).toContain(second?.every((made) => made === second[0]));
      expect(new Set(second).size).toBe(1);
    }
  });

  test("a repeated mark with its key returns the first reply and does not mark again", async () => {
    const { id, bay } = await newOrder();
    const first = succeeded(await mark(id, done("cut", bay, 1), { key: "tablet-1" }));
    await mark(id, undone("cut", bay, 1));
    const again = await mark(id, done("cut", bay, 1), { key: "tablet-1" });
    expect([again.status, again.headers.get("idempotent-replayed"), again.body]).toEqual([200, "true", first]);
    expect((await details(id)).progress.cut).toBe(0);
    expect((await mark(id, done("cut", bay, 2), { key: "tablet-1" })).status).toBe(409);
  });

  test("status, dates and tracking accept an idempotency key too", async () => {
    const { id } = await newOrder();
    for (const [part, body] of [
      ["status", { status: "processing" }],
      ["dates", { shippingDate: dayAhead(30) }],
      ["tracking", { trackingNumber: "DX 1" }],
    ] as const) {
      const headers = { "idempotency-key": `${part} of ${id}` };
      const first = succeeded(await maker.patch(`/api/orders/${id}/${part}`, body, headers));
      const again = await maker.patch(`/api/orders/${id}/${part}`, body, headers);
      expect([part, again.headers.get("idempotent-replayed"), again.body]).toEqual([part, "true", first]);
    }
  });
});

test("an order with very many shutters must be read window by window", async () => {
  const product = await portal.product();
  const items = [999, 999].map((quantity) => portal.windowOf(product, { widthM: 0.3, heightM: 0.3, quantity }));
  const { id } = await portal.orderFor(customer, { items });
  const { status, text } = await maker.get(`/api/orders/${id}/pieces`);
  expect([status, text]).toEqual([409, `Order ORD-${id} has 1998 shutters: ask for those of one window`]);
  const [item] = (await details(id)).quote.items;
  expect(succeeded(await mark(id, done("packed", item?.id ?? 0))).progress.packed).toBe(999);
  expect(succeeded(await maker.get<Marked>(`/api/orders/${id}/pieces?itemId=${item?.id}`)).pieces).toHaveLength(999);
});

describe("the database refuses", () => {
  const broken = (values: Partial<typeof orderPieces.$inferInsert>, of: { id: number; bay: number }) =>
    portal.db
      .insert(orderPieces)
      .values({ orderId: of.id, itemId: of.bay, piece: 1, ...values })
      .then(
        () => null,
        (error: unknown) => brokenConstraint(error),
      );

  test("the database refuses marks of unknown shutters, and steps without earlier ones or a person", async () => {
    const [order, other] = [await newOrder(), await newOrder()];
    const by = maker.account?.id ?? 0;
    const at = new Date();
    expect(await broken({ piece: 4 }, order)).toBe("order_pieces_of_the_order");
    expect(await broken({ piece: 0 }, order)).toBe("order_pieces_of_the_order");
    expect(await broken({ itemId: other.bay }, order)).toBe("order_pieces_of_the_order");
    expect(await broken({ assembledAt: at, assembledBy: by }, order)).toBe("order_pieces_in_order");
    expect(await broken({ cutAt: at, cutBy: by, packedAt: at, packedBy: by }, order)).toBe("order_pieces_in_order");
    expect(await broken({ cutAt: at }, order)).toBe("order_pieces_by_somebody");
    expect(await broken({ cutBy: by }, order)).toBe("order_pieces_by_somebody");
    expect(await broken({ cutAt: at, cutBy: by }, order)).toBeNull();
    await portal.db.update(orders).set({ deletedAt: sql`now()` }).where(eq(orders.id, order.id));
  });
});
