import { addDays } from "#shared/domain/period.ts";
import { type Deed, ofCompany, recent, recordReply, type Scene, today } from "./scene.ts";

/** The acts of customers, the office and the bench on orders, beside their money. */

interface Details {
  readonly id: number;
  readonly orderStatus: string;
  readonly quote: { readonly version: number; readonly items: readonly { readonly id: number; readonly quantity: number }[] };
}

/** A recent order of which something may still be made or changed. */
async function openOrder(scene: Scene): Promise<Details | undefined> {
  const order = recent(
    scene,
    (await ofCompany.orders(scene)).filter(({ status }) => ["draft", "pending", "processing"].includes(status)),
  );
  return order && (await scene.boss.get<Details>(`/api/orders/${order.id}`)).body;
}

export const mark: Deed = async (scene) => {
  const { random, boss } = scene;
  const order = await openOrder(scene);
  const item = order && random.oneOf(order.quote.items);
  if (!order || !item) return;
  const body = { itemId: item.id, step: random.oneOf(["cut", "packed"]), done: random.isTrue(0.8) };
  recordReply(scene, `mark of order ${order.id}`, await boss.patch(`/api/orders/${order.id}/pieces`, body));
};

/** Ships one shutter, which may be the last one. */
export const shipParcel: Deed = async (scene) => {
  const { random, boss } = scene;
  const order = await openOrder(scene);
  const item = order && random.oneOf(order.quote.items);
  if (!order || !item) return;
  const pieces = [{ itemId: item.id, piece: 1 + random.below(item.quantity) }];
  recordReply(scene, `parcel of order ${order.id}`, await boss.post(`/api/orders/${order.id}/parcels`, { pieces }));
};

export const askChange: Deed = async (scene) => {
  const { random, customer, shop } = scene;
  const order = await openOrder(scene);
  const item = order && random.oneOf(order.quote.items);
  if (!order || !item) return;
  const widthM = (200 + random.below(1500)) / 1000;
  const change = random.isTrue(0.2) ? { itemId: item.id, remove: true } : { itemId: item.id, fields: { widthM } };
  // A customer may send only a few messages an hour.
  shop.portal.clock.advance(3_600_000);
  const body = { text: "It was measured again", windows: [change] };
  recordReply(scene, `request for order ${order.id}`, await customer.post(`/api/orders/${order.id}/change-requests`, body));
};

export const answerChange: Deed = async (scene) => {
  const { random, boss, customer } = scene;
  const order = recent(scene, await ofCompany.orders(scene));
  if (!order) return;
  const path = `/api/orders/${order.id}/change-requests`;
  const { body: requests } = await boss.get<readonly { id: number; status: string }[]>(path);
  const [request] = requests;
  if (!request) return;
  const one = `${path}/${request.id}`;
  const how = random.below(6);
  const what = `answer ${how} to request ${request.id}`;
  if (how === 0) recordReply(scene, what, await customer.delete(one));
  else if (how === 1) recordReply(scene, what, await boss.post(`${one}/decline`, { reason: "It is made already" }));
  else recordReply(scene, what, await boss.post(`${one}/accept`, { confirmed: true, acceptOverLimit: true }));
};

export const placeQuote: Deed = async (scene) => {
  const quote = recent(
    scene,
    (await ofCompany.quotes(scene)).filter(({ orderId }) => orderId === null),
  );
  if (!quote) return;
  const body = { shippingAddress: "1 High Street, Lewes", companyAddress: "1 Castle Street, Lewes", acceptedDifferences: true };
  recordReply(scene, `place quote ${quote.id}`, await scene.customer.post(`/api/quotes/${quote.id}/place`, body));
};

/** Staff change a quote that may be placed. */
export const editQuote: Deed = async (scene) => {
  const { random, boss } = scene;
  const quote = recent(
    scene,
    (await ofCompany.quotes(scene)).filter(({ orderId }) => orderId === null),
  );
  if (!quote) return;
  const { body } = await boss.get<{ version: number; items: readonly { widthM: number }[] }>(`/api/quotes/${quote.id}`);
  const items = body.items.map((item) => ({ ...item, widthM: (200 + random.below(1500)) / 1000 }));
  recordReply(scene, `edit quote ${quote.id}`, await boss.put(`/api/quotes/${quote.id}`, { version: body.version, items }));
};

/** Plans or changes the company's terms, and the prices of types. */
export const changePrices: Deed = async (scene) => {
  const { random, boss, companyId, products } = scene;
  const productId = random.oneOf(products)?.id;
  const from = addDays(today(scene), 1 + random.below(2));
  const discountPercent = random.below(60);
  const how = random.below(4);
  if (how === 0) recordReply(scene, "terms", await boss.patch(`/api/clients/${companyId}/terms`, { discountPercent }));
  else if (how === 3) {
    const changes = [{ productId, basePricePerM2: 50 + random.below(300) }];
    recordReply(scene, "prices ahead", await boss.post("/api/price-changes", { from, changes }));
  } else {
    const type = how === 1 ? { productId, discountPercent } : { productId, pricePerM2: 40 + random.below(200) };
    recordReply(scene, "terms ahead", await boss.post(`/api/clients/${companyId}/terms-changes`, { from, types: [type] }));
  }
};

let networks = 0;

/** Sends a quotation to a homeowner, who accepts it. */
export const acceptQuotation: Deed = async (scene) => {
  const { customer, shop } = scene;
  const quote = recent(
    scene,
    (await ofCompany.quotes(scene)).filter(({ orderId }) => orderId === null),
  );
  if (!quote) return;
  await customer.get(`/api/quotes/${quote.id}/retail`);
  const link = await customer.post<{ url: string }>(`/api/quotes/${quote.id}/retail-links`, {});
  recordReply(scene, `send quotation of ${quote.id}`, link);
  if (link.status >= 300) return;
  networks += 1;
  const network = { "x-forwarded-for": `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}` };
  const url = new URL(new URL(link.body.url).pathname, shop.portal.url).href;
  const page = await fetch(url, { headers: { accept: "application/json", ...network } });
  const { snapshot, hash } = (await page.json()) as { readonly snapshot: string; readonly hash: string };
  const { total } = JSON.parse(snapshot) as { readonly total: number };
  const body = JSON.stringify({ name: "Penelope Hughes", extras: [], total, hash });
  const reply = await fetch(`${url}/accept`, { method: "POST", headers: { "content-type": "application/json", ...network }, body });
  recordReply(scene, `accept quotation of ${quote.id}`, { status: reply.status, text: await reply.text() });
};
