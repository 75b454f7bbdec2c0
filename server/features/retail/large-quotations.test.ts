import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { storeBusiness } from "#server/testing/retail.ts";
import { quotationOf } from "./quotation.ts";
import { drawQuotation, type Snapshot } from "./quotation-snapshot.ts";

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

/** The address of a new link, on the test portal's own origin. */
async function createLink(): Promise<string> {
  const { url } = succeeded(await customer.post<{ url: string }>(`/api/quotes/${quote.id}/retail-links`, {}));
  return new URL(new URL(url).pathname, portal.url).href;
}

/** Counts how often the server parsed a drawing's shapes since the call. */
function countParsedDrawings(): () => number {
  const parsed = vi.spyOn(JSON, "parse");
  return () => parsed.mock.calls.filter(([text]) => String(text).includes('"shapes":')).length;
}

/** Counts how often the server serialized a drawing's shapes since the call. */
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

test("an opening, a question, an acceptance and a decline load no drawing of the 200 windows", async () => {
  const address = await createLink();
  const snapshot = await fetch(address, { headers: { accept: "application/json" } }).then((reply) => reply.json());
  const { total } = JSON.parse(snapshot.snapshot) as Snapshot;
  const drawings = countParsedDrawings();
  const post = async (action: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const { status } = await fetch(`${address}/${action}`, { method: "POST", headers, body: JSON.stringify(body) });
    return status;
  };
  const statuses = [
    await post("opened", {}),
    await post("question", { text: "Can the louvres be wider?" }),
    await post("decline", { reason: "x".repeat(5_000) }),
    await post("accept", { name: "Mrs Hughes", extras: [], total, hash: snapshot.hash }),
    await post("decline", {}),
  ];
  expect([statuses, drawings()]).toEqual([[204, 204, 400, 200, 409], 0]);
});
