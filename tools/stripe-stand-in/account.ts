import type Stripe from "stripe";
import type { ApiHandler } from "./context.ts";
import { missing } from "./stripe-error.ts";

const ID = "acct_1StandInForTests0";

/** The one account that every accepted key opens. */
export const retrieveAccount: ApiHandler = ({ id }) => {
  if (id && id !== ID) throw missing("account", id, "account");
  const account: Stripe.Account = {
    id: ID,
    object: "account",
    business_profile: null,
    business_type: "company",
    capabilities: { card_payments: "active", transfers: "active" },
    charges_enabled: true,
    controller: { type: "account" },
    country: "GB",
    created: 1_700_000_000,
    default_currency: "gbp",
    details_submitted: true,
    email: "stand-in@example.com",
    metadata: {},
    payouts_enabled: true,
    settings: null,
    type: "standard",
  };
  return account;
};

/** What was taken less what was given back. Stripe's fees and pay-outs are not simulated. */
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
