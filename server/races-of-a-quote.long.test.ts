import { afterAll, beforeAll, test } from "vitest";
import { PAIRS, startRaces } from "#server/testing/quote-races.ts";

/** ROUNDS=… makes it shorter or longer. */
const ROUNDS = Number(process.env.ROUNDS ?? 100);

let races: Awaited<ReturnType<typeof startRaces>>;
beforeAll(async () => {
  races = await startRaces();
});
afterAll(() => races.stop());

test.each(PAIRS)("%s and %s at the same moment are one after the other, each time", { timeout: 600_000 }, async (...pair) => {
  await races.race(pair, ROUNDS);
});
