import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderMessages, orders } from "#server/schema/orders-and-remakes.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { createWorld } from "#server/testing/world.ts";
import { MOST_MESSAGES } from "#shared/domain/longest.ts";

let world: Awaited<ReturnType<typeof createWorld>>;
let customer: TestClient;
let supplier: TestClient;
let boss: TestClient;
beforeAll(async () => {
  world = await createWorld();
  [customer, supplier, boss] = await Promise.all([world.as("customer"), world.as("supplier"), world.as("superAdmin")]);
});
afterAll(() => world.shop.stop());

interface Message {
  readonly message: string;
  readonly user: { readonly role: string; readonly companyName: string; readonly contactName: string };
}
const write = (by: TestClient, id: number, message: string) => by.post<Message>(`/api/orders/${id}/messages`, { message });
const thread = async (by: TestClient, id: number) => succeeded(await by.get<Message[]>(`/api/orders/${id}/messages`));
const mailsAbout = async (id: number) =>
  (await world.portal.mails()).filter(({ subject }) => subject.startsWith(`Message about order ORD-${id} `)).map(({ to }) => to);

test("customer, office and workshop write to each other, oldest first, and the customer reads no maker's name", async () => {
  const id = await world.order();
  const sent = await write(customer, id, "When does it come?");
  expect(sent.status).toBe(201);
  expect(sent.body.user).toMatchObject({ role: "customer" });
  succeeded(await write(supplier, id, "On Friday"));
  succeeded(await write(boss, id, "As he says"));
  const forCustomer = await thread(customer, id);
  expect(forCustomer.map(({ message, user }) => [message, user.contactName])).toEqual([
    ["When does it come?", world.accounts.customer.contactName],
    ["On Friday", "Workshop"],
    ["As he says", world.accounts.superAdmin.contactName],
  ]);
  expect((await thread(boss, id))[1]?.user).toMatchObject({ contactName: world.accounts.supplier.contactName });
  expect(succeeded(await customer.get<{ messages: number }>(`/api/orders/${id}`)).messages).toBe(3);
});

test("a customer's message is emailed to office and maker, all others' to the customer with a notification", async () => {
  const { customer: buyer, supplier: maker, superAdmin, rival } = world.accounts;
  const id = await world.order();
  succeeded(await write(customer, id, "When does it come?"));
  const toMakers = await mailsAbout(id);
  expect(toMakers).toEqual(expect.arrayContaining([maker.email, superAdmin.email]));
  expect(toMakers).not.toContain(rival.email);
  expect(toMakers).not.toContain(buyer.email);
  succeeded(await write(supplier, id, "On Friday"));
  expect((await mailsAbout(id)).filter((to) => to === buyer.email)).toHaveLength(1);
  const bell = succeeded(await customer.get<{ type: string; relatedId: number; message: string }[]>("/api/notifications"));
  expect(bell.filter(({ type, relatedId }) => type === "order_message" && relatedId === id)).toMatchObject([
    { relatedId: id, message: `There is a new message about your order ORD-${id}.` },
  ]);
});

test("a workshop neither reads nor receives the messages of a draft", async () => {
  const id = await world.order();
  await world.portal.db.update(orders).set({ status: "draft" }).where(eq(orders.id, id));
  succeeded(await write(customer, id, "It is 10 mm less"));
  expect((await supplier.get(`/api/orders/${id}/messages`)).status).toBe(404);
  expect((await write(supplier, id, "Why?")).status).toBe(404);
  expect(await mailsAbout(id)).not.toContain(world.accounts.supplier.email);
});

test("an empty message, one that is too long and one beyond the limit are refused", async () => {
  const id = await world.order();
  expect((await write(customer, id, "  ")).text).toBe("Message cannot be empty");
  expect((await write(customer, id, "x".repeat(2001))).status).toBe(400);
  expect((await write(customer, id, "x".repeat(2000))).status).toBe(201);
  const row = { orderId: id, userId: world.accounts.customer.id, message: "?" };
  await world.portal.db.insert(orderMessages).values(Array.from({ length: MOST_MESSAGES - 1 }, () => row));
  expect((await write(customer, id, "One more")).status).toBe(409);
});
