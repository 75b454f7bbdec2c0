import { eq } from "drizzle-orm";
import { companies } from "#server/schema/companies-and-users.ts";
import type { OrderReply, ProductReply, QuoteReply } from "#server/testing/builders.ts";
import { type Deed, ofCompany, recent, recordReply, type Scene } from "./scene.ts";

function someWindows({ shop: { portal }, products, random }: Scene) {
  return Array.from({ length: 1 + random.below(2) }, () =>
    portal.windowOf(random.oneOf(products) as ProductReply, {
      widthM: (200 + random.below(1500)) / 1000,
      heightM: (300 + random.below(1500)) / 1000,
      quantity: 1 + random.below(2),
    }),
  );
}

export const sendQuote: Deed = async (scene) => {
  const quote = await scene.customer.post<QuoteReply>("/api/quotes", { items: someWindows(scene) });
  recordReply(scene, "quote", quote);
  recordReply(scene, "send", await scene.boss.patch(`/api/quotes/${quote.body.id}/status`, { quoteStatus: "sent" }));
};

export const convert: Deed = async (scene) => {
  const quote = recent(
    scene,
    (await ofCompany.quotes(scene)).filter(({ orderId }) => orderId === null),
  );
  if (!quote) return;
  const body = { shippingAddress: "1 High Street, Lewes", companyAddress: "1 Castle Street, Lewes", acceptedDifferences: true };
  recordReply(scene, `convert quote ${quote.id}`, await scene.boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, body));
};

export const ship: Deed = async (scene) => {
  const order = recent(
    scene,
    (await ofCompany.orders(scene)).filter(({ status }) => status === "pending" || status === "processing"),
  );
  if (order) recordReply(scene, `ship order ${order.id}`, await scene.boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
};

/** Creates an order that owes money: converted and shipped at once. */
export const sendOff: Deed = async (scene) => {
  await sendQuote(scene);
  await convert(scene);
  await ship(scene);
};

export const changeOrder: Deed = async (scene) => {
  const order = recent(scene, await ofCompany.orders(scene));
  if (!order) return;
  if (scene.random.isTrue(0.2)) recordReply(scene, `delete order ${order.id}`, await scene.boss.delete(`/api/orders/${order.id}`));
  else {
    const status = scene.random.oneOf(["processing", "shipped", "delivered", "completed", "cancelled", "cancelled", "draft"]);
    recordReply(scene, `order ${order.id} ${status}`, await scene.boss.patch(`/api/orders/${order.id}/status`, { status }));
  }
};

export const changeQuote: Deed = async (scene) => {
  const quote = recent(scene, await ofCompany.quotes(scene));
  if (!quote) return;
  const { boss, customer, random } = scene;
  if (random.isTrue(0.5))
    recordReply(scene, `decline ${quote.id}`, await customer.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined" }));
  else recordReply(scene, `delete quote ${quote.id}`, await boss.delete(`/api/quotes/${quote.id}`));
};

/** Removes the company's address, so that the invoice of a payment or a shipment waits. */
export const loseAddress: Deed = async ({ shop, companyId, told }) => {
  told.push("the address is gone");
  await shop.portal.db.update(companies).set({ address: null }).where(eq(companies.id, companyId));
};

export const restoreAddress: Deed = async (scene) => {
  const { account } = scene.customer;
  const { companyName, contactName } = account ?? {};
  const body = { companyName, contactName, address: "1 Castle Street, Lewes" };
  recordReply(scene, "the address comes", await scene.boss.patch(`/api/users/${account?.id}/profile`, body));
};

/** Changes, adds or removes windows of an order that is not shipped. */
export const correct: Deed = async (scene) => {
  const { boss, random } = scene;
  const order = recent(
    scene,
    (await ofCompany.orders(scene)).filter(({ status }) => ["draft", "pending", "processing"].includes(status)),
  );
  if (!order) return;
  const { body } = await boss.get<{ quote: { version: number; items: { widthM: number; heightM: number }[] } }>(`/api/orders/${order.id}`);
  const { version, items } = body.quote;
  const changed = items.map((item) => (random.isTrue(0.6) ? { ...item, widthM: (200 + random.below(1500)) / 1000 } : item));
  const kept = changed.length > 1 && random.isTrue(0.3) ? changed.slice(1) : changed;
  const windows = random.isTrue(0.3) ? [...kept, ...someWindows(scene)] : kept;
  const wish = { version, windows, reason: "It was measured again", confirmed: true, acceptOverLimit: true };
  const key = { "Idempotency-Key": `correct ${order.id} ${random.below(1_000_000_000)}` };
  const path = `/api/orders/${order.id}/windows`;
  const replies = await Promise.all([boss.put(path, wish, key), ...(random.isTrue(0.2) ? [boss.put(path, wish, key)] : [])]);
  for (const reply of replies) recordReply(scene, `correct order ${order.id}`, reply);
};
