import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { orders, quotes, users } from "#server/db/schema.ts";
import { containsText } from "#server/db/search.ts";
import type { Page } from "#server/http/call.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/http/paging.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import type { ApprovalStatus } from "#shared/domain/status.ts";

export const isLiveCustomer: SQL | undefined = and(eq(users.role, "customer"), isNull(users.deletedAt));

const deciders = alias(users, "deciders");

interface Filters {
  readonly search?: string | undefined;
  readonly approvalStatus?: ApprovalStatus | undefined;
}

/** What a client has ordered, counted by one index scan for each row of the page: drafts and deleted orders not, cancelled ones without their money (rule K2). */
const figures = (db: Db) =>
  db
    .select({
      ordersCount: sql<number>`count(*)::int`.as("orders_count"),
      ordersTotal: sql<Pence>`coalesce(sum(${quotes.finalTotal}) filter (where ${orders.status} <> 'cancelled'), 0)`
        .mapWith((total: string) => pence(Number(total)))
        .as("orders_total"),
      lastOrderAt: sql<Date | null>`max(${orders.createdAt})`.mapWith((last: string): Date | null => new Date(last)).as("last_order_at"),
    })
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .where(and(eq(orders.userId, users.id), isNull(orders.deletedAt), ne(orders.status, "draft")))
    .as("figures");

function selectRows(db: Db) {
  const ordered = figures(db);
  return db
    .select({
      id: users.id,
      companyName: users.companyName,
      contactName: users.contactName,
      email: users.email,
      address: users.address,
      approvalStatus: users.approvalStatus,
      approvalReason: users.approvalReason,
      approvalDecidedAt: users.approvalDecidedAt,
      approvalDecidedBy: deciders.contactName,
      createdAt: users.createdAt,
      ordersCount: ordered.ordersCount,
      ordersTotal: ordered.ordersTotal,
      lastOrderAt: ordered.lastOrderAt,
    })
    .from(users)
    .leftJoin(deciders, eq(deciders.id, users.approvalDecidedBy))
    .innerJoinLateral(ordered, sql`true`);
}

export const listClients = (db: Db, { search, approvalStatus }: Filters, page: Page) => {
  const wanted = search?.trim();
  return selectRows(db)
    .where(
      and(
        isLiveCustomer,
        approvalStatus && eq(users.approvalStatus, approvalStatus),
        wanted
          ? or(containsText(users.companyName, wanted), containsText(users.contactName, wanted), containsText(users.email, wanted))
          : undefined,
        afterCursor(page, users.createdAt, users.id),
      ),
    )
    .orderBy(...newestFirst(users.createdAt, users.id))
    .limit(rowsToFetch(page));
};

export async function findClient(db: Db, id: number) {
  const [row] = await selectRows(db).where(and(eq(users.id, id), isLiveCustomer));
  return row;
}
