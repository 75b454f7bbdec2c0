import { z } from "zod";
import { FROM_AFTER_TO, inOrder } from "#shared/contract/payments.ts";
import { daysFrom } from "#shared/domain/period.ts";
import { superAdminOnly } from "#shared/domain/roles.ts";
import { AGES, type Age, PAYMENT_METHODS } from "#shared/domain/trade/ledger.ts";
import { MARGIN_BY, type MarginBy, MONEY_PERIODS } from "#shared/domain/trade/money-periods.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { replyObject } from "#shared/http/inside-names.ts";
import { privateTo } from "#shared/http/visibility.ts";
import { calendarDay, id, instant, oneOf, paging, percent, pounds } from "#shared/http/wire.ts";
import { MAKING_INSIDE } from "../parts/making.ts";

const day = calendarDay("Dates are written YYYY-MM-DD");
const amounts = z.object({ count: z.number().int(), net: pounds, vat: pounds, gross: pounds });

/** Overdue amounts by age. `disputed` holds the amounts of invoices in an open dispute. */
export const ageing = z.object(Object.fromEntries(AGES.map((age) => [age, pounds])) as Record<Age, typeof pounds>);

/**
 * The cost and margin of sold windows, free remakes included. Windows without a cost are excluded
 * and counted. The percentage is of the net price; null without a sold window that has a cost.
 */
const makingFields = {
  makingCost: privateTo(superAdminOnly, pounds),
  makingMargin: privateTo(superAdminOnly, pounds),
  makingMarginPercent: privateTo(superAdminOnly, percent.nullable()),
  withoutCost: privateTo(superAdminOnly, z.number().int()),
};

const moneyFields = z.object({
  from: day,
  to: day,
  /**
   * Orders by the day they were made, without cancelled orders and orders taken back for
   * correction.
   */
  sold: amounts,
  ...makingFields,
  /** Invoices by their tax point. */
  invoiced: amounts,
  /** Credit notes by the day of issue. */
  credited: amounts,
  received: z.object({ card: pounds, bankTransfer: pounds, total: pounds }),
  refunded: pounds,
  /** Amounts withdrawn by disputes, less the amounts that were returned. */
  withdrawn: pounds,
  /** Amounts written off, less reversals, by their day. */
  writtenOff: pounds,
  /** The next three figures are current, whichever period was chosen. */
  owed: z.object({ total: pounds, ageing }),
  credit: pounds,
  notInvoiced: pounds,
});

const moneyReply = replyObject(MAKING_INSIDE, moneyFields);

/** The margin of a month, client, shutter type or workshop; `remakes`: all free remakes. */
const marginRow = replyObject(
  { ...MAKING_INSIDE, sold: "soldPence" },
  z.object({ key: z.string(), name: z.string(), sold: pounds, ...makingFields }),
);

/** An order behind a row of the margins, with the figures of its windows in that row. */
const marginOrder = replyObject(
  { ...MAKING_INSIDE, sold: "soldPence" },
  z.object({
    id,
    jobName: z.string().nullable(),
    company: z.object({ id, companyName: z.string() }),
    createdAt: instant,
    sold: pounds,
    ...makingFields,
  }),
);
const isRowOf = ({ by, key }: { readonly by?: MarginBy | undefined; readonly key?: string | undefined }): boolean =>
  key === undefined || key === "remakes" || (by === "month" ? /^\d{4}-(0[1-9]|1[0-2])$/ : /^\d{1,9}$/).test(key);

/** The figures of a VAT return's boxes for sales, from documents by their tax point. */
const vatReply = z.object({
  from: day,
  to: day,
  invoices: amounts,
  creditNotes: amounts,
  /** Invoices less credit notes. */
  net: pounds,
  vat: pounds,
});

const cashRow = z.object({
  on: day,
  method: z.enum(PAYMENT_METHODS),
  received: pounds,
  refunded: pounds,
  /** Amounts withdrawn by disputes, less the amounts that were returned. */
  withdrawn: pounds,
  /** Received less refunded and withdrawn. */
  net: pounds,
});

export const PAYOUT_LINE_KINDS = ["charge", "refund", "dispute", "fee", "other"] as const;
const payoutLine = z.object({
  /** Stripe's id of the balance transaction. */
  id: z.string(),
  kind: z.enum(PAYOUT_LINE_KINDS),
  on: day,
  amount: pounds,
  fee: pounds,
  /** The amount less the fee. */
  net: pounds,
  /** The payment that the line belongs to; null: none of the portal's. */
  paymentId: id.nullable(),
  /** The printed numbers of the invoices that the payment pays. */
  invoices: z.array(z.string()),
});

const payout = z.object({
  /** Stripe's id, `po_…`. */
  id: z.string(),
  /** The day on which the money arrives at the bank. */
  arrivesOn: day,
  status: z.string(),
  currency: z.string(),
  amount: pounds,
  charges: pounds,
  /** Given back, positive. */
  refunds: pounds,
  fees: pounds,
  /** Disputes, adjustments, and lines beyond the first hundred: the rest of the amount. */
  other: pounds,
  lines: z.array(payoutLine),
  /** The sum of lines that are not listed; 0 if all are. */
  unlisted: pounds,
});

const chosenDays = z
  .object({
    from: calendarDay("From must be a date").describe("The first day, YYYY-MM-DD."),
    to: calendarDay("To must be a date").describe("The last day, inclusive."),
  })
  .refine(inOrder, FROM_AFTER_TO);
/** Each day has a row per method, so a longer period would be an unbounded reply. */
const MOST_DAYS = 366;

/**
 * The owner's figures (rules K9 and K11). Each figure is the sum of a list that accepts the same
 * days.
 */
export const money = {
  read: {
    method: "GET",
    path: "/api/money",
    summary:
      "Read the amounts sold, invoiced, credited and received in a period, and the amount owed now. Days are London days; `custom` requires from and to. Orders free of charge do not count.",
    roles: superAdminOnly,
    query: z
      .object({
        period: oneOf(MONEY_PERIODS, "Period").default("this_month").describe("Whole calendar months, quarters and years."),
        from: calendarDay("From must be a date").optional().describe("With custom: the first day, YYYY-MM-DD."),
        to: calendarDay("To must be a date").optional().describe("With custom: the last day, inclusive."),
      })
      .refine(({ period, from, to }) => period !== "custom" || (from && to), "Please choose the first and the last day")
      .refine((query) => query.period !== "custom" || inOrder(query), FROM_AFTER_TO),
    response: moneyReply,
  },
  vat: {
    method: "GET",
    path: "/api/money/vat",
    summary: "Add up net and VAT of the invoices and credit notes of a period, by tax point.",
    roles: superAdminOnly,
    query: chosenDays,
    response: vatReply,
  },
  margin: {
    method: "GET",
    path: "/api/money/margin",
    summary:
      "Add up the net price, cost and margin of the windows sold in a period, by month, client, shutter type or workshop. The rows add up to the figures of GET /api/money.",
    roles: superAdminOnly,
    query: chosenDays.extend({ by: oneOf(MARGIN_BY, "By") }).refine(inOrder, FROM_AFTER_TO),
    response: z.array(marginRow),
    csvOf: { rows: z.array(marginRow), from: (rows: z.output<typeof marginRow>[]) => rows },
  },
  marginOrders: {
    method: "GET",
    path: "/api/money/margin/orders",
    summary:
      "List the orders behind a row of GET /api/money/margin, newest first. Each has the figures of its windows in that row, which add up to the row.",
    roles: superAdminOnly,
    query: z
      .object({
        from: day.optional().describe("Made on this London day or later, inclusive."),
        to: day.optional().describe("Made on this London day or earlier, inclusive."),
        by: oneOf(MARGIN_BY, "By").optional().describe("The grouping of the row; month by default."),
        key: z
          .string("Key must be text")
          .max(20, "Key must be a row's key")
          .optional()
          .describe("The row's key: 2026-11, an id, or remakes. Without a key the orders of all rows are listed."),
        ...paging,
      })
      .refine(({ from, to }) => !from || !to || from <= to, FROM_AFTER_TO)
      .refine(({ by = "month", key }) => isRowOf({ by, key }), "Key must be a row's key"),
    response: z.array(marginOrder),
    paged: true,
  },
  payouts: {
    method: "GET",
    path: "/api/money/payouts",
    summary:
      "List Stripe's payouts, newest first, ten at a time, each with its charges, refunds and fees. At most a hundred lines of a payout are listed; their sum and `unlisted` are the payout.",
    roles: superAdminOnly,
    query: z.object({
      after: z
        .string("After must be text")
        .max(100, "After must be a payout")
        .regex(/^po_\w+$/, "After must be a payout")
        .optional(),
    }),
    response: z.object({ payouts: z.array(payout), hasMore: z.boolean() }),
  },
  cash: {
    method: "GET",
    path: "/api/money/cash",
    summary: "Add up the money that came and went in a period of at most a year, by day and method. Days without movement have no row.",
    roles: superAdminOnly,
    query: chosenDays.refine(({ from, to }) => daysFrom(from, to) < MOST_DAYS, "Please choose at most a year"),
    response: z.array(cashRow),
    csvOf: { rows: z.array(cashRow), from: (rows: z.infer<typeof cashRow>[]) => rows },
  },
} as const satisfies Endpoints;
