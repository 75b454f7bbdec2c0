import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { remakePhotos, remakeReplies } from "#server/schema/remake-parts.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { remakeOf } from "#server/testing/trade/rows-of-jobs.ts";
import type { statsReply } from "#shared/contract/office/stats.ts";
import type { OrderStatus, RemakeStatus } from "#shared/domain/trade/status.ts";

type Stats = z.input<typeof statsReply>;

let portal: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

interface OrderMade {
  at?: string;
  status?: OrderStatus;
  paid?: boolean;
}
/** An order of £325.08 with the time, status and payment that the test needs. */
async function order(customer: TestClient, { at, status = "pending", paid = false }: OrderMade = {}): Promise<OrderReply> {
  const made = await portal.orderFor(customer);
  await portal.db
    .update(orders)
    .set({ status, ...(at && { createdAt: new Date(at) }) })
    .where(eq(orders.id, made.id));
  if (paid)
    await portal.db
      .update(quotes)
      .set({ paidAt: new Date() })
      .where(eq(quotes.id, made.quoteId ?? 0));
  return made;
}
async function remake(orderId: number, status: RemakeStatus, at: string): Promise<number> {
  const [row] = await portal.db
    .insert(remakes)
    .values({ ...remakeOf(orderId), status, reason: "Split", createdAt: new Date(at) })
    .returning();
  return row?.id ?? 0;
}
const read = async (client: TestClient, query = "") => succeeded(await client.get<Stats>(`/api/stats?${query}`));
const day = (text: string) => `period=custom&startDate=${text}&endDate=${text}`;

test("the figures cover the range's orders; drafts and deleted ones never count, cancelled ones owe nothing", async () => {
  const customer = await portal.signIn("customer");
  const at = "2011-05-04T10:00:00Z";
  await order(customer, { at });
  await order(customer, { at, paid: true });
  await order(customer, { at, status: "shipped" });
  await order(customer, { at, status: "cancelled" });
  await order(customer, { at, status: "draft" });
  const deleted = await order(customer, { at });
  await remake(deleted.id, "pending", at);
  await boss.delete(`/api/orders/${deleted.id}`);
  const stats = await read(boss, day("2011-05-04"));
  expect(stats).toMatchObject({ totalOrders: 4, pendingOrders: 2, unpaidOrders: 2, totalAmount: 975.24, unpaidAmount: 650.16 });
  expect(stats.ordersByStatus).toEqual({ pending: 2, processing: 0, shipped: 1, delivered: 0, completed: 0, cancelled: 1 });
  expect(stats.recentOrders.map(({ orderStatus }) => orderStatus).toSorted()).toEqual(["cancelled", "pending", "pending", "shipped"]);
  expect(stats.remakes).toEqual({ total: 0, pending: 0, recent: [] });
  expect(stats.dateRange).toEqual({ start: "2011-05-04", end: "2011-05-04" });
});

test("each role's figures have exactly the keys of that role", async () => {
  const customer = await portal.signIn("customer");
  const mine = await order(customer, { at: "2011-06-01T10:00:00Z" });
  await order(await portal.signIn("customer"), { at: "2011-06-01T10:00:00Z" });
  const always = ["dateRange", "pendingOrders", "recentOrders", "remakes", "totalOrders"];
  const keys = async (client: TestClient) => Object.keys(await read(client, day("2011-06-01"))).toSorted();
  expect(await keys(boss)).toEqual([...always, "ordersByStatus", "totalAmount", "unpaidAmount", "unpaidOrders"].toSorted());
  expect(await keys(await portal.signIn("admin"))).toEqual([...always, "totalAmount"].toSorted());
  expect(await keys(await portal.signIn("supplier"))).toEqual([...always, "ordersByStatus"].toSorted());
  const own = await read(customer, day("2011-06-01"));
  expect(own).toMatchObject({ totalOrders: 1, unpaidOrders: 1, totalAmount: 325.08 });
  expect(own.recentOrders.map(({ id }) => id)).toEqual([mine.id]);
  const ofSupplier = await read(await portal.signIn("supplier"), day("2011-06-01"));
  expect(ofSupplier.totalOrders).toBe(2);
  expect(JSON.stringify(ofSupplier)).not.toMatch(/subtotal|tax|Total"|paymentStatus|quoteId|Amount/);
});

test("recent orders are rows like those of the list", async () => {
  const customer = await portal.signIn("customer");
  const made = await order(customer);
  const [row] = (await boss.get<OrderReply[]>("/api/orders?limit=1")).body;
  expect(row?.id).toBe(made.id);
  expect((await read(boss, "period=daily")).recentOrders[0]).toEqual(row);
});

test("the dashboard's remakes belong to the range's orders, the newest five like rows of the list", async () => {
  const customer = await portal.signIn("customer");
  const made = await order(customer, { at: "2011-07-01T10:00:00Z" });
  const ids: number[] = [];
  for (const number of [1, 2, 3, 4, 5, 6])
    ids.push(await remake(made.id, number === 1 ? "approved" : "pending", `2011-08-0${number}T10:00:00Z`));
  const newest = ids[5] ?? 0;
  for (const place of [1, 2])
    await portal.db
      .insert(remakePhotos)
      .values({ remakeId: newest, place, storageKey: `stats-${place}.jpg`, width: 1, height: 1, bytes: 1 });
  await portal.db.insert(remakeReplies).values({ remakeId: newest, userId: boss.account?.id ?? 0, message: "On its way" });
  const gone = await remake(made.id, "pending", "2011-08-07T10:00:00Z");
  await portal.db.update(remakes).set({ deletedAt: new Date() }).where(eq(remakes.id, gone));
  const { remakes: shown } = await read(boss, day("2011-07-01"));
  expect(shown).toMatchObject({ total: 6, pending: 5 });
  expect(shown.recent.map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
  expect(shown.recent[0]).toEqual({
    id: newest,
    orderId: made.id,
    status: "pending",
    reason: "Split",
    photos: [`/api/remakes/${newest}/photos/1`, `/api/remakes/${newest}/photos/2`],
    createdAt: "2011-08-06T10:00:00.000Z",
    order: { id: made.id, user: made.user, customerName: null, jobName: null, poNumber: null },
    fault: null,
    windows: [],
    replacement: null,
    repliesCount: 1,
  });
  expect((await read(customer, day("2011-07-01"))).remakes.total).toBe(6);
  expect((await read(await portal.signIn("customer"), day("2011-07-01"))).remakes).toEqual({ total: 0, pending: 0, recent: [] });
});

test.each([
  [
    "the day of 23 hours",
    "2026-03-29",
    ["2026-03-29T00:00:00Z", "2026-03-29T22:59:59.999Z"],
    ["2026-03-28T23:59:59.999Z", "2026-03-29T23:00:00Z"],
  ],
  [
    "the day of 25 hours",
    "2026-10-25",
    ["2026-10-24T23:00:00Z", "2026-10-25T23:59:59.999Z"],
    ["2026-10-24T22:59:59.999Z", "2026-10-26T00:00:00Z"],
  ],
])("the range %s is a London day", async (_what, text, within, beside) => {
  const customer = await portal.signIn("customer");
  const made = [];
  for (const at of within) made.push((await order(customer, { at })).id);
  for (const at of beside) await order(customer, { at });
  expect((await read(customer, day(text))).recentOrders.map(({ id }) => id)).toEqual(made.toReversed());
});

test("the ranges today, last 7 days and last 30 days include today", async () => {
  portal.clock.set("2026-06-30T23:30:00Z"); // half past midnight on 1 July in London
  const customer = await portal.signIn("customer");
  await order(customer, { at: "2026-06-30T23:00:00Z" });
  await order(customer, { at: "2026-06-30T22:59:00Z" });
  await order(customer, { at: "2026-06-24T23:00:00Z" });
  await order(customer, { at: "2026-06-24T22:59:00Z" });
  await order(customer, { at: "2026-06-01T23:00:00Z" });
  await order(customer, { at: "2026-06-01T22:59:00Z" });
  const counts = [];
  for (const period of ["daily", "weekly", "monthly", "all_time"]) counts.push((await read(customer, `period=${period}`)).totalOrders);
  expect(counts).toEqual([1, 3, 5, 6]);
  expect((await read(customer, "period=monthly")).dateRange).toEqual({ start: "2026-06-02", end: "2026-07-01" });
  expect((await read(customer)).dateRange).toEqual({ start: null, end: null });
  // These are the instants that a browser in London sends for 1 to 1 July.
  const instants = "period=custom&startDate=2026-06-30T23:00:00.000Z&endDate=2026-06-30T23:00:00.000Z";
  expect(await read(customer, instants)).toMatchObject({ totalOrders: 1, dateRange: { start: "2026-07-01", end: "2026-07-01" } });
  portal.clock.set(new Date());
});

test("a search filters the recent orders and leaves the figures unchanged", async () => {
  const at = "2011-09-01T10:00:00Z";
  const [oak, elm] = await Promise.all([
    portal.signIn(await portal.createAccount("customer", { companyName: "Oak 5% Shutters" })),
    portal.signIn(await portal.createAccount("customer", { companyName: "Elm 50 Shutters" })),
  ]);
  const [first, second] = [await order(oak, { at }), await order(elm, { at })];
  const found = async (search: string) => {
    const { recentOrders, totalOrders } = await read(boss, `${day("2011-09-01")}&search=${encodeURIComponent(search)}`);
    expect(totalOrders).toBe(2);
    return recentOrders.map(({ id }) => id);
  };
  expect(await found("oak")).toEqual([first.id]);
  expect(await found("5%")).toEqual([first.id]);
  expect(await found(`ORD-${second.id}`)).toEqual([second.id]);
  expect(await found("  ")).toEqual([second.id, first.id]);
  expect(await found("nothing like it")).toEqual([]);
});

test.each([
  ["period=yearly", "Period must be one of all_time, daily, weekly, monthly, custom"],
  ["period=custom", "Please choose a start date and an end date"],
  ["period=custom&startDate=2026-01-01", "Please choose a start date and an end date"],
  ["period=custom&startDate=2026-01-02&endDate=2026-01-01", "Start date cannot be after the end date"],
  ["period=custom&startDate=2026-02-30&endDate=2026-03-01", "Start date must be a date"],
  ["period=custom&startDate=2026-01-01&endDate=soon", "End date must be a date"],
])("the statistics query %s is refused with a sentence", async (query, sentence) => {
  const { status, text } = await boss.get(`/api/stats?${query}`);
  expect([status, text]).toEqual([400, sentence]);
});

test("a visitor without a sign-in gets no statistics", async () => {
  expect((await portal.visitor().get("/api/stats")).status).toBe(401);
});
