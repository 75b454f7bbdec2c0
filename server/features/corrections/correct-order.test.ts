import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sawnParts } from "#server/schema/bar-plans.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { changeRequests, corrections, orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { orderMeasures, orderPieces } from "#server/schema/workshop.ts";
import { type OrderReply, type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { faultsOfLedger } from "#server/testing/money/ledger.ts";
import { openPdf, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { londonDay } from "#shared/domain/period.ts";

let shop: TestShop;
let boss: TestClient;
let admin: TestClient;
let customer: TestClient;
let companyId: number;
let product: ProductReply;
let workshop: TestClient;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  boss = await shop.portal.superAdmin();
  admin = await shop.portal.signIn("admin");
  const account = await shop.portal.createAccount("customer", { address: "1 High Street, Lewes" });
  companyId = account.companyId;
  customer = await shop.portal.signIn(account);
  product = await shop.portal.product({ basePricePerM2: 100 });
  workshop = await shop.portal.signIn("supplier");
});
afterEach(async () => expect(await faultsOfLedger(shop.portal.db)).toEqual([]));
afterAll(() => shop.stop());

interface Window {
  readonly id: number;
  readonly name: string;
  readonly widthM: number;
  readonly pricePerM2?: number;
  readonly itemTotalPrice?: number;
  readonly [field: string]: unknown;
}
interface Order extends Omit<OrderReply, "quote"> {
  readonly quote: { readonly version: number; readonly finalTotal: number; readonly items: Window[] };
  readonly progress: { readonly cut: number };
  readonly history: { readonly event?: string; readonly differences?: object[]; readonly reason?: string; readonly total?: object }[];
}
const says = ({ status, text }: { status: number; text: string }) => [status, text];
const read = async (id: number, who = admin) => succeeded(await who.get<Order>(`/api/orders/${id}`));
/** An order of a kitchen of 1 m² and a bed of 2 m², at £100.00 the m²: £360.00 with VAT. */
async function newOrder(widthM = 1): Promise<Order> {
  const items = [
    shop.portal.windowOf(product, { name: "Kitchen", widthM, heightM: 1 }),
    shop.portal.windowOf(product, { name: "Bed 3", widthM, heightM: 2 }),
  ];
  const { id } = await shop.portal.orderFor(customer, { items });
  return read(id);
}
const change = (order: Order, windows: object[], more: object = {}, who = admin) =>
  who.put<Order>(`/api/orders/${order.id}/windows`, { version: order.quote.version, windows, reason: "The fitter rang", ...more });
/** The order's windows, with other values of the kitchen. */
const withKitchen = (order: Order, values: object) =>
  order.quote.items.map((item) => (item.name === "Kitchen" ? { ...item, ...values } : item));
const pay = async (order: Order) => {
  const body = { receivedOn: londonDay(shop.portal.clock()) };
  succeeded(await boss.post(`/api/quotes/${order.quoteId}/payments`, body));
};
const documentsOf = async (order: Order) =>
  (
    await shop.portal.db
      .select()
      .from(invoices)
      .where(eq(invoices.quoteId, order.quoteId ?? 0))
      .orderBy(invoices.number)
  ).map((one) => ({
    kind: one.kind,
    net: one.netPence,
    vat: one.vatPence,
  }));
async function mailsDuring(work: () => Promise<unknown>) {
  const before = (await shop.portal.mails()).length;
  await work();
  return (await shop.portal.mails()).slice(before);
}

test("an order that is not invoiced has the new total, and keeps its number and the windows' prices per m²", async () => {
  const dearer = await shop.portal.product({ basePricePerM2: 100 });
  const sizes = { Kitchen: 1, "Bed 3": 2 };
  const items = Object.entries(sizes).map(([name, heightM]) => shop.portal.windowOf(dearer, { name, widthM: 1, heightM }));
  const order = await read((await shop.portal.orderFor(customer, { items })).id);
  succeeded(await boss.put("/api/products", { ...dearer, basePricePerM2: 150 }));
  const fresh = shop.portal.windowOf(dearer, { name: "Hall", widthM: 1, heightM: 1 });
  const windows = [...withKitchen(order, { widthM: 1.1 }), fresh];
  const after = succeeded(await change(order, windows));
  expect(after.quote.items.map(({ name, pricePerM2, itemTotalPrice }) => [name, pricePerM2, itemTotalPrice])).toEqual([
    ["Kitchen", 100, 110],
    ["Bed 3", 100, 200],
    ["Hall", 150, 150],
  ]);
  expect(after.quote.items.slice(0, 2).map(({ id }) => id)).toEqual(order.quote.items.map(({ id }) => id));
  expect(after).toMatchObject({ id: order.id, finalTotal: 552, owed: 552, windows: 3, shutters: 3 });
  expect(after.quote.version).toBe(order.quote.version + 1);
  expect(await documentsOf(order)).toEqual([]);
  const [row] = await shop.portal.db.select().from(orders).where(eq(orders.id, order.id));
  expect(row).toMatchObject({ totalPence: 55_200, windows: 3, shutters: 3, areaMilliM2: 4100 });
  const [stored] = await shop.portal.db
    .select()
    .from(quotes)
    .where(eq(quotes.id, order.quoteId ?? 0));
  expect(stored).toMatchObject({ subtotalPence: 46_000, itemCount: 3 });
});

test("history, audit and the email to the customer state each difference and the total", async () => {
  const order = await newOrder();
  const mails = await mailsDuring(async () => succeeded(await change(order, withKitchen(order, { widthM: 0.91, louverSize: 76 }))));
  const toCustomer = mails.filter(({ to }) => to === customer.account?.email);
  expect(toCustomer).toHaveLength(1);
  expect(toCustomer[0]?.text).toContain("Kitchen: width 1,000 → 910 mm, louvres 64 → 76 mm · total £360.00 → £349.20");
  expect(toCustomer[0]?.text).toContain(`http://portal.test/orders?order=${order.id}`);
  const lines = (await read(order.id)).history.filter(({ event }) => event === "corrected");
  expect(lines).toEqual([
    expect.objectContaining({
      differences: [
        { window: "Kitchen", what: "Width", before: "1,000 mm", after: "910 mm" },
        { window: "Kitchen", what: "Louvres", before: "64 mm", after: "76 mm" },
      ],
      reason: "The fitter rang",
      total: { before: 360, after: 349.2 },
    }),
  ]);
  const [entry] = (await shop.audit("orders.changeWindows")).slice(-1);
  expect(entry).toMatchObject({
    targetId: order.id,
    after: { finalTotalPence: 34_920, changes: ["Kitchen: width 1,000 → 910 mm, louvres 64 → 76 mm"], reason: "The fitter rang" },
  });
});

test("mails have every difference and the reason whole, and no link that somebody typed", async () => {
  const order = await newOrder();
  const { id } = await shop.portal.createAccount("supplier");
  succeeded(await boss.patch(`/api/orders/${order.id}/supplier`, { supplierId: id }));
  const name = "Master bedroom, left of the bay www.evil.example";
  const reason = "The fitter measured the reveal again, and the plaster had been taken off on both sides since. See http://evil.example/x";
  const wider = { name, widthM: 0.91, heightM: 1.2, louverSize: 76, quantity: 2 };
  const mails = await mailsDuring(async () => succeeded(await change(order, withKitchen(order, wider), { reason })));
  expect(mails).toHaveLength(2);
  for (const { text } of mails)
    for (const part of ["width 1,000 → 910 mm", "height 1,000 → 1,200 mm", "quantity 1 → 2", "louvres 64 → 76 mm"])
      expect(text).toContain(part);
  const [toCustomer] = mails.filter(({ to }) => to === customer.account?.email);
  expect(toCustomer?.text).toContain("and the plaster had been taken off on both sides since.");
  for (const { text } of mails) expect(text).not.toMatch(/www\.evil|http:\/\/evil/);
});

test("the workshop is emailed the differences, and neither mail nor history shows it a price or the reason", async () => {
  const order = await newOrder();
  const { companyId: supplierId = 0, email } = workshop.account ?? {};
  await shop.portal.db.update(orders).set({ supplierId }).where(eq(orders.id, order.id));
  const mails = await mailsDuring(async () =>
    succeeded(await change(order, withKitchen(order, { widthM: 0.8 }), { reason: "Costs £24.00 more" })),
  );
  const [mail] = mails.filter(({ to }) => to === email);
  expect(mail?.text).toContain("Kitchen: width 1,000 → 800 mm");
  expect(mail?.text).not.toMatch(/£|total/);
  const line = (await read(order.id, workshop)).history.find(({ event }) => event === "corrected");
  expect(line?.differences).toHaveLength(1);
  expect(JSON.stringify(line)).not.toMatch(/£|reason|total/);
});

test("a paid order's increase is invoiced further, and its reduction credited as the company's credit", async () => {
  const order = await newOrder();
  await pay(order);
  expect(await documentsOf(order)).toEqual([{ kind: "invoice", net: 30_000, vat: 6000 }]);
  const wider = succeeded(await change(order, withKitchen(order, { widthM: 1.1 })));
  expect(wider).toMatchObject({ finalTotal: 372, owed: 12, paymentStatus: "unpaid" });
  const smaller = succeeded(await change(wider, withKitchen(wider, { widthM: 0.5 })));
  expect(await documentsOf(order)).toEqual([
    { kind: "invoice", net: 30_000, vat: 6000 },
    { kind: "invoice", net: 1000, vat: 200 },
    { kind: "credit_note", net: 6000, vat: 1200 },
  ]);
  expect(smaller.finalTotal).toBe(300);
  // The further invoice is still owed; the freed money of the first is credit.
  expect(smaller.owed).toBe(12);
  const account = succeeded(await boss.get<{ credit: number; owed: number; balance: number }>(`/api/clients/${companyId}/account`));
  expect(account.credit).toBe(72);
});

test("one correction's credits pay its own further invoice before the rest becomes credit", async () => {
  const order = await newOrder(0.6);
  await pay(order);
  const before = succeeded(await boss.get<{ credit: number }>(`/api/clients/${companyId}/account`)).credit;
  const windows = order.quote.items.map((item) => ({ ...item, widthM: item.name === "Kitchen" ? 0.7 : 0.4 }));
  const preview = succeeded(await admin.post(`/api/orders/${order.id}/windows/preview`, { version: order.quote.version, windows }));
  expect(preview).toEqual({
    differences: [
      { window: "Kitchen", what: "Width", before: "600 mm", after: "700 mm" },
      { window: "Bed 3", what: "Width", before: "600 mm", after: "400 mm" },
    ],
    total: { before: 216, after: 180 },
    credited: [{ window: "Bed 3", amount: 48 }],
    invoiced: 12,
    credit: 36,
    owed: 0,
    cut: [],
    overLimit: null,
  });
  expect((await read(order.id)).quote.version).toBe(order.quote.version);
  const mails = await mailsDuring(async () => {
    expect(succeeded(await change(order, windows))).toMatchObject({ finalTotal: 180, owed: 0, paymentStatus: "paid" });
  });
  const account = succeeded(await boss.get<{ credit: number }>(`/api/clients/${companyId}/account`));
  expect(Math.round(account.credit - before)).toBe(36);
  // One email has the difference and both documents.
  const own = mails.filter(({ to }) => to === customer.account?.email);
  expect(own).toHaveLength(1);
  expect(own[0]?.papers).toHaveLength(2);
  expect(own[0]?.text).toContain("£36.00 of what you paid is your credit now.");
});

test("an unpaid invoice owes less after a reduction, and the notes and invoices add up to the order and its VAT", async () => {
  const order = await newOrder();
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "draft" }));
  let now = await read(order.id);
  for (const widthM of [0.333, 0.777, 0.251, 0.252, 0.999])
    now = succeeded(await change(now, withKitchen(now, { widthM, heightM: 0.777 })));
  const documents = await documentsOf(order);
  const sum = (part: "net" | "vat") => documents.reduce((total, one) => total + (one.kind === "invoice" ? one[part] : -one[part]), 0);
  const [quote] = await shop.portal.db
    .select()
    .from(quotes)
    .where(eq(quotes.id, order.quoteId ?? 0));
  expect([sum("net"), sum("vat")]).toEqual([quote?.subtotalPence, quote?.taxPence]);
  expect(Math.round((now.owed ?? 0) * 100)).toBe(quote?.finalTotalPence);
  const lines = await shop.portal.db
    .select()
    .from(quoteItems)
    .where(eq(quoteItems.quoteId, order.quoteId ?? 0));
  expect(lines.reduce((total, { itemTotalPence }) => total + itemTotalPence, 0)).toBe(quote?.subtotalPence);
});

test("a draft can be corrected; a shipped, a cancelled and a partly shipped order cannot", async () => {
  const order = await newOrder();
  succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "draft" }));
  const draft = await read(order.id);
  const corrected = succeeded(await change(draft, withKitchen(draft, { widthM: 0.9 })));
  succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "pending" }));
  const [kitchen] = corrected.quote.items;
  succeeded(await boss.post(`/api/orders/${order.id}/parcels`, { pieces: [{ itemId: kitchen?.id, piece: 1 }] }));
  expect(says(await change(corrected, withKitchen(corrected, { widthM: 0.8 })))).toEqual([409, "1 of 2 is already shipped"]);
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  expect(says(await change(corrected, withKitchen(corrected, { widthM: 0.8 })))).toEqual([409, "This order is shipped"]);
  const other = await newOrder();
  succeeded(await boss.patch(`/api/orders/${other.id}/status`, { status: "cancelled" }));
  expect(says(await change(other, withKitchen(other, { widthM: 0.8 })))).toEqual([409, "This order is cancelled"]);
});

test("two corrections at once store one, and the other reply names the person who changed the order", async () => {
  const order = await newOrder();
  const replies = await Promise.all([
    change(order, withKitchen(order, { widthM: 0.9 })),
    change(order, withKitchen(order, { widthM: 0.8 }), {}, boss),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.text).toMatch(/^This order was changed by .+ while you were editing it$/);
  expect(await shop.portal.db.$count(corrections, eq(corrections.orderId, order.id))).toBe(1);
});

test("a cut window changes only with a confirmation; then its marks are void, and the history counts them", async () => {
  const order = await newOrder();
  const [kitchen, bed] = order.quote.items;
  for (const item of [kitchen, bed])
    succeeded(await boss.patch(`/api/orders/${order.id}/pieces`, { itemId: item?.id, step: "cut", done: true }));
  const windows = withKitchen(order, { widthM: 0.9 });
  expect(says(await change(order, windows))).toEqual([409, "Kitchen is cut already"]);
  expect((await read(order.id)).progress.cut).toBe(2);
  const after = succeeded(await change(order, windows, { confirmed: true }));
  expect(after.progress.cut).toBe(1);
  expect(after.history.find(({ event }) => event === "corrected")).toMatchObject({ voided: [{ window: "Kitchen", cut: 1, sawn: 0 }] });
  // Another name alone changes nothing that is made.
  const renamed = after.quote.items.map((item) => (item.name === "Bed 3" ? { ...item, name: "Bed 4" } : item));
  expect(succeeded(await change(after, renamed, { confirmed: true })).progress.cut).toBe(1);
});

test("a removed window of a sawn plan leaves its bars sawn, its order changed in the plan, and no mark behind", async () => {
  const order = await newOrder();
  const { id: planId } = succeeded(await boss.post<{ id: number }>("/api/workshop/plans", { orders: [order.id] }));
  succeeded(await boss.post(`/api/workshop/plans/${planId}/bars/1/sawn`, {}));
  expect(await shop.portal.db.$count(sawnParts, eq(sawnParts.orderId, order.id))).toBeGreaterThan(0);
  const sawn = await shop.portal.db.select().from(sawnParts).where(eq(sawnParts.orderId, order.id));
  const names = order.quote.items.filter(({ id }) => sawn.some(({ itemId }) => itemId === id)).map(({ name }) => name);
  const kept = order.quote.items.filter(({ name }) => !names.includes(name));
  const windows = kept.length > 0 ? kept : [shop.portal.windowOf(product, { name: "Hall", widthM: 1, heightM: 1 })];
  expect((await change(order, windows)).status).toBe(409);
  succeeded(await change(order, windows, { confirmed: true }));
  expect(await shop.portal.db.$count(sawnParts, eq(sawnParts.orderId, order.id))).toBe(0);
  expect(await shop.portal.db.$count(orderMeasures, eq(orderMeasures.orderId, order.id))).toBe(0);
  const plan = succeeded(
    await boss.get<{ changed: number[]; profiles: { bars: { sawn: object | null }[] }[] }>(`/api/workshop/plans/${planId}`),
  );
  expect(plan.changed).toEqual([order.id]);
  expect(plan.profiles.flatMap(({ bars }) => bars).filter(({ sawn: done }) => done)).toHaveLength(1);
  succeeded(await boss.post(`/api/workshop/plans/${planId}/bars/1/sawn`, { sawn: false }));
});

test("fewer of a window void the last shutters' marks alone", async () => {
  const items = [shop.portal.windowOf(product, { name: "Kitchen", widthM: 1, heightM: 1, quantity: 3 })];
  const order = await read((await shop.portal.orderFor(customer, { items })).id);
  const itemId = order.quote.items[0]?.id;
  succeeded(await boss.patch(`/api/orders/${order.id}/pieces`, { itemId, step: "packed", done: true }));
  const after = succeeded(await change(order, withKitchen(order, { quantity: 2 }), { confirmed: true }));
  expect(after.progress.cut).toBe(2);
  const pieces = await shop.portal.db.select().from(orderPieces).where(eq(orderPieces.orderId, order.id));
  expect(
    pieces
      .filter(({ cutAt }) => cutAt !== null)
      .map(({ piece }) => piece)
      .toSorted(),
  ).toEqual([1, 2]);
});

test("a mark that was pressed before the window changed is refused, because it was another window", async () => {
  const order = await newOrder();
  const itemId = order.quote.items[0]?.id;
  const pressedAt = shop.portal.clock().toISOString();
  shop.portal.clock.advance(60_000);
  succeeded(await change(order, withKitchen(order, { widthM: 0.9 })));
  const mark = { itemId, step: "cut", done: true };
  const late = await boss.patch(`/api/orders/${order.id}/pieces`, mark, { "Pressed-At": pressedAt });
  expect(says(late)).toEqual([409, expect.stringMatching(/^Kitchen was changed at \d\d:\d\d: look at its new card$/)]);
  shop.portal.clock.advance(1000);
  succeeded(await boss.patch(`/api/orders/${order.id}/pieces`, mark));
});

test.each(["shipped", "delivered", "completed"])("a move to %s that was pressed before a correction is refused", async (status) => {
  const order = await newOrder();
  const pressedAt = shop.portal.clock().toISOString();
  shop.portal.clock.advance(60_000);
  succeeded(await change(order, withKitchen(order, { widthM: 0.9 })));
  const move = (to: string, headers = {}) => boss.patch(`/api/orders/${order.id}/status`, { status: to }, headers);
  expect(says(await move(status, { "Pressed-At": pressedAt }))).toEqual([
    409,
    expect.stringMatching(/^This order was changed at \d\d:\d\d: look at its new card$/),
  ]);
  shop.portal.clock.advance(1000);
  succeeded(await move("processing", { "Pressed-At": pressedAt }));
  succeeded(await move(status));
});

test("a parcel that was pressed before a correction is refused", async () => {
  const order = await newOrder();
  const pieces = [{ itemId: order.quote.items[0]?.id, piece: 1 }];
  const pressedAt = shop.portal.clock().toISOString();
  shop.portal.clock.advance(60_000);
  succeeded(await change(order, withKitchen(order, { widthM: 0.9 })));
  const send = (headers = {}) => boss.post(`/api/orders/${order.id}/parcels`, { pieces }, headers);
  expect((await send({ "Pressed-At": pressedAt })).status).toBe(409);
  shop.portal.clock.advance(1000);
  succeeded(await send());
});

test.each(["size", "type"])("another %s of a remake's window stays free of charge, and shipping it issues no invoice", async (what) => {
  const order = await newOrder();
  const form = new FormData();
  form.set("orderId", String(order.id));
  form.set("reason", "The kitchen is cracked");
  const remake = succeeded(await customer.post<{ id: number }>("/api/remakes", form));
  succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  const items = [{ itemId: order.quote.items[0]?.id }];
  const made = await read(succeeded(await boss.post<{ id: number }>(`/api/remakes/${remake.id}/order`, { items })).id);
  const dear = await shop.portal.product({
    basePricePerM2: 900,
    surcharges: [{ field: "colorSelection", value: "White", amount: 20, per: "window" }],
  });
  const [kitchen] = made.quote.items;
  const values = what === "size" ? { widthM: 1.4 } : { shutterTypeId: dear.id };
  const after = succeeded(await change(made, [{ ...kitchen, ...values }]));
  expect(after).toMatchObject({ finalTotal: 0, paymentStatus: "paid" });
  expect(after.quote.items).toMatchObject([{ pricePerM2: 0, itemTotalPrice: 0 }]);
  succeeded(await boss.post(`/api/orders/${made.id}/ship`, { confirmed: true }));
  expect(await documentsOf(made)).toEqual([]);
});

test("the first job card after a correction names the change, and the second does not", async () => {
  const order = await newOrder();
  const card = async () => (await openPdf(shop.portal, boss, `/api/orders/${order.id}/job-card.pdf`)).text;
  expect(await card()).not.toContain("Changed on");
  succeeded(await change(order, withKitchen(order, { widthM: 0.9 })));
  expect(await card()).toMatch(/Changed on \d+ \w+: Kitchen width/);
  expect(await card()).not.toContain("Changed on");
});

test("an increase beyond the credit limit needs the office's word, and a reduction does not", async () => {
  const account = await shop.portal.createAccount("customer", { address: "1 High Street, Lewes", companyName: "Limits" });
  const limited = await shop.portal.signIn(account);
  const items = [shop.portal.windowOf(product, { name: "Kitchen", widthM: 1, heightM: 1 })];
  const order = await read((await shop.portal.orderFor(limited, { items })).id);
  succeeded(await boss.patch(`/api/clients/${account.companyId}/terms`, { creditLimit: 130 }));
  const wider = withKitchen(order, { widthM: 1.5 });
  expect(says(await change(order, wider))).toEqual([409, "Limits would owe £180.00, £50.00 more than its limit of £130.00"]);
  expect((await read(order.id)).finalTotal).toBe(120);
  const over = succeeded(await change(order, wider, { acceptOverLimit: true }));
  expect(over.finalTotal).toBe(180);
  succeeded(await change(over, withKitchen(over, { widthM: 1.2 })));
});

test("a changed order closes the page that would charge its old total", async () => {
  const order = await newOrder();
  const sessionId = await shop.openCheckout(customer, order.quoteId ?? 0);
  succeeded(await change(order, withKitchen(order, { widthM: 0.9 })));
  await expect(shop.standIn.pay(sessionId)).rejects.toThrow();
  const again = await shop.openCheckout(customer, order.quoteId ?? 0);
  await shop.standIn.pay(again);
  await shop.deliver("checkout.session.completed");
  expect(await read(order.id)).toMatchObject({ paymentStatus: "paid", owed: 0 });
});

test("bad corrections are refused with a sentence, and nothing is stored", async () => {
  const order = await newOrder();
  expect(says(await change(order, order.quote.items))).toEqual([409, "Nothing would change"]);
  expect((await change(order, [])).status).toBe(400);
  expect((await change(order, withKitchen(order, { widthM: 0.9 }), { reason: "" })).status).toBe(400);
  expect(says(await change(order, withKitchen(order, { widthM: 0.9 }), { finalTotal: 10 }))).toEqual([
    409,
    expect.stringMatching(/^Prices have changed: the total is now £/),
  ]);
  expect((await change(order, withKitchen(order, { widthM: 0.9 }), {}, customer)).status).toBe(403);
  expect((await change(order, withKitchen(order, { widthM: 0.9 }), {}, workshop)).status).toBe(403);
  expect(await shop.portal.db.$count(corrections, eq(corrections.orderId, order.id))).toBe(0);
});

test("an order's windows cannot be deleted without a correction that has stored them", async () => {
  const order = await newOrder();
  await expect(shop.portal.db.delete(quoteItems).where(eq(quoteItems.quoteId, order.quoteId ?? 0))).rejects.toThrow();
  expect(await shop.portal.db.$count(changeRequests, eq(changeRequests.orderId, order.id))).toBe(0);
});
