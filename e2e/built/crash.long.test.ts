import { expect, test } from "vitest";
import { crashSeries } from "#tools/crash/series.ts";

/** The short form of `npm run crash-test`: the built server, its own PostgreSQL, and a kill -9 in the middle of the writes. */
test("after kill -9 of the server and of PostgreSQL under load nothing is lost, doubled or left behind, and it serves again by itself", async () => {
  const { faults, backAfter, journal } = await crashSeries({ kills: 1, seed: Date.now(), jobsToo: false, customers: 3 });
  expect(faults).toEqual([]);
  expect([backAfter.server.length, backAfter.database.length]).toEqual([1, 1]);
  expect(journal.paid.length).toBeGreaterThan(0);
});
