import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Context } from "#server/context.ts";
import { BALANCES } from "#server/lists/lists.ts";
import { readSearch, type Search } from "#server/lists/search.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { noSuch } from "#server/platform/http/errors.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { invoices as contract, invoicesQuery } from "#shared/contract/invoices.ts";
import { pence } from "#shared/domain/money.ts";
import { daysFrom, londonDay } from "#shared/domain/period.ts";
import { creditNoteNumber, invoiceNumber } from "#shared/domain/trade/status.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { type Chosen, findInvoices, rowsOfInvoices, sumInvoices } from "./find-invoices.ts";

type Filters = z.output<typeof invoicesQuery>;
type ListFilters = QueryOf<typeof contract.sums>;

/**
 * A customer reads the own company's invoices, staff read all. Deleted quotes and orders make no
 * difference, because an issued invoice stays.
 */
const invoicesVisibleTo = (user: SignedInUser): SQL | undefined =>
  user.role === "customer" ? eq(quotes.companyId, user.companyId) : undefined;

type Row = Awaited<ReturnType<typeof findInvoices>>[number];

const NOUGHT = pence(0);

/** Converts a row for lists, with the days overdue on a London day. A credit note owes nothing. */
function toListRow({ credits, credited, paid, writtenOff, owed, disputed, exportedAt, ...row }: Row, today: string) {
  const overdueDays = owed && row.dueOn ? Math.max(0, daysFrom(row.dueOn, today)) : 0;
  return {
    ...row,
    number: row.kind === "invoice" ? invoiceNumber(row.id) : creditNoteNumber(row.id),
    invoiceNumber: credits === null ? null : invoiceNumber(credits),
    issuedOn: londonDay(row.createdAt),
    credited: credited ?? NOUGHT,
    paid: paid ?? NOUGHT,
    writtenOff: writtenOff ?? NOUGHT,
    owed: owed ?? NOUGHT,
    overdueDays,
    disputed: disputed ?? false,
    exportedOn: exportedAt && londonDay(exportedAt),
  };
}

const chosenOf = ({ owed, age, ...chosen }: ListFilters, now: Date): Chosen => ({
  ...chosen,
  isOwed: owed === "true" || age !== undefined,
  ofAge: age && BALANCES.ofAge(age, londonDay(now)),
});

type Reader = Pick<Context, "db" | "user" | "now">;

const searchOf = ({ db, user, now }: Reader, { search }: ListFilters) => readSearch(db, user, search, now);

export async function listInvoices({ db, user, now }: Reader, filters: ListFilters, search: Search | undefined, page: Page) {
  const today = londonDay(now);
  return (await findInvoices(db, user, chosenOf(filters, now), search, page)).map((row) => toListRow(row, today));
}

export const chosenInvoicesOf = async (reader: Reader, filters: ListFilters, page: Page) =>
  listInvoices(reader, filters, await searchOf(reader, filters), page);

export const sumsOfInvoices = async (reader: Reader, filters: ListFilters) =>
  sumInvoices(reader.db, reader.user, chosenOf(filters, reader.now), await searchOf(reader, filters));

/** Loads one document as lists display it. @throws 404 */
export async function invoiceRow({ db, now }: Reader, number: number) {
  const [row] = await rowsOfInvoices(db, [number]);
  if (!row) throw noSuch("invoice", number);
  return toListRow(row, londonDay(now));
}

/**
 * Numbers of the chosen documents, newest first: at most `most` + 1, so that the caller sees when
 * there are too many.
 */
export async function chosenDocuments(reader: Reader, chosen: Filters, most: number): Promise<string[]> {
  const documents = await findInvoices(reader.db, reader.user, chosen, await searchOf(reader, chosen), { limit: most, after: null });
  return documents.map(({ id, kind }) => (kind === "invoice" ? invoiceNumber(id) : creditNoteNumber(id)));
}

/** Loads an issued document by its printed number, `INV-00001` or `CN-00002`. @throws 404 */
export async function readInvoice(db: Db, user: SignedInUser, printed: string) {
  const [, prefix, digits] = /^(INV|CN)-(\d{5,9})$/.exec(printed) ?? [];
  const number = Number(digits);
  const isPrinted = (prefix === "CN" ? creditNoteNumber : invoiceNumber)(number) === printed;
  const theirs = db.select({ id: quotes.id }).from(quotes).where(invoicesVisibleTo(user));
  const kind = prefix === "CN" ? "credit_note" : "invoice";
  const [invoice] = isPrinted
    ? await db
        .select()
        .from(invoices)
        .where(and(eq(invoices.number, number), eq(invoices.kind, kind), inArray(invoices.quoteId, theirs)))
    : [];
  if (!invoice) throw noSuch("invoice", number || 0);
  return invoice;
}
