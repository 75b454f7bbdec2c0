import { and, eq, gt, gte, isNotNull, isNull, lt, lte, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { ORDERS } from "#server/lists/lists.ts";
import { sumOfPence } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { afterPage, inOrder, type Page, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { products } from "#server/schema/products.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import type { money as contract } from "#shared/contract/office/money.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { addDays, type Day, endOfDay, startOfDay } from "#shared/domain/period.ts";
import { type Days, formatMonth, type MarginBy } from "#shared/domain/trade/money-periods.ts";
import { MOST_WINDOWS, makingOf } from "#shared/domain/trade/pricing.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";

/**
 * Cost and margin of the windows of orders made in these days (rule K18): of the orders that count
 * as sold, and of free remakes.
 */

const isSoldOrRemade = ({ from, to }: { readonly from?: Day | undefined; readonly to?: Day | undefined }): SQL | undefined =>
  and(
    ORDERS.live,
    ORDERS.standing,
    or(sql`${orders.totalPence} > 0`, isNotNull(orders.remakeId)),
    from === undefined ? undefined : gte(orders.createdAt, startOfDay(from)),
    to === undefined ? undefined : lte(orders.createdAt, endOfDay(to)),
  );

/**
 * The windows of one order, read by its quote's index: a join of both tables would read all windows
 * for the orders of a month.
 */
const windowsOf = (db: Db) =>
  db
    .select({
      shutterTypeId: quoteItems.shutterTypeId,
      itemTotalPence: quoteItems.itemTotalPence,
      makingCostPence: quoteItems.makingCostPence,
    })
    .from(quoteItems)
    .where(eq(quoteItems.quoteId, orders.quoteId))
    .limit(MOST_WINDOWS)
    .as("item");

const sumsOf = ({ itemTotalPence, makingCostPence }: { readonly itemTotalPence: SQLWrapper; readonly makingCostPence: SQLWrapper }) => ({
  soldPence: sumOfPence(sql`sum(${itemTotalPence})`),
  costedPence: sumOfPence(sql`sum(${itemTotalPence}) filter (where ${makingCostPence} is not null)`),
  costPence: sumOfPence(sql`sum(${makingCostPence})`),
  withoutCost: sql<number>`(count(*) filter (where ${makingCostPence} is null))::int`,
});

interface Sums {
  readonly soldPence: Pence;
  readonly costedPence: Pence;
  readonly costPence: Pence;
  readonly withoutCost: number;
}
const marginOf = ({ costedPence, costPence, withoutCost }: Sums) => {
  const { makingMarginPence, makingMarginHundredths } = makingOf(costedPence, costPence);
  return { makingCostPence: costPence, makingMarginPence: makingMarginPence ?? pence(0), makingMarginHundredths, withoutCost };
};

const NOTHING: Sums = { soldPence: pence(0), costedPence: pence(0), costPence: pence(0), withoutCost: 0 };
export async function marginIn(db: Db, days: Days) {
  const item = windowsOf(db);
  const [row = NOTHING] = await db.select(sumsOf(item)).from(orders).innerJoinLateral(item, sql`true`).where(isSoldOrRemade(days));
  return marginOf(row);
}

const maker = alias(companies, "maker");
const NO_WORKSHOP = "No workshop";
/** The key and the name of a window's group. The group of free remakes precedes every other one. */
const GROUPS = {
  month: { key: sql<string>`to_char(${orders.createdAt} at time zone 'Europe/London', 'YYYY-MM')`, name: sql<string>`''` },
  client: { key: sql<string>`${companies.id}::text`, name: sql<string>`${companies.name}` },
  type: { key: sql<string>`${products.id}::text`, name: sql<string>`${products.name}` },
  supplier: { key: sql<string>`coalesce(${maker.id}, 0)::text`, name: sql<string>`coalesce(${maker.name}, ${NO_WORKSHOP}::text)` },
} as const satisfies Record<MarginBy, { key: SQL<string>; name: SQL<string> }>;

/** Matches the orders of a row; a row of a type has only some windows of them. */
const ORDERS_OF = {
  month: (key: string) => and(gte(orders.createdAt, startOfDay(`${key}-01`)), lt(orders.createdAt, startOfDay(monthAfter(key)))),
  client: (key: string) => eq(orders.companyId, Number(key)),
  type: () => undefined,
  supplier: (key: string) => (key === "0" ? isNull(orders.supplierId) : eq(orders.supplierId, Number(key))),
} as const satisfies Record<MarginBy, (key: string) => SQL | undefined>;
const monthAfter = (key: string): Day => `${addDays(`${key}-01`, 31).slice(0, 7)}-01`;

type MarginRow = QueryOf<typeof contract.marginOrders>;
/** A page of the orders behind a row, each with the sums of its windows in the row (rule K21). */
export async function ordersOfMargin(db: Db, { by = "month", key, ...days }: MarginRow, page: Page) {
  const isRemakes = key === REMAKES.key;
  const isOfType = by === "type" && key !== undefined && !isRemakes ? eq(quoteItems.shutterTypeId, Number(key)) : undefined;
  const sums = sumsOf(quoteItems);
  const windows = db
    .select({
      count: sql<number>`count(*)::int`.as("count"),
      soldPence: sums.soldPence.as("sold"),
      costedPence: sums.costedPence.as("costed"),
      costPence: sums.costPence.as("cost"),
      withoutCost: sums.withoutCost.as("without_cost"),
    })
    .from(quoteItems)
    .where(and(eq(quoteItems.quoteId, orders.quoteId), isOfType))
    .as("windows");
  const rows = await db
    .select({
      id: orders.id,
      jobName: orders.jobName,
      company: { id: companies.id, companyName: companies.name },
      createdAt: orders.createdAt,
      soldPence: windows.soldPence,
      costedPence: windows.costedPence,
      costPence: windows.costPence,
      withoutCost: windows.withoutCost,
    })
    .from(orders)
    .innerJoinLateral(windows, gt(windows.count, 0))
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(
      and(
        isSoldOrRemade(days),
        key === undefined ? undefined : isRemakes ? isNotNull(orders.remakeId) : and(isNull(orders.remakeId), ORDERS_OF[by](key)),
        afterPage(ORDERS.sorts.newest, page),
      ),
    )
    .orderBy(...inOrder(ORDERS.sorts.newest))
    .limit(rowsToFetch(page));
  return rows.map(({ costedPence, costPence, ...row }) => ({ ...row, ...marginOf({ ...row, costedPence, costPence }) }));
}

const REMAKES = { key: "remakes", name: "Remakes" };

/** The rows by month, or by name, with the free remakes last. */
export async function marginsIn(db: Db, by: MarginBy, days: Days) {
  const item = windowsOf(db);
  const isRemake = sql<boolean>`${orders.remakeId} is not null`;
  const windows = db
    .select({
      isRemake: isRemake.as("is_remake"),
      key: sql<string>`case when ${isRemake} then ${REMAKES.key}::text else ${GROUPS[by].key} end`.as("key"),
      name: sql<string>`case when ${isRemake} then ${REMAKES.name}::text else ${GROUPS[by].name} end`.as("name"),
      itemTotalPence: item.itemTotalPence,
      makingCostPence: item.makingCostPence,
    })
    .from(orders)
    .innerJoinLateral(item, sql`true`)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .innerJoin(products, eq(products.id, item.shutterTypeId))
    .leftJoin(maker, eq(maker.id, orders.supplierId))
    .where(isSoldOrRemade(days))
    .as("windows");
  const rows = await db
    .select({
      key: windows.key,
      name: windows.name,
      ...sumsOf(windows),
    })
    .from(windows)
    .groupBy(windows.isRemake, windows.key, windows.name)
    .orderBy(windows.isRemake, windows.name, windows.key);
  return rows.map(({ key, name, ...row }) => ({
    key,
    name: by === "month" && key !== REMAKES.key ? formatMonth(key) : name,
    soldPence: row.soldPence,
    ...marginOf(row),
  }));
}
