import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { statsHistory, statsReply } from "#shared/contract/office/stats.ts";
import { pence } from "#shared/domain/money.ts";
import type { OrderStatus } from "#shared/domain/trade/status.ts";

type History = z.input<typeof statsHistory>;

let portal: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set("2026-11-21T12:00:00Z");
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

const read = async (query: string, client = boss) => succeeded(await client.get<History>(`/api/stats/history?${query}`));
const figures = async (query: string) => succeeded(await boss.get<z.input<typeof statsReply>>(`/api/stats?${query}`));
const range = (start: string, end: string) => `period=custom&startDate=${start}&endDate=${end}`;
const sum = (numbers: readonly number[]) => Math.round(numbers.reduce((total, number) => total + number, 0) * 100) / 100;

/** Each order has a total of its own, so that an amount in the wrong bucket is detected. */
async function order(at: string, pounds: number, status: OrderStatus = "pending"): Promise<number> {
  const made = await portal.orderFor(await portal.signIn("customer"));
  await portal.db
    .update(quotes)
    .set({ subtotalPence: pence(pounds * 100), taxPence: pence(0), finalTotalPence: pence(pounds * 100) })
    .where(eq(quotes.id, made.quoteId ?? 0));
  await portal.db
    .update(orders)
    .set({ status, createdAt: new Date(at) })
    .where(eq(orders.id, made.id));
  return made.id;
}

test("the history is empty before the first order", async () => {
  expect(await read("")).toEqual({ unit: "day", points: [] });
});

test("each order counts on its London day; cancelled ones bring no money, drafts and deleted ones do not count", async () => {
  await order("2026-11-17T23:59:59Z", 10);
  await order("2026-11-18T00:00:00Z", 200);
  await order("2026-11-18T23:30:00Z", 3000, "cancelled");
  await order("2026-11-18T12:00:00Z", 40_000, "draft");
  const deleted = await order("2026-11-18T12:00:00Z", 500_000);
  await boss.delete(`/api/orders/${deleted}`);
  await order("2026-10-24T23:30:00Z", 7); // half past midnight on the 25th, still summer time
  await order("2026-10-25T23:30:00Z", 8); // the same day, an hour longer than others
  const seen = async (start: string, end: string) =>
    (await read(range(start, end))).points.map((point) => [point.start, point.end, point.totalOrders, point.totalAmount]);
  expect(await seen("2026-11-17", "2026-11-19")).toEqual([
    ["2026-11-17", "2026-11-17", 1, 10],
    ["2026-11-18", "2026-11-18", 2, 200],
    ["2026-11-19", "2026-11-19", 0, 0],
  ]);
  expect(await seen("2026-10-25", "2026-10-26")).toEqual([
    ["2026-10-25", "2026-10-25", 2, 15],
    ["2026-10-26", "2026-10-26", 0, 0],
  ]);
});

test("the history begins with the first order and ends today, however long the requested range is", async () => {
  const { unit, points } = await read(range("1000-01-01", "9000-12-31"));
  expect([unit, points.length, points[0]?.start, points.at(-1)?.end]).toEqual(["day", 28, "2026-10-25", "2026-11-21"]);
  expect((await read(range("2020-01-01", "2020-12-31"))).points).toEqual([]);
  expect((await read(range("2030-01-01", "2030-12-31"))).points).toEqual([]);
});

test("the history's points add up to the figures of the same period", async () => {
  await order("2019-02-28T12:00:00Z", 1001);
  await order("2024-12-31T23:59:59Z", 2002);
  await order("2025-06-30T23:30:00Z", 4004);
  await order("2026-11-01T00:00:00Z", 8008, "completed");
  const periods = [
    "period=all_time",
    "period=daily",
    "period=weekly",
    "period=monthly",
    range("2024-12-31", "2025-07-01"),
    range("2025-07-01", "2026-11-18"),
    range("2019-03-01", "2026-10-25"),
  ];
  const units = [];
  for (const period of periods) {
    const [{ unit, points }, { totalOrders, totalAmount }] = [await read(period), await figures(period)];
    units.push(unit);
    const added = [sum(points.map((point) => point.totalOrders)), sum(points.map((point) => point.totalAmount ?? Number.NaN))];
    expect(added, period).toEqual([totalOrders, totalAmount]);
    expect(points.length, period).toBeLessThanOrEqual(60);
  }
  expect(units).toEqual(["quarter", "day", "day", "day", "week", "month", "quarter"]);
});

test("an admin sees the revenue too; suppliers and customers have no history", async () => {
  const admin = await portal.signIn("admin");
  expect(await read("period=monthly", admin)).toEqual(await read("period=monthly"));
  for (const role of ["supplier", "customer"] as const) {
    expect((await (await portal.signIn(role)).get("/api/stats/history")).status).toBe(403);
  }
});

test.each([
  ["period=custom", "Please choose a start date and an end date"],
  ["period=custom&startDate=2026-01-02&endDate=2026-01-01", "Start date cannot be after the end date"],
])("the history query %s is refused with a sentence", async (query, sentence) => {
  const { status, text } = await boss.get(`/api/stats/history?${query}`);
  expect([status, text]).toEqual([400, sentence]);
});
