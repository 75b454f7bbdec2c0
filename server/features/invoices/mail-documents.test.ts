import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { mailsAsSent } from "#server/testing/papers/mails-as-sent.ts";
import { readPdf, SELLER, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { addDays, formatDay, londonDay, startOfDay } from "#shared/domain/period.ts";

let shop: TestShop;
let boss: TestClient;
let customer: TestClient;
let manager: TestClient;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  boss = await shop.portal.superAdmin();
  const account = await shop.portal.createAccount("customer", { mayManage: false, contactName: "Bea Buyer" });
  customer = await shop.portal.signIn(account);
  const colleague = { colleagueOf: account, mayOrder: false, mayManage: true, contactName: "Max Manager" };
  manager = await shop.portal.signIn(await shop.portal.createAccount("customer", colleague));
});
afterAll(() => shop.stop());

const emailOf = ({ account }: TestClient): string => account?.email ?? "";
const both = () => [emailOf(customer), emailOf(manager)].toSorted();
const to = (mails: readonly Mail[]) => mails.map((mail) => mail.to).toSorted();

/** The emails that an action queued, after all waiting jobs have run. */
async function mailsDuring(work: () => Promise<unknown>): Promise<Mail[]> {
  const before = (await shop.portal.mails()).length;
  await work();
  return (await shop.portal.mails()).slice(before);
}
async function newOrder(by = customer): Promise<OrderReply> {
  const product = await shop.portal.product({ basePricePerM2: 100 });
  return shop.portal.orderFor(by, { jobName: "Novak", items: [shop.portal.windowOf(product, { widthM: 1, heightM: 1 })] });
}
const send = async (order: Pick<OrderReply, "id">, body: object = {}) =>
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true, ...body }));
const invoiceOf = async (order: OrderReply) => succeeded(await boss.get<OrderReply>(`/api/orders/${order.id}`)).invoiceNumber;
const saveCompany = async (change: object) => succeeded(await boss.put("/api/settings/company", { ...SELLER, ...change }));

test("a shipment that issues an invoice sends each receiver one email with the invoice and its due day", async () => {
  const order = await newOrder();
  const mails = await mailsDuring(() => send(order));
  const number = await invoiceOf(order);
  expect(to(mails)).toEqual(both());
  for (const mail of mails) {
    expect(mail).toMatchObject({ subject: `Order ORD-${order.id}: Shipped (Novak) – Tiltrod`, papers: [{ document: number }] });
    expect(mail.text).toContain(`Invoice ${number} for £120.00 including VAT is attached.`);
    expect(mail.text).toContain(`£120.00 is due on ${formatDay(startOfDay(londonDay(new Date())))}.`);
  }
  const [sent] = await mailsAsSent(shop.portal, mails.slice(0, 1));
  expect(sent?.attached.map(({ filename }) => filename)).toEqual([`${number}.pdf`]);
  expect(readPdf(sent?.attached[0]?.content ?? Buffer.alloc(0)).pages.join()).toContain(number);
  const text = (who: TestClient) => mails.find((mail) => mail.to === emailOf(who))?.text;
  expect(text(customer)).toContain(`Pay £120.00: http://portal.test/orders?order=${order.id}`);
  // A person who may not order sees no offer to pay.
  expect(text(manager)).not.toContain("Pay £120.00");
});

test("a card payment sends each receiver one email: the receipt with the invoice attached", async () => {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  const mails = await mailsDuring(async () => {
    await shop.standIn.pay(sessionId);
    await shop.deliver("checkout.session.completed");
    await shop.deliver("checkout.session.completed");
  });
  expect(to(mails)).toEqual(both());
  const { invoiceNumber } = await shop.quoteRow(quote.id);
  const number = `INV-${String(invoiceNumber).padStart(5, "0")}`;
  for (const mail of mails)
    expect(mail).toMatchObject({ papers: [{ document: number }], text: expect.stringContaining(`${number} is attached`) });
});

test("a credit note, a refund with a note and a refund of credit are emailed once each", async () => {
  const order = await newOrder();
  await send(order);
  const number = await invoiceOf(order);
  const { companyId } = customer.account ?? {};
  const paid = succeeded(
    await boss.post<{ id: number }>("/api/payments", {
      companyId,
      receivedOn: londonDay(new Date()),
      amount: 170,
      allocations: [{ number, amount: 120 }],
    }),
  );
  const credited = await mailsDuring(() =>
    boss.post(`/api/invoices/${number}/credit-notes`, { gross: 20, reason: "A window was left out" }),
  );
  expect(to(credited)).toEqual(both());
  expect(credited[0]?.subject).toMatch(/^Credit note CN-\d{5}: £20\.00 \(Novak\) – Tiltrod$/);
  expect(credited[0]?.text).toContain(`It is on invoice ${number}: A window was left out.`);
  expect(credited[0]?.papers).toEqual([{ document: expect.stringMatching(/^CN-\d{5}$/) }]);

  const refund = (body: object) => boss.post(`/api/payments/${paid.id}/refunds`, { amount: 10, reason: "Scratched louvre", ...body });
  const noted = await mailsDuring(async () => succeeded(await refund({ creditNote: true })));
  expect(to(noted)).toEqual(both());
  expect(noted[0]?.subject).toMatch(/^Credit note CN-/);
  expect(noted[0]?.text).toContain("We have given back £10.00 by bank transfer.");
  const plain = await mailsDuring(async () => succeeded(await refund({ creditNote: false })));
  // The transfer belongs to no quote, so only the people who may manage receive the email.
  expect(to(plain)).toEqual([emailOf(manager)]);
  expect(plain[0]?.subject).toBe("Refund of £10.00 – Tiltrod");
});

test("an invoice that lacks the seller's details notifies the owner, and is issued and mailed once complete", async () => {
  await saveCompany({ vatNumber: "" });
  const [order, other] = [await newOrder(), await newOrder()];
  const shipped = await mailsDuring(async () => {
    await send(order);
    await send(other);
  });
  // The buyer alone receives an email, because no invoice is attached.
  expect(shipped.map((mail) => [mail.to, mail.papers])).toEqual([
    [emailOf(customer), undefined],
    [emailOf(customer), undefined],
  ]);
  const sentence = "2 invoices are waiting for your company details";
  const bellOf = async (who: TestClient) =>
    succeeded(await who.get<{ message: string; read: boolean }[]>("/api/notifications"))
      .filter(({ read, message }) => !read && message.includes("waiting for your company"))
      .map(({ message }) => message);
  expect(await bellOf(boss)).toEqual([sentence]);
  expect(await bellOf(customer)).toEqual([]);
  expect(succeeded(await boss.get("/api/orders/counts"))).toMatchObject({ invoicesWaiting: 2 });
  expect(succeeded(await customer.get("/api/orders/counts"))).not.toHaveProperty("invoicesWaiting");

  const issued = await mailsDuring(() => saveCompany({}));
  expect(to(issued)).toEqual([...both(), ...both()].toSorted());
  expect(issued.map((mail) => mail.subject.replace(/\d{5}/, "N"))).toEqual(Array(4).fill("Invoice INV-N: £120.00 (Novak) – Tiltrod"));
  expect(await bellOf(boss)).toEqual([]);
  expect(succeeded(await boss.get("/api/orders/counts"))).toMatchObject({ invoicesWaiting: 0 });
  expect(await mailsDuring(() => saveCompany({}))).toEqual([]);
});

test("documents issued while mailInvoices is off are never emailed", async () => {
  await saveCompany({ mailInvoices: false });
  const order = await newOrder();
  const mails = await mailsDuring(() => send(order));
  expect(mails.map((mail) => [mail.to, mail.papers])).toEqual([[emailOf(customer), undefined]]);
  expect(await invoiceOf(order)).toMatch(/^INV-/);
  expect(await mailsDuring(() => saveCompany({ mailInvoices: true }))).toEqual([]);
});

test("people of a suspended company receive neither the invoice nor the shipping email", async () => {
  const account = await shop.portal.createAccount("customer");
  const order = await newOrder(await shop.portal.signIn(account));
  succeeded(await boss.patch(`/api/clients/${account.companyId}`, { approvalStatus: "suspended" }));
  expect(await mailsDuring(() => send(order))).toEqual([]);
  expect(await invoiceOf(order)).toMatch(/^INV-/);
});

test("the invoice of an order that is deleted before its email leaves is emailed alone", async () => {
  const order = await newOrder();
  const mails = await mailsDuring(async () => {
    await send(order);
    succeeded(await boss.delete(`/api/orders/${order.id}`));
  });
  expect(to(mails)).toEqual(both());
  expect(mails[0]?.subject).toMatch(/^Invoice INV-/);
});

test("a statement is emailed by staff only, to the people who receive invoices", async () => {
  const path = `/api/clients/${customer.account?.companyId}/statement/send`;
  const admin = await shop.portal.signIn("admin");
  const mails = await mailsDuring(async () => expect((await admin.post(path)).status).toBe(204));
  expect(mails).toMatchObject([{ to: emailOf(manager), papers: [{ statementOf: customer.account?.companyId }] }]);
  const [sent] = await mailsAsSent(shop.portal, mails);
  expect(sent?.attached[0]?.filename).toMatch(/^statement-.*\.pdf$/);
  expect(readPdf(sent?.attached[0]?.content ?? Buffer.alloc(0)).pages.join()).toContain("Statement");
  expect((await customer.post(path)).status).toBe(403);
  expect((await admin.post("/api/clients/999999/statement/send")).status).toBe(404);
});

test("a changed day is emailed once with both days; a first day or a reverted day is not", async () => {
  const order = await newOrder();
  const [first, second, third] = [7, 9, 12].map((days) => addDays(londonDay(new Date()), days));
  const set = async (dates: object) => succeeded(await boss.patch(`/api/orders/${order.id}/dates`, dates));
  const words = (day: string | undefined) => formatDay(startOfDay(day ?? ""));
  expect(await mailsDuring(() => set({ shippingDate: first, estimatedArrival: second }))).toEqual([]);
  const changed = await mailsDuring(async () => {
    await set({ estimatedArrival: third });
    await set({ shippingDate: third });
    await set({ shippingDate: second });
  });
  expect(changed).toMatchObject([{ to: emailOf(customer), subject: `Order ORD-${order.id}: New dates (Novak) – Tiltrod` }]);
  expect(changed[0]?.text).toContain(`The shipping date of order ORD-${order.id} was ${words(first)}. It is ${words(second)} now.`);
  expect(changed[0]?.text).toContain(`The estimated arrival of order ORD-${order.id} was ${words(second)}. It is ${words(third)} now.`);
  const back = await mailsDuring(async () => {
    await set({ shippingDate: first });
    await set({ shippingDate: second });
  });
  expect(back).toEqual([]);
  // The email about the shipment replaces the planned day and announces the changed arrival.
  const shipped = await mailsDuring(() => send(order, { shippingDate: first }));
  expect(to(shipped)).toEqual(both());
  expect(shipped[0]?.text).not.toContain("The shipping date");
});

test("an order shows the refundable part of its payments to staff only", async () => {
  const order = await newOrder();
  const quoteId = order.quoteId ?? 0;
  succeeded(await boss.post(`/api/quotes/${quoteId}/payments`, { receivedOn: londonDay(new Date()) }));
  expect(succeeded(await boss.get(`/api/orders/${order.id}`))).toMatchObject({ refundable: 120 });
  const [payment] = await shop.paymentsOf(quoteId);
  succeeded(await boss.post(`/api/payments/${payment?.id}/refunds`, { amount: 20, reason: "Scratched louvre", creditNote: true }));
  expect(succeeded(await boss.get(`/api/orders/${order.id}`))).toMatchObject({ refundable: 100 });
  expect(succeeded(await customer.get(`/api/orders/${order.id}`))).not.toHaveProperty("refundable");
});
