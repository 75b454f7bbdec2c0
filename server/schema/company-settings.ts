import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { LONGEST } from "#shared/domain/longest.ts";
import { at, texts, trimmed } from "./columns.ts";

export interface Seller {
  readonly name: string;
  readonly address: string;
  readonly vatNumber: string;
  readonly companyNumber: string;
  readonly email: string;
  readonly phone: string;
}

export interface Customer {
  readonly companyName: string;
  readonly contactName: string;
  readonly address: string | null;
  /** Absent without one, as in older snapshots. */
  readonly vatNumber?: string;
}

export interface Parties {
  readonly seller: Seller;
  readonly customer: Customer;
}

export interface Bank {
  readonly bankName: string;
  readonly sortCode: string;
  readonly accountNumber: string;
}

/** A single row: the seller's details. */
export const companySettings = pgTable(
  "company_settings",
  {
    id: integer("id").primaryKey().default(1),
    name: text("name").notNull(),
    address: text("address").notNull(),
    vatNumber: text("vat_number").notNull(),
    companyNumber: text("company_number").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    /** "Orders go straight to the workshop": placing a quote makes its order (rule Q30). */
    directOrders: boolean("direct_orders").notNull().default(false),
    /** The bank account for transfers, on unpaid invoices and statements: six and eight digits. */
    bankName: text("bank_name").notNull().default(""),
    sortCode: text("sort_code").notNull().default(""),
    accountNumber: text("account_number").notNull().default(""),
    /** Customers are reminded of unpaid invoices. */
    reminders: boolean("reminders").notNull().default(false),
    /** Invoices, credit notes and refunds are emailed when they are issued. */
    mailInvoices: boolean("mail_invoices").notNull().default(true),
    /** The bookkeeping programs' codes for sales and for their VAT. */
    xeroAccount: text("xero_account").notNull().default("200"),
    xeroTaxType: text("xero_tax_type").notNull().default("20% (VAT on Income)"),
    sageNominal: text("sage_nominal").notNull().default("4000"),
    sageTaxCode: text("sage_tax_code").notNull().default("T1"),
    /** The accounts of write-offs. */
    xeroBadDebt: text("xero_bad_debt").notNull().default("429"),
    sageBadDebt: text("sage_bad_debt").notNull().default("8100"),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("company_settings_one_row", sql`${t.id} = 1`),
    texts(
      "company_settings",
      trimmed(t.name, LONGEST.companyName),
      trimmed(t.address, LONGEST.address),
      trimmed(t.vatNumber, LONGEST.vatNumber),
      trimmed(t.companyNumber, LONGEST.companyNumber),
      trimmed(t.email, LONGEST.email),
      trimmed(t.phone, LONGEST.phone),
      trimmed(t.bankName, LONGEST.bankName),
      trimmed(t.xeroAccount, LONGEST.bookkeepingCode),
      trimmed(t.xeroTaxType, LONGEST.bookkeepingCode),
      trimmed(t.sageNominal, LONGEST.bookkeepingCode),
      trimmed(t.sageTaxCode, LONGEST.bookkeepingCode),
      trimmed(t.xeroBadDebt, LONGEST.bookkeepingCode),
      trimmed(t.sageBadDebt, LONGEST.bookkeepingCode),
    ),
    check("company_settings_bank", sql`${t.sortCode} ~ '^([0-9]{6})?$' and ${t.accountNumber} ~ '^([0-9]{8})?$'`),
  ],
);
