import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { MilliM2 } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Pence } from "#shared/domain/money.ts";
import { companies } from "./accounts.ts";
import { at, createdAt, pence, texts, trimmed } from "./columns.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";
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
  readonly taxPercent: number;
  readonly net: Pence;
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
    ),
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

/** One row, locked while an invoice is issued: a number is taken and used in one transaction, or not at all. */
export const invoiceCounter = pgTable(
  "invoice_counter",
  { id: integer("id").primaryKey().default(1), last: integer("last_number").notNull() },
  (t) => [check("invoice_counter_one_row", sql`${t.id} = 1 and ${t.last} >= 0`)],
);

/** A trigger (migration 0003) refuses to change or delete an invoice. */
export const invoices = pgTable(
  "invoices",
  {
    number: integer("number").primaryKey(),
    quoteId: integer("quote_id")
      .notNull()
      .unique()
      .references(() => quotes.id),
    /** The quote's. */
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    orderId: integer("order_id").references(() => orders.id),
    paymentId: integer("payment_id")
      .unique()
      .references(() => payments.id),
    /** The London day of the payment. */
    taxPoint: date("tax_point", { mode: "string" }).notNull(),
    issuedAt: at("issued_at").notNull(),
    /** The snapshot's three totals, for lists and sums. */
    netPence: pence("net_pence").notNull(),
    vatPence: pence("vat_pence").notNull(),
    grossPence: pence("gross_pence").notNull(),
    snapshot: jsonb("snapshot").notNull().$type<InvoiceSnapshot>(),
  },
  (t) => [
    check("invoices_number_positive", sql`${t.number} > 0`),
    index("invoices_of_company").on(t.companyId, t.number),
    check("invoices_gross_is_the_sum", sql`${t.grossPence} = ${t.netPence} + ${t.vatPence} and ${t.netPence} >= 0 and ${t.vatPence} >= 0`),
    // With the amounts, so that a sum reads the index alone.
    index("invoices_by_tax_point").on(t.taxPoint, t.number, t.netPence, t.vatPence, t.grossPence),
    // What was issued up to a day is found month by month.
    index("invoices_by_month").on(sql`date_trunc('month', ${t.taxPoint}::timestamp)`, t.number),
  ],
);
