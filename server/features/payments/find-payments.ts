import { and, asc, count, desc, eq, gte, inArray, lt, lte, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import { amountIn } from "#server/lists/lists.ts";
import { holdsWord, type Part, readSearch } from "#server/lists/search.ts";
import { sumOfPence } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { notFound } from "#server/platform/http/errors.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { newestFirst, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { allocations } from "#server/schema/allocations.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { invoices, refunds } from "#server/schema/invoices-and-refunds.ts";
import { disputeMovements, disputes, payments } from "#server/schema/payments.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";
import { DECIDED_DISPUTES, type PaymentMethod } from "#shared/domain/trade/ledger.ts";
import { creditNoteNumber, invoiceNumber } from "#shared/domain/trade/status.ts";

/** The ISO code of the currency of a refund's or dispute's payment. */
const currencyOf = (paymentId: AnyPgColumn): SQL<string> =>
  sql<string>`(select upper(p.currency) from ${payments} p where p.id = ${paymentId})`;

/** The company of a refund's or dispute's payment, from left joins. */
const payer = { id: companies.id, name: companies.name };

const recorders = alias(users, "recorders");

const selectPayments = (db: Db) =>
  db
    .select({
      id: payments.id,
      companyId: payments.companyId,
      companyName: companies.name,
      method: payments.method,
      currency: sql<string>`upper(${payments.currency})`,
      amount: payments.amount,
      refunded: payments.refunded,
      withdrawn: payments.withdrawnPence,
      unallocated: payments.unallocatedPence,
      voidedAt: payments.voidedAt,
      receivedOn: payments.receivedOn,
      reference: payments.reference,
      quoteId: payments.quoteId,
      stripePaymentIntentId: payments.stripePaymentIntentId,
      recordedBy: { id: recorders.id, contactName: recorders.contactName },
      createdAt: payments.createdAt,
      disputed: sql<boolean>`exists (select from ${disputes} where ${and(
        eq(disputes.paymentId, payments.id),
        notInArray(disputes.status, [...DECIDED_DISPUTES]),
      )})`,
    })
    .from(payments)
    .leftJoin(companies, eq(companies.id, payments.companyId))
    .leftJoin(recorders, eq(recorders.id, payments.recordedBy));

type Selected = Awaited<ReturnType<typeof selectPayments>>[number];

/**
 * Adds each payment's allocations with one query. Refunded amounts stay in them; amounts that a
 * dispute withdrew pay nothing (rule Y15).
 */
async function withAllocations(db: Db, rows: readonly Selected[]) {
  const ids = rows.map(({ id }) => id);
  const allocated =
    ids.length === 0
      ? []
      : await db
          .select({
            paymentId: allocations.paymentId,
            number: allocations.number,
            amount: sql<number>`sum(${allocations.amountPence})`.mapWith(Number),
          })
          .from(allocations)
          .where(and(inArray(allocations.paymentId, ids), inArray(allocations.kind, ["allocated", "withdrawn"])))
          .groupBy(allocations.paymentId, allocations.number)
          .having(sql`sum(${allocations.amountPence}) > 0`)
          .orderBy(asc(allocations.number));
  return rows.map(({ companyId, companyName, voidedAt, recordedBy, ...row }) => ({
    ...row,
    company: companyId === null ? null : { id: companyId, name: companyName ?? "" },
    status: voidedAt === null ? ("received" as const) : ("voided" as const),
    recordedBy: recordedBy?.id ? recordedBy : null,
    allocations: allocated
      .filter(({ paymentId }) => paymentId === row.id)
      .map(({ number, amount }) => ({ number: invoiceNumber(number), amount: pence(amount) })),
  }));
}

interface Days {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}
interface Chosen extends Days {
  readonly search?: string | undefined;
  readonly method?: PaymentMethod | undefined;
  readonly companyId?: number | undefined;
  /** An alias of `companyId`, the name of this filter in other lists. */
  readonly company?: number | undefined;
  readonly unallocated?: boolean | undefined;
}

/** True for a company's payment with an unallocated amount. */
const hasCredit = sql`(${payments.unallocatedPence} > 0 and ${payments.companyId} is not null)`;

type Reader = Pick<SignedInUser, "role" | "companyId">;

async function isChosen(
  db: Db,
  user: Reader,
  { from, to, search, method, company, companyId = company, unallocated }: Chosen,
  now: Date,
): Promise<SQL | undefined> {
  const parts = (await readSearch(db, user, search, now))?.parts ?? [];
  return and(
    from === undefined ? undefined : gte(payments.receivedOn, from),
    to === undefined ? undefined : lte(payments.receivedOn, to),
    method && eq(payments.method, method),
    unallocated === undefined ? undefined : unallocated ? hasCredit : not(hasCredit),
    companyId === undefined ? undefined : eq(payments.companyId, companyId),
    ...(await Promise.all(parts.map((part) => matchesPart(db, part)))),
  );
}

/**
 * Matches one word of a search: the company's name, the reference, an amount, or the number of the
 * payment, its quote or an invoice. Ids from other tables are looked up first, so that each
 * condition can use an index.
 */
async function matchesPart(db: Db, part: Part): Promise<SQL | undefined> {
  const { number, amounts, names } = part;
  const has = (prefix: string) => number.number !== null && (number.prefix === null || number.prefix === prefix);
  const paying = has("INV")
    ? await db
        .selectDistinct({ id: allocations.paymentId })
        .from(allocations)
        .where(eq(allocations.number, number.number ?? 0))
    : [];
  const ids = [...paying.map(({ id }) => id), ...(number.number !== null && number.prefix === null ? [number.number] : [])];
  const anyOf = (column: AnyPgColumn, among: readonly number[]) =>
    among.length === 0 ? undefined : sql`${column} = any(${sql.param([...among])}::int[])`;
  return or(
    anyOf(payments.companyId, names.companyIds),
    holdsWord(sql`lower(coalesce(${payments.reference}, ''))`, part),
    anyOf(payments.id, ids),
    has("Q") ? eq(payments.quoteId, number.number ?? 0) : undefined,
    amounts === null ? undefined : amountIn(payments.amount, amounts),
  );
}

/** Lists payments, newest first by the day of receipt. */
export async function listPayments(db: Db, user: Reader, chosen: Chosen, { page, now }: { readonly page: Page; readonly now: Date }) {
  const after = page.after && (await placeOf(db, page.after.id));
  const rows = await selectPayments(db)
    .where(
      and(
        await isChosen(db, user, chosen, now),
        after ? sql`(${payments.receivedOn}, ${payments.id}) < (${after.receivedOn}::date, ${after.id})` : undefined,
      ),
    )
    .orderBy(...newestFirst(payments.receivedOn, payments.id))
    .limit(rowsToFetch(page));
  return withAllocations(db, rows);
}

async function placeOf(db: Db, id: number) {
  const [row] = await db.select({ id: payments.id, receivedOn: payments.receivedOn }).from(payments).where(eq(payments.id, id));
  return row;
}

/**
 * Sums the chosen payments without voided ones and without other currencies, which belong to no
 * account.
 */
export async function sumPayments(db: Db, user: Reader, chosen: Chosen, now: Date) {
  const counted = (amount: AnyPgColumn) =>
    sumOfPence(sql`sum(${amount}) filter (where ${payments.voidedAt} is null and ${payments.companyId} is not null)`);
  const every = db
    .select({
      count: count(),
      amount: counted(payments.amount),
      refunded: counted(payments.refunded),
      withdrawn: counted(payments.withdrawnPence),
      unallocated: counted(payments.unallocatedPence),
    })
    .from(payments);
  const [sums] = await every.where(await isChosen(db, user, chosen, now));
  if (!sums) throw new Error("The payments were not added up");
  return sums;
}

/** Loads a payment as lists display it. @throws 404 */
export async function findPayment(db: Db, id: number) {
  const [row] = await withAllocations(db, await selectPayments(db).where(eq(payments.id, id)));
  if (!row) throw notFound("Payment");
  return row;
}

const selectRefunds = (db: Db) =>
  db
    .select({
      id: refunds.id,
      paymentId: refunds.paymentId,
      company: payer,
      currency: currencyOf(refunds.paymentId),
      amount: refunds.amountPence,
      reason: refunds.reason,
      status: refunds.status,
      fault: refunds.fault,
      invoice: refunds.invoiceNumber,
      creditNote: invoices.number,
      paidOn: refunds.paidOn,
      createdAt: refunds.createdAt,
      by: { id: users.id, contactName: users.contactName },
    })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(companies, eq(companies.id, payments.companyId))
    .leftJoin(invoices, eq(invoices.refundId, refunds.id))
    .leftJoin(users, eq(users.id, refunds.byUserId));

const toRefundReply = ({ invoice, creditNote, by, ...row }: Awaited<ReturnType<typeof selectRefunds>>[number]) => ({
  ...row,
  invoiceNumber: invoice === null ? null : invoiceNumber(invoice),
  creditNoteNumber: creditNote === null ? null : creditNoteNumber(creditNote),
  by: by?.id ? by : null,
});

export const refundsOfPayment = async (db: Db, paymentId: number) =>
  (await selectRefunds(db).where(eq(refunds.paymentId, paymentId)).orderBy(desc(refunds.id))).map(toRefundReply);

export async function findRefund(db: Db, id: number) {
  const [row] = await selectRefunds(db).where(eq(refunds.id, id));
  if (!row) throw notFound("Refund");
  return toRefundReply(row);
}

/** Lists succeeded refunds by the day of their success. */
export async function listRefunds(db: Db, { from, to }: Days, page: Page) {
  const after = page.after && (await findRefund(db, page.after.id).catch(() => null));
  const rows = await selectRefunds(db)
    .where(
      and(
        eq(refunds.status, "succeeded"),
        from === undefined ? undefined : gte(refunds.paidOn, from),
        to === undefined ? undefined : lte(refunds.paidOn, to),
        after?.paidOn ? sql`(${refunds.paidOn}, ${refunds.id}) < (${after.paidOn}::date, ${after.id})` : undefined,
      ),
    )
    .orderBy(...newestFirst(refunds.paidOn, refunds.id))
    .limit(rowsToFetch(page));
  return rows.map(toRefundReply);
}

/** The amount that a dispute withdrew in the period, less the amount that returned. */
const movedIn = ({ from, to }: Days): SQL<Pence> =>
  sql<Pence>`(select sum(${disputeMovements.amountPence}) from ${disputeMovements} where ${and(
    eq(disputeMovements.disputeId, disputes.id),
    from === undefined ? undefined : gte(disputeMovements.on, from),
    to === undefined ? undefined : lte(disputeMovements.on, to),
  )})`.mapWith(disputes.withdrawnPence);

const withdrawnInAll = sql<Pence>`${disputes.withdrawnPence}`.mapWith(disputes.withdrawnPence);

const selectDisputes = (db: Db, withdrawn: SQL<Pence> = withdrawnInAll) =>
  db
    .select({
      id: disputes.id,
      paymentId: disputes.paymentId,
      company: payer,
      currency: currencyOf(disputes.paymentId),
      amount: disputes.amountPence,
      withdrawn,
      status: disputes.status,
      on: disputes.openedOn,
      createdAt: disputes.createdAt,
    })
    .from(disputes)
    .leftJoin(payments, eq(payments.id, disputes.paymentId))
    .leftJoin(companies, eq(companies.id, payments.companyId));

export const disputesOfPayment = (db: Db, paymentId: number) =>
  selectDisputes(db).where(eq(disputes.paymentId, paymentId)).orderBy(desc(disputes.id));

/** Lists disputes. With days: only disputes that withdrew or returned money on them. */
export function listDisputes(db: Db, days: Days, page: Page) {
  const isOfDays = days.from !== undefined || days.to !== undefined;
  const withdrawnInPeriod = movedIn(days);
  return selectDisputes(db, isOfDays ? withdrawnInPeriod : withdrawnInAll)
    .where(and(page.after ? lt(disputes.id, page.after.id) : undefined, isOfDays ? sql`${withdrawnInPeriod} is not null` : undefined))
    .orderBy(desc(disputes.id))
    .limit(rowsToFetch(page));
}
