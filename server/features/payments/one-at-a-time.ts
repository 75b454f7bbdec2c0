import type { Pool } from "pg";

/** Any number, the same in every process of this portal. */
const LOCK = 7_170_201;

/**
 * Work that goes one after the other, in this process and in all: a queue here, so that waiting takes no more than one
 * connection, and an advisory lock in the database. It is the connection's lock, not a transaction's: the work talks to Stripe.
 */
export function oneAtATime<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const turn = last.then(() => underLock(pool, work));
  last = turn.catch(() => {});
  return turn;
}
let last: Promise<unknown> = Promise.resolve();

/** @internal Exported for its test. */
export async function underLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that dies lets go of its lock by itself; unheard, its error would end the process.
  const ignore = () => {};
  client.on("error", ignore);
  let unlocked = false;
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    const result = await work();
    return result;
  } finally {
    unlocked = await client.query("select pg_advisory_unlock($1)", [LOCK]).then(
      () => true,
      () => false,
    );
    client.off("error", ignore);
    client.release(!unlocked);
  }
}
