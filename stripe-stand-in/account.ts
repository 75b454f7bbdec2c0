import type Stripe from "stripe";
import type { ApiHandler } from "./state.ts";
import { StripeApiError } from "./stripe-error.ts";

/** The balance is charges less refunds. Stripe's fees and pay-outs are not simulated. */
export const retrieveBalance: ApiHandler = ({ context: { state } }) => {
  const totals = new Map<string, number>([["gbp", 0]]);
  for (const { currency, amount, amount_refunded } of state.charges.values()) {
    totals.set(currency, (totals.get(currency) ?? 0) + amount - amount_refunded);
  }
  const balance: Stripe.Balance = {
    object: "balance",
    available: [...totals.keys()].map((currency) => ({ amount: 0, currency, source_types: { card: 0 } })),
    livemode: false,
    pending: [...totals].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } })),
  };
  return balance;
};

const authenticationError = (message: string, code?: string) => new StripeApiError(401, message, code ? { code } : {});

/**
 * Accepts any well-formed test key, so that every test can have its own. Words in a key let a test
 * cause rejections.
 */
export function checkKey(authorization: string | undefined): void {
  const key = /^Bearer\s+(\S+)$/.exec(authorization ?? "")?.[1];
  if (!key) {
    throw authenticationError(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth " +
        "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (key.startsWith("pk_")) {
    throw authenticationError(
      "This API call cannot be made with a publishable API key. Please use a secret API key.",
      "secret_key_required",
    );
  }
  if (key.startsWith("sk_live_"))
    throw authenticationError(`Invalid API Key provided: ${maskKey(key)}. This is a stand-in: it takes test keys only.`);
  if (!/^sk_test_[A-Za-z0-9_]{8,}$/.test(key) || /invalid|revoked/i.test(key))
    throw authenticationError(`Invalid API Key provided: ${maskKey(key)}`);
}

/**
 * Prints the kind of key and its last four characters, as Stripe does: enough to recognise the key,
 * too little to use it.
 */
function maskKey(key: string): string {
  const kind = /^(sk_test_|sk_live_)/.exec(key)?.[0] ?? "";
  const secret = key.slice(kind.length);
  return secret.length > 8 ? `${kind}${"*".repeat(secret.length - 4)}${secret.slice(-4)}` : `${kind}${"*".repeat(secret.length)}`;
}
