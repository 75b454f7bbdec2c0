import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MOST_DOCUMENTS_AT_ONCE } from "#server/http/limits.ts";
import { fetchFile } from "#server/testing/documents.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { TestClient } from "#server/testing/test-client.ts";

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

/** Asks for a document behind another request on the same connection, which waits for a locked row: until that is answered, nothing goes out. */
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

test("readers who take nothing hold up no other's document, and get theirs when they read on", { timeout: 60_000 }, async () => {
  const customer = await portal.signIn("customer");
  const quote = await portal.quoteFor(customer);
  const readers: ReturnType<typeof askAndTakeNothing>[] = [];
  await portal.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from quotes where id = ${quote.id} for update`);
    for (let reader = 0; reader < 3; reader += 1) readers.push(askAndTakeNothing(boss, quote.id));
    await wait(1500);
    const { status, file } = await fetchFile(portal, customer, quotationOf(quote.id));
    expect([status, file.toString("latin1", 0, 5)]).toEqual([200, "%PDF-"]);
    expect(readers.map(({ heard }) => heard())).toEqual(["", "", ""]);
  });
  await expect.poll(() => readers.filter(({ heard }) => /%PDF-[\s\S]*%%EOF/.test(heard())).length, { timeout: 20_000 }).toBe(3);
});

test("an account that asks for very many at once is told so, and the others are not", { timeout: 60_000 }, async () => {
  const [greedy, other] = [await portal.signIn("customer"), await portal.signIn("customer")];
  const [quote, others] = [await portal.quoteFor(greedy), await portal.quoteFor(other)];
  const asked = Array.from({ length: 30 }, () => fetchFile(portal, greedy, quotationOf(quote.id)));
  const [replies, its] = await Promise.all([Promise.all(asked), fetchFile(portal, other, quotationOf(others.id))]);
  expect(its.status).toBe(200);
  const refused = replies.filter(({ status }) => status === 429);
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(MOST_DOCUMENTS_AT_ONCE);
  expect(refused.length).toBeGreaterThan(0);
  for (const { file } of refused)
    expect(file.toString()).toBe(
      "You have asked for many documents at once. Please wait until they have come, and ask for the others then.",
    );
  expect((await fetchFile(portal, greedy, quotationOf(quote.id))).status).toBe(200);
});
