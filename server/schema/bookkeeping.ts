import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { EXPORT_FORMATS } from "#shared/domain/trade/bookkeeping.ts";
import { createdAt, id } from "./columns.ts";
import { companies, users } from "./companies-and-users.ts";
import { invoices, refunds } from "./invoices-and-refunds.ts";
import { payments } from "./payments.ts";

/* What went to the bookkeeping (docs/decisions/030-accounts-and-bookkeeping.md). Triggers refuse to change a row. */

export const exportFormat = pgEnum("export_format", EXPORT_FORMATS);

/** One export. Its files are kept as they were made: the same bytes for ever. */
export const bookkeepingExports = pgTable(
  "bookkeeping_exports",
  {
    id,
    format: exportFormat("format").notNull(),
    /** The days of issue, which both count. */
    from: date("from_day", { mode: "string" }).notNull(),
    to: date("to_day", { mode: "string" }).notNull(),
    invoices: integer("invoices").notNull(),
    creditNotes: integer("credit_notes").notNull(),
    invoicesFile: text("invoices_file").notNull(),
    creditNotesFile: text("credit_notes_file").notNull(),
    /** Null: the export was made before there were these files. */
    customersFile: text("customers_file"),
    receiptsFile: text("receipts_file"),
    createdBy: integer("created_by")
      .notNull()
      .references(() => users.id),
    createdAt,
  },
  (t) => [
    check("bookkeeping_exports_days", sql`${t.from} <= ${t.to}`),
    check("bookkeeping_exports_of_something", sql`least(${t.invoices}, ${t.creditNotes}) >= 0`),
  ],
);

/** What it took. A document is in at most one export for the first time. */
export const bookkeepingDocuments = pgTable(
  "bookkeeping_documents",
  {
    exportId: integer("export_id")
      .notNull()
      .references(() => bookkeepingExports.id),
    number: integer("number")
      .notNull()
      .references(() => invoices.number),
    /** False: it was in another export before. */
    isFirst: boolean("is_first").notNull(),
  },
  (t) => [primaryKey({ columns: [t.exportId, t.number] }), uniqueIndex("bookkeeping_documents_once").on(t.number).where(sql`${t.isFirst}`)],
);

/** Receipts and refunds by export. A refund's row has its payment too. */
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
    /** False: another export had it before. */
    isFirst: boolean("is_first").notNull(),
  },
  (t) => [
    index("bookkeeping_receipts_of_export").on(t.exportId),
    uniqueIndex("bookkeeping_receipts_once").on(t.paymentId, sql`coalesce(${t.refundId}, 0)`).where(sql`${t.isFirst}`),
  ],
);

/** The account in Sage that a company's documents were booked on. It is that company's for ever. */
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
