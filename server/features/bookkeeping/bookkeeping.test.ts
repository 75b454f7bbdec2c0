import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bookkeepingDocuments, sageAccounts } from "#server/schema/bookkeeping.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import {
  importCustomersToSage,
  importReceiptsToSage,
  importStatementToXero,
  importToSage,
  importToXero,
} from "#server/testing/money/bookkeeping-imports.ts";
import { fetchFile, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";

let portal: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  await saveSeller(portal);
  await goTo("2026-10-09T09:00:00Z");
});
afterAll(() => portal.stop());

interface Export {
  id: number;
  format: string;
  from: string;
  to: string;
  invoices: number;
  creditNotes: number;
  createdBy: { id: number; contactName: string };
}

const goTo = async (instant: string) => {
  portal.clock.set(instant);
  boss = await portal.signIn(await portal.createAccount("super_admin", { contactName: "Olive Owner" }));
};
const today = () => londonDay(portal.clock());
const make = (body: object, headers?: Record<string, string>) =>
  boss.post<Export>("/api/bookkeeping/exports", { format: "xero", from: today(), to: today(), ...body }, headers);
const fileOf = async (id: number, kind: "invoices" | "credit-notes" | "receipts" | "customers") =>
  (await fetchFile(portal, boss, `/api/bookkeeping/exports/${id}/${kind}.csv`)).file.toString("utf8");
const says = ({ status, text }: { status: number; text: string }) => [status, text];

/** Creates `INV-00001` of £120.00, shipped and unpaid. */
async function owedInvoice(person: User, words: object = {}): Promise<string> {
  const product = await portal.product({ basePricePerM2: 100 });
  const items = [portal.windowOf(product, { widthM: 1, heightM: 1 })];
  const order = await portal.orderFor(await portal.openSession(person), { items, ...words });
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  return succeeded(await boss.get<{ invoiceNumber: string }>(`/api/orders/${order.id}`)).invoiceNumber;
}
const credit = (number: string, gross: number) =>
  boss.post<{ number: string }>(`/api/invoices/${number}/credit-notes`, { gross, reason: "A window was left out" });

const XERO =
  "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme\r\n";
const SAGE = "Type,Account Reference,Nominal A/C Ref,Department Code,Date,Reference,Details,Net Amount,Tax Code,Tax Amount\r\n";

describe("byte by byte", () => {
  let made: { xero: Export; sage: Export };
  beforeAll(async () => {
    const kestrel = await portal.createAccount("customer", {
      email: "ada@kestrel.test",
      companyName: 'Kestrel "Best", Söhne',
      address: "Unit 4\nThe Old Dairy\n  Mill Lane\n\nLewes\nBN7 1AA",
    });
    succeeded(await boss.patch(`/api/clients/${kestrel.companyId}/terms`, { paymentDays: 30 }));
    const sums = await portal.createAccount("customer", {
      email: "jo@sums.test",
      companyName: "=Sums Blinds",
      address: "1 High Street\nHove\nUnited Kingdom",
    });
    await owedInvoice(kestrel, { jobName: "Ridge House, bay", poNumber: "=4711" });
    const product = await portal.product({ basePricePerM2: 100 });
    const quote = await portal.quoteFor(await portal.openSession(sums), { items: [portal.windowOf(product, { widthM: 1, heightM: 1 })] });
    succeeded(await boss.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" }));
    succeeded(await boss.post(`/api/quotes/${quote.id}/payments`, { receivedOn: today() }));
    succeeded(await credit("INV-00001", 0.99));
    const received = { companyId: kestrel.companyId, receivedOn: today(), amount: 30, reference: "BACS 7" };
    const { id } = succeeded(
      await boss.post<{ id: number }>("/api/payments", { ...received, allocations: [{ number: "INV-00001", amount: 18 }] }),
    );
    succeeded(await boss.post(`/api/payments/${id}/refunds`, { amount: 12, reason: "Too much", creditNote: false }));
    made = { xero: succeeded(await make({})), sage: succeeded(await make({ format: "sage50", again: true })) };
  });

  test("Xero's invoices have one line each, byte by byte", async () => {
    expect(await fileOf(made.xero.id, "invoices")).toBe(
      XERO +
        '"Kestrel ""Best"", Söhne",ada@kestrel.test,Unit 4,The Old Dairy,Mill Lane,,Lewes,,BN7 1AA,,INV-00001,\'=4711,09/10/2026,08/11/2026,,"Shutters, order ORD-1 (Ridge House, bay, =4711)",1,100.00,,200,20% (VAT on Income),,,,,GBP,\r\n' +
        '\'=Sums Blinds,jo@sums.test,1 High Street,,,,Hove,,,United Kingdom,INV-00002,,09/10/2026,09/10/2026,,"Shutters, quote Q-2",1,100.00,,200,20% (VAT on Income),,,,,GBP,\r\n',
    );
  });

  test("Xero's credit notes have two lines where VAT is not 20 % of the net", async () => {
    const line = (amount: string, taxType: string) =>
      `"Kestrel ""Best"", Söhne",ada@kestrel.test,Unit 4,The Old Dairy,Mill Lane,,Lewes,,BN7 1AA,,CN-00003,INV-00001,09/10/2026,09/10/2026,,"Shutters, order ORD-1 (Ridge House, bay, =4711)",1,${amount},,200,${taxType},,,,,GBP,\r\n`;
    expect(await fileOf(made.xero.id, "credit-notes")).toBe(XERO + line("0.87", "20% (VAT on Income)") + line("-0.05", "No VAT"));
  });

  test("Sage's invoices and credit notes have the portal's VAT amounts", async () => {
    expect(await fileOf(made.sage.id, "invoices")).toBe(
      `${SAGE}SI,KESTRELB,4000,,09/10/2026,INV-00001,"INV-00001, =4711, Ridge House, bay",100.00,T1,20.00\r\n` +
        "SI,SUMSBLIN,4000,,09/10/2026,INV-00002,INV-00002,100.00,T1,20.00\r\n",
    );
    expect(await fileOf(made.sage.id, "credit-notes")).toBe(
      `${SAGE}SC,KESTRELB,4000,,09/10/2026,CN-00003,"INV-00001, =4711, Ridge House, bay",0.82,T1,0.17\r\n`,
    );
  });

  test("receipts and refunds of the days have their own file, for both programs", async () => {
    expect(await fileOf(made.xero.id, "receipts")).toBe(
      "*Date,*Amount,Payee,Description,Reference,Check Number\r\n09/10/2026,120.00,'=Sums Blinds,Bank transfer INV-00002,PAYMENT-1,\r\n" +
        '09/10/2026,30.00,"Kestrel ""Best"", Söhne",Bank transfer INV-00001,BACS 7,\r\n' +
        '09/10/2026,-12.00,"Kestrel ""Best"", Söhne","Refund, Bank transfer",BACS 7,\r\n',
    );
    expect(await fileOf(made.sage.id, "receipts")).toBe(
      `${SAGE}SA,SUMSBLIN,1200,,09/10/2026,PAYMENT-1,Bank transfer INV-00002,120.00,T9,0.00\r\n` +
        "SA,KESTRELB,1200,,09/10/2026,BACS 7,Bank transfer INV-00001,30.00,T9,0.00\r\n" +
        'SP,KESTRELB,1200,,09/10/2026,BACS 7,"Refund, Bank transfer",12.00,T9,0.00\r\n',
    );
    const [xero, sage] = [await fileOf(made.xero.id, "receipts"), await fileOf(made.sage.id, "receipts")];
    expect(importStatementToXero(xero).map(({ pence }) => pence)).toEqual([12_000, 3_000, -1_200]);
    expect(importReceiptsToSage(sage).map(({ pence }) => pence)).toEqual([12_000, 3_000, -1_200]);
  });

  test("customers have their own file, with the address in columns", async () => {
    const file = await fileOf(made.sage.id, "customers");
    expect(file).toBe(
      "Account Reference,Account Name,Street 1,Street 2,Town,County,Postcode\r\n" +
        'KESTRELB,"Kestrel ""Best"", Söhne",Unit 4,"The Old Dairy, Mill Lane",Lewes,,BN7 1AA\r\n' +
        "SUMSBLIN,'=Sums Blinds,1 High Street,,Hove,,\r\n",
    );
    expect(importCustomersToSage(file)).toHaveLength(2);
    expect((await fileOf(made.xero.id, "customers")).split("\r\n")[1]).toBe(
      '"Kestrel ""Best"", Söhne",Unit 4,The Old Dairy,Mill Lane,,Lewes,,BN7 1AA,',
    );
  });

  test("an export reports its contents and has its own file name", async () => {
    const { id, contactName } = boss.account ?? {};
    expect(made.xero).toMatchObject({ format: "xero", from: "2026-10-09", to: "2026-10-09", invoices: 2, creditNotes: 1 });
    expect(made.xero.createdBy).toEqual({ id, contactName });
    const [newest, first] = succeeded(await boss.get<Export[]>("/api/bookkeeping/exports"));
    expect([newest, first]).toEqual([made.sage, made.xero]);
    const { headers } = await fetchFile(portal, boss, `/api/bookkeeping/exports/${made.sage.id}/credit-notes.csv`);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="sage50-credit-notes-2026-10-09-2026-10-09.csv"');
  });

  test("an export's files never change, whatever changes later", async () => {
    const files = async () => [
      ...(await Promise.all((["invoices", "receipts", "customers"] as const).map((kind) => fileOf(made.xero.id, kind)))),
      ...(await Promise.all((["invoices", "receipts", "customers"] as const).map((kind) => fileOf(made.sage.id, kind)))),
    ];
    const before = await files();
    succeeded(await boss.put("/api/settings/company", { name: "Alder", xeroAccount: "201", sageNominal: "4001" }));
    await portal.owner.execute(sql`update companies set name = 'Kestrel' where name like 'Kestrel%'`);
    expect(await files()).toEqual(before);
    const again = succeeded(await make({ again: true }));
    expect((await fileOf(again.id, "invoices")).split("\r\n")[1]).toMatch(/^Kestrel,.*,201,20% \(VAT on Income\),/);
    await saveSeller(portal);
    succeeded(await boss.put("/api/settings/company", { name: "Alder", xeroAccount: "200", sageNominal: "4000" }));
    await saveSeller(portal);
    const change = portal.owner.execute(sql`update bookkeeping_exports set invoices_file = ''`);
    await expect(change).rejects.toMatchObject({ cause: { message: "What went to the bookkeeping is never changed or deleted" } });
  });
});

describe("what is taken", () => {
  let person: User;
  let day = 10;
  beforeEach(async () => {
    day += 1;
    await goTo(`2026-10-${day}T09:00:00Z`);
    person = await portal.createAccount("customer");
  });

  test("an export contains documents that no other export has, by day of issue, and marks their rows", async () => {
    const number = await owedInvoice(person);
    const row = async () => succeeded(await boss.get<{ exportedOn: string | null }[]>(`/api/invoices?search=${number}`))[0];
    expect((await row())?.exportedOn).toBe(null);
    expect(says(await make({ from: addDays(today(), -1), to: addDays(today(), -1) }))).toEqual([409, "Nothing new to export"]);
    expect(succeeded(await make({ format: "sage50" }))).toMatchObject({ invoices: 1, creditNotes: 0 });
    expect((await row())?.exportedOn).toBe(today());
    expect(says(await make({}))).toEqual([409, "Nothing new to export"]);
    const note = succeeded(await credit(number, 12));
    const second = succeeded(await make({}));
    expect(second).toMatchObject({ invoices: 0, creditNotes: 1 });
    expect(await fileOf(second.id, "invoices")).toBe(XERO);
    expect(importToXero(await fileOf(second.id, "credit-notes")).map((document) => document.number)).toEqual([note.number]);
    expect(succeeded(await make({ again: true }))).toMatchObject({ invoices: 1, creditNotes: 1 });
    const firsts = await portal.db.$count(bookkeepingDocuments, sql`is_first`);
    expect(firsts).toBe(await portal.db.$count(invoices));
    const customer = await portal.openSession(person);
    expect(succeeded(await customer.get<object[]>("/api/invoices"))[0]).not.toHaveProperty("exportedOn");
  });

  test("a receipt is exported as new once, also without any new document", async () => {
    await owedInvoice(person);
    succeeded(await make({}));
    succeeded(await boss.post("/api/payments", { companyId: person.companyId, receivedOn: today(), amount: 5, allocations: [] }));
    const second = succeeded(await make({}));
    expect(second).toMatchObject({ invoices: 0, creditNotes: 0 });
    expect(importStatementToXero(await fileOf(second.id, "receipts")).map(({ pence }) => pence)).toEqual([500]);
    expect(says(await make({}))).toEqual([409, "Nothing new to export"]);
    expect(importStatementToXero(await fileOf(succeeded(await make({ again: true })).id, "receipts"))).toHaveLength(1);
  });

  test("Sage's Details end after 60 characters, and a name of two lines is joined into one", async () => {
    const number = await owedInvoice(person, { jobName: "The long house at the end of the lane, first floor", poNumber: "4711" });
    await portal.owner.execute(sql`update companies set name = ${"Two\nLines"} where id = ${person.companyId}`);
    const sage = succeeded(await make({ format: "sage50" }));
    const details = (await fileOf(sage.id, "invoices")).split('"')[1];
    expect(details).toBe(`${number}, 4711, The long house at the end of the lane, first floor`.slice(0, 60));
    const customers = importCustomersToSage(await fileOf(sage.id, "customers"));
    expect(customers.map(([, name]) => name)).toEqual(["Two Lines"]);
  });

  test("simultaneous exports never contain a document twice", async () => {
    for (let count = 0; count < 3; count += 1) await owedInvoice(person);
    const tries = await Promise.all(Array.from({ length: 6 }, (_, index) => make({ format: index % 2 ? "xero" : "sage50" })));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(tries.filter(({ status }) => status === 409).map(({ text }) => text)).toEqual(Array(5).fill("Nothing new to export"));
  });

  test("a repeated request with one key makes one export", async () => {
    await owedInvoice(person);
    const key = { "Idempotency-Key": `export-${day}` };
    const [one, other] = [succeeded(await make({}, key)), succeeded(await make({}, key))];
    expect(other).toEqual(one);
  });

  test("more than 500 documents of a kind are too many for Xero, but not for Sage", async () => {
    const number = await owedInvoice(person);
    const last = Number(number.slice(4));
    await portal.owner.execute(sql`insert into invoices (number, kind, quote_id, company_id, order_id, tax_point, issued_at, net_pence, vat_pence, gross_pence, credits, reason, snapshot)
      select ${last} + n, 'credit_note', quote_id, company_id, order_id, tax_point, issued_at, 10, 2, 12, ${last}, 'A window was left out', snapshot
      from invoices, generate_series(1, 501) n where number = ${last}`);
    await portal.owner.execute(sql`update invoice_counter set last_number = ${last + 501}`);
    expect(says(await make({}))).toEqual([400, "At most 500 credit notes in one file: choose a shorter time"]);
    const sage = succeeded(await make({ format: "sage50" }));
    expect(sage).toMatchObject({ invoices: 1, creditNotes: 501 });
    expect(importToSage(await fileOf(sage.id, "credit-notes"), "SC")).toHaveLength(501);
  });

  test("files imported by both programs yield the same net, VAT and gross", async () => {
    const number = await owedInvoice(person);
    for (const gross of [0.01, 0.02, 0.05, 1.99, 33.33, 40, 44.6]) succeeded(await credit(number, gross));
    const [xero, sage] = [succeeded(await make({})), succeeded(await make({ format: "sage50", again: true }))];
    const ours = succeeded(
      await boss.get<{ number: string; kind: string; net: number; vat: number; gross: number }[]>(
        `/api/invoices?from=${today()}&to=${today()}`,
      ),
    )
      .map((row) => ({
        number: row.number,
        kind: row.kind,
        amounts: [row.net, row.vat, row.gross].map((amount) => Math.round(amount * 100)),
      }))
      .toReversed();
    const amounts = (rows: ReturnType<typeof importToXero>) =>
      rows.map(({ number, net, vat, gross }) => ({ number, amounts: [net, vat, gross] }));
    for (const [kind, file, type] of [
      ["invoice", "invoices", "SI"],
      ["credit_note", "credit-notes", "SC"],
    ] as const) {
      const expected = ours.filter((row) => row.kind === kind).map(({ number, amounts }) => ({ number, amounts }));
      expect(expected.length).toBe(kind === "invoice" ? 1 : 7);
      expect(amounts(importToXero(await fileOf(xero.id, file)))).toEqual(expected);
      expect(amounts(importToSage(await fileOf(sage.id, file), type))).toEqual(expected);
    }
  });
});

describe("accounts in Sage", () => {
  let day = 20;
  beforeEach(async () => {
    day += 1;
    await goTo(`2026-10-${day}T09:00:00Z`);
  });
  const accountsIn = async (exported: Export) => importToSage(await fileOf(exported.id, "invoices"), "SI").map(({ contact }) => contact);
  const exported = async () => accountsIn(succeeded(await make({ format: "sage50", again: true })));

  test("Sage accounts of companies with one name differ, and stay when a name changes", async () => {
    const alike = [];
    for (let count = 0; count < 3; count += 1) alike.push(await portal.createAccount("customer", { companyName: "Elm Tree Shutters" }));
    const nameless = await portal.createAccount("customer", { companyName: "北京" });
    for (const person of [...alike, nameless]) await owedInvoice(person);
    const first = ["ELMTREES", "ELMTREE2", "ELMTREE3", `C${nameless.companyId}`];
    expect(await exported()).toEqual(first);
    await portal.owner.execute(sql`update companies set name = 'Oak Shutters' where name = 'Elm Tree Shutters'`);
    expect(await exported()).toEqual(first);
  });

  test("a Sage account is the bookkeeping name where valid and not used by another company", async () => {
    const [one, other] = [
      await portal.createAccount("customer", { companyName: "Rowan Blinds" }),
      await portal.createAccount("customer", { companyName: "Other" }),
    ];
    await owedInvoice(one);
    expect(await exported()).toEqual(["ROWANBLI"]);
    const terms = (person: User, accountsName: string | null) => boss.patch(`/api/clients/${person.companyId}/terms`, { accountsName });
    expect(says(await terms(other, "ROWANBLI"))).toEqual([409, "Rowan Blinds has this name already"]);
    succeeded(await terms(one, "ROW01"));
    succeeded(await terms(other, "Rowan Blinds of Hove"));
    await owedInvoice(other);
    expect(await exported()).toEqual(["ROW01", "ROWANBL2"]);
    succeeded(await terms(one, null));
    expect(await exported()).toEqual(["ROW01", "ROWANBL2"]);
    expect(await portal.db.$count(sageAccounts, sql`reference in ('ROWANBLI', 'ROW01')`)).toBe(2);
    const xero = succeeded(await make({ again: true }));
    expect(importToXero(await fileOf(xero.id, "invoices")).map(({ contact }) => contact)).toEqual(["Rowan Blinds", "Rowan Blinds of Hove"]);
  });
});

test.each([
  [{ format: "quickbooks" }, "Format must be one of xero, sage50"],
  [{ from: "2026-10-02", to: "2026-10-01" }, "From cannot be after to"],
  [{ from: "yesterday" }, "From must be a date"],
  [{ again: "yes" }, "Again must be true or false"],
])("an export with %j is refused with a sentence", async (body, sentence) => expect(says(await make(body))).toEqual([400, sentence]));

test("an export is in the audit trail with its contents", async () => {
  await owedInvoice(await portal.createAccount("customer"));
  const { id } = succeeded(await make({ again: true }));
  const [entry] = succeeded(
    await boss.get<{ targetId: number; text: string; path: string }[]>("/api/audit?action=bookkeeping.make&limit=1"),
  );
  expect(entry).toMatchObject({ targetId: id, path: "/money" });
  expect(entry?.text).toMatch(/^\d+ invoices? and \d+ credit notes? of 2\d Oct 2026 were exported to Xero$/);
});
