import { and, desc, eq, gte, ilike, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "#server/db/connect.ts";
import { companies, invoices, quotes, users } from "#server/db/schema.ts";
import { patternOf } from "#server/db/search.ts";
import type { Handlers } from "#server/house.ts";
import type { Page, SignedInUser } from "#server/http/call.ts";
import { noSuch } from "#server/http/errors.ts";
import { rowsToFetch } from "#server/http/paging.ts";
import type { chosenInvoices, invoices as contract } from "#shared/contract/invoices.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/status.ts";

type Chosen = z.output<typeof chosenInvoices>;

/** A customer's company's; all of them for staff. What became of the quote or the order makes no difference: an invoice stays. */
const invoicesVisibleTo = (user: SignedInUser): SQL | undefined =>
  user.role === "customer" ? eq(quotes.companyId, user.companyId) : undefined;

const NUMBERED = /^(?:#|(INV|ORD|Q)-)?(\d{1,9})$/i;

function matching(search: string | undefined): SQL | undefined {
  const typed = search?.trim();
  if (!typed) return undefined;
  const [, kind, digits] = NUMBERED.exec(typed) ?? [];
  const columns = { INV: invoices.number, ORD: invoices.orderId, Q: invoices.quoteId };
  const named = kind ? [columns[kind.toUpperCase() as keyof typeof columns]] : Object.values(columns);
  const like = patternOf(typed);
  return or(
    ...(digits ? named.map((column) => eq(column, Number(digits))) : []),
    ilike(quotes.jobName, like),
    ilike(quotes.poNumber, like),
    ilike(companies.name, like),
    ilike(users.contactName, like),
  );
}

const chosenBy = (user: SignedInUser, { from, to, search }: Chosen): SQL | undefined =>
  and(
    invoicesVisibleTo(user),
    from ? gte(invoices.taxPoint, from) : undefined,
    to ? lte(invoices.taxPoint, to) : undefined,
    matching(search),
  );

/** The newest is the last that was issued. */
const newest = desc(invoices.number);
const inSnapshot = <Value>(key: string) => sql<Value>`${invoices.snapshot} ->> ${sql.raw(`'${key}'`)}`;
const amount = (key: "subtotal" | "tax" | "finalTotal") => inSnapshot<Pence>(key).mapWith((text) => pence(Number(text)));

export async function listInvoices(db: Db, user: SignedInUser, chosen: Chosen, page: Page) {
  const rows = await db
    .select({
      id: invoices.number,
      createdAt: invoices.issuedAt,
      orderId: invoices.orderId,
      quoteId: invoices.quoteId,
      company: { id: companies.id, name: companies.name },
      jobName: inSnapshot<string | null>("jobName"),
      poNumber: inSnapshot<string | null>("poNumber"),
      taxPoint: invoices.taxPoint,
      net: amount("subtotal"),
      vat: amount("tax"),
      gross: amount("finalTotal"),
    })
    .from(invoices)
    .innerJoin(quotes, eq(quotes.id, invoices.quoteId))
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .innerJoin(users, eq(users.id, quotes.userId))
    .where(and(chosenBy(user, chosen), page.after ? lt(invoices.number, page.after.id) : undefined))
    .orderBy(newest)
    .limit(rowsToFetch(page));
  return rows.map((row) => ({
    ...row,
    number: invoiceNumber(row.id),
    kind: "invoice" as const,
    issuedOn: londonDay(row.createdAt),
    // Each is issued with its payment, so it is due and paid on that day.
    dueOn: row.taxPoint,
    paid: row.gross,
    owed: pence(0),
  }));
}

/** The numbers of the chosen invoices, newest first, and one more than `most` where there are more. */
export async function chosenNumbers(db: Db, user: SignedInUser, chosen: Chosen, most: number): Promise<number[]> {
  const rows = await db
    .select({ number: invoices.number })
    .from(invoices)
    .innerJoin(quotes, eq(quotes.id, invoices.quoteId))
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .innerJoin(users, eq(users.id, quotes.userId))
    .where(chosenBy(user, chosen))
    .orderBy(newest)
    .limit(most + 1);
  return rows.map(({ number }) => number);
}

/** An issued invoice by the number that it bears, `INV-00001`. @throws 404 */
export async function readInvoice(db: Db, user: SignedInUser, printed: string) {
  const number = Number(/^INV-(\d{5,9})$/.exec(printed)?.[1]);
  const theirs = db.select({ id: quotes.id }).from(quotes).where(invoicesVisibleTo(user));
  const [invoice] =
    invoiceNumber(number) === printed
      ? await db
          .select()
          .from(invoices)
          .where(and(eq(invoices.number, number), inArray(invoices.quoteId, theirs)))
      : [];
  if (!invoice) throw noSuch("invoice", number || 0);
  return invoice;
}

export const invoiceHandlers: Handlers<typeof contract> = {
  list: async ({ db, user, query: { owed, ...chosen }, page }) => (owed === "true" ? [] : listInvoices(db, user, chosen, page)),
};
