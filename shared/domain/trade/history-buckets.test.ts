import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "#shared/domain/period.ts";
import { historyBuckets, MOST_BUCKETS } from "./stats-range.ts";

describe("a span of days becomes points that a phone can tell apart", () => {
  test.each([
    ["2026-11-21", "2026-11-21", "day", 1],
    ["2026-10-23", "2026-11-21", "day", 30],
    ["2026-09-23", "2026-11-21", "day", 60],
    ["2026-09-22", "2026-11-21", "week", 9],
    ["2025-11-21", "2026-11-21", "week", 53],
    ["2025-01-01", "2026-11-21", "month", 23],
    ["2022-01-01", "2026-12-31", "month", 60],
    ["2021-12-31", "2026-12-31", "quarter", 21],
    ["2000-01-01", "2026-11-21", "year", 27],
  ])("the span %s to %s is divided by %s into %d points", (start, end, unit, count) => {
    const history = historyBuckets(start, end);
    expect([history.unit, history.buckets.length]).toEqual([unit, count]);
  });

  test("weeks run from Monday to Sunday, cut at the span's first and last day", () => {
    const { buckets } = historyBuckets("2026-08-28", "2026-11-03");
    expect(buckets.slice(0, 2)).toEqual([
      { start: "2026-08-28", end: "2026-08-30" },
      { start: "2026-08-31", end: "2026-09-06" },
    ]);
    expect(buckets.at(-1)).toEqual({ start: "2026-11-02", end: "2026-11-03" });
  });

  test("months and quarters end on their own last day, in leap years too", () => {
    const ends = (start: string, end: string) => historyBuckets(start, end).buckets.map((bucket) => bucket.end);
    expect(ends("2023-12-15", "2025-01-10").slice(0, 4)).toEqual(["2023-12-17", "2023-12-24", "2023-12-31", "2024-01-07"]);
    expect(ends("2023-12-15", "2026-03-10").slice(0, 4)).toEqual(["2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31"]);
    expect(ends("2018-02-15", "2026-03-10").slice(0, 4)).toEqual(["2018-03-31", "2018-06-30", "2018-09-30", "2018-12-31"]);
  });

  test("every day of a span is in exactly one bucket, whatever the span", () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays("1990-01-01", days));
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [start, end] = one <= other ? [one, other] : [other, one];
        const { buckets } = historyBuckets(start, end);
        expect(buckets.length).toBeLessThanOrEqual(MOST_BUCKETS);
        expect([buckets[0]?.start, buckets.at(-1)?.end]).toEqual([start, end]);
        for (const [index, bucket] of buckets.entries()) {
          expect(bucket.start <= bucket.end).toBe(true);
          if (index > 0) expect(bucket.start).toBe(addDays(buckets[index - 1]?.end ?? "", 1));
        }
      }),
    );
  });

  test("a span that ends before it begins has no buckets", () => {
    expect(historyBuckets("2026-11-21", "2026-11-20").buckets).toEqual([]);
  });
});
