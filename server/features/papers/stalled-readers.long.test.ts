import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "#server/platform/db/connect.ts";
import { MOST_DOCUMENTS_AT_ONCE } from "#server/platform/http/limits.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { fetchFile } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let boss: TestClient;
const sockets: Socket[] = [];
beforeAll(async () => {
  portal = await startPortal({ pool: { waits: { connection: 20_000, lock: 40_000, statement: 40_000, answer: 45_000 } } });
  boss = await portal.superAdmin();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => portal.stop());

const quotationOf = (id: number) => `/api/quotes/${id}/pdf`;

/**
 * Requests a document behind another request on the same connection, which waits for a locked row:
 * nothing is sent until that row is free.
 */
function askAndTakeNothing(client: TestClient, quoteId: number) {
  const socket = connect(Number(new URL(portal.url).port), "127.0.0.1");
  sockets.push(socket);
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk.toString("latin1");
  });
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const head = (line: string, more = "") => `${line} HTTP/1.1\r\nHost: portal.test\r\nCookie: ${cookie}\r\n${more}\r\n`;
  const body = '{"quoteStatus":"sent"}';
  socket.write(
    head(`PATCH /api/quotes/${quoteId}/status`, `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`) +
      body +
      head(`GET ${quotationOf(quoteId)}`),
  );
  return { heard: () => heard };
}

/** Sends both requests on one connection, so that the second reply waits for the first. */
function askBehind(...asked: readonly [client: TestClient, path: string][]): void {
  const socket = connect(Number(new URL(portal.url).port), "127.0.0.1");
  sockets.push(socket);
  const cookie = ({ cookies }: TestClient) => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  socket.write(asked.map(([client, path]) => `GET ${path} HTTP/1.1\r\nHost: portal.test\r\nCookie: ${cookie(client)}\r\n\r\n`).join(""));
}

test("readers who take nothing delay no other document, and receive theirs when they read on", async () => {
  const customer = await portal.signIn("customer");
  const quote = await portal.quoteFor(customer);
  const readers: ReturnType<typeof askAndTakeNothing>[] = [];
  await inTransaction(portal.db, async (tx) => {
    await tx.execute(sql`select 1 from quotes where id = ${quote.id} for update`);
    for (let reader = 0; reader < 3; reader += 1) readers.push(askAndTakeNothing(boss, quote.id));
    await wait(1500);
    const { status, file } = await fetchFile(portal, customer, quotationOf(quote.id));
    expect([status, file.toString("latin1", 0, 5)]).toEqual([200, "%PDF-"]);
    expect(readers.map(({ heard }) => heard())).toEqual(["", "", ""]);
  });
  await expect.poll(() => readers.filter(({ heard }) => /%PDF-[\s\S]*%%EOF/.test(heard())).length, { timeout: 20_000 }).toBe(3);
});

test("a company that requests very many documents at once is refused, and others are not", async () => {
  const [founder, other] = [await portal.createAccount("customer"), await portal.signIn("customer")];
  const greedy = [await portal.signIn(founder), await portal.signIn(await portal.createAccount("customer", { colleagueOf: founder }))];
  const [quote, others] = [await portal.quoteFor(greedy[0] as TestClient), await portal.quoteFor(other)];
  const asked = greedy.flatMap((client) => Array.from({ length: 15 }, () => fetchFile(portal, client, quotationOf(quote.id))));
  const [replies, its] = await Promise.all([Promise.all(asked), fetchFile(portal, other, quotationOf(others.id))]);
  expect(its.status).toBe(200);
  const refused = replies.filter(({ status }) => status === 429);
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
  expect(refused.length).toBeGreaterThan(0);
  for (const { file, headers } of refused) {
    expect(file.toString()).toBe(
      "Your company has requested too many documents at once. Please wait until some have arrived before you request more.",
    );
    expect(headers.get("retry-after")).toBe("5");
  }
  expect((await fetchFile(portal, greedy[0] as TestClient, quotationOf(quote.id))).status).toBe(200);
});

test("a company beyond its limit of simultaneous documents is refused the next one", async () => {
  const customer = await portal.signIn("customer");
  const [quote, held] = [await portal.quoteFor(customer), []] as [{ id: number }, { client: TestClient; id: number }[]];
  for (const client of [await portal.signIn("customer"), await portal.signIn("customer")])
    held.push({ client, id: (await portal.quoteFor(client)).id });
  // The threads never receive their tasks, so each of these documents delays the request behind it.
  const told = vi.spyOn(Worker.prototype, "postMessage").mockReturnValueOnce().mockReturnValueOnce();
  for (const { client, id } of held) askBehind([client, quotationOf(id)]);
  await expect.poll(() => told.mock.calls.length, { timeout: 20_000 }).toBe(2);
  for (let reader = 0; reader < MOST_DOCUMENTS_AT_ONCE; reader += 1) {
    const { client, id } = held[reader % 2] as (typeof held)[0];
    askBehind([client, quotationOf(id)], [boss, quotationOf(quote.id)]);
    // The next document is requested after the previous one, because at most ten of a company may
    // wait for a thread.
    expect((await fetchFile(portal, customer, quotationOf(quote.id))).status).toBe(200);
  }
  const asNext = async () => (await fetchFile(portal, boss, quotationOf(quote.id))).file.toString("latin1", 0, 40);
  await expect.poll(asNext, { timeout: 20_000 }).toBe("Your company has requested many document");
  told.mockRestore();
  // The connections end before the turn of their replies.
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(asNext, { timeout: 20_000 }).toContain("%PDF-");
});
