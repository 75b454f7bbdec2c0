import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fetchFile } from "#server/testing/documents.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { threadsNow } from "#server/threads/threads.ts";

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

test("a house is drawn beside the portal, which answers others before it is there", async () => {
  const order: string[] = [];
  const house = fetchFile(portal, supplier, card).then((reply) => {
    order.push("house");
    return reply;
  });
  await drawing();
  expect((await supplier.get("/api/user")).status).toBe(200);
  order.push("user");
  // It is still at work: of what is drawn here nothing could be asked.
  expect(threadsNow().busy).toBe(1);
  const { status, file } = await house;
  expect([status, file.toString("latin1", 0, 5), order]).toEqual([200, "%PDF-", ["user", "house"]]);
  expect(threadsNow().busy).toBe(0);
});

test("a reader who leaves ends the drawing, and the next one has his document", async () => {
  const leaving = new AbortController();
  // The thread is never told what to draw, so that it is not done with it before he leaves.
  const told = vi.spyOn(Worker.prototype, "postMessage").mockReturnValueOnce();
  const cookie = [...supplier.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const left = fetch(new URL(card, portal.url), { headers: { cookie }, signal: leaving.signal });
  await drawing();
  const { resting } = threadsNow();
  leaving.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(() => threadsNow().busy, { interval: 5, timeout: 30_000 }).toBe(0);
  // Not because it was ready: such a thread would rest.
  expect(threadsNow().resting).toBe(resting);
  expect(told).toHaveBeenCalledTimes(1);
  told.mockRestore();
  expect((await fetchFile(portal, supplier, card)).status).toBe(200);
});
