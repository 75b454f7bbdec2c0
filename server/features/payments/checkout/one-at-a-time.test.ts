import { afterAll, beforeAll, expect, test } from "vitest";
import { runOneAtATime, underLock } from "#server/features/payments/stripe/save-keys.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const pool = () => portal.db.$client;
const lockHolders = async () => {
  const { rows } = await pool().query<{ pid: number }>(
    "select pid from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
  );
  return rows.map(({ pid }) => pid);
};

test("two works never overlap, in one process or two, and a failed one delays nothing", async () => {
  const here = (work: () => Promise<string>) => runOneAtATime(pool(), work);
  // Another process is visible only through its lock.
  const there = (work: () => Promise<string>) => underLock(pool(), work);
  let running = 0;
  const work = async (fails: boolean) => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    if (fails) throw new Error("refused");
    return "done";
  };
  const turns = Array.from({ length: 12 }, (_, n) => (n % 2 ? here : there)(() => work(n % 3 === 0)));
  const results = await Promise.allSettled(turns);
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? "rejected" : "fulfilled")));
});

test("the lock's connection is not one of the pool's, and closes with its turn", async () => {
  const busy = () => pool().totalCount - pool().idleCount;
  const [holder, held] = await runOneAtATime(pool(), async () => [(await lockHolders())[0], busy()]);
  expect([holder, held]).toEqual([expect.any(Number), 0]);
  const sessions = () => portal.owner.$client.query("select pid from pg_stat_activity where pid = $1", [holder]);
  await expect.poll(async () => (await sessions()).rows).toEqual([]);
  expect(await lockHolders()).toEqual([]);
});

test("a broken connection releases its lock, the work's result counts, and the next work runs", async () => {
  const inTurn = <T>(work: () => Promise<T>) => runOneAtATime(pool(), work);
  const result = await inTurn(async () => {
    const [holder] = await lockHolders();
    await portal.owner.$client.query("select pg_terminate_backend($1)", [holder]);
    await expect.poll(lockHolders).toEqual([]);
    return "kept at Stripe";
  });
  expect(result).toBe("kept at Stripe");
  expect(await inTurn(async () => "next")).toBe("next");
});
