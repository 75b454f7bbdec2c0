import { afterAll, beforeAll, expect, test } from "vitest";
import { invoices } from "#server/db/schema.ts";
import { type OrderReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { invoiceOf } from "#server/testing/rows-of-jobs.ts";
import type { TestClient } from "#server/testing/test-client.ts";

let portal: TestPortal;
let customer: TestClient;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

const SITE = {
  customerName: "Mrs Penelope Hughes",
  customerPhone: "01632 960111",
  customerEmail: "penelope@hughes.example",
  siteAddress: "4 Orchard Lane, Lewes BN7 1AB",
};
const { customerPhone: PHONE, ...TOLD } = SITE;

test("the customer is kept with the quote, for the own company and staff; staff are not told the telephone", async () => {
  const quote = await portal.quoteFor(customer, { ...SITE, customerName: `  ${SITE.customerName} ` });
  expect(quote).toMatchObject(SITE);
  const read = (await boss.get<QuoteReply>(`/api/quotes/${quote.id}`)).body;
  expect(read).toMatchObject(TOLD);
  expect(read).not.toHaveProperty("customerPhone");
  expect((await boss.get("/api/quotes")).text).not.toContain(PHONE);
  expect(await portal.quoteFor(customer, { customerName: " ", customerEmail: "" })).toMatchObject({
    customerName: null,
    customerEmail: null,
  });
  expect((await customer.patch(`/api/quotes/${quote.id}/job`, { customerEmail: "penelope" })).status).toBe(400);
});

test("both find it by name, email, site and postcode", async () => {
  const quote = await portal.quoteFor(customer, SITE);
  for (const word of ["penelope hughes", "orchard", "BN71AB", "hughes.example"])
    for (const person of [customer, boss])
      expect((await person.get<QuoteReply[]>(`/api/quotes?search=${encodeURIComponent(word)}`)).body.map(({ id }) => id)).toContain(
        quote.id,
      );
  const other = await portal.signIn("customer");
  expect((await other.get("/api/quotes?search=orchard")).body).toEqual([]);
});

test("suppliers are told nothing of the customer, but where an order goes", async () => {
  const quote = await portal.quoteFor(customer, SITE);
  const { id } = succeeded(await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: SITE.siteAddress }));
  const supplier = await portal.signIn("supplier");
  for (const path of ["/api/orders", `/api/orders/${id}`]) {
    const { text } = await supplier.get(path);
    expect(text).toContain("Orchard");
    expect(text).not.toMatch(/Penelope|960111|hughes\.example/);
  }
});

test("it changes in any state, also once an invoice is issued, and stays where it is left out", async () => {
  const quote = await portal.quoteFor(customer, SITE);
  const snapshot = {} as never;
  await portal.db.insert(invoices).values({ number: 12, ...invoiceOf(quote.id), taxPoint: "2026-06-10", issuedAt: new Date(), snapshot });
  const row = succeeded(await customer.patch<QuoteReply>(`/api/quotes/${quote.id}/job`, { customerName: "Mr Hughes" }));
  expect(row).toMatchObject({ ...SITE, customerName: "Mr Hughes" });
  expect((await customer.patch(`/api/quotes/${quote.id}/job`, { jobName: "Other" })).status).toBe(409);
  const trail = (await boss.get("/api/audit?action=quotes.changeJob")).text;
  expect(trail).toContain("Mr Hughes");
  expect(trail).not.toMatch(/960111|hughes\.example/);
});

test("staff who edit a draft leave the telephone as it is; the same again is the same house", async () => {
  const quote = await portal.quoteFor(customer, SITE);
  const body = { items: [portal.windowOf(await portal.product())], version: quote.version, ...TOLD };
  succeeded(await boss.put(`/api/quotes/${quote.id}`, body));
  expect((await customer.get<QuoteReply>(`/api/quotes/${quote.id}`)).body).toMatchObject(SITE);
  expect(succeeded(await customer.post(`/api/quotes/${quote.id}/duplicate`))).toMatchObject(SITE);
});

test("who views the portal as the fitter is told as little as our staff, and leaves the telephone as it is", async () => {
  const account = await portal.createAccount("customer");
  const fitter = await portal.signIn(account);
  const quote = await portal.quoteFor(fitter, SITE);
  const viewing = await portal.openSession(account, await portal.createAccount("super_admin"));
  const read = (await viewing.get<QuoteReply>(`/api/quotes/${quote.id}`)).body;
  expect(read).toMatchObject(TOLD);
  expect(read).not.toHaveProperty("customerPhone");
  for (const accept of ["application/json", "text/csv"]) expect((await viewing.get("/api/quotes", { accept })).text).not.toContain(PHONE);
  expect((await fitter.get("/api/quotes", { accept: "text/csv" })).text).toContain(PHONE);
  const body = { items: [portal.windowOf(await portal.product())], version: quote.version, ...TOLD };
  succeeded(await viewing.put(`/api/quotes/${quote.id}`, body));
  expect((await fitter.get<QuoteReply>(`/api/quotes/${quote.id}`)).body).toMatchObject(SITE);
});

test("the own company finds a quote by the telephone, however it is written; nobody else does", async () => {
  const account = await portal.createAccount("customer");
  const fitter = await portal.signIn(account);
  const quote = await portal.quoteFor(fitter, { ...SITE, customerPhone: "01632 960 733" });
  const viewing = await portal.openSession(account, await portal.createAccount("super_admin"));
  const found = async (who: TestClient, typed: string) =>
    (await who.get<QuoteReply[]>(`/api/quotes?search=${encodeURIComponent(typed)}`)).body.map(({ id }) => id);
  for (const typed of ["01632960733", "01632 960 733", "960733", "(01632) 960733"])
    expect(await found(fitter, typed), typed).toEqual([quote.id]);
  expect(await found(fitter, "960734")).toEqual([]);
  const { quotes: palette } = (await fitter.get<{ quotes: { id: number }[] }>("/api/search?q=960733")).body;
  expect(palette.map(({ id }) => id)).toEqual([quote.id]);
  for (const who of [viewing, boss, await portal.signIn("customer")]) expect(await found(who, "960733")).toEqual([]);
});
