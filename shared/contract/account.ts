import { z } from "zod";
import { MOST_PAID_AT_ONCE } from "#shared/domain/trade/ledger.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { idField } from "#shared/http/wire.ts";
import { accountEntry, companyAccount, entriesQuery } from "./company-account.ts";

const NAME_INVOICES = "Please choose the invoices to pay";

/** A customer's account: what the company owes, and paying it (docs/rules/payments.md). */
export const account = {
  read: {
    method: "GET",
    path: "/api/account",
    summary: "What the company owes and has paid, for all its people.",
    roles: ["customer"],
    response: companyAccount,
  },
  entries: {
    method: "GET",
    path: "/api/account/entries",
    summary: "What changed the company's balance, the oldest first; for all its people.",
    roles: ["customer"],
    query: entriesQuery,
    response: z.array(accountEntry),
    paged: true,
  },
  pay: {
    method: "POST",
    path: "/api/account/pay",
    summary: "Open one Checkout for what several invoices of the company owe.",
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
    summary: "Ask Stripe whether a Checkout of several invoices is paid, and record it if so.",
    roles: ["customer"],
    body: z.object({ id: idField("Please say which payment") }),
    response: z.object({ numbers: z.array(z.string()), paid: z.boolean() }),
    transaction: "own",
    notWhileImpersonating: true,
  },
} as const satisfies Endpoints;
