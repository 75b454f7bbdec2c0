import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { jobFaults } from "#server/features/office/errors/record-fault.ts";
import { createLog } from "#server/platform/http/log.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { runnerPool } from "./runner-connections.ts";
import { startWorker } from "./worker.ts";

let portal: TestPortal;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  portal = await startPortal();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => portal.stop());

const PATIENCE = { timeout: 20_000, interval: 20 };
const databaseUrl = () => portal.db.$client.options.connectionString ?? "";
const addJob = (name: string) => portal.db.execute(sql`select graphile_worker.add_job(${name})`);
const longAgo = sql`now() - interval '2 minutes'`;

async function work(tasks: Record<string, () => Promise<void>>) {
  const log = createLog("silent");
  const faults = jobFaults({ ...portal.appContext, log });
  const worker = await startWorker({ tasks, databaseUrl: databaseUrl(), faults, clock: portal.clock, log });
  stops.push(() => worker.stop());
}

test("a job of a killed process is done by the next one within a minute, not after hours", async () => {
  await addJob("half-done");
  await portal.db.execute(
    sql`update graphile_worker._private_jobs set locked_by = 'pool-that-was-killed', locked_at = ${longAgo}, attempts = 1`,
  );
  const done = vi.fn(async () => {});
  await work({ "half-done": done });
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1), PATIENCE);
});

test("a job that takes long is not taken from the process that is doing it", async () => {
  let finish = () => {};
  const slow = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  await addJob("slow");
  await work({ slow });
  await vi.waitFor(() => expect(slow).toHaveBeenCalled(), PATIENCE);
  // The server's other databases may have workers too.
  const signsOfLife = () =>
    portal.db.execute(sql`select 1 from pg_locks join pg_database on pg_database.oid = database and datname = current_database()
      where locktype = 'advisory' and classid = 7184354 and granted`);
  await vi.waitFor(async () => expect((await signsOfLife()).rows).toHaveLength(1), PATIENCE);
  await portal.db.execute(sql`update graphile_worker._private_jobs set locked_at = ${longAgo}`);
  const [taken, after] = [vi.fn(async () => {}), vi.fn(async () => {})];
  await work({ slow: taken, after });
  await vi.waitFor(async () => expect((await signsOfLife()).rows).toHaveLength(2), PATIENCE);
  await addJob("after");
  await vi.waitFor(() => expect(after).toHaveBeenCalled(), PATIENCE);
  expect(taken).not.toHaveBeenCalled();
  finish();
});

test("jobs go on after the database has cut every connection of the worker", async () => {
  const [before, after] = [vi.fn(async () => {}), vi.fn(async () => {})];
  await work({ before, after });
  await addJob("before");
  await vi.waitFor(() => expect(before).toHaveBeenCalled(), PATIENCE);
  await portal.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await vi.waitFor(() => addJob("after"), PATIENCE);
  await vi.waitFor(() => expect(after).toHaveBeenCalled(), PATIENCE);
});

test("a connection that the queue releases twice is released once, and the process lives", async () => {
  const pool = runnerPool(databaseUrl());
  await new Promise<void>((resolve, reject) => {
    pool.connect((error, _client, release) => {
      if (error) return reject(error);
      release();
      release();
      resolve();
    });
  });
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
