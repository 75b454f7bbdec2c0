import { and, count, eq, type SQL, sql, sum } from "drizzle-orm";
import { isShort } from "#server/lists/invoice-days.ts";
import { BALANCES, companyChosen, INVOICES, isFound, isOneOf, orderOfPage, rowsInOrder } from "#server/lists/lists.ts";
import type { Search } from "#server/lists/search.ts";
import { sumOfPence } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { afterPage, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { bookkeepingDocuments, bookkeepingExports } from "#server/schema/bookkeeping.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { invoiceBalances, invoices } from "#server/schema/invoices-and-refunds.ts";
import { quotes } from "#server/schema/quotes.ts";
import { pence } from "#shared/domain/money.ts";
import type { InvoiceKind } from "#shared/domain/trade/ledger.ts";

/** Selects documents by the days of their tax point, by kind, by company and by what is owed. */
export interface Chosen {
  readonly kind?: InvoiceKind | undefined;
  readonly isOwed?: boolean | undefined;
  /** Narrows owed invoices to an age, that is, to a number of days overdue. */
  readonly ofAge?: SQL | undefined;
  /** Applies to staff only: a customer always reads the documents of the own company. */
  readonly companyId?: number | undefined;
  /** An alias of `companyId`, the name of this filter in other lists. */
  readonly company?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const inSnapshot = <Value>(key: string) => sql<Value>`${invoices.snapshot} ->> ${sql.raw(`'${key}'`)}`;
const BY = INVOICES.sorts.newest;

const rowsByIds = prepared("invoice rows", (db) =>
  db
    .select({
      id: invoices.number,
      kind: invoices.kind,
      credits: invoices.credits,
      createdAt: invoices.issuedAt,
      orderId: invoices.orderId,
      quoteId: invoices.quoteId,
      company: { id: companies.id, name: companies.name },
      jobName: inSnapshot<string | null>("jobName"),
      poNumber: inSnapshot<string | null>("poNumber"),
      taxPoint: invoices.taxPoint,
      dueOn: invoices.dueOn,
      net: invoices.netPence,
      vat: invoices.vatPence,
      gross: invoices.grossPence,
      credited: invoiceBalances.creditedPence,
      paid: invoiceBalances.paidPence,
      writtenOff: invoiceBalances.writtenOffPence,
      owed: invoiceBalances.owedPence,
      disputed: invoiceBalances.isDisputed,
      exportedAt: bookkeepingExports.createdAt,
    })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .leftJoin(invoiceBalances, eq(invoiceBalances.number, invoices.number))
    .leftJoin(bookkeepingDocuments, and(eq(bookkeepingDocuments.number, invoices.number), bookkeepingDocuments.isFirst))
    .leftJoin(bookkeepingExports, eq(bookkeepingExports.id, bookkeepingDocuments.exportId))
    .where(isOneOf(invoices.number)),
);

/** Loads these documents with the columns that lists display. */
export const rowsOfInvoices = (db: Db, numbers: readonly number[]) => rowsByIds(db, {}, { ids: [...numbers] });

const ofCompany = (id: number | undefined): SQL | undefined => (id === undefined ? undefined : INVOICES.ofCompany(id));

/** Limits a customer to the own company's documents; staff may choose any company. */
const isOfDays = (user: SignedInUser, { from, to, kind, ...of }: Chosen): SQL | undefined =>
  and(
    ofCompany(user.role === "customer" ? user.companyId : companyChosen(user, of)),
    kind && eq(invoices.kind, kind),
    INVOICES.days(from, to),
  );

/** A search reads the quote too, so the caller joins the quotes. */
const isSought = (search: Search): SQL | undefined => and(INVOICES.live, isFound(search, INVOICES.columns));

const isOwed = ({ ofAge }: Chosen): SQL | undefined => and(eq(invoiceBalances.number, invoices.number), BALANCES.owed, ofAge);

/** Finds the chosen documents, the newest issued first. */
export async function findInvoices(db: Db, user: SignedInUser, chosen: Chosen, search: Search | undefined, page: Page) {
  const isOfFew = user.role === "customer" || companyChosen(user, chosen) !== undefined || isShort(chosen.from, chosen.to);
  const every = db.select({ id: invoices.number }).from(invoices).$dynamic();
  if (search) every.innerJoin(quotes, eq(quotes.id, invoices.quoteId));
  if (chosen.isOwed) every.innerJoin(invoiceBalances, isOwed(chosen));
  const ids = await every
    .where(and(isOfDays(user, chosen), search && isSought(search), afterPage(BY, page)))
    .orderBy(...orderOfPage(BY, { search, isOfFew }))
    .limit(rowsToFetch(page));
  return rowsInOrder(ids, (values) => rowsByIds(db, {}, values));
}

/** The amount of a credit note counts as negative. */
const signed = (amount: typeof invoices.netPence): SQL => sql`case ${invoices.kind} when 'credit_note' then -${amount} else ${amount} end`;

/** Sums the chosen documents, with credit notes subtracted, and the amount still owed, in pence. */
export async function sumInvoices(db: Db, user: SignedInUser, chosen: Chosen, search: Search | undefined) {
  const every = db
    .select({
      count: count(),
      net: sumOfPence(sum(signed(invoices.netPence))),
      vat: sumOfPence(sum(signed(invoices.vatPence))),
      gross: sumOfPence(sum(signed(invoices.grossPence))),
    })
    .from(invoices)
    .$dynamic();
  // This is a separate query, because few documents are owed and an index holds exactly these.
  const open = db
    .select({ owed: sumOfPence(sum(invoiceBalances.owedPence)) })
    .from(invoices)
    .innerJoin(invoiceBalances, isOwed(chosen))
    .$dynamic();
  if (search) for (const one of [every, open]) one.innerJoin(quotes, eq(quotes.id, invoices.quoteId));
  if (chosen.isOwed) every.innerJoin(invoiceBalances, isOwed(chosen));
  const which = and(isOfDays(user, chosen), search && isSought(search));
  const [[sums = NOTHING], [{ owed } = { owed: pence(0) }]] = await Promise.all([every.where(which), open.where(which)]);
  return { ...sums, owed };
}
const NOTHING = { count: 0, net: pence(0), vat: pence(0), gross: pence(0) };
