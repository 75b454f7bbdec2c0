import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connect, inTransaction } from "#server/platform/db/connect.ts";
import { errorRecords } from "#server/schema/records.ts";
import { type DatabaseLine, openDatabaseLine } from "#server/testing/database/database-line.ts";
import { onServer, testServer } from "#server/testing/database/global-setup.ts";
import { photograph, picture } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let small: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  // A second instance with one connection, and with shorter waits to shorten the test.
  small = await startPortal({ beside: portal, pool: { most: 1, waits: { connection: 1500, lock: 1000, statement: 2000 } } });
});
afterAll(async () => {
  await small.stop();
  await portal.stop();
});

const AWAY = "The portal cannot reach its database just now. Please try again in a moment.";
const BUSY = "Somebody else is changing the same record. Please try again in a moment.";

test("a full pool is a 503 with a sentence, and recovers as soon as a connection is free", async () => {
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

test("a caller in production waits less than two seconds for a connection", async () => {
  const { $client: inUse } = connect("postgres://127.0.0.1/nobody-connects", { onError: () => {} });
  expect(inUse.options.connectionTimeoutMillis).toBeLessThan(2000);
  await inUse.end();
});

test("a missing database is a 503 with a sentence for every call, and the process stays healthy", async () => {
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

test("a row locked by another transaction ends a call with a sentence, and nothing is half done", async () => {
  const customer = await portal.signIn("customer");
  const quote = await portal.quoteFor(customer);
  const boss = await small.signIn("super_admin");
  const faults = await portal.db.$count(errorRecords);
  await inTransaction(portal.db, async (tx) => {
    await tx.execute(sql`select 1 from quotes where id = ${quote.id} for update`);
    const reply = await boss.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" });
    expect([reply.status, reply.text]).toEqual([503, BUSY]);
  });
  expect((await boss.get<{ quoteStatus: string }>(`/api/quotes/${quote.id}`)).body.quoteStatus).toBe("draft");
  expect((await boss.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" })).status).toBe(200);
  // The error is recorded, in case it happens often.
  await vi.waitFor(async () => expect(await portal.db.$count(errorRecords)).toBeGreaterThan(faults), { timeout: 20_000 });
});

test("every connection of the portal has its time limits, in production too", async () => {
  const bounds = await portal.db.execute(
    sql`select current_setting('lock_timeout') lock, current_setting('statement_timeout') statement, current_setting('idle_in_transaction_session_timeout') idle`,
  );
  expect(bounds.rows).toEqual([{ lock: "8s", statement: "10s", idle: "30s" }]);
  // The client measures this limit. It is longer than the server's own limit, whose error is more
  // precise.
  expect(portal.db.$client.options.query_timeout).toBe(12_000);
  await expect(small.db.execute(sql`select pg_sleep(5)`)).rejects.toThrow();
});

describe("a frozen database, which keeps its connections and never replies,", () => {
  let line: DatabaseLine;
  let far: TestPortal;
  beforeAll(async () => {
    line = await openDatabaseLine(portal.db.$client.options.connectionString ?? "");
    far = await startPortal({ databaseUrl: line.url, pool: { most: 2, waits: { connection: 1500, answer: 3000 } } });
  });
  afterAll(async () => {
    await far.stop();
    await line.stop();
  });

  test("a frozen database is soon a 503 with a sentence for every call, and costs no connection", async () => {
    const customer = await far.signIn("customer");
    const calls = () => [customer.get("/api/quotes"), customer.patch(`/api/users/${customer.account?.id}/profile`, {})];
    await Promise.all(calls());
    line.freeze();
    const since = performance.now();
    // Both connections of the pool are frozen: not even their `begin` gets a reply.
    const begun = await Promise.allSettled([1, 2].map(() => inTransaction(far.db, async () => {})));
    expect(begun.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    for (const round of [1, 2, 3]) {
      for (const reply of await Promise.all([...calls(), ...calls()]))
        expect([round, reply.status, reply.text]).toEqual([round, 503, AWAY]);
    }
    expect(performance.now() - since).toBeLessThan(60_000);
    const asked = performance.now();
    const readiness = await fetch(`${far.url}/readyz`);
    expect([readiness.status, await readiness.text()]).toEqual([503, "The database does not answer"]);
    expect(performance.now() - asked).toBeLessThan(20_000);
    expect((await fetch(`${far.url}/healthz`)).status).toBe(200);
    line.mend();
    await vi.waitFor(async () => expect((await fetch(`${far.url}/readyz`)).status).toBe(200), { timeout: 20_000 });
    expect((await customer.get("/api/quotes")).status).toBe(200);
    await Promise.all([1, 2].map(() => inTransaction(far.db, (tx) => tx.execute(sql`select 1`))));
  });

  test("photos of a window that arrive during the freeze cost no connection", async () => {
    const customer = await far.signIn("customer");
    const quote = await portal.quoteFor(customer);
    const window = { id: quote.id, itemId: quote.items[0]?.id ?? 0 };
    const pool = far.db.$client;
    // There are more rounds than connections. The session's statement is the first of a request,
    // `begin` the second.
    for (const round of [1, 2, 3]) {
      let taken = 0;
      const freezeSecond = () => {
        taken += 1;
        if (taken === 2) line.freeze();
      };
      pool.on("acquire", freezeSecond);
      const reply = await photograph(customer, window, [await picture()]);
      pool.off("acquire", freezeSecond);
      expect([round, taken, reply.status, reply.text]).toEqual([round, 2, 503, AWAY]);
      line.mend();
      await vi.waitFor(async () => expect((await fetch(`${far.url}/readyz`)).status).toBe(200), { timeout: 10_000 });
    }
    expect((await photograph(customer, window, [await picture()])).status).toBe(201);
  });

  test("a frozen database leaves no half transaction for the next one to commit", async () => {
    await portal.owner.execute(sql`create table halves (what text)`);
    await portal.owner.execute(sql`grant select, insert on halves to public`);
    const cut = inTransaction(far.db, async (tx) => {
      await tx.execute(sql`insert into halves values ('half')`);
      line.freeze();
      await tx.execute(sql`insert into halves values ('other half')`);
    });
    await expect(cut).rejects.toThrow();
    line.mend();
    for (let turn = 0; turn < 4; turn += 1)
      await inTransaction(far.db, (tx) => tx.execute(sql`insert into halves values (${`turn ${turn}`})`));
    await wait(200);
    const { rows } = await portal.db.execute<{ what: string }>(sql`select what from halves order by what`);
    expect(rows.map(({ what }) => what)).toEqual(["turn 0", "turn 1", "turn 2", "turn 3"]);
  });
});

test("a read-only server is a 503 with its own sentence, is not ready, and recovers with the next connection", async () => {
  const standby = await startPortal();
  const customer = await standby.signIn("customer");
  const name = String((await standby.db.execute(sql`select current_database() as name`)).rows[0]?.name);
  const readOnly = async (on: boolean) => {
    await onServer(testServer().adminUrl, `alter database ${name} set default_transaction_read_only = ${on ? "on" : "off"}`);
    if (on) await onServer(testServer().adminUrl, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
  };
  await readOnly(true);
  await vi.waitFor(async () => expect((await customer.get("/api/quotes")).status).toBe(200), { timeout: 20_000 });
  const readiness = await fetch(`${standby.url}/readyz`);
  expect([readiness.status, await readiness.text()]).toEqual([503, "The database takes no changes: it is a standby, or still recovering"]);
  const write = () =>
    standby.visitor().post("/api/register", { email: "a@company.test", password: "a long one", companyName: "Alder", contactName: "Ada" });
  const reply = await write();
  expect([reply.status, reply.text]).toEqual([
    503,
    "The portal's database is being switched over and accepts no changes. Nothing was stored; please try again in a moment.",
  ]);
  expect(reply.headers.get("retry-after")).toBe("2");
  await readOnly(false);
  // The connection that led to the standby is not used again.
  expect((await write()).status).toBe(201);
  expect((await fetch(`${standby.url}/readyz`)).status).toBe(200);
  expect(await standby.db.$count(errorRecords)).toBe(0);
  await standby.stop();
});
