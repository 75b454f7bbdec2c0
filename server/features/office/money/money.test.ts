import { afterAll, beforeAll, expect, test } from "vitest";
import { sessions } from "#server/schema/identity/sessions.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { faultsOfLedger } from "#server/testing/money/ledger.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import type { User } from "#server/testing/portal.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";
import { AGES, type Age } from "#shared/domain/trade/ledger.ts";

let shop: TestShop;
let boss: TestClient;
let people: User[];
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  boss = await shop.portal.superAdmin();
  people = [];
  for (const number of [1, 2, 3]) people.push(await shop.portal.createAccount("customer", { address: `${number} High Street, Lewes` }));
  await trade();
});
afterAll(() => shop.stop());

interface Amounts {
  count: number;
  net: number;
  vat: number;
  gross: number;
}
interface Money extends Making {
  from: string;
  to: string;
  sold: Amounts;
  invoiced: Amounts;
  credited: Amounts;
  received: { card: number; bankTransfer: number; total: number };
  refunded: number;
  withdrawn: number;
  owed: { total: number; ageing: Record<Age, number> };
  credit: number;
  notInvoiced: number;
}
interface Vat {
  net: number;
  vat: number;
}
interface Cash {
  on: string;
  method: string;
  received: number;
  refunded: number;
  withdrawn: number;
  net: number;
}
interface Payment {
  id: number;
  unallocated: number;
  method: string;
  status: string;
  amount: number;
}
interface Invoice extends Amounts {
  number: string;
  kind: string;
  owed: number;
}

/** Pseudo-random choices, the same at each run. */
function chances(seed: number) {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  return { below: next, oneOf: <T>(values: readonly T[]): T => values[next(values.length)] as T };
}

const today = () => londonDay(shop.portal.clock());

/** A quarter of everything that moves money, with days before and after each end of a month. */
async function trade() {
  const { below, oneOf } = chances(26);
  const { portal } = shop;
  const DAYS = 14;
  for (let day = 0; day < DAYS; day += 1) {
    portal.clock.set(`${addDays("2026-08-27", day * 6)}T${oneOf(["00:10", "12:00", "22:50"])}:00Z`);
    boss = await portal.signIn(await portal.createAccount("super_admin"));
    const person = oneOf(people);
    const customer = await portal.openSession(person);
    const costPerM2 = day % 4 === 3 ? null : (4000 + day * 137) / 100;
    const product = await portal.product({ basePricePerM2: (9000 + below(9000)) / 100, costPerM2 });
    const order = await portal.orderFor(customer, {
      items: [portal.windowOf(product, { widthM: (1000 + below(900)) / 1000, heightM: 1.1 })],
    });
    const other: OrderReply = await portal.orderFor(customer);
    const quoteId = order.quoteId ?? 0;
    const course = below(6);
    if (course === 0) succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "cancelled" }));
    if (course === 1) succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "draft" }));
    if (course >= 2) succeeded(await boss.post(`/api/orders/${other.id}/ship`, { confirmed: true }));
    if (course >= 4) await payByCard(customer, quoteId, course === 5 ? (["taken", "taken", "brought back"] as const)[below(3)] : undefined);
    const [owed] = succeeded(await boss.get<Invoice[]>("/api/invoices?owed=true&limit=1"));
    if (owed && day % 2 === 0)
      succeeded(
        await boss.post(`/api/invoices/${owed.number}/credit-notes`, {
          gross: Math.min(owed.owed, 20 + day),
          reason: "A window was left out",
        }),
      );
    const companyId = oneOf(people).companyId;
    const receivedOn = addDays(today(), -below(20));
    const more = day % 3 === 0 ? { allocations: [] } : {};
    const transfer = succeeded(
      await boss.post<Payment>("/api/payments", { companyId, receivedOn, amount: (5000 + below(30_000)) / 100, ...more }),
    );
    if (day % 5 === 0) succeeded(await boss.post(`/api/payments/${transfer.id}/void`, { reason: "Typed wrongly" }));
    else if (transfer.unallocated > 1)
      succeeded(await boss.post(`/api/payments/${transfer.id}/refunds`, { amount: 1, reason: "Paid twice", creditNote: false }));
  }
}

/** Pays for a quote by card, and optionally opens a dispute. */
async function payByCard(customer: TestClient, quoteId: number, disputed?: "taken" | "brought back") {
  const sessionId = await shop.openCheckout(customer, quoteId);
  await shop.standIn.pay(sessionId);
  await shop.deliver("checkout.session.completed");
  if (!disputed) return;
  await shop.standIn.dispute(sessionId);
  await shop.deliver("charge.dispute.created");
  await shop.standIn.moveDisputedFunds(sessionId, "withdrawn");
  await shop.deliver("charge.dispute.funds_withdrawn");
  if (disputed === "taken") return;
  shop.portal.clock.advance(3 * 86_400_000);
  await shop.standIn.moveDisputedFunds(sessionId, "reinstated");
  await shop.deliver("charge.dispute.funds_reinstated");
}

/** All rows of a list, page after page. */
async function all<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = path; next; ) {
    const reply: Awaited<ReturnType<typeof boss.get<Row[]>>> = await boss.get<Row[]>(next);
    rows.push(...succeeded(reply));
    next = /<(.*)>; rel="next"/.exec(reply.headers.get("link") ?? "")?.[1];
  }
  return rows;
}
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100;
const sumsOf = (rows: readonly Amounts[]) => ({
  net: sum(rows.map(({ net }) => net)),
  vat: sum(rows.map(({ vat }) => vat)),
  gross: sum(rows.map(({ gross }) => gross)),
});

interface Making {
  makingCost: number;
  makingMargin: number;
  makingMarginPercent: number | null;
  withoutCost: number;
}
interface MarginRow extends Making {
  key: string;
  name: string;
  sold: number;
}
interface Order {
  id: number;
  makingCost: number | null;
  orderStatus: string;
  finalTotal: number;
  quote: { subtotal: number; tax: number };
}
const STANDING = "status=pending&status=processing&status=shipped&status=delivered&status=completed";

/**
 * The rows of each grouping add up to the figures of the money page, and those to the orders'
 * costs.
 */
async function expectMargins(money: Money, days: string) {
  for (const by of ["month", "client", "type", "supplier"]) {
    const rows = succeeded(await boss.get<MarginRow[]>(`/api/money/margin?by=${by}&${days}`));
    const total = (figure: "sold" | "makingCost" | "makingMargin") => sum(rows.map((row) => row[figure]));
    expect([by, total("sold"), total("makingCost"), total("makingMargin")]).toEqual([
      by,
      money.sold.net,
      money.makingCost,
      money.makingMargin,
    ]);
    expect(rows.reduce((windows, { withoutCost }) => windows + withoutCost, 0)).toBe(money.withoutCost);
    for (const row of rows) {
      const listed = await all<MarginRow>(`/api/money/margin/orders?limit=3&by=${by}&key=${row.key}&${days}`);
      const inAll = (figure: "sold" | "makingCost" | "makingMargin" | "withoutCost") => sum(listed.map((order) => order[figure]));
      expect([by, row.key, inAll("sold"), inAll("makingCost"), inAll("makingMargin"), inAll("withoutCost")]).toEqual([
        by,
        row.key,
        ...[row.sold, row.makingCost, row.makingMargin, row.withoutCost],
      ]);
    }
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  }
}

test("every figure is the sum of the list that it opens, month by month", async () => {
  expect(await faultsOfLedger(shop.portal.db)).toEqual([]);
  const filled = new Set<string>();
  for (const [from, to] of [
    ["2026-08-01", "2026-08-31"],
    ["2026-09-01", "2026-09-30"],
    ["2026-10-01", "2026-10-31"],
    ["2026-11-01", "2026-11-30"],
    ["2026-01-01", "2026-12-31"],
  ] as const) {
    const days = `from=${from}&to=${to}`;
    const money = succeeded(await boss.get<Money>(`/api/money?period=custom&${days}`));
    const made = (await all<Order>(`/api/orders?limit=7&orderedFrom=${from}&orderedTo=${to}&${STANDING}`)).map(({ quote, finalTotal }) => ({
      count: 1,
      net: quote.subtotal,
      vat: quote.tax,
      gross: finalTotal,
    }));
    const invoices = await all<Invoice>(`/api/invoices?limit=7&kind=invoice&${days}`);
    const notes = await all<Invoice>(`/api/invoices?limit=7&kind=credit_note&${days}`);
    const payments = (await all<Payment>(`/api/payments?limit=7&${days}`)).filter(({ status }) => status === "received");
    const ofMethod = (method: string) => sum(payments.filter((payment) => payment.method === method).map(({ amount }) => amount));
    expect(money).toMatchObject({
      from,
      to,
      sold: { count: made.length, ...sumsOf(made) },
      invoiced: { count: invoices.length, ...sumsOf(invoices) },
      credited: { count: notes.length, ...sumsOf(notes) },
      received: { card: ofMethod("card"), bankTransfer: ofMethod("bank_transfer"), total: sum(payments.map(({ amount }) => amount)) },
      refunded: sum((await all<{ amount: number }>(`/api/refunds?limit=7&${days}`)).map(({ amount }) => amount)),
      withdrawn: sum((await all<{ withdrawn: number }>(`/api/disputes?limit=1&${days}`)).map(({ withdrawn }) => withdrawn)),
    });
    await expectMargins(money, days);
    const vat = succeeded(await boss.get<Vat>(`/api/money/vat?${days}`));
    expect(vat).toMatchObject({ from, to, invoices: money.invoiced, creditNotes: money.credited });
    expect([vat.net, vat.vat]).toEqual([sum([money.invoiced.net, -money.credited.net]), sum([money.invoiced.vat, -money.credited.vat])]);
    const cash = succeeded(await boss.get<Cash[]>(`/api/money/cash?${days}`));
    const cashOf = (rows: readonly Cash[], column: "received" | "refunded" | "withdrawn" | "net") => sum(rows.map((row) => row[column]));
    for (const method of ["card", "bank_transfer"]) {
      const rows = cash.filter((row) => row.method === method);
      expect([method, cashOf(rows, "received")]).toEqual([method, ofMethod(method)]);
    }
    expect([cashOf(cash, "refunded"), cashOf(cash, "withdrawn")]).toEqual([money.refunded, money.withdrawn]);
    expect(cashOf(cash, "net")).toBe(sum([money.received.total, -money.refunded, -money.withdrawn]));
    expect(cash.map(({ on, method }) => `${on} ${method}`)).toEqual(
      [...new Set(cash.map(({ on, method }) => `${on} ${method}`))].toSorted((one, next) =>
        one.slice(0, 10).localeCompare(next.slice(0, 10)),
      ),
    );
    // A day's row is the sum of that day's payments of that method.
    for (const { on, method, received } of cash.slice(0, 3)) {
      const thatDay = await all<Payment>(`/api/payments?from=${on}&to=${on}&method=${method}`);
      expect(received).toBe(sum(thatDay.filter(({ status }) => status === "received").map(({ amount }) => amount)));
    }
    for (const [name, figure] of Object.entries({ ...money.received, sold: money.sold.gross, credited: money.credited.gross }))
      if (figure > 0) filled.add(name);
    if (money.refunded > 0) filled.add("refunded");
    if (money.withdrawn !== 0) filled.add("withdrawn");
  }
  expect([...filled].toSorted()).toEqual(["bankTransfer", "card", "credited", "refunded", "sold", "total", "withdrawn"]);
});

test("receivables, their ages, credit and uninvoiced orders are the sums of their current lists", async () => {
  const money = succeeded(await boss.get<Money>("/api/money"));
  const owedOf = async (query: string) => sum((await all<Invoice>(`/api/invoices?limit=5&${query}`)).map(({ owed }) => owed));
  expect(money.owed.total).toBe(await owedOf("owed=true"));
  expect(money.owed.total).toBeGreaterThan(0);
  // The foot of the list shows the same sum.
  expect(succeeded(await boss.get<{ owed: number }>("/api/invoices/sums?owed=true")).owed).toBe(money.owed.total);
  for (const age of AGES) expect([age, money.owed.ageing[age]]).toEqual([age, await owedOf(`age=${age}`)]);
  expect(sum(Object.values(money.owed.ageing))).toBe(money.owed.total);
  expect(Object.values(money.owed.ageing).filter((amount) => amount > 0).length).toBeGreaterThan(2);
  const left = await all<Payment>("/api/payments?limit=5&unallocated=true");
  expect(money.credit).toBe(sum(left.map(({ unallocated }) => unallocated)));
  const waiting = await all<Order & { invoiceNumber: string | null }>("/api/orders?limit=5&invoiced=false");
  expect(money.notInvoiced).toBe(sum(waiting.map(({ finalTotal }) => finalTotal)));
  expect(money.notInvoiced).toBeGreaterThan(0);
  expect(waiting.filter(({ invoiceNumber, orderStatus }) => invoiceNumber || ["draft", "cancelled"].includes(orderStatus))).toEqual([]);
  const invoiced = await all<{ invoiceNumber: string | null }>("/api/orders?invoiced=true");
  expect(invoiced.every(({ invoiceNumber }) => invoiceNumber !== null)).toBe(true);
  const standing = await all(`/api/orders?${STANDING}`);
  const both = invoiced as unknown as { orderStatus: string }[];
  const dead = both.filter(({ orderStatus }) => ["draft", "cancelled"].includes(orderStatus));
  expect(waiting.length + invoiced.length - dead.length).toBe(standing.length);
});

test("a paid order whose invoice waits for the seller's details is not invoiced, and its money is credit", async () => {
  const before = succeeded(await boss.get<Money>("/api/money"));
  await saveSeller(shop.portal, { vatNumber: "" });
  const order = await shop.portal.orderFor(await shop.portal.openSession(people[0] as User));
  succeeded(await boss.post(`/api/quotes/${order.quoteId}/payments`, { receivedOn: today() }));
  const paid = succeeded(await boss.get<Money>("/api/money"));
  expect(sum([paid.notInvoiced, -before.notInvoiced])).toBe(order.finalTotal);
  expect(sum([paid.credit, -before.credit])).toBe(order.finalTotal);
  await saveSeller(shop.portal);
  const issued = succeeded(await boss.get<Money>("/api/money"));
  expect([issued.notInvoiced, issued.credit]).toEqual([before.notInvoiced, before.credit]);
});

test("a day of the money page is London's: an order at half past midnight in summer counts to that day", async () => {
  await shop.portal.owner.update(orders).set({ createdAt: new Date("2026-07-31T23:30:00Z") });
  const sold = async (from: string, to: string) =>
    succeeded(await boss.get<Money>(`/api/money?period=custom&from=${from}&to=${to}`)).sold.count;
  expect(await sold("2026-07-31", "2026-07-31")).toBe(0);
  expect(await sold("2026-08-01", "2026-08-01")).toBeGreaterThan(0);
  expect(succeeded(await boss.get<Money>("/api/money?period=this_year"))).toMatchObject({ from: "2026-01-01", to: "2026-12-31" });
});

test("margins are read from each order's windows, and free remakes are a row of their own", async () => {
  const days = "from=2026-12-01&to=2026-12-31";
  const noon = new Date("2026-12-10T12:00:00Z");
  shop.portal.clock.set(noon);
  await shop.portal.db.update(sessions).set({ createdAt: noon, lastSeenAt: noon });
  boss = await shop.portal.superAdmin();
  const customer = await shop.portal.openSession(people[0] as User);
  const [costed, free] = [await shop.portal.product({ basePricePerM2: 100, costPerM2: 40 }), await shop.portal.product()];
  const windowIn = (product: typeof costed) => shop.portal.windowOf(product, { widthM: 1, heightM: 1 });
  const order = await shop.portal.orderFor(customer, { items: [windowIn(costed), windowIn(free)] });
  const remake = succeeded(await askForRemake(customer, order.id));
  succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  const { quote } = succeeded(await boss.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`));
  const remade = { items: [{ itemId: quote.items[0]?.id, quantity: 1 }] };
  const { id: remadeId } = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, remade));
  const money = succeeded(await boss.get<Money>(`/api/money?period=custom&${days}`));
  // Sold 100.00 + 150.50; the costs are 40.00, and 40.00 of the remake; one window has none.
  expect(money).toMatchObject({ sold: { net: 250.5 }, makingCost: 80, makingMargin: 20, makingMarginPercent: 20, withoutCost: 1 });
  await expectMargins(money, days);
  const byType = succeeded(await boss.get<MarginRow[]>(`/api/money/margin?by=type&${days}`));
  const { companyName } = people[0] as User;
  const sold = {
    key: String(costed.id),
    name: costed.name,
    sold: 100,
    makingCost: 40,
    makingMargin: 60,
    makingMarginPercent: 60,
    withoutCost: 0,
  };
  const without = {
    key: String(free.id),
    name: free.name,
    sold: 150.5,
    makingCost: 0,
    makingMargin: 0,
    makingMarginPercent: null,
    withoutCost: 1,
  };
  const remakes = {
    key: "remakes",
    name: "Remakes",
    sold: 0,
    makingCost: 40,
    makingMargin: -40,
    makingMarginPercent: null,
    withoutCost: 0,
  };
  expect(byType.at(-1)).toEqual(remakes);
  // The order has windows of both types, so each type's list has the part of its windows.
  for (const [row, id] of [
    [sold, order.id],
    [without, order.id],
    [remakes, remadeId],
  ] as const) {
    const { key, name: _, ...figures } = row;
    const listed = succeeded(await boss.get<object[]>(`/api/money/margin/orders?by=type&key=${key}&${days}`));
    expect(listed).toEqual([expect.objectContaining({ id, company: { id: people[0]?.companyId, companyName }, ...figures })]);
  }
  const outside = "by=month&key=2026-12&from=2026-12-11&to=2026-12-31";
  expect(succeeded(await boss.get(`/api/money/margin/orders?${outside}`))).toEqual([]);
  expect(byType.slice(0, -1).toSorted((one, next) => Number(one.key) - Number(next.key))).toEqual([sold, without]);
  const [month] = succeeded(await boss.get<MarginRow[]>(`/api/money/margin?by=month&${days}`));
  expect(month).toMatchObject({
    key: "2026-12",
    name: "December 2026",
    sold: 250.5,
    makingCost: 40,
    makingMargin: 60,
    makingMarginPercent: 60,
  });
  const [client] = succeeded(await boss.get<MarginRow[]>(`/api/money/margin?by=client&${days}`));
  expect(client).toMatchObject({ key: String(people[0]?.companyId), name: companyName, sold: 250.5 });
  const { text } = await boss.get(`/api/money/margin?by=supplier&${days}`, { accept: "text/csv" });
  expect(text.split("\r\n").slice(0, 3)).toEqual([
    "Key,Name,Sold,Making cost,Making margin,Making margin percent,Without cost",
    "0,No workshop,250.50,40.00,60.00,60,1",
    "remakes,Remakes,0.00,40.00,-40.00,,0",
  ]);
});

test("the cash of a period is also a CSV file, a line a day and method", async () => {
  const days = "from=2026-09-01&to=2026-09-30";
  const rows = succeeded(await boss.get<Cash[]>(`/api/money/cash?${days}`));
  const { text } = await boss.get(`/api/money/cash?${days}`, { accept: "text/csv" });
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toBe("On,Method,Received,Refunded,Withdrawn,Net");
  expect(lines).toHaveLength(rows.length + 1);
});

test.each([
  ["vat?from=2026-01-01", "To must be a date"],
  ["vat?from=2026-02-01&to=2026-01-01", "From cannot be after to"],
  ["cash?from=2026-02-01&to=2026-01-01", "From cannot be after to"],
  ["cash?from=2025-01-01&to=2026-01-02", "Please choose at most a year"],
  ["margin?by=type&from=2026-02-01&to=2026-01-01", "From cannot be after to"],
  ["margin/orders?by=month&key=7&from=2026-01-01&to=2026-01-31", "Key must be a row's key"],
  ["margin/orders?by=type&key=2026-01&from=2026-01-01&to=2026-01-31", "Key must be a row's key"],
  ["margin?by=colour&from=2026-01-01&to=2026-01-01", "By must be one of month, client, type, supplier"],
])("the query /api/money/%s is refused with a sentence", async (query, sentence) => {
  const { status, text } = await boss.get(`/api/money/${query}`);
  expect([status, text]).toEqual([400, sentence]);
});

test.each([
  ["period=yesterday", "Period must be one of today, this_month, last_month, this_quarter, last_quarter, this_year, custom"],
  ["period=custom&from=2026-01-01", "Please choose the first and the last day"],
  ["period=custom&from=2026-02-01&to=2026-01-01", "From cannot be after to"],
  ["period=custom&from=tomorrow&to=2026-01-01", "From must be a date"],
])("the money query %s is refused with a sentence", async (query, sentence) => {
  const { status, text } = await boss.get(`/api/money?${query}`);
  expect([status, text]).toEqual([400, sentence]);
});

test.each(["customer", "supplier", "admin"] as const)("the role %s reads no figure of the money page", async (role) => {
  const person = await shop.portal.signIn(role);
  for (const path of [
    "",
    "/margin?by=month&from=2026-01-01&to=2026-01-31",
    "/margin/orders?by=month&key=2026-01&from=2026-01-01&to=2026-01-31",
    "/vat?from=2026-01-01&to=2026-01-31",
    "/cash?from=2026-01-01&to=2026-01-31",
  ])
    expect((await person.get(`/api/money${path}`)).status).toBe(403);
});
