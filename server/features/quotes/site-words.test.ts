import { afterAll, beforeAll, expect, test } from "vitest";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { type OrderReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { invoiceOf } from "#server/testing/trade/rows-of-jobs.ts";
import { MOST_HITS } from "#shared/contract/office/search.ts";

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
const { customerPhone: PHONE, customerEmail: EMAIL, ...TOLD } = SITE;

test("the own company reads its customer on a quote; staff read only the name and the site", async () => {
  const quote = await portal.quoteFor(customer, { ...SITE, customerName: `  ${SITE.customerName} ` });
  expect(quote).toMatchObject(SITE);
  const read = (await boss.get<QuoteReply>(`/api/quotes/${quote.id}`)).body;
  expect(read).toMatchObject(TOLD);
  for (const field of ["customerPhone", "customerEmail"]) expect(read).not.toHaveProperty(field);
  for (const text of [PHONE, EMAIL]) expect((await boss.get("/api/quotes")).text).not.toContain(text);
  expect(await portal.quoteFor(customer, { customerName: " ", customerEmail: "" })).toMatchObject({
    customerName: null,
    customerEmail: null,
  });
  expect((await customer.patch(`/api/quotes/${quote.id}/job`, { customerEmail: "penelope" })).status).toBe(400);
});

/** The ids that a search in a list returns to a person. The palette must show the first of them. */
async function foundBy(who: TestClient, list: "quotes" | "orders", typed: string): Promise<number[]> {
  const search = encodeURIComponent(typed);
  const listed = (await who.get<{ id: number }[]>(`/api/${list}?search=${search}`)).body.map(({ id }) => id);
  const { body } = await who.get<Record<string, { id: number }[]>>(`/api/search?q=${search}`);
  expect([typed, body[list]?.map(({ id }) => id)]).toEqual([typed, listed.slice(0, MOST_HITS)]);
  return listed;
}

test("the own company and staff find a quote by its customer's name, site and postcode", async () => {
  const quote = await portal.quoteFor(customer, SITE);
  for (const word of ["penelope hughes", "orchard", "BN71AB"])
    for (const person of [customer, boss]) expect(await foundBy(person, "quotes", word)).toContain(quote.id);
  const other = await portal.signIn("customer");
  expect((await other.get("/api/quotes?search=orchard")).body).toEqual([]);
});

test("an order carries its quote's customer and note as far as each role may read them", async () => {
  const note = "Leave it with the neighbour";
  const quote = await portal.quoteFor(customer, { ...SITE, note });
  const { id } = succeeded(await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "7 Yard End, Rye" }));
  expect(succeeded(await customer.get(`/api/orders/${id}`))).toMatchObject({ ...SITE, note });
  expect(succeeded(await customer.get<OrderReply[]>("/api/orders")).find((row) => row.id === id)).toMatchObject(SITE);
  for (const path of [`/api/orders/${id}`, "/api/orders"]) {
    const { text } = await boss.get(path);
    for (const told of Object.values(TOLD)) expect(text).toContain(told);
    for (const hidden of [PHONE, EMAIL]) expect(text).not.toContain(hidden);
  }
  expect(succeeded(await boss.get(`/api/orders/${id}`))).toMatchObject({ ...TOLD, note });
  const supplier = await portal.signIn("supplier");
  for (const path of ["/api/orders", `/api/orders/${id}`]) {
    const { text } = await supplier.get(path);
    expect(text).toContain("Yard End");
    expect(text).not.toMatch(/Penelope|960111|hughes\.example|Orchard|neighbour/);
  }
});

test("an order is found by its customer, and by nobody who does not read the field", async () => {
  const site = {
    customerName: "Mrs Winterbourne",
    customerPhone: "01632 960 455",
    customerEmail: "w@bourne.example",
    siteAddress: "9 Elm Hill",
  };
  const quote = await portal.quoteFor(customer, site);
  const { id } = succeeded(await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "7 Yard End, Rye" }));
  const supplier = await portal.signIn("supplier");
  for (const word of ["winterbourne", "elm hill"]) {
    expect(await foundBy(customer, "orders", word)).toEqual([id]);
    expect(await foundBy(boss, "orders", word)).toEqual([id]);
    expect(await foundBy(supplier, "orders", word)).toEqual([]);
  }
  for (const word of ["960455", "bourne.example"]) {
    expect(await foundBy(customer, "orders", word)).toEqual([id]);
    expect(await foundBy(customer, "quotes", word)).toEqual([quote.id]);
    for (const who of [boss, supplier]) expect(await foundBy(who, "orders", word)).toEqual([]);
    expect(await foundBy(boss, "quotes", word)).toEqual([]);
  }
  succeeded(await customer.patch(`/api/quotes/${quote.id}/job`, { customerName: "Mr Summerfield" }));
  expect(await foundBy(boss, "orders", "winterbourne")).toEqual([]);
  expect(await foundBy(boss, "orders", "summerfield")).toEqual([id]);
});

test("a quote's customer changes in any state, also once an invoice is issued, and stays when omitted", async () => {
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

test("a draft that staff edit keeps its customer's telephone and email; a copy has them too", async () => {
  const quote = await portal.quoteFor(customer, SITE);
  const body = { items: [portal.windowOf(await portal.product())], version: quote.version, ...TOLD };
  succeeded(await boss.put(`/api/quotes/${quote.id}`, body));
  expect((await customer.get<QuoteReply>(`/api/quotes/${quote.id}`)).body).toMatchObject(SITE);
  expect(succeeded(await customer.post(`/api/quotes/${quote.id}/duplicate`))).toMatchObject(SITE);
});

test("a super admin who views as the fitter reads as little as staff, and an edit keeps the contact", async () => {
  const account = await portal.createAccount("customer");
  const fitter = await portal.signIn(account);
  const quote = await portal.quoteFor(fitter, SITE);
  const viewing = await portal.openSession(account, await portal.createAccount("super_admin"));
  const read = (await viewing.get<QuoteReply>(`/api/quotes/${quote.id}`)).body;
  expect(read).toMatchObject(TOLD);
  for (const field of ["customerPhone", "customerEmail"]) expect(read).not.toHaveProperty(field);
  for (const text of [PHONE, EMAIL]) {
    for (const accept of ["application/json", "text/csv"]) expect((await viewing.get("/api/quotes", { accept })).text).not.toContain(text);
    expect((await fitter.get("/api/quotes", { accept: "text/csv" })).text).toContain(text);
  }
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

test("a job without a name has its customer's name in remakes and in the palette, for all but suppliers", async () => {
  const quote = await portal.quoteFor(customer, { customerName: "Mrs Ottoline Vane" });
  const order = succeeded(await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "9 Yard End, Rye" }));
  const remake = succeeded(await askForRemake(customer, order.id)).id;
  const supplier = await portal.signIn("supplier");
  for (const reader of [customer, boss]) {
    expect(succeeded(await reader.get(`/api/remakes/${remake}`))).toMatchObject({ order: { customerName: "Mrs Ottoline Vane" } });
    expect((await reader.get("/api/remakes")).text).toContain("Mrs Ottoline Vane");
    const { orders } = succeeded(await reader.get<Record<string, { subtitle: string }[]>>("/api/search?q=ottoline"));
    expect(orders?.[0]?.subtitle).toContain("Mrs Ottoline Vane");
  }
  const viewing = await portal.openSession(await portal.createAccount("customer"), await portal.createAccount("super_admin"));
  const remakesFoundBy = async (who: TestClient, typed: string) =>
    succeeded(await who.get<{ id: number }[]>(`/api/remakes?search=${encodeURIComponent(typed)}`)).map(({ id }) => id);
  // "Otoline" is close to the name, and no index holds two letters.
  for (const typed of ["ottoline", "mrs ottoline vane", "otoline", "ottoline mr"]) {
    for (const reader of [customer, boss, await portal.signIn("admin")])
      expect(await remakesFoundBy(reader, typed), typed).toEqual([remake]);
    for (const reader of [supplier, viewing]) expect(await remakesFoundBy(reader, typed), typed).toEqual([]);
  }
  for (const path of [`/api/remakes/${remake}`, "/api/remakes", `/api/search?q=${order.id}`, "/api/search?q=ottoline"])
    expect((await supplier.get(path)).text).not.toContain("Ottoline Vane");
  const stranger = await portal.signIn("customer");
  expect((await stranger.get("/api/remakes?search=ottoline")).body).toEqual([]);
});
