import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { quotes } from "#server/schema/quotes.ts";
import { type OrderReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { invoiceOf } from "#server/testing/trade/rows-of-jobs.ts";

let portal: TestPortal;
let customer: TestClient;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

const WORDS = { jobName: "Hartley – front bay", poNumber: "PO-2140", note: "  Ring before you come.\n" };

test("job name, PO number and note are stored; blank ones are stored as null", async () => {
  const quote = await portal.quoteFor(customer, { jobName: "  Hartley ", poNumber: " \t", note: " \n" });
  expect(quote).toMatchObject({ jobName: "Hartley", poNumber: null, note: null, version: 1 });
  expect(quote).toMatchObject({ placedAt: null, shippingAddress: null, requiredBy: null });
  const plain = await portal.quoteFor(customer);
  expect(plain).toMatchObject({ jobName: null, poNumber: null, note: null });
});

test("the note is on the quote's page and on its order, in no list of quotes, and never a supplier's", async () => {
  const quote = await portal.quoteFor(customer, WORDS);
  expect(quote.note).toBe(WORDS.note);
  for (const person of [customer, boss]) expect((await person.get<QuoteReply>(`/api/quotes/${quote.id}`)).body.note).toBe(WORDS.note);
  const [row] = (await customer.get<QuoteReply[]>("/api/quotes")).body;
  expect(row).toMatchObject({ id: quote.id, jobName: WORDS.jobName, poNumber: WORDS.poNumber });
  expect(row).not.toHaveProperty("note");
  const order = succeeded(await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "1 High Street, Lewes" }));
  for (const person of [customer, boss]) expect((await person.get(`/api/orders/${order.id}`)).text).toContain("Ring before");
  expect((await customer.get("/api/quotes?search=Ring")).text).not.toContain("Ring before");
  const supplier = await portal.signIn("supplier");
  for (const path of [`/api/orders/${order.id}`, "/api/orders"]) expect((await supplier.get(path)).text).not.toContain("Ring before");
});

test("an order has job name and PO number, for suppliers too, and so has a remake of it", async () => {
  const quote = await portal.quoteFor(customer, WORDS);
  const { id } = succeeded(await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "1 High Street, Lewes" }));
  const names = { jobName: WORDS.jobName, poNumber: WORDS.poNumber };
  const supplier = await portal.signIn("supplier");
  const [row] = (await supplier.get<OrderReply[]>("/api/orders")).body;
  expect(row).toMatchObject({ id, ...names, requiredBy: null });
  const remake = succeeded(await askForRemake(customer, id));
  expect((await supplier.get(`/api/remakes/${remake.id}`)).body).toMatchObject({ order: { id, ...names } });
  expect((await supplier.get("/api/remakes")).body).toMatchObject([{ order: { id, ...names } }]);
});

test("a copied quote has the same job name, but no PO number and no note", async () => {
  const quote = await portal.quoteFor(customer, WORDS);
  const again = { jobName: WORDS.jobName, poNumber: null, note: null, version: 1 };
  expect(succeeded(await customer.post(`/api/quotes/${quote.id}/duplicate`))).toMatchObject(again);
  const order = succeeded(await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "1 High Street, Lewes" }));
  expect(succeeded(await customer.post(`/api/orders/${order.id}/reorder`))).toMatchObject(again);
});

test.each([
  [{ jobName: "x".repeat(121) }, "Job name must be at most 120 characters"],
  [{ poNumber: "x".repeat(61) }, "PO number must be at most 60 characters"],
  [{ note: "x".repeat(2001) }, "Note must be at most 2,000 characters"],
  [{ jobName: 7 }, "Job name must be text"],
])("the job words %j are refused with a sentence", async (words, sentence) => {
  const { status, text } = await customer.post("/api/quotes", { items: [portal.windowOf(await portal.product())], ...words });
  expect([status, text]).toEqual([400, sentence]);
});

test("sending a quote stores the time of sending", async () => {
  const { id } = await portal.quoteFor(customer);
  const stored = async () => (await portal.db.select().from(quotes).where(eq(quotes.id, id)))[0]?.sentAt;
  expect(await stored()).toBeNull();
  succeeded(await boss.patch(`/api/quotes/${id}/status`, { quoteStatus: "sent" }));
  const sent = await stored();
  expect(sent).not.toBeNull();
  succeeded(await customer.patch(`/api/quotes/${id}/status`, { quoteStatus: "accepted" }));
  expect(await stored()).toEqual(sent);
});

describe("PO numbers that arrive later", () => {
  const change = (id: number, body: object, by = customer) => by.patch<QuoteReply>(`/api/quotes/${id}/job`, body);

  test("job name and PO number change in any state of the quote, omitted ones stay, and the order has them", async () => {
    const quote = await portal.quoteFor(customer, WORDS);
    const order = succeeded(await boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "1 High Street, Lewes" }));
    expect((await change(quote.id, { poNumber: " PO-9 " })).body).toMatchObject({ jobName: WORDS.jobName, poNumber: "PO-9", version: 3 });
    const admin = await portal.signIn("admin");
    expect((await change(quote.id, { jobName: " ", poNumber: null }, admin)).body).toMatchObject({ jobName: null, poNumber: null });
    succeeded(await change(quote.id, { jobName: "Hartley" }));
    expect((await customer.get<OrderReply>(`/api/orders/${order.id}`)).body).toMatchObject({ jobName: "Hartley", poNumber: null });
    expect((await customer.get<QuoteReply>(`/api/quotes/${quote.id}`)).body.note).toBe(WORDS.note);
    expect((await change(quote.id, { jobName: "Theirs" }, await portal.signIn("customer"))).status).toBe(404);
  });

  test("changed job words raise the version, so an outdated edit or placing is refused; equal words do not", async () => {
    const founder = await portal.createAccount("customer");
    const [mine, colleagues] = [
      await portal.signIn(founder),
      await portal.signIn(await portal.createAccount("customer", { colleagueOf: founder, mayOrder: false })),
    ];
    const quote = await portal.quoteFor(mine, WORDS);
    const place = () => mine.post(`/api/quotes/${quote.id}/place`, { shippingAddress: "1 High Street, Lewes", version: 1 });
    expect((await change(quote.id, { jobName: "Other" }, colleagues)).body).toMatchObject({ version: 2 });
    expect((await change(quote.id, { jobName: "Other" }, colleagues)).body).toMatchObject({ version: 2 });
    const by = colleagues.account?.contactName;
    expect((await place()).text).toBe(`This quote was changed by ${by} while you were editing it`);
  });

  test("job name and PO number cannot change after an invoice contains them", async () => {
    const { id } = await portal.quoteFor(customer, WORDS);
    const snapshot = {} as never;
    await portal.db.insert(invoices).values({ number: 12, ...invoiceOf(id), taxPoint: "2026-06-10", issuedAt: new Date(), snapshot });
    const { status, text } = await change(id, { poNumber: "PO-9" });
    expect([status, text]).toEqual([409, "Invoice INV-00012 was issued for this quote: its job and PO number stay"]);
  });
});
