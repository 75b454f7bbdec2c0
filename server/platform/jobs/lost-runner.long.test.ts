import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { jobFaults } from "#server/features/office/errors/record-fault.ts";
import { createLog } from "#server/platform/http/log.ts";
import { type DatabaseLine, openDatabaseLine } from "#server/testing/database/database-line.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { runnerPool } from "./runner-connections.ts";
import { startWorker } from "./worker.ts";

/** Tests the jobs when the database disappears at bad moments. */

let portal: TestPortal;
let line: DatabaseLine;
const stops: (() => Promise<unknown>)[] = [];
const databaseUrl = () => portal.db.$client.options.connectionString ?? "";
beforeAll(async () => {
  portal = await startPortal();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => portal.stop());

const PATIENCE = { timeout: 25_000, interval: 20 };
const addJob = (name: string) => portal.db.execute(sql`select graphile_worker.add_job(${name})`);

/** A job that begins at once and ends when the test releases it. */
function held() {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { task: vi.fn(() => done), finish: () => finish() };
}

async function work(tasks: Record<string, () => Promise<void>>) {
  line = await openDatabaseLine(databaseUrl());
  stops.push(line.stop);
  const log = createLog("silent");
  const faults = jobFaults({ ...portal.appContext, log });
  const worker = await startWorker({ tasks, databaseUrl: line.url, faults, clock: portal.clock, log });
  stops.push(() => worker.stop());
  return worker;
}

test("a runner that could not report two finished jobs is replaced, and the stop ends", { timeout: 90_000 }, async () => {
  const [first, second, later] = [held(), held(), vi.fn(async () => {})];
  const worker = await work({ first: first.task, second: second.task, later });
  expect(worker.isUp()).toBe(true);
  await addJob("first");
  await addJob("second");
  await vi.waitFor(() => expect([first.task, second.task].map(({ mock }) => mock.calls.length)).toEqual([1, 1]), PATIENCE);
  // Both end while the database is frozen. After the second the queue's own runner never ends.
  line.freeze();
  first.finish();
  await wait(100);
  second.finish();
  await vi.waitFor(() => expect(worker.isUp()).toBe(false), PATIENCE);
  await wait(12_000);
  await addJob("later");
  line.mend();
  await vi.waitFor(() => expect(later).toHaveBeenCalledTimes(1), PATIENCE);
  await vi.waitFor(() => expect(worker.isUp()).toBe(true), PATIENCE);
  const since = Date.now();
  await worker.stop();
  expect(Date.now() - since).toBeLessThan(20_000);
});

test("a worker without replies from its database reports that it is down, and its stop ends", { timeout: 90_000 }, async () => {
  const worker = await work({ idle: async () => {} });
  portal.clock.advance(31_000);
  await vi.waitFor(() => expect(worker.isUp()).toBe(true), PATIENCE);
  line.freeze();
  await wait(500);
  portal.clock.advance(31_000);
  expect(worker.isUp()).toBe(false);
  const since = Date.now();
  await worker.stop();
  expect(Date.now() - since).toBeLessThan(50_000);
});

test("a pool that has ended answers the queue's listener with an error, and the process lives", async () => {
  const pool = runnerPool(databaseUrl());
  await pool.end();
  const [error, client] = await new Promise<readonly unknown[]>((resolve) => {
    pool.connect((fault, lent, release) => {
      // The queue releases twice when its runner has ended meanwhile.
      release();
      resolve([fault, lent]);
    });
  });
  expect(error).toBeInstanceOf(Error);
  expect(client).toBeUndefined();
});
