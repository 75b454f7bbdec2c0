import { randomInt } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function random(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Ids that look like Stripe's and have their lengths: programs store them in columns and put them into addresses. */
export const newId = {
  session: () => `cs_test_a1${random(56)}`,
  paymentIntent: () => `pi_3${random(23)}`,
  charge: () => `ch_3${random(23)}`,
  balanceTransaction: () => `txn_3${random(23)}`,
  dispute: () => `dp_1${random(23)}`,
  refund: () => `re_3${random(23)}`,
  paymentMethod: () => `pm_1${random(23)}`,
  lineItem: () => `li_1${random(23)}`,
  price: () => `price_1${random(23)}`,
  product: () => `prod_${random(14)}`,
  event: () => `evt_1${random(23)}`,
  endpoint: () => `we_1${random(23)}`,
  endpointSecret: () => `whsec_${random(32)}`,
  request: () => `req_${random(14)}`,
  clientSecret: (of: string) => `${of}_secret_${random(25)}`,
};
