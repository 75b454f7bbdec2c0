import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { superAdminOnly } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/wire.ts";
import { quoteRow } from "./quotes.ts";

const payers = ["customer", "super_admin"] as const;

const keyWith = (prefix: string, message: string) =>
  z.string(message).min(20, message).max(LONGEST.publicKey, message).startsWith(prefix, message);

export const stripeKeysBody = z.object({
  publicKey: keyWith("pk_", "Invalid public key"),
  secretKey: keyWith("sk_", "Invalid secret key"),
});
const stripeConfig = z.object({ publicKey: z.string().nullable(), configured: z.boolean() });

/** Paying a quote by card, and the keys that this needs (rules Y2 and Y10). */
export const payments = {
  pay: {
    method: "POST",
    path: "/api/quotes/:id/pay",
    summary: "Open Stripe's Checkout for a quote, or return the one that is open.",
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
    summary: "Ask Stripe whether the quote is paid, and record it if so.",
    roles: payers,
    params: byId,
    response: quoteRow,
    transaction: "own",
    notWhileImpersonating: true,
  },
  config: { method: "GET", path: "/api/stripe/config", summary: "Stripe's public key.", roles: superAdminOnly, response: stripeConfig },
  configure: {
    method: "POST",
    path: "/api/stripe/config",
    summary: "Check and save Stripe's keys.",
    roles: superAdminOnly,
    body: stripeKeysBody,
    response: stripeConfig.extend({ warning: z.string().nullable() }),
    transaction: "own",
  },
} as const satisfies Endpoints;
