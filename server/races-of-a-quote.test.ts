import { afterAll, beforeAll, test } from "vitest";
import { type Pair, startRaces } from "./testing/trade/quote-races.ts";

let races: Awaited<ReturnType<typeof startRaces>>;
beforeAll(async () => {
  races = await startRaces();
});
afterAll(() => races.stop());

/**
 * One pair of each kind that moves money or makes an order. The long tests run all pairs, a hundred
 * rounds each.
 */
test.each<Pair>([
  ["place", "convert"],
  ["edit", "place"],
  ["pay", "withdraw"],
  ["convert", "delete"],
])("the writes %s and %s to one quote at the same moment run one after the other", async (...pair) => {
  await races.race(pair, 2);
});
