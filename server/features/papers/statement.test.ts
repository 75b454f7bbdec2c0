import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companySettings } from "#server/schema/company-settings.ts";
import { invoiceBalances } from "#server/schema/invoices-and-refunds.ts";
import { quotes } from "#server/schema/quotes.ts";
import { type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { fetchFile, openPdf, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

/**
 * A company's account as a PDF (rule D14), line by line, and the bank account on an unpaid invoice.
 */

let portal: TestPortal;
let customer: TestClient;
let boss: TestClient;
let companyId: number;
let product: ProductReply;
/** Moves the clock. Sessions end meanwhile, so both people sign in again. */
async function at(instant: string): Promise<void> {
  portal.clock.set(instant);
  customer = await portal.signIn({ email: customer.account?.email ?? "" });
  boss = await portal.signIn("super_admin");
}
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set("2026-11-02T10:00:00Z");
  await saveSeller(portal);
  product = await portal.product({ basePricePerM2: 100 });
  await portal.db.update(companySettings).set({ bankName: "Larkfield Bank", sortCode: "123456", accountNumber: "12345678" });
  const account = await portal.createAccount("customer", { companyName: "Harbour Blinds", address: "1 Castle Street\nLewes" });
  companyId = account.companyId;
  customer = await portal.signIn(account);
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

/** Creates an order of £120.00 that is shipped now. */
async function invoiced(jobName: string): Promise<string> {
  const quote = await portal.quoteFor(customer, { items: [portal.windowOf(product, { widthM: 1, heightM: 1 })], jobName });
  const order = succeeded(await boss.post<{ id: number }>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "1 High Street, Lewes" }));
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  const [row] = await portal.db.select().from(quotes).where(eq(quotes.id, quote.id));
  return `INV-${String(row?.invoiceNumber).padStart(5, "0")}`;
}
const wordsOf = (text: string) => text.split("\n").map((line) => line.trim().replace(/ +/g, " "));

test("a statement has both balances, each entry, overdue amounts and the bank account", async () => {
  const empty = wordsOf((await openPdf(portal, customer, "/api/account/statement.pdf")).text);
  expect(empty).toContain("2 Nov 2026 to 2 Nov 2026");
  await invoiced("Before");
  succeeded(await boss.post("/api/payments", { companyId, receivedOn: "2026-11-02", amount: 120, reference: "BACS 1" }));
  await at("2026-11-05T10:00:00Z");
  const name = await invoiced("Hartley");
  await at("2026-11-20T10:00:00Z");
  const [open, owner] = [customer, boss];
  succeeded(await owner.post("/api/payments", { companyId, receivedOn: "2026-11-10", amount: 20, reference: "BACS 2" }));
  succeeded(await owner.post(`/api/invoices/${name}/credit-notes`, { gross: 10, reason: "A louvre was scratched" }));
  await portal.db.update(invoiceBalances).set({ dueOn: "2026-11-05" });
  const { text, file, tags } = await openPdf(portal, open, "/api/account/statement.pdf");
  expect(wordsOf(text)).toEqual([
    "Statement",
    "5 Nov 2026 to 20 Nov 2026",
    "Alder & Reed Shutters Ltd",
    "4 Quarry Lane",
    "Lewes BN7 1AA",
    "VAT GB123456789 · Company no. 01234567",
    "accounts@alder.example · 01273 000000",
    "Statement for",
    "Harbour Blinds",
    "1 Castle Street",
    "Lewes",
    ...["From", "5 Nov 2026", "To", "20 Nov 2026", "Opening balance", "£0.00", "Closing balance", "£90.00"],
    ...["Date", "Document", "What", "Amount", "Balance"],
    ...["5 Nov 2026", "Opening balance", "£0.00"],
    ...["5 Nov 2026", name, "Order ORD-2 (Hartley)", "£120.00", "£120.00"],
    ...["10 Nov 2026", "Bank transfer, BACS 2", "-£20.00", "£100.00"],
    ...["20 Nov 2026", "CN-00003", `On ${name}: A louvre was scratched`, "-£10.00", "£90.00"],
    ...["20 Nov 2026", "Closing balance", "£90.00"],
    "Owed on 20 Nov 2026: £90.00",
    ...["Not due", "1 to 30 days", "31 to 60 days", "61 to 90 days", "Over 90 days", "Disputed"],
    ...["£0.00", "£90.00", "£0.00", "£0.00", "£0.00", "£0.00"],
    "Larkfield Bank, sort code 12-34-56, account 12345678. Please give the invoice's number as reference.",
    "Amounts below nought are in your favour. All amounts are in pounds sterling.",
    "Alder & Reed Shutters Ltd · Statement of account · Harbour Blinds",
    "Page 1 of 1",
  ]);
  expect(tags).toEqual(expect.arrayContaining(["Table", "TH", "TD", "H1"]));
  // Equal facts give equal bytes, and the office receives the customer's document.
  expect((await fetchFile(portal, open, "/api/account/statement.pdf")).file.equals(file)).toBe(true);
  const office = await fetchFile(portal, owner, `/api/clients/${companyId}/statement.pdf`);
  expect(office.file.equals(file)).toBe(true);
  expect(office.headers.get("content-disposition")).toContain("statement-2026-11-05-to-2026-11-20.pdf");
  const past = wordsOf((await openPdf(portal, open, "/api/account/statement.pdf?from=2026-11-03&to=2026-11-04")).text);
  expect(past).toContain("3 Nov 2026 to 4 Nov 2026");
  expect(past.slice(past.indexOf("Balance") + 1, past.indexOf("Owed on 20 Nov 2026: £90.00"))).toEqual([
    ...["3 Nov 2026", "Opening balance", "£0.00", "4 Nov 2026", "Closing balance", "£0.00"],
  ]);
});

test("an unpaid invoice has the bank account of its issue, also after a change", async () => {
  await at("2026-11-20T10:30:00Z");
  const list = succeeded(await boss.get<{ number: string }[]>("/api/invoices?kind=invoice"));
  await portal.db.update(companySettings).set({ bankName: "Another Bank", sortCode: "654321" });
  const { text } = await openPdf(portal, customer, `/api/invoices/${list[0]?.number}.pdf`);
  expect(text.replaceAll("\n", " ")).toContain(`Larkfield Bank, sort code 12-34-56, account 12345678, reference ${list[0]?.number}`);
});

test("a statement is for a client's own people and the office, and its days must be in order", async () => {
  await at("2026-11-20T11:00:00Z");
  const owner = boss;
  const mate = await portal.createAccount("customer", { colleagueOf: { companyId }, mayOrder: false, mayManage: false });
  const status = async (who: TestClient, path: string) => (await fetchFile(portal, who, path)).status;
  expect(await status(await portal.signIn(mate), "/api/account/statement.pdf")).toBe(200);
  expect(await status(await portal.signIn("supplier"), "/api/account/statement.pdf")).toBe(403);
  expect(await status(await portal.signIn("supplier"), `/api/clients/${companyId}/statement.pdf`)).toBe(403);
  expect(await status(await portal.signIn("customer"), `/api/clients/${companyId}/statement.pdf`)).toBe(403);
  expect(await status(owner, "/api/clients/999999/statement.pdf")).toBe(404);
  expect(await status(owner, "/api/account/statement.pdf")).toBe(403);
  const backwards = await owner.get(`/api/clients/${companyId}/statement.pdf?from=2026-11-02&to=2026-11-01`);
  expect(backwards).toMatchObject({ status: 400, text: "From cannot be after to" });
});
