import { z } from "zod";
import { commercialRoles, staff, superAdminOnly } from "#shared/domain/roles.ts";
import { AGES, INVOICE_KINDS } from "#shared/domain/trade/ledger.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { commercial, visibleTo } from "#shared/http/visibility.ts";
import { calendarDay, companyFilter, id, oneOf, paging, pounds, searchIn } from "#shared/http/wire.ts";
import { amount, requiredReason } from "./payments.ts";

const day = calendarDay("Dates are written YYYY-MM-DD");

export const invoiceRow = z.object({
  /** The printed number: `INV-00001`, `CN-00002`. */
  number: z.string(),
  kind: z.enum(INVOICE_KINDS),
  /** The invoice that a credit note reduces; null for an invoice. */
  invoiceNumber: commercial(z.string().nullable()),
  orderId: id.nullable(),
  quoteId: commercial(id),
  company: z.object({ id, name: z.string() }),
  jobName: z.string().nullable(),
  poNumber: z.string().nullable(),
  taxPoint: day,
  issuedOn: day,
  /** Null for a credit note. */
  dueOn: day.nullable(),
  net: commercial(pounds),
  vat: commercial(pounds),
  gross: commercial(pounds),
  credited: commercial(pounds),
  paid: commercial(pounds),
  owed: commercial(pounds),
  overdueDays: z.number().int(),
  disputed: z.boolean(),
  /** The day of the first bookkeeping export; null: not exported yet. Staff only. */
  exportedOn: visibleTo(staff, day.nullable()),
});

/** Filters that the list and its zip share. */
const invoiceFilters = {
  from: calendarDay("From must be a date").optional().describe("The first day of the tax point, YYYY-MM-DD."),
  to: calendarDay("To must be a date").optional().describe("The last day of the tax point, inclusive."),
  kind: oneOf(INVOICE_KINDS, "Kind").optional().describe("Only invoices, or only credit notes."),
  ...companyFilter,
  search: searchIn(
    "The number of the invoice, order or quote, or part of the company's name, the contact's name, the job's name or the PO number. Also the total (5,893.01) and the day of the tax point (19 Nov, week 48).",
  ),
};
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from <= to;
export const invoicesQuery = z.object(invoiceFilters).refine(inOrder, "From cannot be after to");

const invoiceListFilters = {
  ...invoiceFilters,
  owed: z.enum(["true", "false"], "Owed must be true or false").optional().describe("true: only invoices that are not paid in full."),
  age: oneOf(AGES, "Age").optional().describe("Only invoices that are overdue by this range of days, or disputed."),
};

/** Issued invoices and credit notes. No call here issues an invoice (rule D9). */
export const invoices = {
  list: {
    method: "GET",
    path: "/api/invoices",
    summary: "List the invoices and credit notes, newest first.",
    roles: commercialRoles,
    query: z.object({ ...invoiceListFilters, ...paging }).refine(inOrder, "From cannot be after to"),
    response: z.array(invoiceRow),
    paged: true,
  },
  sums: {
    method: "GET",
    path: "/api/invoices/sums",
    summary: "Count the invoices that match the list's filters, and add up their amounts.",
    roles: commercialRoles,
    query: z.object(invoiceListFilters).refine(inOrder, "From cannot be after to"),
    response: z.object({
      count: z.number().int(),
      net: commercial(pounds),
      vat: commercial(pounds),
      gross: commercial(pounds),
      owed: commercial(pounds),
    }),
  },
  credit: {
    method: "POST",
    path: "/api/invoices/:number/credit-notes",
    summary: "Issue a credit note on an invoice without refunding money.",
    roles: superAdminOnly,
    params: z.object({ number: z.string() }),
    body: z.object({ gross: amount, reason: requiredReason }),
    response: invoiceRow,
    creates: true,
    idempotent: true,
    transaction: "own",
  },
} as const satisfies Endpoints;
