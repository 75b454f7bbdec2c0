import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceTasks } from "#server/features/invoices/issue-invoice.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { OrderReply } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { validUntilFor } from "#shared/domain/period.ts";

/**
 * Searches by words from different columns, amounts, days, states and similar spellings (rules O6,
 * O16 and O17).
 */

let portal: TestPortal;
let people: Record<"customer" | "other" | "supplier" | "admin" | "boss", TestClient>;
let order: OrderReply;
let later: OrderReply;
let remake: number;
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set("2026-11-24T12:00:00Z");
  people = {
    customer: await portal.signIn(await portal.createAccount("customer", { companyName: "Kestrel Interiors", contactName: "Ada Lovell" })),
    other: await portal.signIn(await portal.createAccount("customer", { companyName: "Heron Blinds", contactName: "Zoe Quist" })),
    supplier: await portal.signIn("supplier"),
    admin: await portal.signIn("admin"),
    boss: await portal.superAdmin(),
  };
  await saveSeller(portal);
  const product = await portal.product({ basePricePerM2: 4_910.84 });
  order = await portal.orderFor(people.customer, {
    jobName: "Withycombe Raleigh",
    poNumber: "KX/4711",
    shippingAddress: "12 Yew Road\nExmouth EX8 4QA",
    items: [portal.windowOf(product, { widthM: 1, heightM: 1 })],
  });
  await people.supplier.patch(`/api/orders/${order.id}/dates`, { shippingDate: "2026-12-03", estimatedArrival: "2026-12-07" });
  await people.supplier.patch(`/api/orders/${order.id}/status`, { status: "shipped" });
  remake = (await askForRemake(people.customer, order.id)).body.id;
  await people.boss.patch(`/api/remakes/${remake}/status`, { status: "in_progress" });
  const createdAt = new Date("2026-11-19T09:00:00Z");
  await portal.db.update(orders).set({ createdAt }).where(eq(orders.id, order.id));
  await portal.db.update(remakes).set({ createdAt }).where(eq(remakes.id, remake));
  await portal.db
    .update(quotes)
    .set({ createdAt, validUntil: validUntilFor(createdAt) })
    .where(eq(quotes.id, order.quoteId ?? 0));
  later = await portal.orderFor(people.other, { jobName: "Yew Tree Cottage", shippingAddress: "3 Long Road, Topsham EX3 0AA" });
});
afterAll(() => portal.stop());

const asked = async (who: TestClient, path: string) => {
  const { status, body, headers } = await who.get<{ id: number }[]>(path);
  expect(status).toBe(200);
  return { ids: body.map(({ id }) => id), match: headers.get("x-match"), next: /<([^>]+)>/.exec(headers.get("link") ?? "")?.[1] };
};
const listed = (who: TestClient, list: string, words: string) => asked(who, `/api/${list}search=${encodeURIComponent(words)}`);
const idsOf = async (who: TestClient, words: string, list = "orders?") => (await listed(who, list, words)).ids;
const find = async (who: TestClient, words: string) => {
  const { body, headers } = await who.get<Record<string, { id: number | string }[]>>(`/api/search?q=${encodeURIComponent(words)}`);
  return { found: Object.entries(body).flatMap(([kind, hits]) => hits.map(({ id }) => `${kind} ${id}`)), match: headers.get("x-match") };
};

describe.each([
  "kestrel shipped",
  "SHIPPED kestrel",
  "12 yew road",
  "road, exmouth",
  "exmouth kestrel raleigh",
  "lovell ex84qa",
  "withycombe ex8 4qa 4711",
  "kestrel 19 Nov",
  "kestrel 19 November 2026",
  "19/11",
  "2026-12-03",
  "3 Dec",
  "7/12/2026 raleigh",
  "week 49",
  "next week 12",
])("%s", (words) => {
  test("a search by words of several columns finds the one order that holds them all", async () => {
    for (const who of [people.customer, people.supplier, people.boss])
      expect(await listed(who, "orders?", words)).toMatchObject({ ids: [order.id], match: null });
    const { recentOrders } = (await people.boss.get<{ recentOrders: { id: number }[] }>(`/api/stats?search=${encodeURIComponent(words)}`))
      .body;
    expect(recentOrders.map(({ id }) => id)).toEqual([order.id]);
    const { body: sums } = await people.boss.get<{ count: number }>(`/api/orders/sums?search=${encodeURIComponent(words)}`);
    expect(sums.count).toBe(1);
  });
});

test.each(["kestrel pending", "yew heron raleigh", "18 Nov", "2 Dec", "week 51", "kestrel 24 Nov", "yew nowhere"])(
  "the search %s finds no row in any list",
  async (words) => {
    for (const who of [people.supplier, people.boss])
      expect(await listed(who, "orders?", words)).toEqual({ ids: [], match: null, next: undefined });
  },
);

test("one word finds every row that holds it, the newest first", async () => {
  expect(await idsOf(people.boss, "yew")).toEqual([later.id, order.id]);
  expect(await idsOf(people.boss, "this week")).toEqual([later.id]);
  expect(await idsOf(people.boss, "week 47")).toEqual([order.id]);
});

describe("an amount", () => {
  test.each(["5,893.01", "5893.01", "£5893.01", "£5,893.01", "£ 5,893.01", "£5,893", "5,893.01 kestrel"])(
    "the amount %s finds its total for roles that see money",
    async (words) => {
      expect(order.quote?.finalTotal).toBe(5893.01);
      for (const who of [people.customer, people.admin, people.boss]) {
        expect(await idsOf(who, words)).toEqual([order.id]);
        expect(await idsOf(who, words, "quotes?")).toEqual([order.quoteId]);
      }
      expect(await listed(people.supplier, "orders?", words)).toMatchObject({ ids: [], match: null });
      expect((await find(people.supplier, words)).found).toEqual([]);
      expect(await idsOf(people.other, words)).toEqual([]);
    },
  );

  test.each(["5893", "5,893.02", "£5,894", "893.01"])("the amount %s does not find the total", async (words) => {
    expect(await idsOf(people.boss, words)).toEqual([]);
  });
});

describe("a state", () => {
  test("a state's word finds its rows, and a supplier finds nothing by a word about payments", async () => {
    expect(await idsOf(people.boss, "pending")).toEqual([later.id]);
    expect(await idsOf(people.boss, "unpaid")).toEqual([later.id, order.id]);
    expect(await idsOf(people.boss, "paid")).toEqual([]);
    expect(await idsOf(people.supplier, "unpaid")).toEqual([]);
    expect(await idsOf(people.boss, "ship")).toEqual([]);
    expect(await idsOf(people.boss, "constructor")).toEqual([]);
    for (const words of ["in progress", "In Progress kestrel", "12 in progress"])
      expect(await idsOf(people.supplier, words, "remakes?")).toEqual([remake]);
    expect(await idsOf(people.boss, "denied", "remakes?")).toEqual([]);
    expect(await idsOf(people.boss, "19 Nov", "remakes?")).toEqual([remake]);
  });

  test("a quote is also found by the words for placed and withdrawn", async () => {
    const [placed, withdrawn] = [await portal.quoteFor(people.other), await portal.quoteFor(people.other)];
    const values = { placedAt: portal.clock(), placedBy: people.other.account?.id ?? 0, shippingAddress: "9 Cliff Rise, Filey" };
    await portal.db.update(quotes).set(values).where(eq(quotes.id, placed.id));
    await portal.db.update(quotes).set({ status: "declined", withdrawnAt: portal.clock() }).where(eq(quotes.id, withdrawn.id));
    expect(await idsOf(people.boss, "placed heron", "quotes?")).toEqual([placed.id]);
    expect(await idsOf(people.boss, "withdrawn", "quotes?")).toEqual([withdrawn.id]);
    expect(await idsOf(people.boss, "accepted kestrel", "quotes?")).toEqual([order.quoteId]);
    // A quote is valid until the thirtieth day.
    expect(await idsOf(people.boss, "19 Dec", "quotes?")).toEqual([order.quoteId]);
  });
});

test("an invoice is found by its amount and the day of its tax point", async () => {
  await invoiceTasks(portal.appContext).tasks["issue-invoices"]();
  const invoices = async (words: string) => (await find(people.boss, words)).found.filter((hit) => hit.startsWith("invoices"));
  for (const words of ["24 Nov kestrel", "this week raleigh", "5,893.01", "£5893 yew"])
    expect([words, await invoices(words)]).toEqual([words, ["invoices INV-00001"]]);
  for (const words of ["23 Nov", "5,893.02", "this week heron"]) expect([words, await invoices(words)]).toEqual([words, []]);
});

test("the search for everything shows a thing's state and day, without the year in this year", async () => {
  const subtitleOf = async (kind: string) =>
    (await people.customer.get<Record<string, { subtitle: string }[]>>("/api/search?q=raleigh")).body[kind]?.[0]?.subtitle;
  const job = "Withycombe Raleigh · PO KX/4711";
  expect(await subtitleOf("orders")).toBe(`${job} · Shipped · due 7 Dec`);
  expect(await subtitleOf("quotes")).toBe(`${job} · Accepted · made 19 Nov`);
  expect(await subtitleOf("remakes")).toBe(`${job} · In progress · asked 19 Nov`);
  const late = { estimatedArrival: "2026-11-22", shippingDate: "2026-11-20" };
  await portal.db.update(orders).set(late).where(eq(orders.id, order.id));
  expect(await subtitleOf("orders")).toBe(`${job} · Shipped · due 22 Nov, 2 days late`);
  await portal.db.update(orders).set({ shippingDate: "2026-12-03", estimatedArrival: "2027-01-07" }).where(eq(orders.id, order.id));
  expect(await subtitleOf("orders")).toBe(`${job} · Shipped · due 7 Jan 2027`);
});

describe("a similar spelling", () => {
  test.each(["withcombe", "withycomeb raleigh", "12 withycmbe", "kestral shipped", "lovall"])(
    "a spelling similar to %s is found without an exact match, and is marked as similar",
    async (words) => {
      for (const who of [people.customer, people.supplier, people.boss]) {
        expect(await listed(who, "orders?", words)).toMatchObject({ ids: [order.id], match: "close" });
        expect(await listed(who, "remakes?", words.replace(" shipped", ""))).toMatchObject({ ids: [remake], match: "close" });
      }
      expect(await listed(people.boss, "quotes?", words.replace(" shipped", ""))).toMatchObject({ ids: [order.quoteId], match: "close" });
      expect((await people.boss.get<{ count: number }>(`/api/orders/sums?search=${encodeURIComponent(words)}`)).body.count).toBe(1);
    },
  );

  test.each(["withycombe", "raleigh", "cottage"])(
    "a spelling similar to %s is not searched, because an exact match exists",
    async (words) => {
      expect(await listed(people.boss, "orders?", words)).toMatchObject({ match: null });
    },
  );

  test.each(["4712", "ORD-99999", "wthcmbe", "ex8 4qb", "£1.01", "zqx"])(
    "the text %s has no similar spelling among the rows",
    async (words) => {
      expect(await listed(people.boss, "orders?", words)).toEqual({ ids: [], match: null, next: undefined });
      expect(await find(people.boss, words)).toEqual({ found: [], match: null });
    },
  );

  test("a similar spelling is searched only among the rows that the person and the view show", async () => {
    expect(await listed(people.boss, "orders?status=pending&", "withcombe")).toMatchObject({ ids: [], match: null });
    expect(await listed(people.other, "orders?", "withcombe")).toMatchObject({ ids: [], match: null });
    // The only exact match is outside the view, and must not turn the search into an exact one.
    expect(await listed(people.boss, "orders?status=pending&", "withycombe")).toMatchObject({ ids: [], match: null });
  });

  test("the matches of a similar spelling continue page by page, as exact ones do", async () => {
    const made: number[] = [];
    for (let number = 0; number < 5; number += 1) made.unshift((await portal.orderFor(people.other, { jobName: `Pelican ${number}` })).id);
    for (const [words, match] of [
      ["pelicam", "close"],
      ["pelican", null],
    ] as const) {
      const first = await asked(people.boss, `/api/orders?limit=3&search=${words}`);
      expect(first).toMatchObject({ ids: made.slice(0, 3), match });
      expect(await asked(people.boss, first.next ?? "")).toEqual({ ids: made.slice(3), match, next: undefined });
    }
    // The match disappears before the next page is requested, and no other match takes its place.
    const first = await asked(people.boss, "/api/orders?limit=3&search=pelican");
    await portal.orderFor(people.other, { jobName: "Pelicon" });
    await portal.db
      .update(orders)
      .set({ deletedAt: portal.clock() })
      .where(eq(orders.id, made[3] ?? 0));
    await portal.db
      .update(orders)
      .set({ deletedAt: portal.clock() })
      .where(eq(orders.id, made[4] ?? 0));
    expect(await asked(people.boss, first.next ?? "")).toEqual({ ids: [], match: null, next: undefined });
  });

  test("a CSV of similar matches is complete and has the header that marks them", async () => {
    const { text, headers } = await people.boss.get("/api/orders?search=withcombe", { Accept: "text/csv" });
    expect([text.split("\r\n").filter(Boolean).length, headers.get("x-match")]).toEqual([2, "close"]);
  });

  test("a similar spelling appears in the search for everything only without an exact match of any kind", async () => {
    const { found, match } = await find(people.boss, "withcombe");
    expect([found.slice(0, 3), match]).toEqual([[`quotes ${order.quoteId}`, `orders ${order.id}`, `remakes ${remake}`], "close"]);
    const product = await portal.product({ name: "Paulownia Deluxe" });
    expect(await find(people.customer, "paulowina")).toEqual({ found: [`products ${product.id}`], match: "close" });
    await portal.product({ name: "Withcombe Oak" });
    expect((await find(people.boss, "withcombe")).match).toBeNull();
    expect((await find(people.boss, "withcombe")).found).toHaveLength(1);
  });

  test("a similar spelling finds clients too, each word by a name or an email", async () => {
    const { companyId = 0, email = "" } = people.customer.account ?? {};
    for (const words of ["kestrel lovell", "interiors ada", `ada ${email.split("@")[0]}`])
      expect(await listed(people.admin, "clients?", words)).toMatchObject({ ids: [companyId], match: null });
    for (const words of ["kestral", "lovel interiers"])
      expect(await listed(people.admin, "clients?", words)).toMatchObject({ ids: [companyId], match: "close" });
    expect(await idsOf(people.admin, "kestrel quist", "clients?")).toEqual([]);
    await portal.db
      .update(companies)
      .set({ name: "Kestral Homes" })
      .where(eq(companies.id, people.other.account?.companyId ?? 0));
    expect(await listed(people.admin, "clients?", "kestral")).toMatchObject({ ids: [people.other.account?.companyId], match: null });
  });
});
