import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { paymentStatusOf } from "#server/db/payment-status.ts";
import { orders, payments, quotes, users } from "#server/db/schema.ts";
import { newestMatches } from "#server/db/search.ts";
import type { Page, SignedInUser } from "#server/http/call.ts";
import { notFound } from "#server/http/errors.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/http/paging.ts";
import type { QuoteStatus } from "#shared/domain/status.ts";

/** A customer's own; all of them for staff. Suppliers have no quotes: the contract turns them away (decisions §4). */
export const quotesVisibleTo = (user: SignedInUser): SQL | undefined =>
  and(isNull(quotes.deletedAt), user.role === "customer" ? eq(quotes.userId, user.id) : undefined);

const rowColumns = {
  id: quotes.id,
  user: { id: users.id, companyName: users.companyName, contactName: users.contactName },
  quoteStatus: quotes.status,
  paymentStatus: paymentStatusOf(quotes.paidAt),
  createdAt: quotes.createdAt,
  validUntil: quotes.validUntil,
  subtotal: quotes.subtotal,
  tax: quotes.tax,
  finalTotal: quotes.finalTotal,
  orderId: orders.id,
  itemCount: quotes.itemCount,
};

const selectRows = <More extends Record<string, SQL> = Record<never, SQL>>(db: Db, more = {} as More) =>
  db
    .select({ ...rowColumns, ...more })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.userId))
    .leftJoin(orders, and(eq(orders.quoteId, quotes.id), isNull(orders.deletedAt)));

/** `7`, `#7` and `Q-7` name a quote; anything may be part of a company's or a contact's name. */
const quoteNumber = (typed: string): number | undefined => {
  const digits = /^(?:#|q-)?(\d{1,9})$/i.exec(typed)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

interface Filters {
  readonly quoteStatus?: QuoteStatus | undefined;
  readonly search?: string | undefined;
}

export function listQuotes(db: Db, user: SignedInUser, { quoteStatus, search }: Filters, page: Page) {
  const typed = search?.trim();
  const most = rowsToFetch(page);
  const shown = and(quotesVisibleTo(user), quoteStatus && eq(quotes.status, quoteStatus), afterCursor(page, quotes.createdAt, quotes.id));
  const order = newestFirst(quotes.createdAt, quotes.id);
  if (!typed) {
    return selectRows(db)
      .where(shown)
      .orderBy(...order)
      .limit(most);
  }
  const among = user.role === "customer" ? eq(users.id, user.id) : undefined;
  const found = newestMatches({ table: quotes, where: shown, among, number: quoteNumber(typed), typed, most });
  return selectRows(db)
    .innerJoin(sql`${found} found`, sql`found.id = ${quotes.id}`)
    .orderBy(...order)
    .limit(most);
}

export type QuoteRow = Awaited<ReturnType<typeof listQuotes>>[number];

/** What Stripe says was given back of the payments that settled a quote. */
const refunded =
  sql`(select coalesce(sum(${payments.refunded}), 0) from ${payments} where ${payments.quoteId} = ${quotes.id} and ${payments.settles})`.mapWith(
    payments.refunded,
  );

export async function quoteToRead(db: Db, user: SignedInUser, id: number) {
  const [row] = await selectRows(db, { refunded }).where(and(eq(quotes.id, id), quotesVisibleTo(user)));
  if (!row) throw notFound("Quote");
  return row;
}

export async function existingQuote(db: Db, user: SignedInUser, id: number): Promise<QuoteRow> {
  const [row] = await selectRows(db).where(and(eq(quotes.id, id), quotesVisibleTo(user)));
  if (!row) throw notFound("Quote");
  return row;
}

/** Locks a quote that the person may see: whoever converts, pays, moves or deletes it does so one after the other. */
export async function lockQuote(db: Db, user: SignedInUser, id: number) {
  const [quote] = await db
    .select()
    .from(quotes)
    .where(and(eq(quotes.id, id), quotesVisibleTo(user)))
    .for("update");
  if (!quote) throw notFound("Quote");
  return quote;
}

export type LockedQuote = Awaited<ReturnType<typeof lockQuote>>;
