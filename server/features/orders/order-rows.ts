import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, orders, quotes, users } from "#server/db/schema.ts";
import { newestIds, readSearch } from "#server/db/search.ts";
import { paymentStatusOf, personColumns } from "#server/db/select-parts.ts";
import { type Page, type SignedInUser, type Viewer, viewerOf } from "#server/http/call.ts";
import { afterPlace, mostRows, newestFirst, type PageKind, pageKind, pageValues } from "#server/http/paging.ts";
import type { Role } from "#shared/domain/roles.ts";

/** Whose orders a person may know about (rule O1). No one sees a deleted one; a draft is not the suppliers' business yet (rule O2). */
export function ordersVisibleTo(user: Viewer): SQL | undefined {
  const live = isNull(orders.deletedAt);
  if (user.role === "customer") return and(live, eq(orders.companyId, user.companyId));
  if (user.role === "supplier") return and(live, ne(orders.status, "draft"));
  return live;
}

const rowColumns = {
  id: orders.id,
  quoteId: orders.quoteId,
  jobName: quotes.jobName,
  poNumber: quotes.poNumber,
  user: personColumns,
  orderStatus: orders.status,
  paymentStatus: paymentStatusOf(quotes.paidAt),
  createdAt: orders.createdAt,
  shippingDate: orders.shippingDate,
  estimatedArrival: orders.estimatedArrival,
  requiredBy: orders.requiredBy,
  shippingAddress: orders.shippingAddress,
  trackingNumber: orders.trackingNumber,
  remakeId: orders.remakeId,
  finalTotal: quotes.finalTotal,
  quote: { subtotal: quotes.subtotal, tax: quotes.tax, finalTotal: quotes.finalTotal },
};

/** Orders as the lists show them, still without a `where`. `more`: what only an order's own page shows. */
export const selectOrderRows = <More extends Record<string, SQL | PgColumn> = Record<never, SQL>>(db: Db, more = {} as More) =>
  db
    .select({ ...rowColumns, ...more })
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(companies, eq(companies.id, orders.companyId));

interface Wanted {
  readonly where: SQL | undefined;
  readonly searched: boolean;
  readonly most: SQL;
}

/** The newest orders of those that a person may see, or of them those that a search finds; to be prepared. */
export function newestOrders(db: Db, viewer: Viewer, { where, searched, most }: Wanted) {
  const shown = and(ordersVisibleTo(viewer), where);
  const among = viewer.role === "customer" ? eq(users.companyId, viewer.companyId) : undefined;
  const found = newestIds({ table: orders, where: shown, among, searched, most });
  return selectOrderRows(db)
    .innerJoin(sql`${found} found`, sql`found.id = ${orders.id}`)
    .orderBy(...newestFirst(orders.createdAt, orders.id));
}

const listed = prepared("orders", (db, { role, searched, ...page }: PageKind & { role: Role; searched: boolean }) =>
  newestOrders(db, viewerOf(role), { where: afterPlace(page, orders.createdAt, orders.id), searched, most: mostRows(page) }),
);

export function listOrders(db: Db, user: SignedInUser, filters: { search?: string | undefined }, page: Page) {
  const search = readSearch(filters.search, "ORD");
  const kind = { role: user.role, searched: search !== undefined, ...pageKind(page) };
  return listed(db, kind, { companyId: user.companyId, ...search, ...pageValues(page) });
}
