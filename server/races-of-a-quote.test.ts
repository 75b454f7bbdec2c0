import { afterAll, beforeAll, test } from "vitest";
import { type Pair, startRaces } from "#server/testing/quote-races.ts";

let races: Awaited<ReturnType<typeof startRaces>>;
beforeAll(async () => {
  races = await startRaces();
});
afterAll(() => races.stop());

/** A few rounds of those that move money or make an order; all pairs are in the long tests. */
test.each<Pair>([
  ["place", "convert"],
  ["edit", "place"],
  ["edit", "edit"],
  ["withdraw", "place"],
  ["pay", "withdraw"],
  ["convert", "delete"],
])("%s and %s at the same moment are one after the other", async (...pair) => {
  await races.race(pair, 3);
});
