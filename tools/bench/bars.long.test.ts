import { expect, test } from "vitest";
import { type Batch, batchesOfOrders, leftOf, planBatch } from "./bars.ts";

/**
 * The time is long enough for the slowest machine, because the test checks the search's result and
 * not its speed.
 */
const SECONDS = 60;

// Each batch may take its whole time.
const timeout = 600_000;
test("at least 95 in 100 of the demo's batches need at most one bar more than the proven bound", { timeout }, async () => {
  const batches: Batch[] = [];
  for (const windows of batchesOfOrders(30)) batches.push(await planBatch(windows, { seconds: SECONDS }));
  for (const { bars, lowerBound, firstFit } of batches) {
    expect(bars).toBeGreaterThanOrEqual(lowerBound);
    expect(bars).toBeLessThanOrEqual(firstFit);
  }
  const sum = (of: (batch: Batch) => number) => batches.reduce((all, batch) => all + of(batch), 0);
  // Equal bars are sawn together, and patterns are repeated (rule W98).
  expect(sum(({ stops }) => stops)).toBeLessThanOrEqual(sum(({ stopsBarByBar }) => stopsBarByBar) / 2);
  const near = batches.filter(({ bars, lowerBound }) => bars <= lowerBound + 1);
  expect(near.length).toBeGreaterThanOrEqual(0.95 * batches.length);
});

test("the offcuts of one batch save the next batch bars and never cost a bar", async () => {
  const [first = [], second = []] = [...batchesOfOrders(2)];
  const rack = leftOf(first);
  const [plain, helped] = [await planBatch(second, { seconds: SECONDS }), await planBatch(second, { seconds: SECONDS, rack })];
  expect(rack.length).toBeGreaterThan(0);
  expect(helped.saved).toBeGreaterThan(0);
  expect(helped.bars).toBe(plain.bars - helped.saved);
  expect(helped.bars).toBeGreaterThanOrEqual(helped.lowerBound);
});
