import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect } from "vitest";
import { inProject } from "#tools/project.mjs";
import type { TestPortal } from "./portal.ts";

const KEY = "the encryption key of the tests, 32 long";

/** Sends the due reminders or digests of a portal at an instant, in processes that can be killed. */
export function createKillableSender(portal: () => TestPortal, what: "reminders" | "digests", instant: string) {
  const databaseUrl = () => portal().db.$client.options.connectionString ?? "";
  const start = (): ChildProcess =>
    spawn(process.execPath, ["--import", "tsx", "server/testing/send-once.ts", what, databaseUrl(), instant, KEY], {
      cwd: inProject(),
      stdio: "inherit",
    });

  /** Sends in a process that completes. */
  async function sendAll(): Promise<void> {
    const [code] = await once(start(), "exit");
    expect(code).toBe(0);
  }

  /** Kills a process (`kill -9`) at the moment when it needs the table, whose lock it waits for. */
  async function killAt(table: string): Promise<void> {
    const holding = new pg.Client({ connectionString: databaseUrl() });
    await holding.connect();
    try {
      await holding.query("begin");
      await holding.query(`lock table ${table} in exclusive mode`);
      const killed = start();
      const countWaits = async () => {
        const { rows } = await portal().db.execute<{ waits: number }>(
          sql`select count(*)::int as waits from pg_locks where not granted and relation = ${table}::regclass`,
        );
        return rows[0]?.waits;
      };
      await expect.poll(countWaits, { timeout: 60_000, interval: 50 }).toBe(1);
      killed.kill("SIGKILL");
      const [, signal] = await once(killed, "exit");
      expect(signal).toBe("SIGKILL");
    } finally {
      await holding.query("rollback");
      await holding.end();
    }
  }

  return { sendAll, killAt };
}
