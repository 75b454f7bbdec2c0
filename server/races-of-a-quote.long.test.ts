import { afterAll, beforeAll, describe, test } from "vitest";
import { PAIRS, startRaces } from "./testing/trade/quote-races.ts";

/** ROUNDS=… sets the number of rounds. */
const ROUNDS = Number(process.env.ROUNDS ?? 25);

const STRAIGHT = PAIRS.filter((pair) => pair.includes("place"));

describe.each([
  ["where the office makes the orders", false, PAIRS],
  ["where placing makes the order at once", true, STRAIGHT],
] as const)("every pair of writes to one quote runs one after the other: %s", (_, straight, pairs) => {
  let races: Awaited<ReturnType<typeof startRaces>>;
  beforeAll(async () => {
    races = await startRaces({ straight });
  });
  afterAll(() => races.stop());

  test.each(pairs)("the writes %s and %s at the same moment run one after the other, each time", { timeout: 600_000 }, async (...pair) => {
    await races.race(pair, ROUNDS);
  });
});
