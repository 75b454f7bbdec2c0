import type { Handlers } from "#server/house.ts";
import { type stats as contract, countedStatus } from "#shared/contract/stats.ts";
import { historyBuckets } from "#shared/domain/history-buckets.ts";
import { sumPence } from "#shared/domain/money.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { statsRange } from "#shared/domain/stats-range.ts";
import { addUp, historyFigures } from "./history-figures.ts";
import { readDashboard, sum } from "./stats-queries.ts";

export const statsHandlers: Handlers<typeof contract> = {
  read: async ({ db, user, query, now }) => {
    const range = statsRange(query, now);
    const { byStatus, remakes, orders } = await readDashboard(db, user, range, query.search);
    const countOf = (status: string) => byStatus.find((figures) => figures.status === status)?.count ?? 0;
    const notCancelled = byStatus.filter(({ status }) => status !== "cancelled");
    return {
      totalOrders: sum(byStatus.map(({ count }) => count)),
      pendingOrders: countOf("pending"),
      unpaidOrders: sum(notCancelled.map(({ unpaid }) => unpaid)),
      totalAmount: sumPence(notCancelled.map(({ amount }) => amount)),
      ordersByStatus: Object.fromEntries(countedStatus.options.map((status) => [status, countOf(status)])) as OrdersByStatus,
      remakes,
      recentOrders: orders,
      dateRange: range,
    };
  },
  history: async ({ db, query, now }) => {
    const range = statsRange(query, now);
    const { first, last, days } = await historyFigures(db, range);
    if (first === null || last === null) return { unit: "day", points: [] };
    // Before the first order there is nothing to show, nor after today: the rest of a range that was typed far too long is left away.
    const today = latest(last, londonDay(now));
    const { unit, buckets } = historyBuckets(latest(first, range.start ?? first), earliest(today, range.end ?? today));
    return { unit, points: addUp(days, buckets) };
  },
};

const latest = (one: Day, other: Day): Day => (one > other ? one : other);
const earliest = (one: Day, other: Day): Day => (one < other ? one : other);

type OrdersByStatus = Record<(typeof countedStatus.options)[number], number>;
