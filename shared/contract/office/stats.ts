import { z } from "zod";
import { orderRow } from "#shared/contract/orders.ts";
import { remakeRow } from "#shared/contract/remakes.ts";
import { everyone, staff } from "#shared/domain/roles.ts";
import { HISTORY_UNITS, STATS_PERIODS } from "#shared/domain/trade/stats-range.ts";
import { ORDER_STATUSES } from "#shared/domain/trade/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { commercial, visibleTo } from "#shared/http/visibility.ts";
import { calendarDay, dayOrInstant, oneOf, pounds, searchIn } from "#shared/http/wire.ts";

const recentOrdersSearch = searchIn("Filters the recent orders as the list of orders does; the figures do not change.");

const count = z.number().int();
const calendar = calendarDay("Dates are written YYYY-MM-DD");
const day = calendar.nullable();

/** Orders taken back for correction are never counted, so they have no figure here. */
export const countedStatus = z.enum(ORDER_STATUSES).exclude(["draft"]);

/**
 * The dashboard's figures (rules K2 and K3). An admin receives no unpaid orders and no statuses, a
 * supplier no money.
 */
export const statsReply = z.object({
  totalOrders: count,
  pendingOrders: count,
  unpaidOrders: visibleTo(["customer", "super_admin"], count),
  totalAmount: commercial(pounds),
  /** The unpaid part of `totalAmount`. */
  unpaidAmount: visibleTo(["customer", "super_admin"], pounds),
  ordersByStatus: visibleTo(["customer", "supplier", "super_admin"], z.record(countedStatus, count)),
  remakes: z.object({ total: count, pending: count, recent: z.array(remakeRow) }),
  recentOrders: z.array(orderRow),
  dateRange: z.object({ start: day, end: day }),
});

/**
 * The orders and amounts of `statsReply` split into runs of days, oldest first. A point includes
 * its first and its last day.
 */
export const statsHistory = z.object({
  unit: z.enum(HISTORY_UNITS),
  points: z.array(z.object({ start: calendar, end: calendar, totalOrders: count, totalAmount: commercial(pounds) })),
});

/** A period of the dashboard. `custom` requires both days; the other periods ignore them. */
const chosenPeriod = z
  .object({
    period: oneOf(STATS_PERIODS, "Period")
      .default("all_time")
      .describe("London days including today: 1, 7, 30, all, or the days between two dates."),
    startDate: dayOrInstant("Start date must be a date")
      .optional()
      .describe("With custom: the first day, YYYY-MM-DD, or an instant on that day."),
    endDate: dayOrInstant("End date must be a date").optional().describe("With custom: the last day, inclusive."),
  })
  .refine(({ period, startDate, endDate }) => period !== "custom" || (startDate && endDate), "Please choose a start date and an end date")
  .refine(
    ({ period, startDate, endDate }) => period !== "custom" || !startDate || !endDate || startDate <= endDate,
    "Start date cannot be after the end date",
  );

export const stats = {
  read: {
    method: "GET",
    path: "/api/stats",
    summary:
      "Read the dashboard's figures for the orders created in a period. `custom` requires startDate and endDate, each a day or an instant.",
    roles: everyone,
    query: chosenPeriod.safeExtend({ search: recentOrdersSearch }),
    response: statsReply,
  },
  history: {
    method: "GET",
    path: "/api/stats/history",
    summary:
      "Read orders and revenue along a period, by day, week, month, quarter or year, so that there are at most 60 points (years are not limited). The points add up to the dashboard's figures. The first point begins with the first order and the last one ends today.",
    roles: staff,
    query: chosenPeriod,
    response: statsHistory,
  },
} as const satisfies Endpoints;
