import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "#server/db/connect.ts";
import type { Page } from "#server/db/lists.ts";
import { invoices, quotes } from "#server/db/schema.ts";
import { readSearch, type Search } from "#server/db/search.ts";
import type { Context, Handlers } from "#server/house.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { noSuch } from "#server/http/errors.ts";
import type { chosenInvoices, invoices as contract } from "#shared/contract/invoices.ts";
import { pence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { findInvoices, NOTHING, sumInvoices } from "./find-invoices.ts";

type Chosen = z.output<typeof chosenInvoices>;

/** A customer's company's; all of them for staff. What became of the quote or the order makes no difference: an invoice stays. */
const invoicesVisibleTo = (user: SignedInUser): SQL | undefined =>
  user.role === "customer" ? eq(quotes.companyId, user.companyId) : undefined;

export async function listInvoices(db: Db, user: SignedInUser, chosen: Chosen, search: Search | undefined, page: Page) {
  const rows = await findInvoices(db, user, chosen, search, page);
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
export async function chosenNumbers(
  { db, user, now }: Pick<Context, "db" | "user" | "now">,
  chosen: Chosen,
  most: number,
): Promise<number[]> {
  const search = await readSearch(db, user, chosen.search, now);
  return (await findInvoices(db, user, chosen, search, { limit: most, after: null })).map(({ id }) => id);
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
  list: async ({ db, user, query: { owed, ...chosen }, page, now }) =>
    owed === "true" ? [] : listInvoices(db, user, chosen, await readSearch(db, user, chosen.search, now), page),
  sums: async ({ db, user, query: { owed, ...chosen }, now }) =>
    owed === "true" ? NOTHING : sumInvoices(db, user, chosen, await readSearch(db, user, chosen.search, now)),
};
