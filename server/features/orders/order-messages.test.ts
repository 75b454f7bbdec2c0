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
  readonly to?: string;
  readonly message: string;
  readonly user: { readonly role: string; readonly companyName: string; readonly contactName: string };
}
const write = (by: TestClient, id: number, message: string, to?: "office" | "customer") =>
  by.post<Message>(`/api/orders/${id}/messages`, { message, to });
const thread = async (by: TestClient, id: number) => succeeded(await by.get<Message[]>(`/api/orders/${id}/messages`));
const mailsAbout = async (id: number) =>
  (await world.portal.mails()).filter(({ subject }) => subject.startsWith(`Message about order ORD-${id} `)).map(({ to }) => to);

test("customer, office and workshop write to each other, oldest first, and the customer reads no maker's name", async () => {
  const id = await world.order();
  const sent = await write(customer, id, "When does it come?");
  expect(sent.status).toBe(201);
  expect(sent.body.user).toMatchObject({ role: "customer" });
  succeeded(await write(supplier, id, "On Friday", "customer"));
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
  succeeded(await write(supplier, id, "On Friday", "customer"));
  expect((await mailsAbout(id)).filter((to) => to === buyer.email)).toHaveLength(1);
  const bell = succeeded(await customer.get<{ type: string; relatedId: number; message: string }[]>("/api/notifications"));
  expect(bell.filter(({ type, relatedId }) => type === "order_message" && relatedId === id)).toMatchObject([
    { relatedId: id, message: `There is a new message about your order ORD-${id}.` },
  ]);
});

test("a message to the office reaches no screen, count, bell or email of the customer", async () => {
  const { customer: buyer, supplier: maker, superAdmin, rival } = world.accounts;
  const id = await world.order();
  await world.portal.db.update(orders).set({ supplierId: maker.companyId }).where(eq(orders.id, id));
  const question = succeeded(await write(supplier, id, "Is 58 mm right for the rail?"));
  expect(question.to).toBe("office");
  const toOffice = await mailsAbout(id);
  expect(toOffice).toContain(superAdmin.email);
  for (const other of [buyer, maker, rival]) expect(toOffice).not.toContain(other.email);
  // The office answers the workshop alone, too.
  succeeded(await write(boss, id, "Make it 60", "office"));
  expect(await mailsAbout(id)).toContain(maker.email);
  expect(await mailsAbout(id)).not.toContain(buyer.email);
  expect(await thread(customer, id)).toEqual([]);
  expect((await thread(supplier, id)).map(({ message, to }) => [message, to])).toEqual([
    ["Is 58 mm right for the rail?", "office"],
    ["Make it 60", "office"],
  ]);
  const countOf = async (by: TestClient) => {
    const read = succeeded(await by.get<{ messages: number }>(`/api/orders/${id}`));
    const rows = succeeded(await by.get<{ id: number; messages: number }[]>(`/api/orders?search=ORD-${id}`));
    return [read.messages, rows.find((row) => row.id === id)?.messages];
  };
  expect(await countOf(customer)).toEqual([0, 0]);
  expect(await countOf(supplier)).toEqual([2, 2]);
  expect(await countOf(boss)).toEqual([2, 2]);
  const bell = succeeded(await customer.get<{ type: string; relatedId: number }[]>("/api/notifications"));
  expect(bell.filter(({ type, relatedId }) => type === "order_message" && relatedId === id)).toEqual([]);
  expect(succeeded(await customer.get<object[]>("/api/orders?search=58+mm"))).toEqual([]);
});

test("a customer cannot hide a message from itself, and reads no field about readers", async () => {
  const id = await world.order();
  const sent = await write(customer, id, "For the office", "office");
  expect([sent.status, "to" in sent.body]).toEqual([201, false]);
  expect((await thread(customer, id)).map(({ message, to }) => [message, to])).toEqual([["For the office", undefined]]);
  expect((await write(supplier, id, "?", "everybody" as "office")).status).toBe(400);
});

test("a workshop neither reads nor receives the messages of a draft", async () => {
  const id = await world.order();
  await world.portal.db.update(orders).set({ status: "draft" }).where(eq(orders.id, id));
  succeeded(await write(customer, id, "It is 10 mm less"));
  expect((await supplier.get(`/api/orders/${id}/messages`)).status).toBe(404);
  const refused = await write(supplier, id, "Why?");
  expect([refused.status, refused.text]).toEqual([409, "The office is changing this order"]);
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
