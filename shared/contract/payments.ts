import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { pence } from "#shared/domain/money.ts";
import { staff, superAdminOnly } from "#shared/domain/roles.ts";
import { PAYMENT_METHODS, REFUND_STATUSES } from "#shared/domain/trade/ledger.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { commercial } from "#shared/http/visibility.ts";
import {
  byId,
  calendarDay,
  companyFilter,
  id,
  idField,
  instant,
  oneOf,
  optionalTrimmedText,
  paging,
  pounds,
  searchIn,
  text,
  yesOrNo,
} from "#shared/http/wire.ts";
import { claimedTotal } from "./parts/quote-bodies.ts";
import { quoteRow } from "./quotes.ts";

/** Payments, their allocations, and refunds (docs/rules/payments.md). */

const MOST_ALLOCATIONS = 200;
const MOST_AMOUNT = 10_000_000;

export const wholePence = (name: string, { least = 0.01, most = MOST_AMOUNT, sentence }: AmountRule = {}) => {
  const message = sentence ?? `${name} must be from ${least} to ${most.toLocaleString("en-GB")}`;
  return z.codec(
    z
      .number(message)
      .min(least, message)
      .max(most, message)
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, `${name} can have at most two decimals`),
    z.custom<ReturnType<typeof pence>>(),
    { decode: (value) => pence(Math.round(value * 100)), encode: (value) => value / 100 },
  );
};
interface AmountRule {
  readonly least?: number;
  readonly most?: number;
  readonly sentence?: string;
}

export const amount = wholePence("Amount");
const day = (message: string) => calendarDay(message);
const printedNumber = z.string("Number must be an invoice's").max(20, "Number must be an invoice's");
export const requiredReason = text({ least: 3, most: LONGEST.reason, required: "Please give a reason", name: "Reason" });

const allocationsInput = z
  .array(
    z.object({
      number: printedNumber,
      amount: wholePence("Amount", { least: 0 }),
    }),
    "Allocations must be a list",
  )
  .max(MOST_ALLOCATIONS, `At most ${MOST_ALLOCATIONS} invoices`)
  .refine((rows) => new Set(rows.map(({ number }) => number)).size === rows.length, "Please name each invoice once");

/** The person who acted; null: Stripe. */
export const actingPerson = z.object({ id, contactName: z.string() }).nullable();

export const paymentRow = z.object({
  id,
  company: z.object({ id, name: z.string() }).nullable(),
  method: z.enum(PAYMENT_METHODS),
  status: z.enum(["received", "voided"]),
  /**
   * The ISO code of the currency. A payment in another currency than pounds belongs to no account
   * and no sum. Its amounts are the smallest units divided by 100, as pounds are pence divided by
   * 100.
   */
  currency: z.string(),
  amount: pounds,
  refunded: pounds,
  withdrawn: pounds,
  unallocated: pounds,
  /** True while a dispute about the payment is open. */
  disputed: z.boolean(),
  receivedOn: day("Received on must be a date"),
  reference: z.string().nullable(),
  quoteId: commercial(id.nullable()),
  allocations: z.array(z.object({ number: z.string(), amount: pounds })),
  stripePaymentIntentId: z.string().nullable(),
  recordedBy: actingPerson,
  createdAt: instant,
});

/** The client of a refund's or dispute's payment; null: the payment belongs to no account. */
const company = z.object({ id, name: z.string() }).nullable();

export const refundRow = z.object({
  id,
  paymentId: id,
  company,
  currency: z.string(),
  amount: pounds,
  reason: z.string(),
  status: z.enum(REFUND_STATUSES),
  /** Stripe's message if Stripe rejected the refund or the refund failed later. */
  fault: z.string().nullable(),
  /** The invoice that the refund's credit note reduces; null: a refund without a credit note. */
  invoiceNumber: z.string().nullable(),
  creditNoteNumber: z.string().nullable(),
  paidOn: day("Paid on must be a date").nullable(),
  createdAt: instant,
  by: actingPerson,
});

const disputeRow = z.object({
  id,
  paymentId: id,
  company,
  currency: z.string(),
  amount: pounds,
  withdrawn: pounds,
  status: z.string(),
  on: day("On must be a date"),
});

/** A payment with the amounts that can still be refunded or allocated. */
const paymentDetails = paymentRow.extend({
  /** The payment's invoice is not issued yet; until then the payment can't be allocated. */
  waitsForInvoice: z.boolean(),
  /** The amount that can be refunded, and the part of it that needs no credit note. */
  refundable: pounds,
  refundableAsCredit: pounds,
  /**
   * The amount that can be refunded with a credit note, for each invoice that the payment still
   * pays.
   */
  refundableOf: z.array(z.object({ number: z.string(), amount: pounds })),
  voided: z.object({ at: instant, reason: z.string(), by: actingPerson }).nullable(),
  disputes: z.array(disputeRow),
});

const days = {
  from: calendarDay("From must be a date").optional().describe("The first day, YYYY-MM-DD."),
  to: calendarDay("To must be a date").optional().describe("The last day, inclusive."),
};
export const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from <= to;
export const FROM_AFTER_TO = "From cannot be after to";

const reference = optionalTrimmedText("Reference", LONGEST.paymentReference).nullable().optional();
const receivedOn = calendarDay("Received on must be a date");

/** Filters that the list and its sums share. */
const paymentFilters = {
  ...days,
  search: searchIn("Part of the company's name or the reference, the number of a payment, quote or invoice, or an amount."),
  method: oneOf(PAYMENT_METHODS, "Method").optional().describe("Only by card, or only by bank transfer."),
  unallocated: yesOrNo("Unallocated").optional().describe("true: only payments with an unallocated rest, which is their company's credit."),
  ...companyFilter,
};

export const paymentRecords = {
  list: {
    method: "GET",
    path: "/api/payments",
    summary: "List the payments, newest first: card payments and recorded bank transfers.",
    roles: staff,
    query: z.object({ ...paymentFilters, ...paging }).refine(inOrder, FROM_AFTER_TO),
    response: z.array(paymentRow),
    paged: true,
  },
  sums: {
    method: "GET",
    path: "/api/payments/sums",
    summary: "Count the payments that match the list's filters, and add up their amounts. Voided payments do not count.",
    roles: staff,
    query: z.object(paymentFilters).refine(inOrder, FROM_AFTER_TO),
    response: z.object({ count: z.number().int(), amount: pounds, refunded: pounds, withdrawn: pounds, unallocated: pounds }),
  },
  read: {
    method: "GET",
    path: "/api/payments/:id",
    summary: "Read a payment with its disputes and the amounts that can still be refunded.",
    roles: staff,
    params: byId,
    response: paymentDetails,
  },
  record: {
    method: "POST",
    path: "/api/payments",
    proof: true,
    summary: "Record a bank transfer. Without allocations it pays the invoices that are due first.",
    roles: superAdminOnly,
    body: z.object({
      companyId: idField("Please choose a client"),
      receivedOn,
      amount,
      reference,
      allocations: allocationsInput.optional(),
    }),
    response: paymentRow,
    creates: true,
    idempotent: true,
    transaction: "own",
  },
  allocate: {
    method: "PUT",
    path: "/api/payments/:id/allocations",
    summary: "Replace a payment's allocations. The allocation that a card payment was made for cannot change.",
    roles: superAdminOnly,
    params: byId,
    body: z.object({ allocations: allocationsInput }),
    response: paymentRow,
    transaction: "own",
  },
  void: {
    method: "POST",
    path: "/api/payments/:id/void",
    proof: true,
    summary: "Void a bank transfer that was recorded by mistake: it no longer counts, and its invoices are owed again.",
    roles: superAdminOnly,
    params: byId,
    body: z.object({ reason: requiredReason }),
    response: paymentRow,
    idempotent: true,
    transaction: "own",
  },
  refund: {
    method: "POST",
    path: "/api/payments/:id/refunds",
    proof: true,
    summary: "Refund money of a payment: with a credit note, or from the unallocated rest.",
    roles: superAdminOnly,
    params: byId,
    body: z.object({
      amount,
      reason: requiredReason,
      creditNote: z.boolean("State whether a credit note is issued with it"),
      invoiceNumber: printedNumber.optional(),
      paidOn: calendarDay("Paid on must be a date").optional(),
    }),
    response: refundRow,
    creates: true,
    idempotent: true,
    notWhileImpersonating: true,
    transaction: "own",
  },
  refundsOf: {
    method: "GET",
    path: "/api/payments/:id/refunds",
    summary: "List a payment's refunds in every status, newest first.",
    roles: staff,
    params: byId,
    response: z.array(refundRow),
  },
  refunds: {
    method: "GET",
    path: "/api/refunds",
    summary: "List the refunds that succeeded, by the day of success, newest first.",
    roles: staff,
    query: z.object({ ...days, ...paging }).refine(inOrder, FROM_AFTER_TO),
    response: z.array(refundRow),
    paged: true,
  },
  disputes: {
    method: "GET",
    path: "/api/disputes",
    summary:
      "List the disputes, newest first. With days: only disputes that withdrew or returned money in the period, and `withdrawn` is the amount of the period.",
    roles: staff,
    query: z.object({ ...days, ...paging }).refine(inOrder, FROM_AFTER_TO),
    response: z.array(disputeRow),
    paged: true,
  },
  payByTransfer: {
    method: "POST",
    path: "/api/quotes/:id/payments",
    proof: true,
    summary: "Record that a quote was paid in full by bank transfer.",
    roles: superAdminOnly,
    params: byId,
    body: z.object({
      receivedOn,
      reference,
      amount: claimedTotal("Amount").describe(
        "The amount that the person read as owed. If another amount is owed by now, the call is a 409.",
      ),
    }),
    response: quoteRow,
    creates: true,
    idempotent: true,
    transaction: "own",
  },
} as const satisfies Endpoints;

const payers = ["customer", "super_admin"] as const;

const keyWith = (prefix: string, message: string) =>
  z.string(message).min(20, message).max(LONGEST.publicKey, message).startsWith(prefix, message);

export const stripeKeysBody = z.object({
  publicKey: keyWith("pk_", "Invalid public key"),
  secretKey: keyWith("sk_", "Invalid secret key"),
});
const stripeConfig = z.object({ publicKey: z.string().nullable(), configured: z.boolean() });

/** Paying a quote by card, and Stripe's keys (rules Y2 and Y10). */
export const payments = {
  pay: {
    method: "POST",
    path: "/api/quotes/:id/pay",
    summary: "Open Stripe's Checkout for a quote, or return the open session.",
    roles: payers,
    params: byId,
    response: z.object({ checkoutUrl: z.string() }),
    transaction: "own",
    idempotent: true,
    notWhileImpersonating: true,
  },
  confirm: {
    method: "POST",
    path: "/api/quotes/:id/confirm-payment",
    summary: "Query Stripe for a quote's payment, and record a payment that succeeded.",
    roles: payers,
    params: byId,
    response: quoteRow,
    transaction: "own",
    notWhileImpersonating: true,
  },
  config: {
    method: "GET",
    path: "/api/stripe/config",
    summary: "Read Stripe's public key.",
    roles: superAdminOnly,
    response: stripeConfig,
  },
  configure: {
    method: "POST",
    path: "/api/stripe/config",
    proof: true,
    summary: "Validate and save Stripe's keys.",
    roles: superAdminOnly,
    body: stripeKeysBody,
    response: stripeConfig.extend({ warning: z.string().nullable() }),
    transaction: "own",
  },
} as const satisfies Endpoints;
