import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { type OrderReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { fetchFile, flat, openPdf, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { orderDetails } from "#shared/contract/orders.ts";
import type { remakeDetails } from "#shared/contract/remakes.ts";

let portal: TestPortal;
let boss: TestClient;
let customer: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  customer = await portal.signIn("customer");
  await saveSeller(portal);
});
afterAll(() => portal.stop());

type Details = z.input<typeof orderDetails>;
type Remake = z.input<typeof remakeDetails>;

const WORDS = { jobName: "Mrs Patel, whole house", poNumber: "PO-7781/b" };

/** An order of two windows and an approved remake of it. */
async function approved({ decide = true } = {}) {
  const product = await portal.product();
  const items = [portal.windowOf(product, { name: "Bay", quantity: 2 }), portal.windowOf(product, { name: "Door" })];
  const order = await portal.orderFor(customer, { items, shippingAddress: "1 Castle Street, Lewes", ...WORDS });
  const form = new FormData();
  form.set("orderId", String(order.id));
  form.set("reason", "The bay is cracked");
  const remake = succeeded(await customer.post<Remake>("/api/remakes", form));
  if (decide) succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  const { body } = await boss.get<Details>(`/api/orders/${order.id}`);
  const [bay, door] = body.quote.items.map(({ id }) => id);
  return { order, remake, bay, door, path: `/api/remakes/${remake.id}/order` };
}

test("a replacement's job card shows fault, window and mark without prices, a plain card without a remake", async () => {
  const product = await portal.product();
  const items = [portal.windowOf(product, { name: "Bay" }), portal.windowOf(product, { name: "Door" })];
  const order = await portal.orderFor(customer, { items });
  const door = (await boss.get<Details>(`/api/orders/${order.id}`)).body.quote.items[1]?.id ?? 0;
  const form = new FormData();
  const reason = `The bottom rail is split. ${"It opens when it rains. ".repeat(150)}`;
  const fields = { orderId: order.id, reason, quoteItemId: door, markXMm: 300, markYMm: 1010 };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const remake = succeeded(await customer.post<Remake>("/api/remakes", form));
  succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  const made = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, { items: [{ itemId: door }] }));
  const supplier = await portal.signIn("supplier");
  const path = `/api/orders/${made.id}/job-card.pdf`;
  const card = await openPdf(portal, supplier, path);
  const said = flat(card.text);
  expect(said).toContain(`Remake RMK-${remake.id}: what was wrong`);
  expect(said).toContain("The bottom rail is split.");
  expect(said).toContain("The rest of it is on the order's page.");
  expect(said).toContain("Door, 1,200 × 1,500 mm: marked about 300 mm from the left, 1,010 mm from the top.");
  // The figures are the code, the marked window, the window to make, and its stile.
  expect(card.tags.filter((tag) => tag === "Figure")).toHaveLength(4);
  expect(card.source).toContain("Marked about 300 mm from the left");
  expect(said).not.toContain("£");
  succeeded(await boss.delete(`/api/remakes/${remake.id}`));
  const later = await openPdf(portal, supplier, path);
  expect(flat(later.text)).not.toContain("what was wrong");
  expect(later.tags.filter((tag) => tag === "Figure")).toHaveLength(3);
});

test("an approved remake becomes an order with a total of zero, linked both ways and made normally", async () => {
  const { remake, bay, path } = await approved();
  const made = await boss.post<OrderReply>(path, { items: [{ itemId: bay }] });
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({
    orderStatus: "pending",
    paymentStatus: "paid",
    finalTotal: 0,
    shippingAddress: "1 Castle Street, Lewes",
    ...WORDS,
  });
  const supplier = await portal.signIn("supplier");
  const { body } = await supplier.get<Details>(`/api/orders/${made.body.id}`);
  expect(body.remakeId).toBe(remake.id);
  expect(body.quote.items.map(({ name, quantity }) => [name, quantity])).toEqual([["Bay", 1]]);
  expect((await supplier.get<Remake>(`/api/remakes/${remake.id}`)).body.madeAsOrderId).toBe(made.body.id);
  expect((await customer.get<Details>(`/api/orders/${made.body.id}`)).body.remakeId).toBe(remake.id);
  succeeded(await supplier.patch(`/api/orders/${made.body.id}/status`, { status: "processing" }));
  const card = await openPdf(portal, supplier, `/api/orders/${made.body.id}/job-card.pdf`);
  expect(flat(card.text)).toContain(`Remake RMK-${remake.id} of order ORD-${remake.orderId}`);
  const { body: news } = await customer.get<{ message: string; relatedId: number }[]>("/api/notifications");
  expect(news.find(({ message }) => message.includes(`order ORD-${made.body.id}, free of charge`))?.relatedId).toBe(remake.id);
});

test("a replacement order is neither paid nor invoiced and changes no sum", async () => {
  const before = (await boss.get<{ totalAmount: number; unpaidOrders: number }>("/api/stats")).body;
  const { order, bay, path } = await approved();
  const made = succeeded(await boss.post<OrderReply>(path, { items: [{ itemId: bay, quantity: 2 }] }));
  const after = (await boss.get<{ totalAmount: number; unpaidOrders: number }>("/api/stats")).body;
  expect(after.totalAmount).toBeCloseTo(before.totalAmount + (order.finalTotal ?? 0), 2);
  expect(after.unpaidOrders).toBe(before.unpaidOrders + 1);
  const refused = await fetchFile(portal, customer, `/api/orders/${made.id}/invoice.pdf`);
  expect([refused.status, refused.file.toString()]).toEqual([409, "This order is free of charge: there is nothing to invoice"]);
  expect((await customer.post(`/api/quotes/${made.quoteId}/pay`)).status).toBe(409);
  expect((await customer.get<QuoteReply>(`/api/quotes/${made.quoteId}`)).body).toMatchObject({ quoteStatus: "accepted", finalTotal: 0 });
});

test("a replacement needs an approved remake, windows of its order, and at most the ordered pieces", async () => {
  const pending = await approved({ decide: false });
  const refusal = async (path: string, body: object) => {
    const { status, text } = await boss.post(path, body);
    return [status, text];
  };
  expect(await refusal(pending.path, { items: [{ itemId: pending.bay }] })).toEqual([
    409,
    "Only an approved remake becomes an order: this one is pending",
  ]);
  const { bay, door, path } = await approved();
  expect(await refusal(path, {})).toEqual([400, "Please choose the windows to make again"]);
  expect(await refusal(path, { items: [] })).toEqual([400, "Please choose the windows to make again"]);
  expect(await refusal(path, { items: [{ itemId: pending.bay }] })).toEqual([400, "Please choose among the windows of the remake's order"]);
  expect(await refusal(path, { items: [{ itemId: bay, quantity: 3 }] })).toEqual([400, 'Window "Bay" was ordered 2 times']);
  expect(await refusal(path, { items: [{ itemId: door }, { itemId: door }] })).toEqual([400, "Please name each window once"]);
  expect((await boss.post("/api/remakes/999999/order", { items: [{ itemId: bay }] })).status).toBe(404);
});

test("ten simultaneous presses make one replacement, and a deleted one can be made again", async () => {
  const { bay, path } = await approved();
  const replies = await Promise.all(Array.from({ length: 10 }, () => boss.post<OrderReply>(path, { items: [{ itemId: bay }] })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
  const made = replies.find(({ status }) => status === 201)?.body;
  succeeded(await boss.patch(`/api/orders/${made?.id}/status`, { status: "cancelled" }));
  succeeded(await boss.delete(`/api/orders/${made?.id}`));
  expect((await boss.post(path, { items: [{ itemId: bay }] })).status).toBe(201);
});

test("a replacement has the windows and pieces that the remake names, unless others are chosen", async () => {
  const product = await portal.product();
  const items = [portal.windowOf(product, { name: "Bay", quantity: 3 }), portal.windowOf(product, { name: "Door" })];
  const order = await portal.orderFor(customer, { items });
  const [bay = 0] = (await boss.get<Details>(`/api/orders/${order.id}`)).body.quote.items.map(({ id }) => id);
  const windows = JSON.stringify([{ quoteItemId: bay, pieces: 2 }]);
  const remake = succeeded(await askForRemake(customer, order.id, [], { fields: { windows } }));
  succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  const made = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, {}));
  expect(made.finalTotal).toBe(0);
  const { body } = await boss.get<Details>(`/api/orders/${made.id}`);
  expect(body.quote.items.map(({ name, quantity, itemTotalPrice }) => [name, quantity, itemTotalPrice])).toEqual([["Bay", 2, 0]]);
});

test("a chosen window without panels, parts and numbers is made as the remake names it, also with empty numbers", async () => {
  const order = await portal.orderFor(customer, { items: [portal.windowOf(await portal.product(), { name: "Bay" })] });
  const [itemId = 0] = (await boss.get<Details>(`/api/orders/${order.id}`)).body.quote.items.map(({ id }) => id);
  const windows = JSON.stringify([{ quoteItemId: itemId, pieces: 1, parts: ["louvre"], counts: { louvre: 2 } }]);
  const remake = succeeded(await askForRemake(customer, order.id, [], { fields: { windows } }));
  succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  const items = [{ itemId, quantity: 1, counts: {} }];
  const made = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, { items }));
  const { quote } = succeeded(await boss.get<{ quote: { items: object[] } }>(`/api/orders/${made.id}`));
  expect(quote.items).toMatchObject([{ make: { panels: [], parts: ["louvre"], counts: { louvre: 2 } } }]);
});

test("a remake shows the replacement's dates to people who see that order, in list and details", async () => {
  const { remake, bay, path } = await approved();
  const made = succeeded(await boss.post<OrderReply>(path, { items: [{ itemId: bay }] }));
  const supplier = await portal.signIn("supplier");
  const shownTo = async (client: TestClient) => {
    const details = (await client.get<Remake>(`/api/remakes/${remake.id}`)).body;
    const row = (await client.get<Remake[]>("/api/remakes")).body.find(({ id }) => id === remake.id);
    expect(row?.replacement).toEqual(details.replacement);
    expect(details.madeAsOrderId).toBe(details.replacement?.orderId ?? null);
    return details.replacement;
  };
  const days = { shippingDate: dayAhead(30), estimatedArrival: dayAhead(34) };
  succeeded(await supplier.patch(`/api/orders/${made.id}/dates`, days));
  const trackingUrl = "https://track.dpd.co.uk/search?reference=155";
  const sent = { trackingNumber: "155", carrier: "dpd" };
  succeeded(await supplier.patch(`/api/orders/${made.id}/tracking`, sent));
  const replacement = { orderId: made.id, orderStatus: "pending", shipped: 0, shutters: 1, ...days, ...sent, trackingUrl };
  for (const client of [customer, supplier, boss]) expect(await shownTo(client)).toEqual(replacement);
  // A draft order is hidden from suppliers.
  succeeded(await boss.patch(`/api/orders/${made.id}/status`, { status: "draft" }));
  expect(await shownTo(customer)).toEqual({ ...replacement, orderStatus: "draft" });
  expect(await shownTo(supplier)).toBeNull();
});
