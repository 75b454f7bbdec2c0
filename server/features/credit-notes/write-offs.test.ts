import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { referrals } from "#server/schema/companies-and-users.ts";
import { invoiceBalances } from "#server/schema/invoices-and-refunds.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { importToSage, importToXero } from "#server/testing/money/bookkeeping-imports.ts";
import { balanceOf, faultsOfLedger } from "#server/testing/money/ledger.ts";
import { fetchFile, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";

let shop: TestShop;
let boss: TestClient;
let customer: TestClient;
let companyId: number;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  boss = await shop.portal.superAdmin();
  const account = await shop.portal.createAccount("customer", { address: "1 High Street, Lewes" });
  companyId = account.companyId;
  customer = await shop.portal.signIn(account);
});
// The ledger's identities hold after every test.
afterEach(async () => expect(await faultsOfLedger(shop.portal.db)).toEqual([]));
afterAll(() => shop.stop());

type WriteOffReply = { id: number; number: string; amount: number; reason: string; note: string | null; by: { id: number } };
const today = () => londonDay(shop.portal.appContext.clock());
const says = ({ status, text }: { status: number; text: string }) => [status, text];

/** Creates an order of £120.00 that is shipped unpaid. */
async function owedInvoice(by = customer) {
  const product = await shop.portal.product({ basePricePerM2: 100 });
  const order: OrderReply = await shop.portal.orderFor(by, { items: [shop.portal.windowOf(product, { widthM: 1, heightM: 1 })] });
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  const quote = await shop.quoteRow(order.quoteId ?? 0);
  if (quote.invoiceNumber === null) throw new Error("Sending off issued no invoice");
  return { number: quote.invoiceNumber, name: invoiceNumber(quote.invoiceNumber), quoteId: quote.id, orderId: order.id };
}
const writeOff = (name: string, amount: number, reason = "bad_debt", more: object = {}) =>
  boss.post<WriteOffReply>(`/api/invoices/${name}/write-offs`, { amount, reason, ...more });
const pay = (name: string, amount: number, company = companyId) =>
  boss.post<{ id: number }>("/api/payments", { companyId: company, receivedOn: today(), amount, allocations: [{ number: name, amount }] });
const rowOf = async (name: string) => {
  const [row] = succeeded(await customer.get<Record<string, unknown>[]>(`/api/invoices?search=${name}`));
  return row;
};
const orderOf = async (id: number) =>
  succeeded(await customer.get<{ paymentStatus: string; owed: number; finalTotal: number }>(`/api/orders/${id}`));
const unpaidOrders = async () =>
  succeeded(await customer.get<{ id: number }[]>("/api/orders?paymentStatus=unpaid&limit=100")).map(({ id }) => id);

test("a write-off is at most what is owed, needs its reason, and is not for credit notes", async () => {
  const { name, number } = await owedInvoice();
  succeeded(await pay(name, 80));
  expect(says(await writeOff(name, 40.01))).toEqual([409, `${name} owes £40.00`]);
  expect(says(await writeOff(name, 1, "other"))).toEqual([400, "Please give a reason"]);
  expect(says(await writeOff(name, 1, "other", { note: "  " }))).toEqual([400, "Please give a reason"]);
  expect((await writeOff(name, 0)).status).toBe(400);
  const { number: note } = succeeded(
    await boss.post<{ number: string }>(`/api/invoices/${name}/credit-notes`, { gross: 5, reason: "A scratch" }),
  );
  expect((await writeOff(note, 1)).status).toBe(404);
  expect((await writeOff("INV-99999", 1)).status).toBe(404);
  expect(await balanceOf(shop.portal.db, number)).toMatchObject({ writtenOff: 0, owed: 3_500 });
  const stored = succeeded(await writeOff(name, 35, "other", { note: " He moved abroad " }));
  expect(stored).toMatchObject({ number: name, amount: 35, reason: "other", note: "He moved abroad", by: { id: boss.account?.id } });
  expect(await rowOf(name)).toMatchObject({ gross: 120, vat: 20, credited: 5, paid: 80, writtenOff: 35, owed: 0 });
  expect(says(await writeOff(name, 0.01))).toEqual([409, `${name} owes £0.00`]);
});

test("a small balance counts as paid in full and earns the commission, a bad debt does neither", async () => {
  const friend = await shop.portal.createAccount("customer", { address: "2 High Street, Lewes" });
  await shop.portal.db.insert(referrals).values({ referrerId: companyId, referredId: friend.companyId });
  const referred = await shop.portal.signIn(friend);
  const commissions = async () =>
    succeeded(await customer.get<{ commissionEarned: number }[]>("/api/referrals")).map(({ commissionEarned }) => commissionEarned);
  const bad = await owedInvoice(referred);
  succeeded(await pay(bad.name, 100, friend.companyId));
  succeeded(await writeOff(bad.name, 20));
  expect((await shop.quoteRow(bad.quoteId)).paidAt).toBeNull();
  const before = await commissions();
  const small = await owedInvoice(referred);
  succeeded(await pay(small.name, 119.5, friend.companyId));
  succeeded(await writeOff(small.name, 0.5, "small_balance"));
  expect((await shop.quoteRow(small.quoteId)).paidAt).not.toBeNull();
  expect(before.every((amount) => !amount)).toBe(true);
  expect((await commissions()).some((amount) => amount > 0)).toBe(true);
});

test("an order with a written-off invoice and a further one that is owed is among the unpaid ones", async () => {
  const { name, orderId } = await owedInvoice();
  succeeded(await boss.patch(`/api/orders/${orderId}/status`, { status: "draft" }));
  succeeded(await writeOff(name, 120));
  expect(await unpaidOrders()).not.toContain(orderId);
  interface Corrected {
    readonly quote: { readonly version: number; readonly items: readonly object[] };
  }
  const { quote } = succeeded(await boss.get<Corrected>(`/api/orders/${orderId}`));
  const windows = quote.items.map((item) => ({ ...item, widthM: 1.1 }));
  succeeded(await boss.put(`/api/orders/${orderId}/windows`, { version: quote.version, windows, reason: "Measured again" }));
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "unpaid", owed: 12 });
  expect(await unpaidOrders()).toContain(orderId);
});

test("an order whose debt was written off stays unpaid, and nobody is asked to pay it", async () => {
  const { name, orderId, quoteId } = await owedInvoice();
  const before = succeeded(await customer.get<{ unpaid: number }>("/api/orders/counts")).unpaid;
  expect(await unpaidOrders()).toContain(orderId);
  succeeded(await writeOff(name, 120));
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "unpaid", owed: 0, finalTotal: 120 });
  expect(await unpaidOrders()).not.toContain(orderId);
  expect(succeeded(await customer.get<{ unpaid: number }>("/api/orders/counts")).unpaid).toBe(before - 1);
  expect(says(await customer.post(`/api/quotes/${quoteId}/pay`))).toEqual([409, "This invoice was written off"]);
  expect(says(await customer.post("/api/account/pay", { numbers: [name] }))).toEqual([409, `${name} was written off`]);
  expect(says(await pay(name, 1))).toEqual([409, `${name} owes £0.00`]);
  const owed = succeeded(await customer.get<{ number: string }[]>("/api/invoices?owed=true&limit=100"));
  expect(owed.map((row) => row.number)).not.toContain(name);
});

test("a credit note is at most the invoice less credits and write-offs", async () => {
  const { name } = await owedInvoice();
  succeeded(await writeOff(name, 30));
  const credit = (gross: number) => boss.post(`/api/invoices/${name}/credit-notes`, { gross, reason: "A window was left out" });
  expect(says(await credit(90.01))).toEqual([409, `${name} can be credited by at most £90.00`]);
  succeeded(await credit(90));
  expect(await rowOf(name)).toMatchObject({ credited: 90, writtenOff: 30, owed: 0 });
});

test("a write-off is an entry of the account, and its reversal another one", async () => {
  const { name, orderId } = await owedInvoice();
  const { id } = succeeded(await writeOff(name, 120, "bad_debt", { note: "Insolvent since May" }));
  const reversed = await boss.post<WriteOffReply>(`/api/invoices/${name}/write-offs/${id}/reverse`);
  expect([reversed.status, reversed.body.amount]).toEqual([201, -120]);
  expect(says(await boss.post(`/api/invoices/${name}/write-offs/${id}/reverse`))).toEqual([409, "This write-off was reversed"]);
  expect(says(await boss.delete(`/api/invoices/${name}/write-offs/${id}`))).toEqual([409, "This write-off was reversed"]);
  const again = await boss.post(`/api/invoices/${name}/write-offs/${reversed.body.id}/reverse`);
  expect(says(again)).toEqual([409, "This is a reversal: write the amount off again"]);
  const entries = succeeded(await customer.get<{ kind: string; text: string; amount: number }[]>("/api/account/entries?limit=100"));
  expect(entries.filter(({ text }) => text.endsWith(name)).map(({ kind, text, amount }) => [kind, text, amount])).toEqual([
    ["write_off", `Written off on ${name}`, -120],
    ["write_off", `Write-off reversed on ${name}`, 120],
  ]);
  expect(JSON.stringify(entries)).not.toContain("Insolvent");
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "unpaid", owed: 120 });
  const listed = succeeded(await boss.get<{ amount: number }[]>(`/api/write-offs?number=${name}`));
  expect(listed.map(({ amount }) => amount)).toEqual([-120, 120]);
  // A deleted reversal leaves the write-off.
  succeeded(await boss.delete(`/api/invoices/${name}/write-offs/${reversed.body.id}`));
  expect(await rowOf(name)).toMatchObject({ writtenOff: 120, owed: 0 });
  succeeded(await boss.delete(`/api/invoices/${name}/write-offs/${id}`));
  expect(await rowOf(name)).toMatchObject({ writtenOff: 0, owed: 120 });
  expect((await boss.delete(`/api/invoices/${name}/write-offs/${id}`)).status).toBe(404);
});

test("another invoice's write-off is not found by its id", async () => {
  const [one, other] = [await owedInvoice(), await owedInvoice()];
  const { id } = succeeded(await writeOff(one.name, 1));
  for (const call of [
    boss.delete(`/api/invoices/${other.name}/write-offs/${id}`),
    boss.post(`/api/invoices/${other.name}/write-offs/${id}/reverse`),
  ])
    expect((await call).status).toBe(404);
});

test("two write-offs, and a payment with them, take no more than the debt", async () => {
  const { name, number } = await owedInvoice();
  const replies = await Promise.all([writeOff(name, 70), writeOff(name, 70, "small_balance"), pay(name, 70), writeOff(name, 70)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  expect(await balanceOf(shop.portal.db, number)).toMatchObject({ owed: 5_000 });
  // The database refuses an excess by itself.
  const excess = shop.portal.db.update(invoiceBalances).set({ writtenOffPence: sql`${invoiceBalances.grossPence} + 1` });
  await expect(excess).rejects.toThrow();
});

test("a card payment that arrives after the write-off becomes the company's credit", async () => {
  const { name, number, quoteId } = await owedInvoice();
  const sessionId = await shop.openCheckout(customer, quoteId);
  await shop.standIn.pay(sessionId);
  // The webhook is late: the write-off first reads the payment from Stripe, and is too much then.
  expect(says(await writeOff(name, 120))).toEqual([409, `${name} owes £0.00`]);
  await shop.deliver("checkout.session.completed");
  expect(await balanceOf(shop.portal.db, number)).toMatchObject({ paid: 12_000, writtenOff: 0 });
});

test("a write-off closes the open payment page, whose amount is no longer owed", async () => {
  const { name, quoteId } = await owedInvoice();
  const sessionId = await shop.openCheckout(customer, quoteId);
  succeeded(await writeOff(name, 20, "small_balance"));
  await expect(shop.standIn.pay(sessionId)).rejects.toThrow();
  const next = await shop.openCheckout(customer, quoteId);
  await shop.standIn.pay(next);
  await shop.deliver("checkout.session.completed");
  expect(await rowOf(name)).toMatchObject({ paid: 100, writtenOff: 20, owed: 0 });
  expect((await shop.quoteRow(quoteId)).paidAt).not.toBeNull();
});

test("an exported write-off can only be reversed, and both programs receive its file's lines", async () => {
  const { name } = await owedInvoice();
  const { id } = succeeded(await writeOff(name, 12.34));
  const days = { from: today(), to: today() };
  const exported = async (format: string, again: boolean) =>
    succeeded(await boss.post<{ id: number; writeOffs: number }>("/api/bookkeeping/exports", { format, ...days, again }));
  const fileOf = async (made: { id: number }, kind: string) =>
    (await fetchFile(shop.portal, boss, `/api/bookkeeping/exports/${made.id}/${kind}.csv`)).file.toString("utf8");
  const lineOf = (file: string, number: string) => file.split("\r\n").find((line) => line.includes(number));
  const printed = `WO-${String(id).padStart(5, "0")}`;
  const day = today().split("-").toReversed().join("/");
  const sage = await exported("sage50", false);
  expect(sage.writeOffs).toBeGreaterThan(0);
  expect(lineOf(await fileOf(sage, "credit-notes"), printed)).toMatch(
    new RegExp(`^SC,\\w+,8100,,${day},${printed},"Write-off of ${name}, bad debt",12.34,T9,0.00$`),
  );
  expect(says(await boss.delete(`/api/invoices/${name}/write-offs/${id}`))).toEqual([409, "This write-off was exported"]);
  const reversal = succeeded(await boss.post<WriteOffReply>(`/api/invoices/${name}/write-offs/${id}/reverse`));
  const xero = await exported("xero", true);
  const [notes, invoices] = [await fileOf(xero, "credit-notes"), await fileOf(xero, "invoices")];
  expect(lineOf(notes, printed)).toContain(`,${printed},${name},${day},${day},,"Write-off of ${name}, bad debt",1,12.34,,429,No VAT,`);
  const back = `WO-${String(reversal.id).padStart(5, "0")}`;
  expect(lineOf(invoices, back)).toContain(
    `,${back},${name},${day},${day},,"Write-off reversed of ${name}, bad debt",1,12.34,,429,No VAT,`,
  );
  expect(importToXero(notes).find(({ number }) => number === printed)).toMatchObject({ net: 1_234, vat: 0, gross: 1_234 });
  const again = await exported("sage50", true);
  expect(importToSage(await fileOf(again, "invoices"), "SI").find(({ number }) => number === back)).toMatchObject({ gross: 1_234 });
});

test("the owner's figure of write-offs is the sum of its list, and what is owed is less", async () => {
  type Figures = { writtenOff: number; owed: { total: number }; invoiced: { vat: number } };
  const figures = async () => succeeded(await boss.get<Figures>("/api/money?period=today"));
  const { name } = await owedInvoice();
  const before = await figures();
  succeeded(await writeOff(name, 33.33));
  const after = await figures();
  expect(Math.round((after.writtenOff - before.writtenOff) * 100)).toBe(3_333);
  expect(Math.round((before.owed.total - after.owed.total) * 100)).toBe(3_333);
  expect(after.invoiced.vat).toBe(before.invoiced.vat);
  const rows = succeeded(await boss.get<{ amount: number }[]>(`/api/write-offs?from=${today()}&to=${today()}&limit=100`));
  expect(rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(Math.round(after.writtenOff * 100));
});
