import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { orderPieces } from "#server/schema/workshop.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { orderDetails } from "#shared/contract/orders.ts";
import type { workshop } from "#shared/contract/workshop.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";

type Row = z.input<typeof workshop.list.response>[number];
type Details = z.input<typeof orderDetails>;

const TAKEN = "Another workshop has taken this order";
const MADE_BY_ANOTHER = "This order is made by another workshop now";
const DAY = 24 * 3_600_000;

let portal: TestPortal;
let customer: TestClient;
let boss: TestClient;
let oak: TestClient;
let ash: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  boss = await portal.superAdmin();
  oak = await portal.signIn(await portal.createAccount("supplier", { companyName: "Oak Works" }));
  ash = await portal.signIn(await portal.createAccount("supplier", { companyName: "Ash Works" }));
});
afterAll(() => portal.stop());

const companyOf = ({ account }: TestClient) => account?.companyId ?? 0;
/** Creates an unclaimed order of one window, four times. */
async function newOrder() {
  const { id } = await portal.orderFor(customer, { items: [portal.windowOf(await portal.product(), { quantity: 4 })] });
  const { quote } = succeeded(await boss.get<Details>(`/api/orders/${id}`));
  return { id, itemId: quote.items[0]?.id ?? 0 };
}
type Order = Awaited<ReturnType<typeof newOrder>>;
const mark = (by: TestClient, { id, itemId }: Order, step = "cut", piece?: number) =>
  by.patch(`/api/orders/${id}/pieces`, { itemId, step, done: true, ...(piece && { piece }) });
const unmark = (by: TestClient, { id, itemId }: Order) => by.patch(`/api/orders/${id}/pieces`, { itemId, step: "cut", done: false });
const take = (by: TestClient, { id }: Order) => by.post<OrderReply>(`/api/orders/${id}/take`);
const giveBack = (by: TestClient, { id }: Order) => by.post<OrderReply>(`/api/orders/${id}/give-back`);
const move = ({ id }: Order, supplierId: number | null, confirmed?: boolean) =>
  boss.patch(`/api/orders/${id}/supplier`, { supplierId, ...(confirmed !== undefined && { confirmed }) });
const read = (by: TestClient, { id }: Order, more = "") => by.get(`/api/orders/${id}${more}`);
const said = ({ status, text }: { status: number; text: string }) => [status, text];
const board = async (by: TestClient) => succeeded(await by.get<Row[]>("/api/workshop?limit=100")).map(({ id }) => id);
const makerOf = async ({ id }: Order) => succeeded(await boss.get<Details>(`/api/orders/${id}`)).supplier?.companyName ?? null;

/** The timestamp is moved instead of the clock, because sessions do not last 30 days. */
const movedDaysAgo = ({ id }: Order, days: number) =>
  portal.db
    .update(orders)
    .set({ movedAt: new Date(portal.clock().getTime() - days * DAY) })
    .where(eq(orders.id, id));

describe("the first mark", () => {
  test("the first mark claims an unclaimed order and removes it from other boards", async () => {
    const order = await newOrder();
    expect([(await board(oak)).includes(order.id), (await board(ash)).includes(order.id)]).toEqual([true, true]);
    succeeded(await mark(oak, order, "cut", 1));
    expect(await makerOf(order)).toBe("Oak Works");
    expect([(await board(oak)).includes(order.id), (await board(ash)).includes(order.id)]).toEqual([true, false]);
  });

  test("another workshop's call on a just claimed order is a 409 for ten seconds, then a 404", async () => {
    const order = await newOrder();
    succeeded(await mark(oak, order, "cut", 1));
    portal.clock.advance(9_000);
    const presses = () => [
      mark(ash, order, "cut", 2),
      take(ash, order),
      giveBack(ash, order),
      ash.post(`/api/orders/${order.id}/ship`, { confirmed: true }),
      ash.patch(`/api/orders/${order.id}/status`, { status: "processing" }),
    ];
    for (const press of presses()) expect(said(await press)).toEqual([409, TAKEN]);
    expect(said(await read(ash, order))).toEqual([404, `There is no order ORD-${order.id}`]);
    portal.clock.advance(2_000);
    for (const press of presses()) expect(said(await press)).toEqual([404, `There is no order ORD-${order.id}`]);
  });

  test("a mark that undoes, changes nothing or is the super admin's claims no order", async () => {
    const order = await newOrder();
    succeeded(await unmark(oak, order));
    succeeded(await mark(boss, order, "cut", 1));
    expect(await makerOf(order)).toBeNull();
    succeeded(await mark(oak, order, "cut", 1));
    expect(await makerOf(order)).toBeNull();
    succeeded(await mark(ash, order, "assembled", 1));
    expect(await makerOf(order)).toBe("Ash Works");
  });

  test("a mark never claims an order of another workshop", async () => {
    const order = await newOrder();
    succeeded(await move(order, companyOf(oak)));
    // The office assigned it, so no workshop lost a race for it.
    expect(said(await mark(ash, order))).toEqual([404, `There is no order ORD-${order.id}`]);
  });

  test("fifty simultaneous marks claim the order once, and the other company is refused", async () => {
    const order = await newOrder();
    const tries = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? oak : ash));
    const replies = await Promise.all(tries.map((by, index) => mark(by, order, "cut", (Math.floor(index / 2) % 4) + 1)));
    const winner = await makerOf(order);
    for (const [index, reply] of replies.entries())
      expect(said(reply).slice(0, 1)).toEqual([(winner === "Oak Works") === (index % 2 === 0) ? 200 : 409]);
    for (const reply of replies.filter(({ status }) => status === 409)) expect(reply.text).toBe(TAKEN);
    const marks = await portal.db.select().from(orderPieces).where(eq(orderPieces.orderId, order.id));
    const taker = winner === "Oak Works" ? oak : ash;
    expect(marks.map(({ cutBy }) => cutBy)).toEqual(Array(4).fill(taker.account?.id));
  });

  test("claiming an order moves its remakes to the same workshop", async () => {
    const order = await newOrder();
    succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "shipped" }));
    const { id } = succeeded(await askForRemake(customer, order.id));
    succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "processing" }));
    succeeded(await mark(oak, order, "cut", 1));
    expect([(await oak.get(`/api/remakes/${id}`)).status, (await ash.get(`/api/remakes/${id}`)).status]).toEqual([200, 404]);
  });
});

describe("production acts", () => {
  type Act = (by: TestClient, order: Order) => ReturnType<TestClient["patch"]>;
  const patch =
    (what: string, body: () => object): Act =>
    (by, { id }) =>
      by.patch(`/api/orders/${id}/${what}`, body());
  const inDays = (days: number) => addDays(londonDay(portal.clock()), days);
  const ACTS: [string, Act][] = [
    ["the status processing", patch("status", () => ({ status: "processing" }))],
    ["the status delivered", patch("status", () => ({ status: "delivered" }))],
    ["a shipping date", patch("dates", () => ({ shippingDate: inDays(9) }))],
    ["an estimated arrival", patch("dates", () => ({ estimatedArrival: inDays(12) }))],
    ["a tracking number", patch("tracking", () => ({ trackingNumber: "1Z 9" }))],
    ["shipping", (by, { id }) => by.post(`/api/orders/${id}/ship`, { confirmed: true })],
  ];

  test.each(ACTS)("%s by a supplier claims an open order, by staff it claims none", async (_, act) => {
    const [order, offices] = [await newOrder(), await newOrder()];
    succeeded(await act(oak, order));
    expect(await makerOf(order)).toBe("Oak Works");
    expect(await board(ash)).not.toContain(order.id);
    expect(said(await act(ash, order))).toEqual([409, TAKEN]);
    succeeded(await act(boss, offices));
    expect(await makerOf(offices)).toBeNull();
  });

  test.each(ACTS)("%s by two suppliers at once has one outcome", async (_, act) => {
    const order = await newOrder();
    const replies = await Promise.all([oak, ash, oak, ash].map((by) => act(by, order)));
    const winner = await makerOf(order);
    for (const [index, { status, text }] of replies.entries()) {
      const isWinner = (winner === "Oak Works") === (index % 2 === 0);
      expect([status, isWinner || text]).toEqual(isWinner ? [200, true] : [409, TAKEN]);
    }
  });

  test("a status before processing, a cleared or repeated value, a message and a plan claim no order", async () => {
    const order = await newOrder();
    const shippingDate = inDays(9);
    succeeded(await boss.patch(`/api/orders/${order.id}/dates`, { shippingDate }));
    succeeded(await boss.patch(`/api/orders/${order.id}/tracking`, { trackingNumber: "1Z 9" }));
    succeeded(await oak.patch(`/api/orders/${order.id}/dates`, { shippingDate }));
    succeeded(await oak.patch(`/api/orders/${order.id}/dates`, { shippingDate: null }));
    for (const trackingNumber of ["1Z 9", null]) succeeded(await oak.patch(`/api/orders/${order.id}/tracking`, { trackingNumber }));
    for (const status of ["pending", "cancelled", "pending"]) succeeded(await oak.patch(`/api/orders/${order.id}/status`, { status }));
    succeeded(await oak.post(`/api/orders/${order.id}/messages`, { message: "Which side is the track?" }));
    succeeded(await oak.get(`/api/workshop/bar-plan?orders=${order.id}`));
    succeeded(await oak.post("/api/workshop/plans", { orders: [order.id] }));
    expect(await makerOf(order)).toBeNull();
  });

  test("the audit entry of a claiming change names the supplier", async () => {
    const order = await newOrder();
    succeeded(await patch("tracking", () => ({ trackingNumber: "1Z 9" }))(oak, order));
    const entries = await portal.db.select().from(auditEntries).where(eq(auditEntries.targetId, order.id));
    const change = entries.find(({ action }) => action === "orders.changeTracking");
    expect(change?.after).toEqual({ trackingNumber: "1Z 9", carrier: null, supplierId: companyOf(oak) });
  });
});

describe("taking and giving back", () => {
  test("an order claimed twice without a mark stays claimed, and released it is open to all again", async () => {
    const order = await newOrder();
    for (let time = 0; time < 2; time += 1) expect(succeeded(await take(oak, order)).id).toBe(order.id);
    expect(await makerOf(order)).toBe("Oak Works");
    expect(await board(ash)).not.toContain(order.id);
    for (let time = 0; time < 2; time += 1) succeeded(await giveBack(oak, order));
    expect(await makerOf(order)).toBeNull();
    expect(await board(ash)).toContain(order.id);
    succeeded(await take(ash, order));
  });

  test("simultaneous claims of one order have one winner", async () => {
    const order = await newOrder();
    const replies = await Promise.all([oak, ash, oak, ash].map((by) => take(by, order)));
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 409, 409]);
  });

  test("an order with marks is not released until they are undone", async () => {
    const order = await newOrder();
    succeeded(await mark(oak, order, "packed", 3));
    expect(said(await giveBack(oak, order))).toEqual([409, "This order has marks"]);
    succeeded(await unmark(oak, order));
    succeeded(await giveBack(oak, order));
  });

  test("a shipped order is neither claimed nor released", async () => {
    const order = await newOrder();
    succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
    expect(said(await take(oak, order))).toEqual([409, "This order is shipped"]);
    succeeded(await move(order, companyOf(oak)));
    expect(said(await giveBack(oak, order))).toEqual([409, "This order is shipped"]);
    succeeded(await take(oak, order));
  });
});

describe("moving an order", () => {
  test("moving an order with marks asks for confirmation by its furthest step, then moves it", async () => {
    const order = await newOrder();
    succeeded(await mark(oak, order, "cut"));
    succeeded(await mark(oak, order, "finished", 1));
    succeeded(await mark(oak, order, "finished", 2));
    expect(said(await move(order, companyOf(ash)))).toEqual([409, "2 of 4 are finished at Oak Works"]);
    expect(said(await move(order, null, false))).toEqual([409, "2 of 4 are finished at Oak Works"]);
    expect(await makerOf(order)).toBe("Oak Works");
    succeeded(await move(order, companyOf(oak)));
    succeeded(await move(order, companyOf(ash), true));
    expect(await makerOf(order)).toBe("Ash Works");
    expect(said(await move(order, null))).toEqual([409, "2 of 4 are finished at Ash Works"]);
  });

  test("a refusal to move an unclaimed order names the company whose marks it has", async () => {
    const order = await newOrder();
    succeeded(await mark(boss, order, "cut", 1));
    const { companyName } = succeeded(await boss.get<{ user: { companyName: string } }>("/api/user")).user;
    expect(said(await move(order, companyOf(oak)))).toEqual([409, `1 of 4 are cut at ${companyName}`]);
  });

  test("moving an order without marks needs no confirmation", async () => {
    const order = await newOrder();
    succeeded(await move(order, companyOf(oak)));
    succeeded(await move(order, null));
  });
});

describe("who had it in hand", () => {
  test.each<[string, (order: Order) => Promise<unknown>]>([
    ["marked it", async (order) => succeeded(await mark(oak, order, "cut", 1))],
    ["marked it and undid that", async (order) => [succeeded(await mark(oak, order)), succeeded(await unmark(oak, order))]],
    ["scanned it", async (order) => succeeded(await oak.get(`/api/orders/${order.id}/pieces?piece=${order.itemId}.2`))],
  ])("a workshop that had the order in hand and %s can read it for 30 days after it moved", async (_, inHand) => {
    const order = await newOrder();
    await inHand(order);
    succeeded(await move(order, companyOf(ash), true));
    for (const daysAgo of [0, 29]) {
      await movedDaysAgo(order, daysAgo);
      for (const more of ["", "/pieces", `/pieces?piece=${order.itemId}.2`])
        expect(said(await read(oak, order, more))).toEqual([404, MADE_BY_ANOTHER]);
    }
    expect(said(await mark(oak, order))).toEqual([404, `There is no order ORD-${order.id}`]);
    await movedDaysAgo(order, 31);
    for (const more of ["", "/pieces"]) expect(said(await read(oak, order, more))).toEqual([404, `There is no order ORD-${order.id}`]);
  });

  test("a workshop that only viewed an order cannot read it after it moved", async () => {
    const order = await newOrder();
    succeeded(await read(oak, order));
    succeeded(await read(oak, order, "/pieces"));
    const { id, ...account } = oak.account ?? (await portal.createAccount("supplier"));
    const looking = await portal.openSession({ ...account, id } as never, { id: boss.account?.id ?? 0 } as never);
    succeeded(await read(looking, order, `/pieces?piece=${order.itemId}.1`));
    succeeded(await move(order, companyOf(ash)));
    expect(said(await read(oak, order))).toEqual([404, `There is no order ORD-${order.id}`]);
  });

  test("a workshop reads neither drafts nor deleted orders that it had in hand", async () => {
    const order = await newOrder();
    succeeded(await mark(oak, order, "cut", 1));
    succeeded(await move(order, companyOf(ash), true));
    succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "draft" }));
    expect(said(await read(oak, order))).toEqual([404, `There is no order ORD-${order.id}`]);
    await portal.db.update(orders).set({ status: "pending", deletedAt: new Date() }).where(eq(orders.id, order.id));
    expect(said(await read(oak, order))).toEqual([404, `There is no order ORD-${order.id}`]);
  });

  test("a label's address is read as one shutter", async () => {
    const order = await newOrder();
    const path = `/api/orders/${order.id}/pieces?piece=`;
    const { pieces } = succeeded(await oak.get<{ pieces: { piece: number }[] }>(`${path}${order.itemId}.2`));
    expect(pieces.map(({ piece }) => piece)).toEqual([2]);
    expect(succeeded(await oak.get<{ pieces: object[] }>(`${path}${order.itemId}.9`)).pieces).toEqual([]);
    for (const wrong of ["", "x", "12", "1.2.3"])
      expect(said(await oak.get(path + wrong))).toEqual([400, "Piece must be a window's number and a shutter's, as in 512.3"]);
    expect((await oak.get(`${path}1.1`)).status).toBe(400);
  });
});
