import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect } from "#server/db/connect.ts";
import { errorRecords } from "#server/db/schema.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let small: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  // The same portal with one connection, and short waits so that the test has them too.
  small = await startPortal({ beside: portal, pool: { most: 1, waits: { connection: 300, lock: 300, statement: 600 } } });
});
afterAll(async () => {
  await small.stop();
  await portal.stop();
});

const AWAY = "The portal cannot reach its database just now. Please try again in a moment.";
const BUSY = "Somebody else is changing the same thing just now. Please try again in a moment.";

test("a full pool is a 503 with a sentence, and over as soon as a connection is free", async () => {
  const customer = await portal.signIn("customer");
  const cookie = [...customer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const get = (path: string) => fetch(new URL(path, small.url), { headers: { cookie } });
  const held = await small.db.$client.connect();
  try {
    const since = performance.now();
    const replies = await Promise.all(Array.from({ length: 20 }, () => get("/api/quotes")));
    if (process.env.SHOW_FIGURES) console.log(`20 callers of a full pool were answered after ${Math.round(performance.now() - since)} ms`);
    for (const reply of replies) {
      expect([reply.status, await reply.text()]).toEqual([503, AWAY]);
      expect(reply.headers.get("retry-after")).toBe("2");
      expect(reply.headers.get("content-type")).toMatch(/^text\/plain/);
    }
    expect((await get("/healthz")).status).toBe(200);
  } finally {
    held.release();
  }
  expect((await get("/api/quotes")).status).toBe(200);
});

test("in use a caller waits less than two seconds for a connection", async () => {
  const { $client: inUse } = connect("postgres://127.0.0.1/nobody-connects", { onError: () => {} });
  expect(inUse.options.connectionTimeoutMillis).toBeLessThan(2000);
  await inUse.end();
});

test("a database that is not there is a 503 with a sentence for every call, and the process is still well", async () => {
  const lost = await startPortal({ databaseUrl: "postgres://tiltrod:none@127.0.0.1:1/tiltrod" });
  const body = { email: "a@company.test", password: "some password", companyName: "Alder", contactName: "Ada" };
  for (const path of ["/api/login", "/api/register", "/api/forgot-password"]) {
    const reply = await lost.visitor().post(path, body);
    expect([path, reply.status, reply.text]).toEqual([path, 503, AWAY]);
  }
  expect((await fetch(`${lost.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${lost.url}/healthz`)).status).toBe(200);
  await lost.stop();
});

test("a row that somebody holds locked does not hold a call for ever: it is told so, and nothing is half done", async () => {
  const customer = await portal.signIn("customer");
  const quote = await portal.quoteFor(customer);
  const boss = await small.signIn("super_admin");
  const faults = await portal.db.$count(errorRecords);
  await portal.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from quotes where id = ${quote.id} for update`);
    const reply = await boss.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" });
    expect([reply.status, reply.text]).toEqual([503, BUSY]);
  });
  expect((await boss.get<{ quoteStatus: string }>(`/api/quotes/${quote.id}`)).body.quoteStatus).toBe("draft");
  expect((await boss.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" })).status).toBe(200);
  // Somebody has to hear of it, should it happen often.
  await vi.waitFor(async () => expect(await portal.db.$count(errorRecords)).toBeGreaterThan(faults));
});

test("every connection of the portal has its bounds, in use too", async () => {
  const bounds = await portal.db.execute(
    sql`select current_setting('lock_timeout') lock, current_setting('statement_timeout') statement, current_setting('idle_in_transaction_session_timeout') idle`,
  );
  expect(bounds.rows).toEqual([{ lock: "8s", statement: "30s", idle: "30s" }]);
  await expect(small.db.execute(sql`select pg_sleep(5)`)).rejects.toThrow();
});
