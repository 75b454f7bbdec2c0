import { and, asc, between, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { bookkeepingWriteOffs } from "#server/schema/bookkeeping.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { invoices, writeOffs } from "#server/schema/invoices-and-refunds.ts";
import type { BookkeepingCodes } from "#shared/domain/trade/bookkeeping.ts";
import { WRITE_OFF_LABEL } from "#shared/domain/trade/ledger.ts";
import type { Days } from "#shared/domain/trade/money-periods.ts";
import { invoiceNumber, writeOffNumber } from "#shared/domain/trade/status.ts";
import { atMost, inert, plainAmount, plainDay } from "./csv-cells.ts";
import { managersEmail } from "./documents-to-export.ts";
import { LONGEST_DETAILS, OUTSIDE_VAT } from "./sage-file.ts";
import { NO_VAT, xeroLine } from "./xero-file.ts";

interface Wanted extends Days {
  /** True to include write-offs that were already exported. */
  readonly again: boolean;
}

/** Write-offs and reversals of these days. */
export const writeOffsToExport = (tx: Db, { from, to, again }: Wanted) =>
  tx
    .select({
      id: writeOffs.id,
      number: writeOffs.number,
      amountPence: writeOffs.amountPence,
      reason: writeOffs.reason,
      isReversal: sql<boolean>`${writeOffs.reverses} is not null`,
      on: writeOffs.on,
      companyId: companies.id,
      companyName: companies.name,
      accountsName: companies.accountsName,
      address: sql<string | null>`${invoices.snapshot} #>> '{customer,address}'`,
      email: managersEmail,
      firstExport: bookkeepingWriteOffs.exportId,
    })
    .from(writeOffs)
    .innerJoin(companies, eq(companies.id, writeOffs.companyId))
    .innerJoin(invoices, eq(invoices.number, writeOffs.number))
    .leftJoin(bookkeepingWriteOffs, eq(bookkeepingWriteOffs.writeOffId, writeOffs.id))
    .where(and(between(writeOffs.on, from, to), again ? undefined : isNull(bookkeepingWriteOffs.exportId)))
    .orderBy(asc(writeOffs.id));
export type ExportedWriteOff = Awaited<ReturnType<typeof writeOffsToExport>>[number];

/** Formats `Write-off of INV-00012, bad debt`. */
const detailsOf = ({ number, reason, isReversal }: ExportedWriteOff): string =>
  `${isReversal ? "Write-off reversed of" : "Write-off of"} ${invoiceNumber(number)}, ${WRITE_OFF_LABEL[reason].toLowerCase()}`;

/** A credit note to the account of bad debts, without VAT; for a reversal an invoice. */
export const xeroWriteOff = (row: ExportedWriteOff, { xeroBadDebt }: BookkeepingCodes): string[] =>
  xeroLine({
    ...row,
    printed: writeOffNumber(row.id),
    reference: invoiceNumber(row.number),
    date: row.on,
    dueOn: row.on,
    description: detailsOf(row),
    unitPence: row.amountPence,
    account: xeroBadDebt,
    taxType: NO_VAT,
  });

/** A credit (SC) to the account of bad debts, outside VAT; for a reversal an invoice (SI). */
export const sageWriteOff = (row: ExportedWriteOff, { sageBadDebt }: BookkeepingCodes, accounts: ReadonlyMap<number, string>): string[] => [
  row.isReversal ? "SI" : "SC",
  accounts.get(row.companyId) ?? "",
  inert(sageBadDebt),
  "",
  plainDay(row.on),
  writeOffNumber(row.id),
  atMost(inert(detailsOf(row)), LONGEST_DETAILS),
  plainAmount(row.amountPence),
  OUTSIDE_VAT,
  "0.00",
];
