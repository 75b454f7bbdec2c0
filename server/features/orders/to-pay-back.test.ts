import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { createWorld } from "#server/testing/world.ts";

let world: Awaited<ReturnType<typeof createWorld>>;
let admin: TestClient;
let customer: TestClient;
beforeAll(async () => {
  world = await createWorld();
  [admin, customer] = await Promise.all([world.as("admin"), world.as("customer")]);
});
afterAll(() => world.shop.stop());

/** An order that was paid and then cancelled, with a function that refunds a part of it. */
async function cancelledOrder() {
  const { db } = world.portal;
  const id = await world.paidOrder();
  const [order] = await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, id)).returning();
  if (!order) throw new Error("The order is gone");
  const boss = await world.as("superAdmin");
  const [payment] = await db.select().from(payments).where(eq(payments.quoteId, order.quoteId));
  const refund = async (amountPence: number) =>
    succeeded(
      await boss.post(`/api/payments/${payment?.id}/refunds`, {
        amount: amountPence / 100,
        reason: "The order was cancelled",
        creditNote: true,
      }),
    );
  return { id, total: order.totalPence, refund };
}
const read = async (by: TestClient, id: number) =>
  succeeded(await by.get<OrderReply & { toPayBack: number | null }>(`/api/orders/${id}`)).toPayBack;
const listed = async () => succeeded(await admin.get<{ id: number }[]>("/api/orders?view=to_pay_back")).map(({ id }) => id);
const counted = async () => succeeded(await admin.get<Counts>("/api/orders/counts")).toPayBack;
interface Counts {
  readonly toPayBack: number;
  readonly toPayBackAmount: number;
}

test("a cancelled paid order is to be paid back until all of it was refunded", async () => {
  const { id, total, refund } = await cancelledOrder();
  expect([await read(admin, id), await read(customer, id), await listed(), await counted()]).toEqual([total / 100, total / 100, [id], 1]);
  await refund(100);
  expect([await read(admin, id), await listed()]).toEqual([(total - 100) / 100, [id]]);
  await refund(total - 100);
  expect([await read(admin, id), await listed(), await counted()]).toEqual([null, [], 0]);
});

test("the counts show staff alone the total amount to pay back", async () => {
  const orders = [await cancelledOrder(), await cancelledOrder()];
  const owed = async () => succeeded(await admin.get<Counts>("/api/orders/counts"));
  const [one = 0, other = 0] = orders.map(({ total }) => total);
  expect(await owed()).toMatchObject({ toPayBack: 2, toPayBackAmount: (one + other) / 100 });
  await orders[0]?.refund(150);
  expect(await owed()).toMatchObject({ toPayBack: 2, toPayBackAmount: (one + other - 150) / 100 });
  await orders[0]?.refund(one - 150);
  expect(await owed()).toMatchObject({ toPayBack: 1, toPayBackAmount: other / 100 });
  for (const by of [customer, await world.as("supplier")])
    expect(succeeded(await by.get<object>("/api/orders/counts"))).not.toHaveProperty("toPayBackAmount");
  await orders[1]?.refund(other);
});

test("an unpaid or an active order has nothing to pay back", async () => {
  const [paid, unpaid] = [await world.paidOrder(), await world.order()];
  await world.portal.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, unpaid));
  expect([await read(admin, paid), await read(admin, unpaid), await listed()]).toEqual([null, null, []]);
});

test("only staff have the view to pay back and its count, and suppliers no sum", async () => {
  const supplier = await world.as("supplier");
  const { id, total, refund } = await cancelledOrder();
  for (const by of [customer, supplier]) {
    expect((await by.get("/api/orders?view=to_pay_back")).status).toBe(403);
    expect(succeeded(await by.get<object>("/api/orders/counts"))).not.toHaveProperty("toPayBack");
  }
  expect(succeeded(await supplier.get<object>(`/api/orders/${id}`))).not.toHaveProperty("toPayBack");
  expect((await admin.get("/api/orders?view=else")).status).toBe(400);
  await refund(total);
});

test("a cancelled order takes no date and has no job card", async () => {
  const { id, total, refund } = await cancelledOrder();
  const boss = await world.as("superAdmin");
  const dates = await boss.patch(`/api/orders/${id}/dates`, { shippingDate: "2027-01-04" });
  expect([dates.status, dates.text]).toEqual([409, "This order was cancelled and has no dates to set"]);
  expect((await boss.get(`/api/orders/${id}/job-card.pdf`)).status).toBe(409);
  await refund(total);
});
