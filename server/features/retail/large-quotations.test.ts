import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type QuoteReply, succeeded } from "#server/testing/builders.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { storeBusiness } from "#server/testing/retail.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { quotationOf } from "./quotation.ts";
import { drawQuotation } from "./shown.ts";

const WINDOWS = 200;

let portal: TestPortal;
let fitter: User;
let customer: TestClient;
let quote: QuoteReply;
beforeAll(async () => {
  portal = await startPortal();
  fitter = await portal.createAccount("customer");
  customer = await portal.signIn(fitter);
  await storeBusiness(portal, fitter.companyId);
  const product = await portal.product();
  const items = Array.from({ length: WINDOWS }, (_, place) => portal.windowOf(product, { name: `Window ${place + 1}` }));
  quote = await portal.quoteFor(customer, { items });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => portal.stop());

/** How often the server serialised the shapes of a drawing since. */
function countDrawings(): () => number {
  const serialised = vi.spyOn(JSON, "stringify");
  return () => serialised.mock.results.filter(({ value }) => String(value).includes('"shapes":')).length;
}

test("a quotation of 200 windows is read and saved without drawing a window", async () => {
  const path = `/api/quotes/${quote.id}/retail`;
  const drawings = countDrawings();
  const { version } = succeeded(await customer.get<{ version: number }>(path));
  const saved = succeeded(await customer.put<{ revision: number }>(path, { version, markupPercent: 50 }));
  expect([saved.revision, drawings()]).toEqual([2, 0]);
});

test("a link draws 200 windows a few at a time and serves other requests between them", async () => {
  const { facts } = await quotationOf({ db: portal.db, user: { ...fitter, isImpersonating: false, impersonator: null } }, quote.id);
  let turns = 0;
  const countTurn = () => {
    turns += 1;
    next = setImmediate(countTurn);
  };
  let next = setImmediate(countTurn);
  const { windows } = await drawQuotation(facts);
  clearImmediate(next);
  expect(windows).toHaveLength(WINDOWS);
  expect(turns).toBeGreaterThanOrEqual(10);
});
