import { afterAll, beforeAll, expect, test } from "vitest";
import { companySettings } from "#server/schema/company-settings.ts";
import { type OrderReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { SELLER } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";

let shop: TestShop;
let boss: TestClient;
beforeAll(async () => {
  shop = await startShop();
  boss = await shop.portal.superAdmin();
});
afterAll(() => shop.stop());

/** A founder who may manage, a second manager, and a colleague who creates the records. */
async function company() {
  const { portal } = shop;
  const founder = await portal.createAccount("customer", { address: "1 High Street, Lewes" });
  const second = await portal.createAccount("customer", { colleagueOf: founder });
  const maker = await portal.createAccount("customer", { colleagueOf: founder, mayManage: false });
  return { founder, second, maker, ada: await portal.signIn(founder), ben: await portal.signIn(maker) };
}

/** The addresses to which a step sent mails. */
async function mailed(step: () => Promise<unknown>, subject: RegExp) {
  const before = (await shop.portal.mails()).length;
  await step();
  return (await shop.portal.mails())
    .slice(before)
    .filter((mail) => subject.test(mail.subject))
    .map(({ to }) => to)
    .toSorted();
}

const move = (id: number, status: string) => async () => succeeded(await boss.patch(`/api/orders/${id}/status`, { status }));
const bellOf = async (client: TestClient) =>
  succeeded(await client.get<{ type: string; relatedId: number; title: string }[]>("/api/notifications"));

test("a mail about an order goes to its maker, and to the managers once the maker is deleted", async () => {
  const { founder, second, maker, ada, ben } = await company();
  const { id } = await shop.portal.orderFor(ben);
  expect(await mailed(move(id, "processing"), /^Order/)).toEqual([maker.email]);
  expect(await bellOf(ada)).toEqual([]);
  expect((await ada.delete(`/api/company/people/${maker.id}`)).status).toBe(204);
  expect(await mailed(move(id, "shipped"), /^Order/)).toEqual([founder.email, second.email].toSorted());
  expect(await bellOf(ada)).toMatchObject([{ type: "order_status", relatedId: id }]);
});

test("the news that a quote became an order goes to its maker and its placer, by mail and notification", async () => {
  const { founder, second, maker, ada, ben } = await company();
  const { portal } = shop;
  const convert = (id: number) => async () => succeeded(await boss.post(`/api/quotes/${id}/convert`, { shippingAddress: "9 Ferry Road" }));
  const [quote, other] = [await portal.quoteFor(ben, { jobName: "Hartley" }), await portal.quoteFor(ben)];
  expect(await mailed(convert(other.id), /^Order/)).toEqual([maker.email]);
  succeeded(await ada.post(`/api/quotes/${quote.id}/place`, { shippingAddress: "9 Ferry Road" }));
  expect(await mailed(convert(quote.id), /^Order ORD-\d+ confirmed \(Hartley\) /)).toEqual([founder.email, maker.email].toSorted());
  const orderId = succeeded(await ada.get<QuoteReply>(`/api/quotes/${quote.id}`)).orderId;
  const told = {
    type: "order_created",
    relatedId: orderId,
    title: `Order ORD-${orderId} (Hartley)`,
    message: `Quote Q-${quote.id} is order ORD-${orderId} now, for £325.08 including VAT. It can be paid.`,
  };
  for (const client of [ada, ben]) expect((await bellOf(client))[0]).toMatchObject(told);
  expect(await bellOf(await portal.signIn(second))).toEqual([]);
  // The mail of a person who may not order links to the order without a request to pay; a paid
  // quote's mail has no such request either.
  await ada.patch(`/api/company/people/${maker.id}`, { mayOrder: false });
  const [third, paid] = [await portal.quoteFor(ben), await shop.sentQuote(ada)];
  await convert(third.id)();
  expect((await portal.mails()).at(-1)?.text).toContain("Open the order: ");
  await shop.standIn.pay(await shop.openCheckout(ada, paid.id));
  succeeded(await ada.post(`/api/quotes/${paid.id}/confirm-payment`));
  await convert(paid.id)();
  const receipt = (await portal.mails()).at(-1);
  expect(receipt?.text).toContain("There is nothing left to pay.");
  expect(receipt?.text).toContain("Open the order: ");
});

test("an order made at once by placing notifies the same people, and staff's own quotes notify nobody", async () => {
  const { founder, maker, ada, ben } = await company();
  const { portal } = shop;
  const straight = (directOrders: boolean) => portal.db.update(companySettings).set({ directOrders });
  await portal.db
    .insert(companySettings)
    .values({ id: 1, ...SELLER, updatedAt: new Date() })
    .onConflictDoNothing();
  await straight(true);
  const quote = await portal.quoteFor(ben);
  const place = async () => succeeded(await ada.post(`/api/quotes/${quote.id}/place`, { shippingAddress: "9 Ferry Road" }));
  expect(await mailed(place, /^Order/)).toEqual([founder.email, maker.email].toSorted());
  expect((await bellOf(ada))[0]).toMatchObject({ type: "order_created" });
  await straight(false);
  const ours = await portal.quoteFor(boss);
  const convert = async () => succeeded(await boss.post(`/api/quotes/${ours.id}/convert`, { shippingAddress: "9 Ferry Road" }));
  expect(await mailed(convert, /^Order/)).toEqual([]);
});

test("a suspended person receives no notification; managers who are not suspended receive it instead", async () => {
  const { founder, second, maker, ada, ben } = await company();
  const { portal } = shop;
  const suspend = async ({ id }: { id: number }, suspended = true) => succeeded(await boss.patch(`/api/users/${id}`, { suspended }));
  const order = await portal.orderFor(ben);
  const [placed, asked] = [await portal.quoteFor(ben), await portal.quoteFor(ben)];
  const [clerk, away] = [await portal.createAccount("admin"), await portal.createAccount("admin")];
  await suspend(away);
  const place = async () => succeeded(await ada.post(`/api/quotes/${placed.id}/place`, { shippingAddress: "9 Ferry Road" }));
  const staff = await mailed(place, /^Quote/);
  expect([staff.includes(clerk.email), staff.includes(away.email)]).toEqual([true, false]);
  await suspend(maker);
  expect(await mailed(move(order.id, "processing"), /^Order/)).toEqual([founder.email, second.email].toSorted());
  await suspend(founder);
  const convert = async () => succeeded(await boss.post(`/api/quotes/${placed.id}/convert`, { shippingAddress: "9 Ferry Road" }));
  expect(await mailed(convert, /^Order/)).toEqual([second.email]);
  // The suspended founder is neither named as contact nor counted as a manager.
  const novice = await portal.signIn(await portal.createAccount("customer", { colleagueOf: founder, mayOrder: false, mayManage: false }));
  const ask = await novice.post(`/api/quotes/${asked.id}/place`, { shippingAddress: "9 Ferry Road" });
  expect([ask.status, ask.text]).toEqual([403, `Ask ${second.contactName} to place this order`]);
  const eve = await portal.signIn(second);
  const last = await eve.patch(`/api/company/people/${second.id}`, { mayManage: false });
  expect([last.status, last.text]).toEqual([409, `Somebody else must be able to manage ${founder.companyName} first`]);
  const [client] = succeeded(await boss.get<object[]>(`/api/clients?search=${founder.email}`));
  expect(client).toMatchObject({ contactName: second.contactName, people: 4 });
  // A company without active people remains, but nothing can be mailed to it or quoted for it.
  await suspend(second);
  const items = [portal.windowOf(await portal.product())];
  const none = await boss.post("/api/quotes", { items, userId: maker.id });
  expect([none.status, none.text]).toEqual([400, "Customer not found"]);
  expect(await mailed(move(order.id, "shipped"), /^Order/)).toEqual([]);
  expect(succeeded(await boss.get<object[]>(`/api/clients?search=${founder.email}`))).toHaveLength(1);
  await suspend(founder, false);
  expect((await portal.signIn(founder)).account?.id).toBe(founder.id);
});

test("a mail about a sent quote goes to its maker, and to the managers once the maker is deleted", async () => {
  const { founder, second, maker, ada, ben } = await company();
  const send = (id: number) => async () => succeeded(await boss.patch(`/api/quotes/${id}/status`, { quoteStatus: "sent" }));
  const [first, then] = [await shop.portal.quoteFor(ben), await shop.portal.quoteFor(ben)];
  expect(await mailed(send(first.id), /^Quote/)).toEqual([maker.email]);
  await ada.delete(`/api/company/people/${maker.id}`);
  expect(await mailed(send(then.id), /^Quote/)).toEqual([founder.email, second.email].toSorted());
});

test("a mail about a remake goes to its requester; a colleague's reply counts as the customer's", async () => {
  const { maker, ada, ben, founder } = await company();
  const order = await shop.portal.orderFor(ada);
  await move(order.id, "shipped")();
  const { id } = succeeded(await askForRemake(ben, order.id));
  const approve = async () => succeeded(await boss.patch(`/api/remakes/${id}/status`, { status: "approved" }));
  expect(await mailed(approve, /^Remake/)).toEqual([maker.email]);
  const supplier = await shop.portal.createAccount("supplier");
  const reply = (client: TestClient) => async () => succeeded(await client.post(`/api/remakes/${id}/replies`, { message: "Any news?" }));
  const heard = await mailed(reply(ada), /^Reply/);
  expect(heard).toContain(supplier.email);
  expect(heard).not.toContain(maker.email);
  expect(heard).not.toContain(founder.email);
  expect(await mailed(reply(await shop.portal.signIn(supplier)), /^Reply/)).toEqual([maker.email]);
});

test("a quote, order or remake that staff create for a customer's person notifies that person", async () => {
  const { maker, ada } = await company();
  const { portal } = shop;
  const items = [portal.windowOf(await portal.product())];
  const { id, user } = succeeded(await boss.post<QuoteReply>("/api/quotes", { items, userId: maker.id }));
  expect(user).toMatchObject({ id: maker.id, contactName: maker.contactName });
  const order = succeeded(await boss.post<OrderReply>(`/api/quotes/${id}/convert`, { shippingAddress: "1 High Street" }));
  expect(order.user).toEqual(user);
  await move(order.id, "shipped")();
  const remake = succeeded(await askForRemake(boss, order.id));
  const approve = async () => succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  expect(await mailed(approve, /^Remake/)).toEqual([maker.email]);
  expect(await bellOf(ada)).toEqual([]);
});

test("a receipt goes once each to the quote's maker and the managers; Stripe receives the payer's email", async () => {
  const { founder, second, maker, ada, ben } = await company();
  const pay = (payer: TestClient, quoteOf: TestClient) => async () => {
    const quote = await shop.sentQuote(quoteOf);
    const session = await shop.openCheckout(payer, quote.id);
    expect((await shop.stripe.checkout.sessions.retrieve(session)).customer_email).toBe(payer.account?.email);
    await shop.standIn.pay(session);
    succeeded(await payer.post(`/api/quotes/${quote.id}/confirm-payment`));
  };
  expect(await mailed(pay(ada, ben), /^Payment/)).toEqual([founder.email, second.email, maker.email].toSorted());
  expect(await mailed(pay(ada, ada), /^Payment/)).toEqual([founder.email, second.email].toSorted());
});

test("the quotes and orders of a deleted colleague can be copied, reordered and quoted for", async () => {
  const { founder, second, maker, ada, ben } = await company();
  const { portal } = shop;
  const order = await portal.orderFor(ben);
  await ada.delete(`/api/company/people/${maker.id}`);
  const mine = succeeded(await ada.post<{ user: { id: number } }>(`/api/orders/${order.id}/reorder`));
  expect(mine.user.id).toBe(founder.id);
  const copy = succeeded(await boss.post<{ user: { id: number } }>(`/api/quotes/${order.quoteId}/duplicate`));
  expect(copy.user.id).toBe(founder.id);
  expect((await boss.delete(`/api/users/${founder.id}`)).status).toBe(204);
  const items = [portal.windowOf(await portal.product())];
  const named = succeeded(await boss.post<{ user: { id: number } }>("/api/quotes", { items, userId: founder.companyId }));
  expect(named.user.id).toBe(second.id);
});
