import { afterAll, beforeAll, test } from "vitest";
import { type Pair, startRaces } from "./testing/trade/quote-races.ts";

let races: Awaited<ReturnType<typeof startRaces>>;
beforeAll(async () => {
  races = await startRaces();
});
afterAll(() => races.stop());

/** One of each kind that moves money or makes an order; all pairs, and a hundred rounds of each, are in the long tests. */
test.each<Pair>([
  ["place", "convert"],
  ["edit", "place"],
  ["pay", "withdraw"],
  ["convert", "delete"],
])("%s and %s at the same moment are one after the other", async (...pair) => {
  await races.race(pair, 2);
});
