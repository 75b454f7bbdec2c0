import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { threadsNow } from "#server/platform/threads/threads.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { fetchFile, readPdf } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let supplier: TestClient;
let card: string;
beforeAll(async () => {
  portal = await startPortal();
  supplier = await portal.signIn("supplier");
  const product = await portal.product();
  const items = Array.from({ length: 200 }, (_, at) => portal.windowOf(product, { name: `Window ${at + 1}` }));
  const order = await portal.orderFor(await portal.signIn("customer"), { items });
  card = `/api/orders/${order.id}/job-card.pdf`;
});
afterAll(() => portal.stop());

const drawing = (): Promise<void> => expect.poll(() => threadsNow().busy, { interval: 5, timeout: 30_000 }).toBe(1);

test("a house is drawn in a thread, and the portal answers other requests meanwhile", async () => {
  const order: string[] = [];
  const house = fetchFile(portal, supplier, card).then((reply) => {
    order.push("house");
    return reply;
  });
  await drawing();
  expect((await supplier.get("/api/user")).status).toBe(200);
  order.push("user");
  // The thread is still busy; a document drawn in the server's own thread would have blocked this
  // check.
  expect(threadsNow().busy).toBe(1);
  const { status, file } = await house;
  expect([status, file.toString("latin1", 0, 5), order]).toEqual([200, "%PDF-", ["user", "house"]]);
  expect(threadsNow().busy).toBe(0);
});

test("a reader who disconnects ends the drawing, and the next reader gets a document", async () => {
  const leaving = new AbortController();
  // The thread never receives its task, so that it cannot finish before the reader leaves.
  const told = vi.spyOn(Worker.prototype, "postMessage").mockReturnValueOnce();
  const cookie = [...supplier.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const left = fetch(new URL(card, portal.url), { headers: { cookie }, signal: leaving.signal });
  await drawing();
  const { resting } = threadsNow();
  leaving.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(() => threadsNow().busy, { interval: 5, timeout: 30_000 }).toBe(0);
  // The thread was stopped, because a finished thread would rest.
  expect(threadsNow().resting).toBe(resting);
  expect(told).toHaveBeenCalledTimes(1);
  told.mockRestore();
  expect((await fetchFile(portal, supplier, card)).status).toBe(200);
});

test("a batch of job cards pauses after each order for a label of the same company", async () => {
  const product = await portal.product();
  const customer = await portal.signIn("customer");
  const items = Array.from({ length: 50 }, (_, at) => portal.windowOf(product, { name: `Window ${at + 1}` }));
  const orders = [];
  for (let order = 0; order < 10; order += 1) orders.push((await portal.orderFor(customer, { items })).id);
  const small = await portal.orderFor(customer);
  const events: string[] = [];
  const batch = fetchFile(portal, supplier, `/api/workshop/job-cards.pdf?orders=${orders.join()}`).then((reply) => {
    events.push("batch");
    return reply;
  });
  await drawing();
  const label = await fetchFile(portal, supplier, `/api/workshop/labels.pdf?orders=${small.id}`);
  events.push("label");
  const cards = await batch;
  expect([label.status, cards.status, events]).toEqual([200, 200, ["label", "batch"]]);
  // The batch continued after its interruption.
  const { text } = readPdf(cards.file);
  for (const id of orders) expect(text).toContain(`Job card ORD-${id}`);
});

test("a company that has used up its documents does not delay another company's", async () => {
  const greedy = await portal.createAccount("customer");
  const [one, other] = [await portal.signIn(greedy), await portal.signIn("customer")];
  const [quote, others] = [await portal.quoteFor(one), await portal.quoteFor(other)];
  // The thread never receives its task, so that it cannot finish before the other company asks.
  const told = vi.spyOn(Worker.prototype, "postMessage").mockReturnValueOnce();
  const leaving = new AbortController();
  const cookie = [...one.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const ask = () => fetch(new URL(`/api/quotes/${quote.id}/pdf`, portal.url), { headers: { cookie }, signal: leaving.signal });
  const asked = [ask()];
  await drawing();
  told.mockRestore();
  asked.push(...Array.from({ length: 11 }, ask));
  expect((await Promise.race(asked)).status).toBe(429);
  expect((await fetchFile(portal, other, `/api/quotes/${others.id}/pdf`)).status).toBe(200);
  expect(threadsNow().busy).toBe(1);
  leaving.abort();
  await Promise.allSettled(asked);
  await expect.poll(() => threadsNow().busy, { interval: 5, timeout: 30_000 }).toBe(0);
});
