import type { Db } from "#server/db/connect.ts";
import type { Handlers, SignedInUser } from "#server/http/call.ts";
import { type stats as contract, countedStatus } from "#shared/contract/stats.ts";
import { sumPence } from "#shared/domain/money.ts";
import { type DayRange, statsRange } from "#shared/domain/stats-range.ts";
import { keptFigures } from "./kept-figures.ts";
import { figuresByStatus, recentOrders, recentRemakes, remakeFigures } from "./stats-queries.ts";

export const statsHandlers: Handlers<typeof contract> = {
  read: async ({ db, user, query, now }) => {
    const range = statsRange(query, now);
    const [{ byStatus, remakes }, remakesShown, ordersShown] = await Promise.all([
      user.role === "customer" ? countedFigures(db, user, range) : sharedFigures(db, range),
      recentRemakes(db, user, range),
      recentOrders(db, user, range, query.search),
    ]);
    const countOf = (status: string) => byStatus.find((figures) => figures.status === status)?.count ?? 0;
    const notCancelled = byStatus.filter(({ status }) => status !== "cancelled");
    return {
      totalOrders: sum(byStatus.map(({ count }) => count)),
      pendingOrders: countOf("pending"),
      unpaidOrders: sum(notCancelled.map(({ unpaid }) => unpaid)),
      totalAmount: sumPence(notCancelled.map(({ amount }) => amount)),
      ordersByStatus: Object.fromEntries(countedStatus.options.map((status) => [status, countOf(status)])) as OrdersByStatus,
      remakes: { ...remakes, recent: remakesShown },
      recentOrders: ordersShown,
      dateRange: range,
    };
  },
};

async function countedFigures(db: Db, user: SignedInUser, range: DayRange) {
  const [byStatus, remakes] = await Promise.all([figuresByStatus(db, user, range), remakeFigures(db, user, range)]);
  return { byStatus, remakes };
}

/** Staff and suppliers see the same orders, deleted ones and drafts apart, which nobody's figures count. */
async function sharedFigures(db: Db, range: DayRange) {
  const byStatus = await keptFigures(db, range);
  const remakes = {
    total: sum(byStatus.map(({ remakes }) => remakes)),
    pending: sum(byStatus.map(({ pendingRemakes }) => pendingRemakes)),
  };
  return { byStatus, remakes };
}

type OrdersByStatus = Record<(typeof countedStatus.options)[number], number>;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
