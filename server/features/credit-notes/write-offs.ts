import { and, desc, eq, gte, lt, lte, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Call, Handler } from "#server/context.ts";
import { lockExports } from "#server/features/bookkeeping/lock-exports.ts";
import { lockCompany } from "#server/features/companies/end-account.ts";
import { readInvoice } from "#server/features/invoices/invoices.ts";
import { creditable } from "#server/features/invoices/issue-credit-note.ts";
import { closeSessionsFor } from "#server/features/payments/checkout/close-sessions.ts";
import { numberIn } from "#server/features/payments/refunds/refund-payment.ts";
import { addWriteOff, type Balance, lockBalances } from "#server/features/receivables/ledger.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict, noSuch, notFound } from "#server/platform/http/errors.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { bookkeepingExports, bookkeepingWriteOffs } from "#server/schema/bookkeeping.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { writeOffs } from "#server/schema/invoices-and-refunds.ts";
import type { invoices as contract } from "#shared/contract/invoices.ts";
import { formatPence, pence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";

/** Write-offs of invoices, and their reversals (rule Y26). */

type WriteOff = typeof writeOffs.$inferSelect;

const reversal = alias(writeOffs, "reversal");

const selectWriteOffs = (db: Db) =>
  db
    .select({
      id: writeOffs.id,
      number: writeOffs.number,
      company: { id: companies.id, name: companies.name },
      amount: writeOffs.amountPence,
      reason: writeOffs.reason,
      note: writeOffs.note,
      reverses: writeOffs.reverses,
      reversedBy: reversal.id,
      on: writeOffs.on,
      exportedAt: bookkeepingExports.createdAt,
      createdAt: writeOffs.createdAt,
      by: { id: users.id, contactName: users.contactName },
    })
    .from(writeOffs)
    .innerJoin(companies, eq(companies.id, writeOffs.companyId))
    .innerJoin(users, eq(users.id, writeOffs.byUserId))
    .leftJoin(reversal, eq(reversal.reverses, writeOffs.id))
    .leftJoin(bookkeepingWriteOffs, eq(bookkeepingWriteOffs.writeOffId, writeOffs.id))
    .leftJoin(bookkeepingExports, eq(bookkeepingExports.id, bookkeepingWriteOffs.exportId));

/** The amount of a reversal is negative, so that the rows add up. */
const toReply = ({ number, amount, reversedBy, exportedAt, ...row }: Awaited<ReturnType<typeof selectWriteOffs>>[number]) => ({
  ...row,
  number: invoiceNumber(number),
  amount: row.reverses === null ? amount : pence(-amount),
  isReversed: reversedBy !== null,
  exportedOn: exportedAt && londonDay(exportedAt),
});

interface Filters {
  readonly number?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Lists write-offs and reversals by their day, newest first. */
export async function listWriteOffs(db: Db, { number, from, to }: Filters, page: Page) {
  const [after] = page.after
    ? await db.select({ id: writeOffs.id, on: writeOffs.on }).from(writeOffs).where(eq(writeOffs.id, page.after.id))
    : [];
  const rows = await selectWriteOffs(db)
    .where(
      and(
        number === undefined ? undefined : eq(writeOffs.number, numberIn(number)),
        from === undefined ? undefined : gte(writeOffs.on, from),
        to === undefined ? undefined : lte(writeOffs.on, to),
        after && or(lt(writeOffs.on, after.on), and(eq(writeOffs.on, after.on), lt(writeOffs.id, after.id))),
      ),
    )
    .orderBy(desc(writeOffs.on), desc(writeOffs.id))
    .limit(rowsToFetch(page));
  return rows.map(toReply);
}

async function findWriteOff(db: Db, id: number) {
  const [row] = await selectWriteOffs(db).where(eq(writeOffs.id, id));
  if (!row) throw notFound("Write-off");
  return toReply(row);
}

type WriteOffCall = Pick<Call<typeof contract.writeOff>, "db" | "user" | "params">;

/** @throws 404 for a credit note's number too */
async function invoiceOf({ db, user, params }: WriteOffCall) {
  const number = numberIn(params.number);
  const invoice = number === 0 ? undefined : await readInvoice(db, user, params.number);
  if (!invoice) throw noSuch("invoice", 0);
  return invoice;
}

/** Locks an invoice, after its company, and returns its balance. */
async function lockedBalance(tx: Db, { companyId, number }: { readonly companyId: number; readonly number: number }) {
  await lockCompany(tx, companyId);
  const [balance] = await lockBalances(tx, [number]);
  if (!balance) throw noSuch("invoice", number);
  return balance;
}

export const writeOffInvoice: Handler<typeof contract.writeOff> = async (call) => {
  const { user, body, now, record, commit } = call;
  const invoice = await invoiceOf(call);
  await closeSessionsFor(call, { companyId: invoice.companyId, numbers: [invoice.number] });
  return commit(async (tx) => {
    const balance = await lockedBalance(tx, invoice);
    const { amount: amountPence, reason } = body;
    refuseAbove(balance, amountPence);
    const note = body.note?.trim() || null;
    const { number, companyId } = balance;
    const row = { number, companyId, amountPence, reason, note, on: londonDay(now), byUserId: user.id, createdAt: now };
    const [stored] = await tx.insert(writeOffs).values(row).returning({ id: writeOffs.id });
    if (!stored) throw new Error("The write-off was not stored");
    await addWriteOff(tx, balance.number, row, now);
    record({ targetType: "invoices", targetId: number, after: { amountPence, reason, note } });
    return findWriteOff(tx, stored.id);
  });
};

function refuseAbove(balance: Balance, amount: number): void {
  const { number, owedPence } = balance;
  if (amount > owedPence) throw conflict(`${invoiceNumber(number)} owes ${formatPence(pence(owedPence))}`);
  // A pending refund will credit its amount, even if a dispute has withdrawn the payment meanwhile.
  if (amount > creditable(balance)) throw conflict(`A refund of ${invoiceNumber(number)} is on its way`);
}

/**
 * Loads a write-off of a locked invoice, while no export runs. @throws 404, 409 if it was reversed
 */
async function existingWriteOff(tx: Db, number: number, id: number) {
  await lockExports(tx);
  const [row] = await tx
    .select()
    .from(writeOffs)
    .where(and(eq(writeOffs.id, id), eq(writeOffs.number, number)));
  if (!row) throw notFound("Write-off");
  const [{ isReversed, isExported } = { isReversed: false, isExported: false }] = await tx
    .select({
      isReversed: sql<boolean>`exists (select from ${writeOffs} ${reversal} where ${eq(reversal.reverses, id)})`,
      isExported: sql<boolean>`exists (select from ${bookkeepingWriteOffs} where ${eq(bookkeepingWriteOffs.writeOffId, id)})`,
    })
    .from(sql`(values (1)) one`);
  if (isReversed) throw conflict("This write-off was reversed");
  return { row, isExported };
}

const changeOf = ({ amountPence, reason, reverses }: Pick<WriteOff, "amountPence" | "reason" | "reverses">, sign: 1 | -1) => ({
  amountPence: pence((reverses === null ? sign : -sign) * amountPence),
  reason,
});

/** Deletes a write-off, or a reversal, that no export contains. */
export const deleteWriteOff: Handler<typeof contract.deleteWriteOff> = async (call) => {
  const { params, now, record, commit } = call;
  const invoice = await invoiceOf(call);
  await closeSessionsFor(call, { companyId: invoice.companyId, numbers: [invoice.number] });
  return commit(async (tx) => {
    const balance = await lockedBalance(tx, invoice);
    const { row, isExported } = await existingWriteOff(tx, invoice.number, params.writeOffId);
    if (isExported) throw conflict("This write-off was exported");
    if (row.reverses !== null) refuseAbove(balance, row.amountPence);
    await tx.delete(writeOffs).where(eq(writeOffs.id, row.id));
    const change = changeOf(row, -1);
    await addWriteOff(tx, invoice.number, change, now);
    record({
      targetType: "invoices",
      targetId: invoice.number,
      before: { amountPence: row.amountPence, reason: row.reason, note: row.note },
    });
    return null;
  });
};

/** Adds the reversal of a write-off as an entry of today: the invoice owes the amount again. */
export const reverseWriteOff: Handler<typeof contract.reverseWriteOff> = async (call) => {
  const { user, params, now, record, commit } = call;
  const invoice = await invoiceOf(call);
  await closeSessionsFor(call, { companyId: invoice.companyId, numbers: [invoice.number] });
  return commit(async (tx) => {
    await lockedBalance(tx, invoice);
    const { row } = await existingWriteOff(tx, invoice.number, params.writeOffId);
    if (row.reverses !== null) throw conflict("This is a reversal: write the amount off again");
    const { createdAt: _, id, ...same } = row;
    const [stored] = await tx
      .insert(writeOffs)
      .values({ ...same, reverses: id, on: londonDay(now), byUserId: user.id, createdAt: now })
      .returning({ id: writeOffs.id });
    if (!stored) throw new Error("The reversal was not stored");
    await addWriteOff(tx, invoice.number, changeOf(row, -1), now);
    record({ targetType: "invoices", targetId: invoice.number, after: { amountPence: row.amountPence, reverses: id } });
    return findWriteOff(tx, stored.id);
  });
};
