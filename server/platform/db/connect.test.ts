import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { inTransaction } from "./connect.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test("a connection that is cut between two statements of a transaction fails that transaction, and not the process", async () => {
  const cut = inTransaction(portal.db, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() pid`);
    const pid = rows[0]?.pid;
    // The connection is idle when it is terminated.
    await portal.db.execute(sql`select pg_terminate_backend(${pid}, 5000)`);
    await wait(100);
    await tx.execute(sql`select 1`);
  });
  await expect(cut).rejects.toThrow();
  expect((await portal.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test("drizzle's own transaction does not compile, on the pool or in a transaction", async () => {
  const nested = inTransaction(portal.db, async (tx) => {
    // @ts-expect-error a transaction begins no other one
    expect(typeof tx.transaction).toBe("function");
  });
  await nested;
  // @ts-expect-error it loses the connection when its `begin` fails
  expect(typeof portal.db.transaction).toBe("function");
});
