import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { settlePayment } from "#server/features/payments/checkout/settle-payment.ts";
import { inTransaction } from "#server/platform/db/connect.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { fetchFile, openPdf, saveSeller, unzipped } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { PUBLIC_URL } from "#server/testing/shop.ts";
import type { api } from "#shared/contract/index.ts";
import { MOST_IN_ZIP } from "#shared/contract/parts/raw-calls.ts";
import { pence } from "#shared/domain/money.ts";
import { formatListedDay, londonDay } from "#shared/domain/period.ts";

type Row = z.input<typeof api.invoices.list.response>[number];

let portal: TestPortal;
let customer: TestClient;
let stranger: TestClient;
let admin: TestClient;
const made: OrderReply[] = [];
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set("2026-11-20T10:00:00Z");
  await saveSeller(portal);
  customer = await portal.signIn(await portal.createAccount("customer", { companyName: "Seaview", address: "1 Castle Street, Lewes" }));
  stranger = await portal.signIn(await portal.createAccount("customer", { companyName: "Harbour", address: "2 Low Street, Hove" }));
  admin = await portal.signIn("admin");
  // Two quarters: the first order is paid half an hour before London's midnight, the second half an
  // hour after it.
  for (const [paidAt, jobName] of [
    ["2026-09-30T22:30:00Z", "Mrs Patel"],
    ["2026-09-30T23:30:00Z", "Harbour View flats"],
    ["2026-11-02T09:00:00Z", null],
  ] as const)
    made.push(await paidOrder(customer, paidAt, jobName));
  await paidOrder(stranger, "2026-11-03T09:00:00Z", "Quay House");
});
afterAll(() => portal.stop());

async function pay(quoteId: number, total: number, paidAt: string): Promise<void> {
  const payment = {
    sessionId: `cs_${quoteId}`,
    intentId: `pi_${quoteId}`,
    madeBy: PUBLIC_URL.origin,
    quoteId,
    checkoutId: null,
    amount: pence(Math.round(total * 100)),
    currency: "gbp",
    refunded: pence(0),
    live: false,
    paidAt: new Date(paidAt),
  };
  await inTransaction(portal.db, (tx) => settlePayment({ ...portal.appContext, db: tx }, payment));
}

async function paidOrder(client: TestClient, paidAt: string, jobName: string | null): Promise<OrderReply> {
  const quote = await portal.quoteFor(client, { jobName, poNumber: jobName && `PO ${jobName}` });
  const boss = await portal.superAdmin();
  const order = succeeded(await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "Dock 4, Newhaven" }));
  await pay(quote.id, quote.finalTotal ?? 0, paidAt);
  return order;
}

const numbersOf = async (client: TestClient, query = "") =>
  succeeded(await client.get<Row[]>(`/api/invoices${query}`)).map(({ number }) => number);

test.each(["", "from=2026-10-01", "to=2026-09-30", "search=quay", "owed=true"])(
  "the sums of invoices with “%s” equal the sums of the listed rows",
  async (query) => {
    for (const client of [customer, admin]) {
      const rows = (await client.get<Row[]>(`/api/invoices?${query}`)).body;
      const sum = (key: "net" | "vat" | "gross" | "owed") =>
        rows.reduce((total, row) => total + Math.round((row[key] ?? 0) * 100), 0) / 100;
      const sums = await client.get(`/api/invoices/sums?${query}`);
      expect(sums.body).toEqual({ count: rows.length, net: sum("net"), vat: sum("vat"), gross: sum("gross"), owed: sum("owed") });
    }
  },
);

describe("the list of invoices", () => {
  test("the list of invoices holds the company's own, newest first, with printed numbers", async () => {
    expect(await numbersOf(customer)).toEqual(["INV-00003", "INV-00002", "INV-00001"]);
    expect(await numbersOf(stranger)).toEqual(["INV-00004"]);
    expect(await numbersOf(admin)).toEqual(["INV-00004", "INV-00003", "INV-00002", "INV-00001"]);
    expect((await (await portal.signIn("supplier")).get("/api/invoices")).status).toBe(403);
    const [first] = made;
    const rows = succeeded(await customer.get<Row[]>("/api/invoices"));
    expect(rows.at(-1)).toEqual({
      number: "INV-00001",
      kind: "invoice",
      invoiceNumber: null,
      orderId: first?.id,
      quoteId: first?.quoteId,
      company: { id: expect.any(Number), name: "Seaview" },
      jobName: "Mrs Patel",
      poNumber: "PO Mrs Patel",
      taxPoint: "2026-09-30",
      issuedOn: "2026-11-20",
      dueOn: "2026-09-30",
      net: first?.quote.subtotal,
      vat: first?.quote.tax,
      gross: first?.finalTotal,
      credited: 0,
      writtenOff: 0,
      paid: first?.finalTotal,
      owed: 0,
      overdueDays: 0,
      disputed: false,
    });
    expect(rows[0]).toMatchObject({ jobName: null, poNumber: null });
  });

  test("the list of invoices is filtered by days of the tax point, both inclusive, and by search words", async () => {
    expect(await numbersOf(customer, "?from=2026-10-01&to=2026-12-31")).toEqual(["INV-00003", "INV-00002"]);
    expect(await numbersOf(customer, "?from=2026-09-30&to=2026-09-30")).toEqual(["INV-00001"]);
    expect(await numbersOf(customer, "?to=2026-09-29")).toEqual([]);
    for (const search of ["patel", "INV-00001", "inv-1", `ORD-${made[0]?.id}`, `Q-${made[0]?.quoteId}`, "PO Mrs"])
      expect(await numbersOf(admin, `?search=${encodeURIComponent(search)}`), search).toEqual(["INV-00001"]);
    expect(await numbersOf(admin, "?search=HARBOUR")).toEqual(["INV-00004", "INV-00002"]);
    expect(await numbersOf(customer, "?search=Quay")).toEqual([]);
    expect(await numbersOf(customer, "?search=%25")).toEqual([]);
    expect(await numbersOf(customer, "?owed=true")).toEqual([]);
    expect(await numbersOf(customer, "?owed=false")).toHaveLength(3);
  });

  test.each([
    ["from=2026-10-02&to=2026-10-01", "From cannot be after to"],
    ["from=soon", "From must be a date"],
    ["to=2026-02-30", "To must be a date"],
    ["owed=maybe", "Owed must be true or false"],
  ])("a list of invoices with %s is a 400: %s", async (query, sentence) => {
    const { status, text } = await customer.get(`/api/invoices?${query}`);
    expect([status, text]).toEqual([400, sentence]);
    if (!query.startsWith("owed")) expect((await fetchFile(portal, customer, `/api/invoices.zip?${query}`)).status).toBe(400);
  });

  test("the portal's search finds an invoice by its number", async () => {
    const { body } = await customer.get<{ invoices: unknown[] }>("/api/search?q=inv-1");
    const hit = { id: "INV-00001", title: "INV-00001", path: "/invoices?search=INV-00001" };
    const day = formatListedDay("2026-09-30", londonDay(portal.clock()));
    expect(body.invoices).toEqual([{ ...hit, subtitle: `Mrs Patel · PO Mrs Patel · ORD-${made[0]?.id} · ${day}` }]);
    expect((await stranger.get<{ invoices: unknown[] }>("/api/search?q=INV-00001")).body.invoices).toEqual([]);
  });

  test("the list of invoices has pages and is also a spreadsheet with headings", async () => {
    const first = await admin.get<Row[]>("/api/invoices?limit=3");
    const next = /<(.*)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(succeeded(await admin.get<Row[]>(next)).map(({ number }) => number)).toEqual(["INV-00001"]);
    const { text } = await customer.get("/api/invoices", { accept: "text/csv" });
    const rows = parse(text, { columns: true, record_delimiter: "\r\n" }) as Record<string, string>[];
    expect(rows.at(-1)).toMatchObject({ Invoice: "INV-00001", Job: "Mrs Patel", "Tax point": "2026-09-30", Owed: "0.00" });
    expect(rows.at(-1)?.Total).toBe(made[0]?.finalTotal?.toFixed(2));
  });

  test("spreadsheets of orders and quotes show invoice number and payment day to permitted roles", async () => {
    const first = async (client: TestClient, path: string) =>
      (
        parse((await client.get(path, { accept: "text/csv" })).text, { columns: true, record_delimiter: "\r\n" }) as Record<
          string,
          string
        >[]
      )[0];
    // The payment came half an hour after midnight in London's summer.
    const paid = { Invoice: "INV-00002", "Paid on": "2026-10-01" };
    expect(await first(customer, `/api/orders?search=ORD-${made[1]?.id}`)).toMatchObject(paid);
    expect(await first(customer, `/api/quotes?search=Q-${made[1]?.quoteId}`)).toMatchObject(paid);
    const unpaid = await portal.quoteFor(customer);
    expect(await first(customer, `/api/quotes?search=Q-${unpaid.id}`)).toMatchObject({ Invoice: "", "Paid on": "" });
    const suppliers = await first(await portal.signIn("supplier"), `/api/orders?search=ORD-${made[1]?.id}`);
    expect(Object.keys(suppliers ?? {})).not.toEqual(expect.arrayContaining(["Invoice"]));
    expect(suppliers?.["Paid on"]).toBeUndefined();
  });
});

describe("an invoice by its number", () => {
  test("the invoice by its number is the order's PDF byte for byte, a foreign or unknown one a 404", async () => {
    const own = await openPdf(portal, customer, "/api/invoices/INV-00001.pdf");
    expect(own.headers.get("content-disposition")).toBe('inline; filename="INV-00001.pdf"');
    expect(own.file.equals((await openPdf(portal, customer, `/api/orders/${made[0]?.id}/invoice.pdf`)).file)).toBe(true);
    for (const number of ["INV-00004", "INV-99999", "INV-1", "1", "INV-000000001", "x"]) {
      const { status, file } = await fetchFile(portal, customer, `/api/invoices/${number}.pdf`);
      expect([number, status]).toEqual([number, 404]);
      if (number === "INV-99999") expect(file.toString()).toBe("There is no invoice INV-99999");
    }
    expect((await fetchFile(portal, await portal.signIn("supplier"), "/api/invoices/INV-00001.pdf")).status).toBe(403);
    expect((await fetchFile(portal, portal.visitor(), "/api/invoices/INV-00001.pdf")).status).toBe(401);
  });

  test("the invoice of a deleted order stays in the list and in the zip", async () => {
    const order = await paidOrder(stranger, "2026-11-04T09:00:00Z", "To be deleted");
    const boss = await portal.superAdmin();
    succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "cancelled" }));
    succeeded(await boss.delete(`/api/orders/${order.id}`));
    const [last = ""] = await numbersOf(stranger);
    expect(succeeded(await stranger.get<Row[]>("/api/invoices"))[0]).toMatchObject({ orderId: order.id, jobName: "To be deleted" });
    expect((await openPdf(portal, stranger, `/api/invoices/${last}.pdf`)).text).toContain("To be deleted");
    expect(Object.keys(unzipped((await fetchFile(portal, stranger, "/api/invoices.zip")).file))).toContain(`${last}.pdf`);
  });
});

describe("the zip of a time", () => {
  test("the zip of invoices holds the company's own PDFs, equal to the single files", async () => {
    const { status, headers, file } = await fetchFile(portal, customer, "/api/invoices.zip?from=2026-10-01&to=2026-12-31");
    expect(status, file.toString()).toBe(200);
    expect(headers.get("content-type")).toBe("application/zip");
    expect(headers.get("content-disposition")).toBe('attachment; filename="invoices-from-2026-10-01-to-2026-12-31.zip"');
    const files = unzipped(file);
    expect(Object.keys(files)).toEqual(["INV-00002.pdf", "INV-00003.pdf"]);
    for (const [name, content] of Object.entries(files))
      expect(content.equals((await openPdf(portal, customer, `/api/invoices/${name}`)).file)).toBe(true);
    const all = await fetchFile(portal, customer, "/api/invoices.zip");
    expect(Object.keys(unzipped(all.file))).toEqual(["INV-00001.pdf", "INV-00002.pdf", "INV-00003.pdf"]);
  });

  test("an empty zip of invoices is a 404, and suppliers and visitors get none", async () => {
    const none = await fetchFile(portal, customer, "/api/invoices.zip?to=2020-01-01");
    expect([none.status, none.file.toString()]).toEqual([404, "There are no invoices in that time"]);
    expect((await fetchFile(portal, await portal.signIn("supplier"), "/api/invoices.zip")).status).toBe(403);
    expect((await fetchFile(portal, portal.visitor(), "/api/invoices.zip")).status).toBe(401);
  });

  test("list and zip issue no invoice; saving the company's address issues it", async () => {
    const account = await portal.createAccount("customer", { address: null, companyName: "No Address Ltd" });
    const person = await portal.signIn(account);
    const quote = await portal.quoteFor(person);
    succeeded(await (await portal.superAdmin()).patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" }));
    await pay(quote.id, quote.finalTotal ?? 0, "2026-11-05T09:00:00Z");
    const issued = async () => (await portal.db.select().from(invoices)).length;
    const before = await issued();
    expect(await numbersOf(person)).toEqual([]);
    expect((await fetchFile(portal, person, "/api/invoices.zip")).status).toBe(404);
    expect(await numbersOf(person, `?search=Q-${quote.id}`)).toEqual([]);
    expect(await issued()).toBe(before);
    const profile = { companyName: "No Address Ltd", contactName: "Ada", address: "9 Ferry Road, Rye" };
    succeeded(await person.patch(`/api/users/${account.id}/profile`, profile));
    expect(await issued()).toBe(before + 1);
    const [number = ""] = await numbersOf(person);
    expect((await openPdf(portal, person, `/api/invoices/${number}.pdf`)).text).toContain("9 Ferry Road, Rye");
  });

  test("a zip of more than 500 invoices is refused", async () => {
    const account = await portal.createAccount("customer", { companyName: "Five hundred", address: "5 Hundred Street" });
    const person = await portal.signIn(account);
    const quote = await portal.quoteFor(person);
    await portal.db.execute(`
      insert into quotes (user_id, company_id, status, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until)
      select user_id, company_id, status, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until
      from quotes, generate_series(1, ${MOST_IN_ZIP}) where id = ${quote.id}`);
    await portal.db.execute(`
      insert into invoices (number, quote_id, company_id, tax_point, issued_at, net_pence, vat_pence, gross_pence, snapshot)
      select 10000 + row_number() over (), id, company_id, '2030-01-01', now(), 0, 0, 0, '{}' from quotes where company_id = ${person.account?.companyId}`);
    const { status, file } = await fetchFile(portal, person, "/api/invoices.zip");
    expect([status, file.toString()]).toEqual([400, "At most 500 invoices at once: choose a shorter time"]);
  });
});
