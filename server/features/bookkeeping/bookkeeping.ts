import { desc, eq, inArray, lt } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { bookkeepingCodesNow } from "#server/features/invoices/parties.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { rowsToFetch } from "#server/platform/http/paging/paging.ts";
import {
  bookkeepingDocuments,
  bookkeepingReceipts,
  bookkeepingWriteOffs,
  bookkeepingExports as exports,
} from "#server/schema/bookkeeping.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import type { bookkeeping as contract } from "#shared/contract/bookkeeping.ts";
import { type ExportFormat, MOST_IN_EXPORT } from "#shared/domain/trade/bookkeeping.ts";
import type { Days } from "#shared/domain/trade/money-periods.ts";
import { sageCustomers, xeroCustomers } from "./customer-files.ts";
import { documentsToExport, type ExportedDocument } from "./documents-to-export.ts";
import { lockExports } from "./lock-exports.ts";
import { sageReceipts, xeroReceipts } from "./receipt-files.ts";
import { type Receipt, receiptsToExport } from "./receipts-to-export.ts";
import { sageAccountsOf } from "./sage-accounts.ts";
import { sageFile } from "./sage-file.ts";
import { type ExportedWriteOff, sageWriteOff, writeOffsToExport, xeroWriteOff } from "./write-offs-to-export.ts";
import { xeroFile } from "./xero-file.ts";

const row = {
  id: exports.id,
  format: exports.format,
  from: exports.from,
  to: exports.to,
  invoices: exports.invoices,
  creditNotes: exports.creditNotes,
  writeOffs: exports.writeOffs,
  createdAt: exports.createdAt,
  createdBy: { id: users.id, contactName: users.contactName },
};

/** The calls for files of the office's bookkeeping (rule K10). */
export const bookkeepingHandlers: Handlers<typeof contract> = {
  list: ({ db, page }) =>
    db
      .select(row)
      .from(exports)
      .innerJoin(users, eq(users.id, exports.createdBy))
      .where(page.after ? lt(exports.id, page.after.id) : undefined)
      .orderBy(desc(exports.id))
      .limit(rowsToFetch(page)),

  make: async ({ db, user, body, now, record }) => {
    const made = await makeExport(db, body, user.id, now);
    const { id, format, from, to, invoices, creditNotes, writeOffs } = made;
    record({ targetId: id, after: { format, from, to, invoices, creditNotes, writeOffs, ...(body.again && { again: true }) } });
    return { ...made, createdAt: now, createdBy: { id: user.id, contactName: user.contactName } };
  },
};

interface Wanted extends Days {
  readonly format: ExportFormat;
  readonly again?: boolean | undefined;
}

/**
 * Makes an export, in a transaction.
 * @throws 409 if there is nothing to export, 400 if there is too much for one file
 */
export async function makeExport(tx: Db, { format, from, to, again = false }: Wanted, createdBy: number, now: Date) {
  await lockExports(tx);
  const most = MOST_IN_EXPORT[format];
  const invoices = await documentsToExport(tx, { kind: "invoice", from, to, again, most });
  const creditNotes = await documentsToExport(tx, { kind: "credit_note", from, to, again, most });
  const writeOffs = await writeOffsToExport(tx, { from, to, again });
  // A file of one kind also contains write-offs or their reversals.
  const reversals = writeOffs.filter(({ isReversal }) => isReversal).length;
  if (invoices.length + reversals > most) throw badRequest(tooMany("invoices", most));
  if (creditNotes.length + writeOffs.length - reversals > most) throw badRequest(tooMany("credit notes", most));
  const documents = [...invoices, ...creditNotes];
  const receipts = await receiptsToExport(tx, { from, to, again });
  if (documents.length + receipts.length + writeOffs.length === 0) throw conflict("Nothing new to export");
  if (receipts.length > MOST_RECEIPTS) throw badRequest(tooMany("receipts", MOST_RECEIPTS));
  const facts = { format, from, to, invoices: invoices.length, creditNotes: creditNotes.length, writeOffs: writeOffs.length };
  const files = await filesOf(tx, format, { invoices, creditNotes, receipts, writeOffs }, now);
  const [made] = await tx
    .insert(exports)
    .values({ ...facts, ...files, createdBy, createdAt: now })
    .returning({ id: exports.id });
  if (!made) throw new Error("The export was not stored");
  const { id } = made;
  // The inserts stay within PostgreSQL's 65,535 parameters: at most 20,000 and 10,000 rows of three
  // or four values.
  if (documents.length > 0)
    await tx
      .insert(bookkeepingDocuments)
      .values(documents.map(({ number, firstExport }) => ({ exportId: id, number, isFirst: firstExport === null })));
  if (receipts.length > 0)
    await tx
      .insert(bookkeepingReceipts)
      .values(receipts.map(({ paymentId, refundId, isExported }) => ({ exportId: id, paymentId, refundId, isFirst: !isExported })));
  const firstWriteOffs = writeOffs.filter(({ firstExport }) => firstExport === null);
  if (firstWriteOffs.length > 0)
    await tx.insert(bookkeepingWriteOffs).values(firstWriteOffs.map(({ id: writeOffId }) => ({ exportId: id, writeOffId })));
  return { id, ...facts };
}

const MOST_RECEIPTS = 10_000;

const tooMany = (what: string, most: number): string =>
  `At most ${most.toLocaleString("en-GB")} ${what} in one file: choose a shorter time`;

interface Taken {
  readonly invoices: readonly ExportedDocument[];
  readonly creditNotes: readonly ExportedDocument[];
  readonly receipts: readonly Receipt[];
  readonly writeOffs: readonly ExportedWriteOff[];
}

/** Builds the four files of an export. */
async function filesOf(tx: Db, format: ExportFormat, { invoices, creditNotes, receipts, writeOffs }: Taken, now: Date) {
  const codes = await bookkeepingCodesNow(tx);
  const ids = [...invoices, ...creditNotes, ...receipts, ...writeOffs].map(({ companyId }) => companyId);
  const customers = await tx
    .select({ id: companies.id, name: companies.name, accountsName: companies.accountsName, address: companies.address })
    .from(companies)
    .where(inArray(companies.id, [...new Set(ids)]))
    .orderBy(companies.id);
  const linesOf = (isReversal: boolean, lineOf: (row: ExportedWriteOff) => string[]) =>
    writeOffs.filter((row) => row.isReversal === isReversal).map(lineOf);
  const inXero = (row: ExportedWriteOff) => xeroWriteOff(row, codes);
  if (format === "xero")
    return {
      invoicesFile: xeroFile(invoices, codes, linesOf(true, inXero)),
      creditNotesFile: xeroFile(creditNotes, codes, linesOf(false, inXero)),
      customersFile: xeroCustomers(customers),
      receiptsFile: xeroReceipts(receipts),
    };
  // The customers follow the order of the documents, because the first of two companies with one
  // name receives the reference without a number.
  const inOrder = [...new Set(ids)].flatMap((id) => customers.filter((customer) => customer.id === id));
  const accounts = await sageAccountsOf(tx, inOrder, now);
  const inSage = (row: ExportedWriteOff) => sageWriteOff(row, codes, accounts);
  return {
    invoicesFile: sageFile(invoices, codes, accounts, linesOf(true, inSage)),
    creditNotesFile: sageFile(creditNotes, codes, accounts, linesOf(false, inSage)),
    customersFile: sageCustomers(customers, accounts),
    receiptsFile: sageReceipts(receipts, accounts),
  };
}
