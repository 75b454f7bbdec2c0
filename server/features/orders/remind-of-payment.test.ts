import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companies } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { londonDay } from "#shared/domain/period.ts";

let portal: TestPortal;
let admin: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.signIn("admin");
});
afterAll(() => portal.stop());

const remind = (...orderIds: number[]) =>
  admin.post<{ orderIds: number[]; companies: number; remindedToday: number }>("/api/orders/remind", { orderIds });
const mailsTo = async ({ email }: { email: string }) =>
  (await portal.mails()).filter(({ to, subject }) => to === email && subject.startsWith("Still to be paid"));
/** A customer who may order, and a signed-in client. */
async function newCustomer() {
  const account = await portal.createAccount("customer");
  return { ...account, client: await portal.signIn(account) };
}

test("a reminder names all orders of a company in one mail a day, with each amount and the total", async () => {
  const [one, other] = [await newCustomer(), await newCustomer()];
  const [first, second, third] = [
    await portal.orderFor(one.client),
    await portal.orderFor(one.client),
    await portal.orderFor(other.client),
  ];
  const { status, body } = await remind(first.id, second.id, third.id);
  expect([status, body]).toEqual([200, { orderIds: [first.id, second.id, third.id], companies: 2, remindedToday: 0 }]);
  const [mail, ...more] = await mailsTo(one);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(`ORD-${first.id}`);
  expect(mail?.text).toContain(`ORD-${second.id}`);
  expect(mail?.text).not.toContain(`ORD-${third.id}`);
  expect(await mailsTo(other)).toHaveLength(1);
  expect((await remind(first.id)).body).toEqual({ orderIds: [], companies: 0, remindedToday: 1 });
  expect(await mailsTo(one)).toHaveLength(1);
});

test("a filter by age selects the orders whose invoices are that old", async () => {
  await saveSeller(portal);
  const account = await portal.createAccount("customer", { address: "1 High Street, Lewes" });
  const client = await portal.signIn(account);
  const boss = await portal.signIn("super_admin");
  const [sentOff] = [await portal.orderFor(client), await portal.orderFor(client)];
  await boss.patch(`/api/clients/${account.companyId}/terms`, { paymentDays: 7 });
  await boss.post(`/api/orders/${sentOff.id}/ship`, { confirmed: true });
  const asked = async (query: string) =>
    (await admin.get<{ id: number }[]>(`/api/orders/reminders?companyId=${account.companyId}&paymentStatus=unpaid&${query}`)).body.map(
      ({ id }) => id,
    );
  expect(await asked("")).toHaveLength(2);
  expect(await asked("invoiced=true")).toEqual([sentOff.id]);
  expect(await asked("invoiced=true&age=notDue")).toEqual([sentOff.id]);
  expect(await asked("invoiced=true&age=days1to30")).toEqual([]);
  expect((await admin.get("/api/orders/reminders?age=old")).status).toBe(400);
});

test("a reminder leaves out paid and cancelled orders and suspended companies; with nothing left it is a 409", async () => {
  const customer = await portal.signIn("customer");
  const [paid, cancelled, owed] = [await portal.orderFor(customer), await portal.orderFor(customer), await portal.orderFor(customer)];
  const boss = await portal.signIn("super_admin");
  await boss.post(`/api/quotes/${paid.quoteId}/payments`, { receivedOn: londonDay(portal.appContext.clock()) });
  await portal.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, cancelled.id));
  const none = await remind(paid.id, cancelled.id);
  expect([none.status, none.text]).toEqual([409, "None of these orders is waiting to be paid"]);
  expect((await remind(paid.id, cancelled.id, owed.id)).body.orderIds).toEqual([owed.id]);
  const suspended = await newCustomer();
  const theirs = await portal.orderFor(suspended.client);
  await portal.db.update(companies).set({ approvalStatus: "suspended" }).where(eq(companies.id, suspended.companyId));
  expect((await remind(theirs.id)).status).toBe(409);
});

test("a reminder is for the office, for existing orders, and for a hundred at most", async () => {
  const customer = await portal.signIn("customer");
  const { id } = await portal.orderFor(customer);
  for (const client of [customer, await portal.signIn("supplier")])
    expect((await client.post("/api/orders/remind", { orderIds: [id] })).status).toBe(403);
  expect((await remind(id, 999_999)).status).toBe(404);
  expect((await remind()).text).toBe("Please name the orders");
  expect((await remind(...Array.from({ length: 101 }, (_, n) => n + 1))).text).toBe("At most 100 orders at once");
});

test("the list before a reminder shows each order's owed amount, of companies that can sign in", async () => {
  const [one, suspended] = [await newCustomer(), await newCustomer()];
  const [order, theirs] = [await portal.orderFor(one.client), await portal.orderFor(suspended.client)];
  const totalOf = async (id: number) => (await admin.get<{ finalTotal: number }>(`/api/orders/${id}`)).body.finalTotal;
  const [total, other] = [await totalOf(order.id), await totalOf(theirs.id)];
  const asked = async () => {
    const { body } = await admin.get<{ id: number; owed: number }[]>("/api/orders/reminders?paymentStatus=unpaid");
    return body.filter(({ id }) => [order.id, theirs.id].includes(id)).map(({ id, owed }) => [id, owed]);
  };
  expect(await asked()).toEqual([
    [order.id, total],
    [theirs.id, other],
  ]);
  // From here on, shipping issues an invoice.
  await saveSeller(portal);
  const boss = await portal.signIn("super_admin");
  expect((await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true })).status).toBe(200);
  const [invoice] = (await boss.get<{ number: string }[]>(`/api/invoices?company=${one.companyId}`)).body;
  const received = { companyId: one.companyId, receivedOn: londonDay(portal.appContext.clock()), amount: 20 };
  expect((await boss.post("/api/payments", { ...received, allocations: [{ number: invoice?.number, amount: 20 }] })).status).toBe(201);
  await portal.db.update(companies).set({ approvalStatus: "suspended" }).where(eq(companies.id, suspended.companyId));
  expect(await asked()).toEqual([[order.id, Math.round(total * 100 - 2000) / 100]]);
});
