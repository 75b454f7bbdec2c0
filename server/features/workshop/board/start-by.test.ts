import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import type { orderDetails } from "#shared/contract/orders.ts";
import type { workshop } from "#shared/contract/workshop.ts";

type Row = z.input<typeof workshop.list.response>[number];
type Details = z.input<typeof orderDetails>;

// A Tuesday before Christmas.
const TODAY = "2026-12-08";

let portal: TestPortal;
let boss: TestClient;
let customer: TestClient;
let quick: User;
let slow: User;
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set(`${TODAY}T12:00:00Z`);
  boss = await portal.superAdmin();
  customer = await portal.signIn("customer");
  quick = await portal.createAccount("supplier", { companyName: "Quick Works" });
  slow = await portal.createAccount("supplier", { companyName: "Slow Works" });
  succeeded(await (await portal.signIn(quick)).put("/api/settings/workshop", { leadDays: 2 }));
  succeeded(await (await portal.signIn(slow)).put("/api/settings/workshop", { leadDays: 20 }));
});
afterAll(() => portal.stop());

async function order(set: Partial<typeof orders.$inferInsert>) {
  const { id } = await portal.orderFor(customer);
  await portal.db.update(orders).set(set).where(eq(orders.id, id));
  return id;
}
const rows = async (who: TestClient, query = "") => succeeded(await who.get<Row[]>(`/api/workshop?limit=100${query}`));
const ids = async (who: TestClient, query: string) => (await rows(who, query)).map(({ id }) => id);

test("an order's start day follows its supplier's lead days, ten by default, on board and page", async () => {
  const shippingDate = "2026-12-31";
  const made = { nobodys: await order({ shippingDate }), quick: await order({ shippingDate, supplierId: quick.companyId }) };
  const needed = await order({ requiredBy: "2026-12-30", supplierId: slow.companyId });
  const wanted = [
    [needed, "2026-11-30"],
    [made.nobodys, "2026-12-15"],
    [made.quick, "2026-12-29"],
  ] as const;
  const shown = (await rows(boss)).filter(({ id }) => wanted.some(([one]) => one === id));
  expect(shown.map(({ id, startBy }) => [id, startBy])).toEqual(wanted);
  const read = async (who: TestClient, id: number) => succeeded(await who.get<Details>(`/api/orders/${id}`));
  for (const [id, startBy] of wanted) expect((await read(boss, id)).startBy).toBe(startBy);
  // A customer does not see days in the workshop.
  expect(Object.keys(await read(customer, needed))).not.toContain("startBy");
  succeeded(await boss.patch(`/api/orders/${needed}/status`, { status: "shipped" }));
  expect((await read(boss, needed)).startBy).toBeNull();
  for (const id of [made.nobodys, made.quick, needed])
    await portal.db.update(orders).set({ deletedAt: new Date() }).where(eq(orders.id, id));
});

test("the board's urgent filter matches each order's own start day, for every supplier", async () => {
  const days = ["2026-12-01", TODAY, "2026-12-09", "2026-12-10", "2026-12-11", "2026-12-22", "2026-12-23", "2027-01-08", "2027-01-11"];
  for (const supplierId of [null, quick.companyId, slow.companyId])
    for (const shippingDate of days) await order({ supplierId, shippingDate });
  await order({ shippingDate: "2026-12-10", status: "processing" });
  await order({ requiredBy: "2026-12-02", shippingDate: "2027-03-01" });
  await order({ shippingDate: null });
  for (const who of [boss, await portal.signIn(quick), await portal.signIn(slow)]) {
    const all = await rows(who);
    const isToStart = ({ orderStatus, startBy }: Row) => orderStatus === "pending" && startBy !== null && startBy <= TODAY;
    const isUrgent = (row: Row) => row.late !== null || isToStart(row);
    const urgent = all.filter(isUrgent).map(({ id }) => id);
    expect(await ids(who, "&urgent=true")).toEqual(urgent);
    expect(await ids(who, "&urgent=false")).toEqual(all.filter((row) => !isUrgent(row)).map(({ id }) => id));
    expect((await who.get("/api/workshop/totals?urgent=true")).body).toMatchObject({ orders: urgent.length });
  }
  // The last due days that are urgent: two working days ahead, ten, and twenty over Christmas and
  // New Year.
  const last = (companyId: number | undefined, found: readonly Row[]) =>
    found.findLast(({ supplier }) => supplier?.id === companyId)?.dueOn;
  const toStart = (await rows(boss, "&urgent=true")).filter(({ late }) => late === null);
  expect([quick.companyId, undefined, slow.companyId].map((companyId) => last(companyId, toStart))).toEqual([
    "2026-12-10",
    "2026-12-22",
    "2027-01-08",
  ]);
  expect((await boss.get("/api/workshop?urgent=maybe")).status).toBe(400);
});
