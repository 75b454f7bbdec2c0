import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { companies } from "#server/schema/companies-and-users.ts";
import { companySettings } from "#server/schema/company-settings.ts";
import { invoiceBalances } from "#server/schema/invoices-and-refunds.ts";
import { disputeMovements, disputes, payments } from "#server/schema/payments.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { faultsOfLedger } from "#server/testing/money/ledger.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";

/** A company's account (rule Y19): its entries, its readers and its sums. */

let shop: TestShop;
let boss: TestClient;
let admin: TestClient;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  boss = await shop.portal.superAdmin();
  admin = await shop.portal.signIn("admin");
});
afterEach(async () => expect(await faultsOfLedger(shop.portal.db)).toEqual([]));
afterAll(() => shop.stop());

const today = () => londonDay(shop.portal.appContext.clock());
const daysAgo = (days: number) => addDays(today(), -days);

async function newClient(terms: object = {}) {
  const account = await shop.portal.createAccount("customer", { address: "1 High Street, Lewes" });
  if (Object.keys(terms).length > 0) succeeded(await boss.patch(`/api/clients/${account.companyId}/terms`, terms));
  return { ...account, as: await shop.portal.signIn(account) };
}
type Client = Awaited<ReturnType<typeof newClient>>;

/** Creates an order of £120.00. */
async function order({ as }: Client, job: object = {}): Promise<OrderReply> {
  const product = await shop.portal.product({ basePricePerM2: 100 });
  return shop.portal.orderFor(as, { items: [shop.portal.windowOf(product, { widthM: 1, heightM: 1 })], ...job });
}
async function owedInvoice(client: Client, job: object = {}) {
  const { id, quoteId } = await order(client, job);
  succeeded(await boss.post(`/api/orders/${id}/ship`, { confirmed: true }));
  const { invoiceNumber: number } = await shop.quoteRow(quoteId ?? 0);
  if (number === null) throw new Error("Sending off issued no invoice");
  return { number, name: invoiceNumber(number), orderId: id };
}
const dueSince = (number: number, days: number) =>
  shop.portal.db
    .update(invoiceBalances)
    .set({ dueOn: daysAgo(days) })
    .where(eq(invoiceBalances.number, number));

interface Account {
  balance: number;
  [part: string]: unknown;
}
interface Entry {
  on: string;
  kind: string;
  number: string | null;
  text: string;
  amount: number;
  balance: number;
}
const accountOf = async ({ as }: Client) => succeeded(await as.get<Account>("/api/account"));
const entriesOf = async ({ as }: Client, query = "") => succeeded(await as.get<Entry[]>(`/api/account/entries?limit=200${query}`));

test("an empty account is zero, and without a credit limit no available amount is returned", async () => {
  const client = await newClient();
  const nought = { notDue: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0, disputed: 0 };
  expect(await accountOf(client)).toEqual({
    company: { id: client.companyId, name: client.companyName },
    terms: { discountPercent: 0, paymentDays: 0, creditLimit: null },
    ...{ balance: 0, credit: 0, owed: 0, overdue: 0, ageing: nought, notInvoiced: 0, available: null },
    bank: null,
  });
  expect(await entriesOf(client)).toEqual([]);
});

test("all people of a company read the bank account for transfers once the office has entered one", async () => {
  const { companyId, ...client } = await newClient();
  const bank = { bankName: "Larkfield Bank", sortCode: "123456", accountNumber: "12345678" };
  const mate = await shop.portal.createAccount("customer", { colleagueOf: { ...client, companyId }, mayOrder: false, mayManage: false });
  await shop.portal.db.update(companySettings).set(bank);
  const [{ payee } = { payee: "" }] = await shop.portal.db.select({ payee: companySettings.name }).from(companySettings);
  for (const reader of [client.as, await shop.portal.signIn(mate)])
    expect(succeeded(await reader.get<Account>("/api/account")).bank).toEqual({ payee, ...bank });
  await shop.portal.db.update(companySettings).set({ bankName: "", sortCode: "", accountNumber: "" });
});

test("the account shows debts by age, credit, the amount not invoiced and the available limit", async () => {
  const client = await newClient({ creditLimit: 1000, paymentDays: 30, accountsName: "Harbour" });
  const ages = [0, 1, 30, 31, 60, 61, 90, 91];
  for (const days of ages) await dueSince((await owedInvoice(client)).number, days);
  await order(client);
  succeeded(await boss.post("/api/payments", { companyId: client.companyId, receivedOn: today(), amount: 50, allocations: [] }));
  const expected = {
    balance: 910,
    credit: 50,
    owed: 960,
    overdue: 840,
    ageing: { notDue: 120, days1to30: 240, days31to60: 240, days61to90: 240, over90: 120, disputed: 0 },
    notInvoiced: 120,
    available: 1000 - 910 - 120,
  };
  expect(await accountOf(client)).toMatchObject({ ...expected, terms: { discountPercent: 0, paymentDays: 30, creditLimit: 1000 } });
  const office = succeeded(await admin.get<Account>(`/api/clients/${client.companyId}/account`));
  expect(office).toMatchObject({ ...expected, terms: { paymentDays: 30, accountsName: "Harbour" } });
});

test("account entries are listed by day, oldest first, each with the balance after it", async () => {
  const client = await newClient();
  const { companyId } = client;
  const { name, number, orderId } = await owedInvoice(client, { jobName: "Hartley", poNumber: "PO-1" });
  const paid = { companyId, receivedOn: daysAgo(3), amount: 100, reference: "BACS 7", allocations: [{ number: name, amount: 100 }] };
  const { id } = succeeded(await boss.post<{ id: number }>("/api/payments", paid));
  const typo = succeeded(
    await boss.post<{ id: number }>("/api/payments", { companyId, receivedOn: daysAgo(2), amount: 5, allocations: [] }),
  );
  succeeded(await boss.post(`/api/payments/${typo.id}/void`, { reason: "Another client's" }));
  const note = succeeded(
    await boss.post<{ number: string }>(`/api/invoices/${name}/credit-notes`, { gross: 60, reason: "A window was left out" }),
  );
  succeeded(await boss.post(`/api/payments/${id}/refunds`, { amount: 40, reason: "Too much", creditNote: false, paidOn: today() }));
  const voided = "Bank transfer of ";
  const entries = await entriesOf(client);
  expect(entries.map(({ on, kind, number, amount, balance }) => [on, kind, number, amount, balance])).toEqual([
    [daysAgo(3), "payment", null, -100, -100],
    [daysAgo(2), "payment", null, -5, -105],
    [today(), "invoice", name, 120, 15],
    [today(), "credit_note", note.number, -60, -45],
    [today(), "void", null, 5, -40],
    [today(), "refund", null, 40, 0],
  ]);
  expect(entries.map(({ text }) => text)).toEqual([
    "Bank transfer, BACS 7",
    "Bank transfer",
    `Order ORD-${orderId} (Hartley, PO-1)`,
    `On ${name}: A window was left out`,
    expect.stringMatching(new RegExp(`^${voided}\\d+ \\w+ \\d{4} voided$`)),
    "Given back by bank transfer",
  ]);
  expect(JSON.stringify(entries)).not.toContain("Another client's");
  // Entries before `from` count in the balance; entries after `to` do not.
  expect(await entriesOf(client, `&from=${daysAgo(2)}&to=${daysAgo(1)}`)).toEqual([entries[1]]);
  expect(await entriesOf(client, `&from=${today()}`)).toEqual(entries.slice(2));
  expect(await client.as.get(`/api/account/entries?from=${today()}&to=${daysAgo(1)}`)).toMatchObject({
    status: 400,
    text: "From cannot be after to",
  });
  expect((await accountOf(client)).balance).toBe(0);
  expect(number).toBeGreaterThan(0);
  const office = succeeded(await admin.get<Entry[]>(`/api/clients/${companyId}/account/entries`));
  expect(office).toEqual(entries);
});

test("a dispute reverses the payment in the account until it is reinstated", async () => {
  const client = await newClient();
  const { db } = shop.portal;
  const { name } = await owedInvoice(client);
  succeeded(
    await boss.post("/api/payments", {
      companyId: client.companyId,
      receivedOn: today(),
      amount: 200,
      allocations: [{ number: name, amount: 120 }],
    }),
  );
  const [payment] = await db.select().from(payments).where(eq(payments.companyId, client.companyId));
  const row = { stripeDisputeId: `dp_${name}`, paymentId: payment?.id ?? 0, companyId: client.companyId, openedOn: today() };
  const [dispute] = await db
    .insert(disputes)
    .values({ ...row, amountPence: 8000 as never, status: "won" })
    .returning();
  const moved = { disputeId: dispute?.id ?? 0, companyId: client.companyId, on: today() };
  await db.insert(disputeMovements).values([
    { ...moved, amountPence: 8000 as never },
    { ...moved, amountPence: -8000 as never },
  ]);
  expect((await entriesOf(client)).map(({ kind, text, amount, balance }) => [kind, text, amount, balance]).slice(-2)).toEqual([
    ["dispute", "Card payment disputed", 80, 0],
    ["reinstated", "Disputed card payment came back", -80, -80],
  ]);
});

test("pages of entries continue correctly within a day, even when an earlier entry is added", async () => {
  const client = await newClient();
  const { companyId } = client;
  for (const amount of [1, 2, 3, 4])
    succeeded(await boss.post("/api/payments", { companyId, receivedOn: daysAgo(1), amount, allocations: [] }));
  await owedInvoice(client);
  const seen: Entry[] = [];
  let path: string | undefined = "/api/account/entries?limit=2";
  for (let pages = 0; path; pages += 1) {
    const reply: Awaited<ReturnType<typeof client.as.get<Entry[]>>> = await client.as.get<Entry[]>(path);
    seen.push(...succeeded(reply));
    path = /<([^>]+)>/.exec(reply.headers.get("link") ?? "")?.[1];
    if (pages === 0) succeeded(await boss.post("/api/payments", { companyId, receivedOn: daysAgo(5), amount: 10, allocations: [] }));
  }
  expect(seen.map(({ amount }) => amount)).toEqual([-1, -2, -3, -4, 120]);
  // The late transfer counts from the second page on.
  expect(seen.map(({ balance }) => balance)).toEqual([-1, -3, -16, -20, 100]);
});

test("the office reads accounts of clients only; other companies are a 404", async () => {
  const supplier = await shop.portal.createAccount("supplier");
  for (const id of [supplier.id, 999_999, boss.account?.companyId ?? 0])
    for (const path of ["", "/account", "/account/entries", "/notes"])
      expect(await admin.get(`/api/clients/${id}${path}`)).toMatchObject({ status: 404, text: "Client not found" });
});

test("the owner alone sets a credit limit, and the account follows it", async () => {
  const client = await newClient({ creditLimit: 0 });
  expect((await accountOf(client)).available).toBe(0);
  await order(client);
  expect((await accountOf(client)).available).toBe(-120);
  await shop.portal.db.update(companies).set({ creditLimitPence: null }).where(eq(companies.id, client.companyId));
  expect((await accountOf(client)).available).toBeNull();
});
