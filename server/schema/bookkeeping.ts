import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { EXPORT_FORMATS } from "#shared/domain/trade/bookkeeping.ts";
import { createdAt, id } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";
import { invoices, refunds, writeOffs } from "./invoices-and-refunds.ts";
import { payments } from "./payments.ts";

/*
 * Exports to the bookkeeping (docs/decisions/030-accounts-and-bookkeeping.md). Triggers refuse to
 * change a row.
 */

export const exportFormat = pgEnum("export_format", EXPORT_FORMATS);

/** One export. Its files are stored, so a later download has the same bytes. */
export const bookkeepingExports = pgTable(
  "bookkeeping_exports",
  {
    id,
    format: exportFormat("format").notNull(),
    /** The first and the last day of issue; both days are included. */
    from: date("from_day", { mode: "string" }).notNull(),
    to: date("to_day", { mode: "string" }).notNull(),
    invoices: integer("invoices").notNull(),
    creditNotes: integer("credit_notes").notNull(),
    writeOffs: integer("write_offs").notNull().default(0),
    invoicesFile: text("invoices_file").notNull(),
    creditNotesFile: text("credit_notes_file").notNull(),
    /** Null: the export was made before customers' files existed. */
    customersFile: text("customers_file"),
    receiptsFile: text("receipts_file"),
    createdBy: integer("created_by")
      .notNull()
      .references(() => users.id),
    createdAt,
  },
  (t) => [
    check("bookkeeping_exports_days", sql`${t.from} <= ${t.to}`),
    check("bookkeeping_exports_of_something", sql`least(${t.invoices}, ${t.creditNotes}, ${t.writeOffs}) >= 0`),
  ],
);

/** The documents of an export. A document is new in at most one export. */
export const bookkeepingDocuments = pgTable(
  "bookkeeping_documents",
  {
    exportId: integer("export_id")
      .notNull()
      .references(() => bookkeepingExports.id),
    number: integer("number")
      .notNull()
      .references(() => invoices.number),
    /** False: an earlier export contains the document. */
    isFirst: boolean("is_first").notNull(),
  },
  (t) => [primaryKey({ columns: [t.exportId, t.number] }), uniqueIndex("bookkeeping_documents_once").on(t.number).where(sql`${t.isFirst}`)],
);

/** Receipts and refunds of an export. A refund's row also names its payment. */
export const bookkeepingReceipts = pgTable(
  "bookkeeping_receipts",
  {
    id,
    exportId: integer("export_id")
      .notNull()
      .references(() => bookkeepingExports.id),
    paymentId: integer("payment_id")
      .notNull()
      .references(() => payments.id),
    refundId: integer("refund_id").references(() => refunds.id),
    /** False: an earlier export contains the row. */
    isFirst: boolean("is_first").notNull(),
  },
  (t) => [
    index("bookkeeping_receipts_of_export").on(t.exportId),
    uniqueIndex("bookkeeping_receipts_once").on(t.paymentId, sql`coalesce(${t.refundId}, 0)`).where(sql`${t.isFirst}`),
  ],
);

/** The first export that contains a write-off, or a reversal. */
export const bookkeepingWriteOffs = pgTable("bookkeeping_write_offs", {
  writeOffId: integer("write_off_id")
    .primaryKey()
    .references(() => writeOffs.id),
  exportId: integer("export_id")
    .notNull()
    .references(() => bookkeepingExports.id),
});

/** The Sage account of a company's documents. A company never changes its account. */
export const sageAccounts = pgTable(
  "sage_accounts",
  {
    reference: text("reference").primaryKey(),
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    createdAt,
  },
  (t) => [check("sage_accounts_reference", sql`${t.reference} ~ '^[A-Z0-9]{1,8}$'`)],
);
