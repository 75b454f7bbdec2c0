import fc from "fast-check";
import { expect, test } from "vitest";
import { barsIn, type CuttingJob } from "./cut-stock.ts";
import { planQuickly } from "./patterns.ts";
import { repeatPatterns, stopChanges } from "./repeated-patterns.ts";

const NEVER = () => false;

test("stops of equal bars are moved once for all of them, the longest piece first", () => {
  const bars = [
    { pattern: [[1, 2]], times: 2 },
    {
      pattern: [
        [0, 1],
        [1, 1],
      ],
      times: 3,
    },
  ] as const;
  // Together: size 0, then size 1, which stays for the last two bars.
  expect(stopChanges(bars, true)).toBe(2);
  expect(stopChanges(bars, false)).toBe(6);
});

test("a pattern that fits all bars is repeated where the heuristics mix sizes", () => {
  // Two bars of 5 + 4 waste as much as 5 + 5 and 4 + 4, and the saw's stop moves as often, but four
  // do not.
  const job: CuttingJob = { capacity: 10, sizes: [6, 5, 4, 3], demand: [4, 4, 4, 4] };
  const plan = planQuickly(job).bars;
  const repeated = repeatPatterns(job, plan, NEVER);
  expect(barsIn(repeated)).toBeLessThanOrEqual(barsIn(plan));
  expect(stopChanges(repeated, true)).toBeLessThanOrEqual(stopChanges(plan, true));
});

test("repeated patterns cut each piece once, on no more bars and with no more changes of the stop", () => {
  const jobs = fc
    .tuple(
      fc.integer({ min: 20, max: 400 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 12, maxLength: 12 }),
    )
    .map(([capacity, lengths, counts]): CuttingJob => {
      const sizes = [...new Set(lengths.map((length) => Math.min(length, capacity)))].sort((one, other) => other - one);
      return { capacity, sizes, demand: sizes.map((_, at) => counts[at] ?? 1) };
    });
  fc.assert(
    fc.property(jobs, (job) => {
      const plan = planQuickly(job).bars;
      const repeated = repeatPatterns(job, plan, NEVER);
      const cut = job.sizes.map(() => 0);
      for (const { pattern, times } of repeated) {
        expect(pattern.reduce((sum, [size, count]) => sum + count * (job.sizes[size] ?? Number.NaN), 0)).toBeLessThanOrEqual(job.capacity);
        for (const [size, count] of pattern) cut[size] = (cut[size] ?? 0) + count * times;
      }
      expect(cut).toEqual(job.demand);
      expect(barsIn(repeated)).toBeLessThanOrEqual(barsIn(plan));
      expect(stopChanges(repeated, true)).toBeLessThanOrEqual(stopChanges(plan, true));
    }),
    { numRuns: 200 },
  );
});

test("a search that is late returns the plan that it has", () => {
  const job: CuttingJob = { capacity: 10, sizes: [6, 4], demand: [2, 2] };
  const plan = planQuickly(job).bars;
  expect(repeatPatterns(job, plan, () => true)).toEqual(plan);
});
