import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brokenConstraint } from "#server/platform/http/errors.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { type ProductReply, type QuoteReply, succeeded, type WindowBody } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

/** Windows that were measured at three places (rule M25). */

let portal: TestPortal;
let customer: TestClient;
let product: ProductReply;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  product = await portal.product();
});
afterAll(() => portal.stop());

const measuredMm = { widths: [1203, 1200, 1209], heights: [1350, 1352, 1351] };
const windowWith = (facts: object = {}): WindowBody =>
  portal.windowOf(product, { name: "Bay", widthM: 1.2, heightM: 1.35, measuredMm, ...facts });
const read = async (id: number) => (await customer.get<QuoteReply>(`/api/quotes/${id}`)).body;

describe("the three measurements of a window", () => {
  test("the measurements of a window are stored, read, changed and removed with its quote", async () => {
    const quote = await portal.quoteFor(customer, { items: [windowWith()] });
    expect(quote.items[0]).toMatchObject({ widthM: 1.2, heightM: 1.35, measuredMm });
    expect((await read(quote.id)).items[0]?.measuredMm).toEqual(measuredMm);

    const outside = windowWith({ mountType: "outside", widthM: 1.209, heightM: 1.352 });
    succeeded(await customer.put(`/api/quotes/${quote.id}`, { version: 1, items: [outside] }));
    expect((await read(quote.id)).items[0]).toMatchObject({ widthM: 1.209, heightM: 1.352, measuredMm });

    succeeded(await customer.put(`/api/quotes/${quote.id}`, { version: 2, items: [windowWith({ measuredMm: null })] }));
    expect((await read(quote.id)).items[0]?.measuredMm).toBeNull();
  });

  test("the measurements of a recess are the recess, and the maker's deduction is subtracted from them", async () => {
    const quote = await portal.quoteFor(customer, { items: [windowWith({ sizeBasis: "recess" })] });
    expect(quote.items[0]).toMatchObject({ widthM: 1.2, heightM: 1.35, measuredMm, deductionMm: 10 });
  });

  test("a duplicate has the measurements, and so has the order, for office and workshop", async () => {
    const quote = await portal.quoteFor(customer, { items: [windowWith()] });
    const { id: copy } = succeeded(await customer.post<{ id: number }>(`/api/quotes/${quote.id}/duplicate`));
    expect((await read(copy)).items[0]?.measuredMm).toEqual(measuredMm);
    const order = await portal.orderFor(customer, { items: [windowWith()] });
    for (const who of [customer, await portal.signIn("admin"), await portal.signIn("supplier")]) {
      const { body } = await who.get<{ quote: Pick<QuoteReply, "items"> }>(`/api/orders/${order.id}`);
      expect(body.quote.items[0]?.measuredMm).toEqual(measuredMm);
    }
  });
});

const NOT_MEASURED = 'The sizes of "Bay" are not those that were measured';
const WIDTHS = "Measured widths must be 3 whole millimetres from 1 to 10,000";

test.each<[string, object]>([
  [NOT_MEASURED, { widthM: 1.203 }],
  [NOT_MEASURED, { widthM: 1.2001 }],
  [NOT_MEASURED, { heightM: 1.352 }],
  [NOT_MEASURED, { mountType: "outside" }],
  [NOT_MEASURED, { sizeBasis: "recess", widthM: 1.19, heightM: 1.34 }],
  [WIDTHS, { measuredMm: { ...measuredMm, widths: [1200, 1200] } }],
  [WIDTHS, { measuredMm: { ...measuredMm, widths: [1200, 1200, 1200, 1200] } }],
  [WIDTHS, { measuredMm: { ...measuredMm, widths: [1200.5, 1200, 1200] } }],
  [WIDTHS, { measuredMm: { ...measuredMm, widths: [0, 1200, 1200] } }],
  [WIDTHS, { measuredMm: { ...measuredMm, widths: [10_001, 1200, 1200] } }],
  [WIDTHS, { measuredMm: { heights: measuredMm.heights } }],
  ["Measured sizes must be widths and heights", { measuredMm: 1200 }],
])("wrong measurements are refused: %s: %j", async (sentence, facts) => {
  const draft = await portal.quoteFor(customer, { items: [windowWith()] });
  const before = await portal.db.$count(quotes);
  expect(await customer.post("/api/quotes", { items: [windowWith(facts)] })).toMatchObject({ status: 400, text: sentence });
  const change = { version: 1, items: [windowWith(facts)] };
  expect(await customer.put(`/api/quotes/${draft.id}`, change)).toMatchObject({ status: 400, text: sentence });
  expect(await portal.db.$count(quotes)).toBe(before);
});

test.each<[string]>([
  [`{"widths":[1200,1200,1200]}`],
  [`{"widths":[1200,1200,1200],"heights":[1350,1350]}`],
  [`{"widths":[1201,1201,1201],"heights":[1350,1350,1350]}`],
  [`{"widths":[1200,1200,1200],"heights":[1351,1351,1351]}`],
  [`{"widths":[1200,1200.5,1200],"heights":[1350,1350,1350]}`],
  [`{"widths":[1200,"1200",1200],"heights":[1350,1350,1350]}`],
  [`{"widths":[1200,null,1200],"heights":[1350,1350,1350]}`],
  [`{"widths":[1200,[1200],1200],"heights":[1350,1350,1350]}`],
  [`{"widths":[1200,1200,10001],"heights":[1350,1350,1350]}`],
  [`{"widths":[1200,1200,1200],"heights":[1350,1350,1350],"depths":[]}`],
  ["[]"],
])("the database refuses %s, from any caller", async (text) => {
  const quote = await portal.quoteFor(customer, { items: [windowWith({ measuredMm: null })] });
  const measured = sql`${text}::jsonb` as never;
  const set = portal.db.update(quoteItems).set({ measuredMm: measured }).where(eq(quoteItems.quoteId, quote.id));
  expect(await set.then(() => null, brokenConstraint)).toBe("quote_items_measured");
});
