import { setImmediate as others } from "node:timers/promises";

/** For as long nobody minds waiting. */
const TURN_MS = 10;

/** Does something for each, letting other requests have their turn in between: setting two hundred windows takes a while. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (performance.now() - began < TURN_MS) continue;
    await others();
    began = performance.now();
  }
  return results;
}
