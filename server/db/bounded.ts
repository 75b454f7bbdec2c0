import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/** How long anything waits for a connection of its own to be made. */
export const CONNECTING_MS = 5_000;
/** A migration may build an index over years of orders, and a second process waits for the first one's. */
export const MIGRATING_MS = 600_000;

/** Says it when the other side's machine is gone, where nothing is being asked. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === "Query read timeout";

/**
 * A connection on which a statement was not answered in time (pg's `query_timeout`) is ended there and then. Its server
 * is frozen, or its statement goes on: the next user of it would wait behind that, and might find another's transaction
 * still open.
 */
export function endUnanswered(client: Client): void {
  const query = client.query as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const asked = Reflect.apply(query, client, args);
    if (asked instanceof Promise)
      asked.catch((error: unknown) => {
        if (isUnanswered(error)) void client.end();
      });
    return asked;
  }) as typeof client.query;
}

/**
 * Waits for something to end, however it does, but not longer than so many milliseconds: a frozen server never says
 * goodbye.
 */
export async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work?.catch(() => {}), sleep(ms, undefined, { ref: false })]);
}
