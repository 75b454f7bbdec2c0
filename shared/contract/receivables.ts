import { z } from "zod";
import { staff } from "#shared/domain/roles.ts";
import { MOST_PAID_AT_ONCE } from "#shared/domain/trade/ledger.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { replyObject } from "#shared/http/inside-names.ts";
import { visibleTo } from "#shared/http/visibility.ts";
import { calendarDay, id, idField, paging, pounds } from "#shared/http/wire.ts";
import { companyTerms, TERMS_INSIDE } from "./clients.ts";
import { ageing } from "./office/money.ts";
import { FROM_AFTER_TO, inOrder } from "./payments.ts";

/** The statement of a company's account, for its own people and for staff (rule Y19). */

export const ENTRY_KINDS = ["invoice", "credit_note", "payment", "void", "refund", "dispute", "reinstated", "write_off"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The company's terms. Its name in the bookkeeping program is for staff only. */
const terms = replyObject(
  TERMS_INSIDE,
  z.object({ ...companyTerms.shape, accountsName: visibleTo(staff, companyTerms.shape.accountsName) }),
);

export const companyAccount = z.object({
  company: z.object({ id, name: z.string() }),
  terms,
  /** The amount owed less the credit. */
  balance: pounds,
  credit: pounds,
  owed: pounds,
  overdue: pounds,
  ageing,
  /** Orders that are neither invoiced nor paid. */
  notInvoiced: pounds,
  /** The rest of the credit limit, negative above the limit; null: no limit. */
  available: pounds.nullable(),
});

/** The account with the seller's bank account for transfers; null: the settings have none. */
const customersAccount = companyAccount.extend({
  bank: z
    .object({
      payee: z.string(),
      bankName: z.string(),
      /** Six digits, without dashes. */
      sortCode: z.string(),
      accountNumber: z.string(),
    })
    .nullable(),
});

const day = calendarDay("On must be a date");

/** A change of the balance. Invoices, and entries that take a payment back, are positive. */
export const accountEntry = z.object({
  on: day,
  kind: z.enum(ENTRY_KINDS),
  /** The printed number; null if the entry is not a document. */
  number: z.string().nullable(),
  text: z.string(),
  amount: pounds,
  /** The balance after the entry. */
  balance: pounds,
});

export const entryDays = {
  from: calendarDay("From must be a date").optional().describe("The first day, YYYY-MM-DD; the balance includes earlier entries."),
  to: calendarDay("To must be a date").optional().describe("The last day, inclusive."),
};
export const entriesQuery = z.object({ ...entryDays, ...paging }).refine(inOrder, FROM_AFTER_TO);

const NAME_INVOICES = "Please choose the invoices to pay";

/** A customer's account: the amount the company owes, and its payment (docs/rules/payments.md). */
export const account = {
  read: {
    method: "GET",
    path: "/api/account",
    summary: "Read what the company owes and has paid; for all its people.",
    roles: ["customer"],
    response: customersAccount,
  },
  entries: {
    method: "GET",
    path: "/api/account/entries",
    summary: "List the changes of the company's balance, oldest first; for all its people.",
    roles: ["customer"],
    query: entriesQuery,
    response: z.array(accountEntry),
    paged: true,
  },
  pay: {
    method: "POST",
    path: "/api/account/pay",
    summary: "Open one Checkout session for the unpaid amounts of several invoices.",
    roles: ["customer"],
    rightsFirst: true,
    body: z.object({
      numbers: z
        .array(z.string(NAME_INVOICES).max(20, NAME_INVOICES), NAME_INVOICES)
        .min(1, NAME_INVOICES)
        .max(MOST_PAID_AT_ONCE, `At most ${MOST_PAID_AT_ONCE} invoices at once`)
        .refine((numbers) => new Set(numbers).size === numbers.length, "Please name each invoice once"),
    }),
    response: z.object({ checkoutUrl: z.string() }),
    transaction: "own",
    idempotent: true,
    notWhileImpersonating: true,
  },
  confirmPayment: {
    method: "POST",
    path: "/api/account/confirm-payment",
    summary: "Query Stripe for the payment of several invoices, and record a payment that succeeded.",
    roles: ["customer"],
    body: z.object({ id: idField("Please name the payment") }),
    response: z.object({ numbers: z.array(z.string()), paid: z.boolean() }),
    transaction: "own",
    notWhileImpersonating: true,
  },
} as const satisfies Endpoints;
