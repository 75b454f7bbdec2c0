import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { type ProductReply, type QuoteReply, succeeded, type WindowBody } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let customer: TestClient;
let admin: TestClient;
let boss: TestClient;
let product: ProductReply;
beforeAll(async () => {
  portal = await startPortal();
  // The clock is set before any sign-in, because a later change would end the session.
  portal.clock.set("2026-06-10T09:00:00Z");
  customer = await portal.signIn({ ...(await portal.createAccount("customer", { contactName: "Ada Marsh" })) });
  admin = await portal.signIn({ ...(await portal.createAccount("admin", { contactName: "Ben Office" })) });
  boss = await portal.superAdmin();
  product = await portal.product({ basePricePerM2: 100 });
});
afterAll(() => portal.stop());

type Edit = { version: unknown; items: (WindowBody & { id?: unknown })[] } & Record<string, unknown>;
const put = (id: number, body: Partial<Edit>, by = customer, headers = {}) => by.put<QuoteReply>(`/api/quotes/${id}`, body, headers);
const window = (facts: Partial<WindowBody> & { id?: unknown } = {}) => portal.windowOf(product, { widthM: 1, heightM: 1, ...facts });
const draft = (items = [window()], by = customer) =>
  portal.quoteFor(by, { items, jobName: "Hartley", poNumber: "PO-1", note: "Ring first" });
const stored = async (id: number) => {
  const [row] = await portal.db.select().from(quotes).where(eq(quotes.id, id));
  if (!row) throw new Error("The quote is gone");
  return row;
};

describe("an edit of a draft", () => {
  test("an edit replaces all fields, raises the version, and leaves number, owner, creation day and validity", async () => {
    const quote = await draft([window({ name: "Bay" }), window({ name: "Hall" })]);
    portal.clock.advance(3_600_000);
    const { status, body } = await put(quote.id, {
      version: 1,
      items: [window({ name: "Loft", widthM: 2 })],
      jobName: " Hartley, loft ",
      ...{ userId: admin.account?.id, quoteStatus: "accepted", validUntil: "2099-01-01T00:00:00Z", subtotal: undefined },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: quote.id,
      user: quote.user,
      createdAt: quote.createdAt,
      validUntil: quote.validUntil,
      quoteStatus: "draft",
      jobName: "Hartley, loft",
      poNumber: null,
      note: null,
      version: 2,
      itemCount: 1,
      subtotal: 200,
      tax: 40,
      finalTotal: 240,
    });
    expect(body.items.map(({ name }) => name)).toEqual(["Loft"]);
    expect((await customer.get<QuoteReply>(`/api/quotes/${quote.id}`)).body).toEqual({ ...body, leadTime: null, readyOn: null });
  });

  test("an edit keeps the ids of windows that it names, in any position, and gives the others new ones", async () => {
    const quote = await draft([window({ name: "A" }), window({ name: "B" }), window({ name: "C" })]);
    const [a, b, c] = quote.items.map(({ id }) => id);
    const items = [window({ id: c, name: "C" }), window({ name: "New" }), window({ id: a, name: "A, wider", widthM: 1.5 })];
    const { body } = await put(quote.id, { version: 1, items });
    expect(body.items.map(({ name }) => name)).toEqual(["C", "New", "A, wider"]);
    expect(body.items.map(({ id }) => id)).toEqual([c, expect.any(Number), a]);
    expect([a, b, c]).not.toContain(body.items[1]?.id);
  });

  test("an edit ignores a window id that is unknown, repeated or of another quote", async () => {
    const other = await draft();
    const quote = await draft([window({ name: "A" })]);
    const own = quote.items[0]?.id ?? 0;
    const theirs = other.items[0]?.id ?? 0;
    const ids = [theirs, 2_000_000_000, own, own, null, 99_999_999_999, 0, -1];
    const { status, body } = await put(quote.id, { version: 1, items: ids.map((id) => window({ id })) });
    expect(status).toBe(200);
    expect(new Set(body.items.map(({ id }) => id)).size).toBe(ids.length);
    expect(body.items.some(({ id }) => ids.includes(id))).toBe(false);
    expect((await customer.get<QuoteReply>(`/api/quotes/${other.id}`)).body.items).toEqual(other.items);
    const asText = await put(quote.id, { version: 2, items: [window({ id: String(own) })] });
    expect([asText.status, asText.text]).toEqual([400, "A window's id must be a whole number"]);
  });

  test("an edit is priced at today's prices, and an outdated total stores nothing", async () => {
    const rising = await portal.product({ basePricePerM2: 100 });
    const items = [portal.windowOf(rising, { widthM: 1, heightM: 1, name: "Bay", ...{ pricePerM2: 100 } })];
    const quote = await portal.quoteFor(customer, { items });
    succeeded(await boss.put("/api/products", { ...rising, basePricePerM2: 110 }));
    const stale = await put(quote.id, { version: 1, items, finalTotal: 120 }, customer, { accept: "application/problem+json" });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      detail: "Prices have changed: the total is now £132.00",
      lines: [{ name: "Bay", oldPricePerM2: 100, newPricePerM2: 110 }],
      finalTotal: 132,
    });
    expect(await stored(quote.id)).toMatchObject({ version: 1, finalTotalPence: 12_000 });
    expect((await customer.get<QuoteReply>(`/api/quotes/${quote.id}`)).body).toEqual({ ...quote, leadTime: null, readyOn: null });
    expect((await put(quote.id, { version: 1, items, finalTotal: 132 })).body).toMatchObject({ version: 2, finalTotal: 132 });
  });

  test("an edit is audited with the values before it", async () => {
    const quote = await draft();
    succeeded(await put(quote.id, { version: 1, items: [window(), window()], poNumber: "PO-2" }));
    const [entry] = await portal.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.action, "quotes.update"), eq(auditEntries.targetId, quote.id)));
    expect(entry?.before).toEqual({ jobName: "Hartley", poNumber: "PO-1", windows: 1, finalTotalPence: 12_000 });
    expect(entry?.after).toEqual({ jobName: null, poNumber: "PO-2", windows: 2, finalTotalPence: 24_000 });
  });
});

describe("two editors of one draft", () => {
  test("the second of two editors is told who was first, and nothing of the second edit is stored", async () => {
    const quote = await draft();
    succeeded(await put(quote.id, { version: 1, items: [window({ name: "The office's" })] }, admin));
    const { status, text } = await put(quote.id, { version: 1, items: [window({ name: "Mine" })] });
    expect([status, text]).toEqual([409, "This quote was changed by Ben Office while you were editing it"]);
    const { body } = await customer.get<QuoteReply>(`/api/quotes/${quote.id}`);
    expect(body.items.map(({ name }) => name)).toEqual(["The office's"]);
    expect(body.version).toBe(2);
    expect((await put(quote.id, { version: 2, items: [window({ name: "Mine" })] })).body).toMatchObject({ version: 3 });
  });

  test("eight edits of one version at the same moment store exactly one", async () => {
    const quote = await draft();
    const editors = Array.from({ length: 8 }, (_, at) => put(quote.id, { version: 1, items: [window({ name: `Editor ${at}` })] }));
    const replies = await Promise.all(editors);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    const won = replies.findIndex(({ status }) => status === 200);
    const { body } = await customer.get<QuoteReply>(`/api/quotes/${quote.id}`);
    expect(body.items.map(({ name }) => name)).toEqual([`Editor ${won}`]);
    expect(body.version).toBe(2);
  });

  test("placing and taking back raise the version, and a refusal does not", async () => {
    const quote = await draft();
    expect((await put(quote.id, { version: 7, items: [window()] })).text).toBe(
      "This quote was changed by Ada Marsh while you were editing it",
    );
    expect((await put(quote.id, { version: 1, items: [] })).status).toBe(400);
    succeeded(await boss.post(`/api/quotes/${quote.id}/place`, { shippingAddress: "1 High Street, Lewes" }));
    succeeded(await boss.delete(`/api/quotes/${quote.id}/place`));
    const { text } = await put(quote.id, { version: 1, items: [window()] });
    expect(text).toBe(`This quote was changed by ${boss.account?.contactName} while you were editing it`);
    expect((await stored(quote.id)).version).toBe(3);
  });

  test.each([undefined, null, "1", 1.5])("an edit with the version %j is a 400", async (version) => {
    const quote = await draft();
    const { status, text } = await put(quote.id, { version, items: [window()] });
    expect([status, text]).toEqual([400, "Version must be a whole number"]);
  });
});

describe("a quote that is no draft is not edited, and the reason precedes that of the version", () => {
  const edit = async (id: number, by = customer) => {
    const { status, text } = await put(id, { version: 99, items: [window()] }, by);
    return [status, text];
  };

  test.each([
    ["sent", "A sent quote cannot be changed"],
    ["accepted", "An accepted quote cannot be changed"],
    ["declined", "A declined quote cannot be changed"],
  ] as const)("an edit is refused: %s", async (status, sentence) => {
    const quote = await draft();
    await portal.db.update(quotes).set({ status }).where(eq(quotes.id, quote.id));
    for (const by of [customer, admin]) expect(await edit(quote.id, by)).toEqual([409, sentence]);
  });

  test("a placed quote is not edited until the placing is withdrawn", async () => {
    const quote = await draft();
    succeeded(await customer.post(`/api/quotes/${quote.id}/place`, { shippingAddress: "1 High Street, Lewes" }));
    expect(await edit(quote.id)).toEqual([409, "This quote was placed: take that back before you change it"]);
    succeeded(await customer.delete(`/api/quotes/${quote.id}/place`));
    expect((await put(quote.id, { version: 3, items: [window()] })).status).toBe(200);
  });

  test("a converted quote is not edited, and the refusal names the order", async () => {
    const quote = await draft();
    const order = succeeded(await admin.post<{ id: number }>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "1 High Street" }));
    expect(await edit(quote.id)).toEqual([409, `This quote was already converted to order ORD-${order.id}`]);
  });

  test("an expired quote is not edited, and the refusal names the day", async () => {
    const quote = await draft();
    await portal.db
      .update(quotes)
      .set({ validUntil: new Date("2026-06-01T22:59:59.999Z") })
      .where(eq(quotes.id, quote.id));
    expect(await edit(quote.id)).toEqual([409, "This quote expired on 1 Jun 2026"]);
  });
});

test("another company's draft is not found by an edit, and staff edit any draft", async () => {
  const quote = await draft();
  const stranger = await portal.signIn("customer");
  const { status, text } = await put(quote.id, { version: 1, items: [window()] }, stranger);
  expect([status, text]).toEqual([404, `There is no quote Q-${quote.id}`]);
  for (const [by, version] of [
    [admin, 1],
    [boss, 2],
  ] as const)
    expect((await put(quote.id, { version, items: [window()] }, by)).body).toMatchObject({ user: quote.user, version: version + 1 });
});

test("the database refuses a change of windows of a quote that is no draft", async () => {
  const quote = await draft();
  await portal.db.update(quotes).set({ status: "sent" }).where(eq(quotes.id, quote.id));
  const deleting = portal.db.delete(quoteItems).where(eq(quoteItems.quoteId, quote.id));
  await expect(deleting).rejects.toMatchObject({ cause: { constraint: "quote_items_stay" } });
});
