import { sql } from "drizzle-orm";
import { Client } from "pg";
import { CONNECTING_MS, type Database, waitAtMost } from "./connect.ts";

/** A pool without a usable connection for this long will not recover. */
const LOST_AFTER_MS = 120_000;

/**
 * Watches for a pool that has lost its connections for good. A probe through the pool decides and,
 * after two minutes of failures, a connection outside the pool: if PostgreSQL itself is away, a
 * restart of the process would not help. Each check starts one probe and returns the result known
 * by then, so that it never waits for the database.
 */
export function watchPool(db: Database, clock: () => Date): () => boolean {
  let failingSince: number | null = null;
  let isLost = false;
  let isProbing = false;
  const probe = async () => {
    try {
      await db.execute(sql`select 1`);
      failingSince = null;
      isLost = false;
    } catch {
      failingSince ??= clock().getTime();
      isLost = clock().getTime() - failingSince >= LOST_AFTER_MS && (await canConnect(db));
    }
  };
  return () => {
    if (!isProbing) {
      isProbing = true;
      void probe().finally(() => {
        isProbing = false;
      });
    }
    return isLost;
  };
}

async function canConnect({ $client: { options } }: Database): Promise<boolean> {
  const client = new Client({ ...options, connectionTimeoutMillis: CONNECTING_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await waitAtMost(CONNECTING_MS, client.end());
  }
}
