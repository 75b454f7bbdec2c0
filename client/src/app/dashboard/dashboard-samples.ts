import { quoteRow } from "#client/features/quotes/quote-samples.ts";
import { remakeOf } from "#client/features/remakes/remake-samples.ts";
import type { Reply } from "#client/lib/api.ts";
import { orderRow } from "#client/testing/rows.ts";

/** The figures for tests, as the API sends them to the super admin. */
export const statsReply = (facts: Partial<Reply<"stats", "read">> = {}): Reply<"stats", "read"> => ({
  totalOrders: 1204,
  pendingOrders: 8,
  unpaidOrders: 11,
  totalAmount: 93_246.84,
  unpaidAmount: 4120.5,
  ordersByStatus: { pending: 8, processing: 4, shipped: 0, delivered: 2, completed: 5, cancelled: 1 },
  remakes: { total: 6, pending: 2, recent: [1, 2, 3, 4, 5, 6].map(remakeRow) },
  recentOrders: [orderRow(), orderRow({ id: 11, orderStatus: "shipped", finalTotal: 99 })],
  dateRange: { start: null, end: null },
  ...facts,
});

/** Three weeks of history. The last week is not over on the day of the tests. */
export const historyReply = (facts: Partial<Reply<"stats", "history">> = {}): Reply<"stats", "history"> => ({
  unit: "week",
  points: [
    { start: "2026-11-02", end: "2026-11-08", totalOrders: 4, totalAmount: 1200.5 },
    { start: "2026-11-09", end: "2026-11-15", totalOrders: 1, totalAmount: 99 },
    { start: "2026-11-16", end: "2026-11-20", totalOrders: 2, totalAmount: 0 },
  ],
  ...facts,
});

const remakeRow = (id: number) => remakeOf(id, { status: "in_progress", reason: `Split louvre ${id}` });

export const draftQuote = (id: number) => quoteRow({ id, createdAt: "2026-11-04T09:30:00.000Z" });
