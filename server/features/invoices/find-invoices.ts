import { and, count, eq, type SQL, sql, sum } from "drizzle-orm";
import { isShort } from "#server/lists/invoice-days.ts";
import { afterPage, BALANCES, companyChosen, INVOICES, isFound, isOneOf, orderOfPage, rowsInOrder } from "#server/lists/lists.ts";
import type { Search } from "#server/lists/search.ts";
import { sumOfPence } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { bookkeepingDocuments, bookkeepingExports, companies, invoiceBalances, invoices, quotes } from "#server/schema/index.ts";
import { pence } from "#shared/domain/money.ts";
import type { InvoiceKind } from "#shared/domain/trade/ledger.ts";

/** Which documents: of these days of the tax point, of a kind, or what is owed of. */
export interface Chosen {
  readonly kind?: InvoiceKind | undefined;
  readonly isOwed?: boolean | undefined;
  /** Of what is owed: how long it is overdue. */
  readonly ofAge?: SQL | undefined;
  /** For staff. */
  readonly companyId?: number | undefined;
  /** The same. */
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

/** These documents as lists show them. */
export const rowsOfInvoices = (db: Db, numbers: readonly number[]) => rowsByIds(db, {}, { ids: [...numbers] });

const ofCompany = (id: number | undefined): SQL | undefined => (id === undefined ? undefined : INVOICES.ofCompany(id));

/** Of a company for its people, any for staff, of these days and of this kind. */
const isOfDays = (user: SignedInUser, { from, to, kind, ...of }: Chosen): SQL | undefined =>
  and(
    ofCompany(user.role === "customer" ? user.companyId : companyChosen(user, of)),
    kind && eq(invoices.kind, kind),
    INVOICES.days(from, to),
  );

/** Its quote, which is joined for a search alone, finds it. */
const isSought = (search: Search): SQL | undefined => and(INVOICES.live, isFound(search, INVOICES.found));

const isOwed = ({ ofAge }: Chosen): SQL | undefined => and(eq(invoiceBalances.number, invoices.number), BALANCES.owed, ofAge);

/** The newest of the chosen invoices: the newest is the last that was issued. */
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

/** A credit note takes away. */
const signed = (amount: typeof invoices.netPence): SQL => sql`case ${invoices.kind} when 'credit_note' then -${amount} else ${amount} end`;

/** What the chosen invoices come to, less what the credit notes among them take away, and what is owed of them. */
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
  // Apart: of many documents few are owed, and an index has these.
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
