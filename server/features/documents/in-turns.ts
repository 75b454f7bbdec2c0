import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as others } from "node:timers/promises";

/** A wait that no one notices. */
const TURN_MS = 10;

const wanted = new AsyncLocalStorage<AbortSignal>();

/** Does work in turns. Once the reader has left, it ends with an error at its next turn. */
export const whileWanted = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => wanted.run(signal, work);

/** Tells when the reader of what is being made has left. */
export const readerLeft = (): AbortSignal => wanted.getStore() ?? new AbortController().signal;

/**
 * Does something for each, letting other requests have their turn in between: setting two hundred windows takes a
 * while.
 */
export async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (performance.now() - began < TURN_MS) continue;
    await others();
    wanted.getStore()?.throwIfAborted();
    began = performance.now();
  }
  return results;
}
