import { setTimeout as sleep } from "node:timers/promises";

/** How long anything waits for a connection of its own to be made. */
export const CONNECTING_MS = 5_000;
/** A migration may build an index over years of orders, and a second process waits for the first one's. */
export const MIGRATING_MS = 600_000;

/** Says it when the other side's machine is gone, where nothing is being asked. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === "Query read timeout";

/**
 * Waits for something to end, however it does, but not longer than so many milliseconds: a frozen server never says
 * goodbye.
 */
export async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work?.catch(() => {}), sleep(ms, undefined, { ref: false })]);
}
