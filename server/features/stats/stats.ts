import type { Handlers } from "#server/http/call.ts";
import { type stats as contract, countedStatus } from "#shared/contract/stats.ts";
import { sumPence } from "#shared/domain/money.ts";
import { statsRange } from "#shared/domain/stats-range.ts";
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
};

type OrdersByStatus = Record<(typeof countedStatus.options)[number], number>;
