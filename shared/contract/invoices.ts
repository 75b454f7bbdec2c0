import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { commercialRoles, staff, superAdminOnly } from "#shared/domain/roles.ts";
import { AGES, INVOICE_KINDS, WRITE_OFF_REASONS, type WriteOffReason } from "#shared/domain/trade/ledger.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { commercial, visibleTo } from "#shared/http/visibility.ts";
import {
  calendarDay,
  companyFilter,
  id,
  instant,
  oneOf,
  optionalTrimmedText,
  paging,
  pathId,
  pounds,
  searchIn,
} from "#shared/http/wire.ts";
import { actingPerson, amount, requiredReason } from "./payments.ts";

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
  writtenOff: commercial(pounds),
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

/** A write-off, or the reversal of one, whose amount is negative (rule Y26). */
export const writeOffRow = z.object({
  id,
  /** The printed number of the invoice. */
  number: z.string(),
  company: z.object({ id, name: z.string() }),
  amount: pounds,
  reason: z.enum(WRITE_OFF_REASONS),
  note: z.string().nullable(),
  /** The write-off that this row reverses. */
  reverses: id.nullable(),
  isReversed: z.boolean(),
  on: day,
  /** The day of its bookkeeping export; null: not exported yet. */
  exportedOn: day.nullable(),
  createdAt: instant,
  by: actingPerson,
});

export const writeOffBody = z.object({
  amount,
  reason: oneOf(WRITE_OFF_REASONS, "Reason"),
  note: optionalTrimmedText("Note", LONGEST.reason).nullable().optional(),
});
/** The arguments of `refine`: another reason than the usual ones needs a note. */
export const requireNote = [
  ({ reason, note }: { readonly reason: WriteOffReason; readonly note?: string | null | undefined }): boolean =>
    reason !== "other" || Boolean(note?.trim()),
  { message: "Please give a reason", path: ["note"] as PropertyKey[] },
] as const;
const ofInvoice = z.object({ number: z.string(), writeOffId: pathId });

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
    proof: true,
    summary: "Issue a credit note on an invoice without refunding money.",
    roles: superAdminOnly,
    params: z.object({ number: z.string() }),
    body: z.object({ gross: amount, reason: requiredReason }),
    response: invoiceRow,
    creates: true,
    idempotent: true,
    transaction: "own",
  },
  writeOffs: {
    method: "GET",
    path: "/api/write-offs",
    summary: "List the write-offs and their reversals, newest first: of one invoice, or of a period.",
    roles: staff,
    query: z
      .object({
        number: z.string("Number must be an invoice's").max(20, "Number must be an invoice's").optional().describe("Only of this invoice."),
        from: calendarDay("From must be a date").optional().describe("The first day, YYYY-MM-DD."),
        to: calendarDay("To must be a date").optional().describe("The last day, inclusive."),
        ...paging,
      })
      .refine(inOrder, "From cannot be after to"),
    response: z.array(writeOffRow),
    paged: true,
  },
  writeOff: {
    method: "POST",
    path: "/api/invoices/:number/write-offs",
    summary: "Write off an amount that an invoice owes. VAT is unchanged.",
    roles: superAdminOnly,
    params: z.object({ number: z.string() }),
    body: writeOffBody.refine(...requireNote),
    response: writeOffRow,
    creates: true,
    idempotent: true,
    transaction: "own",
  },
  deleteWriteOff: {
    method: "DELETE",
    path: "/api/invoices/:number/write-offs/:writeOffId",
    summary: "Delete a write-off that no bookkeeping export contains.",
    roles: superAdminOnly,
    params: ofInvoice,
    response: z.null(),
    transaction: "own",
  },
  reverseWriteOff: {
    method: "POST",
    path: "/api/invoices/:number/write-offs/:writeOffId/reverse",
    summary: "Reverse a write-off with an entry of today: the invoice owes the amount again.",
    roles: superAdminOnly,
    params: ofInvoice,
    response: writeOffRow,
    creates: true,
    idempotent: true,
    transaction: "own",
  },
} as const satisfies Endpoints;
