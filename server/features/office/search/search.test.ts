import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { OrderReply, QuoteReply } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { search } from "#shared/contract/office/search.ts";
import { formatListedDay, londonDay } from "#shared/domain/period.ts";

type Found = z.input<typeof search.find.response>;

let portal: TestPortal;
let people: Record<"customer" | "other" | "supplier" | "admin" | "boss", TestClient>;
let quote: QuoteReply;
let order: OrderReply;
let remake: number;
beforeAll(async () => {
  portal = await startPortal();
  people = {
    customer: await portal.signIn("customer"),
    other: await portal.signIn("customer"),
    supplier: await portal.signIn("supplier"),
    admin: await portal.signIn("admin"),
    boss: await portal.superAdmin(),
  };
  quote = await portal.quoteFor(people.customer, {
    jobName: "Mrs Okafor – Bay  Window",
    poNumber: "KX/4711-b",
    note: "Ring the upper bell",
  });
  const made = await people.boss.post<OrderReply>(`/api/quotes/${quote.id}/convert`, {
    shippingAddress: "12 Mill Lane\nClifton, Bristol\nBS8 4QA",
  });
  order = made.body;
  await people.supplier.patch(`/api/orders/${order.id}/tracking`, { trackingNumber: "JD 0146 0000 71" });
  remake = (await askForRemake(people.customer, order.id)).body.id;
  // Another company's records, which these words never find.
  await portal.orderFor(people.other);
  await portal.quoteFor(people.other, { jobName: "Somewhere else" });
});
afterAll(() => portal.stop());

const idsOf = async (who: TestClient, path: string, words: string): Promise<number[]> => {
  const { status, body } = await who.get<{ id: number }[]>(`${path}?search=${encodeURIComponent(words)}`);
  expect(status).toBe(200);
  return body.map(({ id }) => id);
};
const find = async (who: TestClient, words: string): Promise<Found> => {
  const { status, body } = await who.get<Found>(`/api/search?q=${encodeURIComponent(words)}`);
  expect(status).toBe(200);
  return body;
};
const idsFound = async (who: TestClient, words: string) =>
  Object.fromEntries(Object.entries(await find(who, words)).map(([kind, hits]) => [kind, hits.map(({ id }) => id)]));

describe.each([
  ["the job's name", "okafor – bay window"],
  ["a part inside a word", "kafo"],
  ["two letters", "ok"],
  ["the PO number", "kx/4711-B"],
  ["the address, over its lines", "mill lane clifton"],
  ["the postcode", "BS8 4QA"],
  ["the postcode without its space", "bs84qa"],
  ["a part of the postcode", "s8 4q"],
  ["the tracking number", "JD 0146 0000 71"],
  ["the tracking number without spaces", "jd0146000071"],
  ["its end", "0071"],
])("%s", (_, words) => {
  test("a search finds the quote, its order, its remakes and nothing of other companies", async () => {
    for (const who of [people.customer, people.admin, people.boss]) {
      expect(await idsOf(who, "/api/quotes", words)).toEqual([quote.id]);
      expect(await idsFound(who, words)).toMatchObject({ quotes: [quote.id], orders: [order.id], remakes: [remake] });
    }
    for (const who of [people.customer, people.supplier, people.admin, people.boss]) {
      expect(await idsOf(who, "/api/orders", words)).toEqual([order.id]);
      const inView = await who.get<{ id: number }[]>(`/api/orders?status=pending&sort=due&late=false&search=${encodeURIComponent(words)}`);
      expect(inView.body.map(({ id }) => id)).toEqual([order.id]);
      const elsewhere = await who.get<unknown[]>(`/api/orders?status=completed&search=${encodeURIComponent(words)}`);
      expect(elsewhere.body).toEqual([]);
      expect(await idsOf(who, "/api/remakes", words)).toEqual([remake]);
      const { recentOrders } = (await who.get<{ recentOrders: { id: number }[] }>(`/api/stats?search=${encodeURIComponent(words)}`)).body;
      expect(recentOrders.map(({ id }) => id)).toEqual([order.id]);
    }
    expect(await idsFound(people.supplier, words)).toEqual({
      quotes: [],
      orders: [order.id],
      remakes: [remake],
      invoices: [],
      clients: [],
      products: [],
    });
    expect(await idsFound(people.other, words)).toEqual({ quotes: [], orders: [], remakes: [], invoices: [], clients: [], products: [] });
  });
});

test("a number finds a row only of the searched view", async () => {
  const inView = async (status: string) =>
    (await people.boss.get<{ id: number }[]>(`/api/orders?status=${status}&search=ORD-${order.id}`)).body;
  expect((await inView("pending")).map(({ id }) => id)).toEqual([order.id]);
  expect(await inView("completed")).toEqual([]);
});

test("a search reads every sign literally", async () => {
  for (const words of ["okafor%bay", "kx_4711", "'; drop table orders; --", "\\", "a'b:*&!|()", "--", "......", "   ..  "]) {
    expect([words, await idsOf(people.boss, "/api/orders", words.trim() || "--")]).toEqual([words, []]);
  }
});

test("a note is found by nobody, and a supplier finds nothing by fields that suppliers do not see", async () => {
  for (const who of Object.values(people)) expect(await idsFound(who, "upper bell")).toMatchObject({ quotes: [], orders: [], remakes: [] });
  expect(await idsFound(people.supplier, `Q-${quote.id}`)).toMatchObject({ quotes: [], orders: [], remakes: [] });
  expect(await idsOf(people.supplier, "/api/orders", String(quote.finalTotal))).toEqual([]);
});

test("a quote is found by the address of its placing, its order by the address of delivery", async () => {
  const placed = await portal.quoteFor(people.customer);
  const values = {
    placedAt: new Date(),
    placedBy: people.customer.account?.id ?? 0,
    shippingAddress: "5 Harbour Terrace, Whitby YO21 3PU",
  };
  await portal.db.update(quotes).set(values).where(eq(quotes.id, placed.id));
  expect(await idsOf(people.boss, "/api/quotes", "harbour terrace")).toEqual([placed.id]);
  const standing = async () => (await find(people.customer, "harbour terrace")).quotes[0]?.subtitle;
  expect(await standing()).toMatch(/^Placed · until \d+ \w{3}( \d{4})?$/);
  const { id } = (
    await people.boss.post<OrderReply>(`/api/quotes/${placed.id}/convert`, { shippingAddress: "9 Cliff Rise, Filey YO14 9EF" })
  ).body;
  expect(await idsOf(people.boss, "/api/quotes", "yo213pu")).toEqual([placed.id]);
  expect(await standing()).toMatch(/^Accepted · made \d+ \w{3}$/);
  expect(await idsOf(people.boss, "/api/quotes", "cliff rise")).toEqual([]);
  expect(await idsOf(people.supplier, "/api/orders", "cliff rise")).toEqual([id]);
  expect(await idsOf(people.supplier, "/api/orders", "yo21 3pu")).toEqual([]);
  // Without an order the quote is not found by the order's address either.
  await people.boss.delete(`/api/orders/${id}`);
  expect(await idsOf(people.boss, "/api/orders", "cliff rise")).toEqual([]);
});

test("a draft is not found by a supplier, by any search", async () => {
  await portal.db.update(orders).set({ status: "draft" }).where(eq(orders.id, order.id));
  expect(await idsFound(people.supplier, "okafor")).toMatchObject({ orders: [], remakes: [] });
  expect(await idsFound(people.customer, "okafor")).toMatchObject({ orders: [order.id], remakes: [remake] });
  await portal.db.update(orders).set({ status: "pending" }).where(eq(orders.id, order.id));
});

describe("one search for everything", () => {
  test("the search for everything returns each thing's number, title and address", async () => {
    const company = people.customer.account?.companyName ?? "";
    const { quotes: asQuote, orders: asOrder, remakes: asRemake } = await find(people.admin, "okafor");
    const today = formatListedDay(londonDay(new Date()), londonDay(new Date()));
    const told = (state: string) => `${company} · Mrs Okafor – Bay  Window · PO KX/4711-b · ${state} ${today}`;
    expect(asQuote).toEqual([
      { id: quote.id, title: `Q-${quote.id}`, subtitle: told("Accepted · made"), path: `/quotes?quote=${quote.id}` },
    ]);
    expect(asOrder).toEqual([
      { id: order.id, title: `ORD-${order.id}`, subtitle: told("Pending · ordered"), path: `/orders?order=${order.id}` },
    ]);
    expect(asRemake).toMatchObject([{ id: remake, subtitle: told("Pending · asked"), path: `/remakes?remake=${remake}` }]);
    expect((await find(people.customer, "okafor")).orders[0]?.subtitle).toBe(
      `Mrs Okafor – Bay  Window · PO KX/4711-b · Pending · ordered ${today}`,
    );
  });

  test("a number names one thing in the search for everything", async () => {
    const none = { quotes: [], orders: [], remakes: [], invoices: [], clients: [], products: [] };
    expect(await idsFound(people.customer, `ORD-${order.id}`)).toEqual({ ...none, orders: [order.id] });
    expect(await idsFound(people.customer, `q-${quote.id}`)).toEqual({ ...none, quotes: [quote.id] });
    expect(await idsFound(people.supplier, `rmk-${remake}`)).toEqual({ ...none, remakes: [remake] });
    expect(await idsFound(people.other, `ORD-${order.id}`)).toEqual(none);
  });

  test("clients are found by staff only, and shutter types by everybody while they are offered", async () => {
    const product = await portal.product({ name: "Paulownia Deluxe" });
    const company = people.other.account;
    for (const who of Object.values(people))
      expect((await find(who, "paulownia")).products).toMatchObject([{ id: product.id, title: product.name }]);
    expect((await find(people.admin, company?.companyName ?? "")).clients).toMatchObject([
      { id: company?.companyId, title: company?.companyName, path: `/clients/${company?.companyId}` },
    ]);
    expect((await find(people.other, company?.companyName ?? "")).clients).toEqual([]);
    await people.boss.patch(`/api/products/${product.id}/archive`);
    expect((await find(people.boss, "paulownia")).products).toEqual([]);
  });

  test("the search for everything returns at most five things of each kind, the newest first", async () => {
    const made: number[] = [];
    for (let number = 0; number < 7; number += 1) made.push((await portal.quoteFor(people.other, { jobName: "Seven sisters" })).id);
    expect((await find(people.boss, "seven sisters")).quotes.map(({ id }) => id)).toEqual(made.toReversed().slice(0, 5));
  });

  test("a search of fewer than two or more than two hundred characters is a 400", async () => {
    const refused = async (query: string) => {
      const { status, text } = await people.customer.get(`/api/search${query}`);
      return [status, text];
    };
    for (const query of ["", "?q=", "?q=a", "?q=%20a%20"]) expect(await refused(query)).toEqual([400, "Please type at least 2 characters"]);
    expect(await refused(`?q=${"a".repeat(201)}`)).toEqual([400, "Search must be at most 200 characters"]);
    for (const list of ["quotes", "orders", "remakes", "invoices", "clients", "users", "stats"]) {
      const statuses = [200, 201].map(async (signs) => (await people.boss.get(`/api/${list}?search=${"a".repeat(signs)}`)).status);
      expect([list, ...(await Promise.all(statuses))]).toEqual([list, 200, 400]);
    }
    expect((await people.customer.get(`/api/search?q=%20${"a".repeat(200)}%20`)).status).toBe(200);
  });
});

test("the search for everything uses two database connections at most", async () => {
  const pool = portal.db.$client;
  const [taken, given] = [new Set<unknown>(), [] as number[]];
  const take = (client: unknown) => given.push(taken.add(client).size);
  const release = (_: unknown, client: unknown) => taken.delete(client);
  pool.on("acquire", take).on("release", release);
  await find(people.boss, "mill");
  pool.off("acquire", take).off("release", release);
  expect(Math.max(...given)).toBe(2);
});
