import { sql } from "drizzle-orm";
import { boolean, check, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { MilliM2 } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Pence } from "#shared/domain/money.ts";
import type { ChargedSurcharge } from "#shared/domain/trade/surcharges.ts";
import { at, createdAt, texts, trimmed } from "./columns.ts";
import { quotes } from "./quotes.ts";

// What a document was made with. It is stored whole, because a name or a price that changes later must not change the document.

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
}

export interface Parties {
  readonly seller: Seller;
  readonly customer: Customer;
}

export interface InvoiceLine {
  readonly name: string;
  readonly description: string;
  readonly quantity: number;
  readonly areaM2: MilliM2;
  readonly pricePerM2: Pence;
  /** Where the list's was another: that, and what was taken off, in hundredths of a percent. */
  readonly listPricePerM2?: Pence;
  readonly discountHundredths?: number;
  /** Where a greater one than its own is charged, of one. */
  readonly chargedAreaM2?: MilliM2;
  /** Where its choices cost something besides. They are in the net. */
  readonly surcharges?: readonly ChargedSurcharge[];
  readonly taxPercent: number;
  readonly net: Pence;
}

export interface Bank {
  readonly bankName: string;
  readonly sortCode: string;
  readonly accountNumber: string;
}

/** The fitter's own words for a job. */
export interface JobWords {
  readonly jobName: string | null;
  readonly poNumber: string | null;
}

/** Invoices of before jobs had names say none. */
export interface InvoiceSnapshot extends Parties, Partial<JobWords> {
  /** So that a later version of the portal knows what it reads. */
  readonly version: 1;
  readonly quoteId: number;
  readonly orderId: number | null;
  readonly deliveredTo: string | null;
  /** On which day it was paid with its issue; null: it was issued unpaid. Invoices of before this was kept were all paid. */
  readonly paidOn?: string | null;
  /** What was there of it already where it was issued unpaid; left out where that is nothing. */
  readonly paidBefore?: Pence;
  /** Where it is to be paid to, as the seller said it then. */
  readonly bank?: Bank;
  readonly lines: readonly InvoiceLine[];
  readonly subtotal: Pence;
  readonly tax: Pence;
  readonly finalTotal: Pence;
}

/** One row: who sells. */
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
    /** "Orders go straight to the workshop": placing a quote makes its order (rule Q14). */
    directOrders: boolean("direct_orders").notNull().default(false),
    /** Where transfers go, on unpaid invoices and statements. Six and eight digits. */
    bankName: text("bank_name").notNull().default(""),
    sortCode: text("sort_code").notNull().default(""),
    accountNumber: text("account_number").notNull().default(""),
    /** Whether customers are reminded of what they owe. */
    reminders: boolean("reminders").notNull().default(false),
    /** Whether invoices, credit notes and refunds are emailed when they are issued. */
    mailInvoices: boolean("mail_invoices").notNull().default(true),
    /** How the bookkeeping's programs call our sales and their VAT. */
    xeroAccount: text("xero_account").notNull().default("200"),
    xeroTaxType: text("xero_tax_type").notNull().default("20% (VAT on Income)"),
    sageNominal: text("sage_nominal").notNull().default("4000"),
    sageTaxCode: text("sage_tax_code").notNull().default("T1"),
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
    ),
    check("company_settings_bank", sql`${t.sortCode} ~ '^([0-9]{6})?$' and ${t.accountNumber} ~ '^([0-9]{8})?$'`),
  ],
);

/** Who sold and who asked, as the first quotation PDF of a quote said it. */
export const quotations = pgTable("quotations", {
  quoteId: integer("quote_id")
    .primaryKey()
    .references(() => quotes.id, { onDelete: "cascade" }),
  parties: jsonb("parties").notNull().$type<Parties>(),
  createdAt,
});
