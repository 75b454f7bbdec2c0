import { createHmac } from "node:crypto";
import type { StandInEvent } from "./stripe-types.ts";

export interface SignedDelivery {
  body: string;
  headers: Record<string, string>;
}

/**
 * A webhook call as Stripe makes it, ready to be sent, stored, repeated or reordered. `at` is the signature's time, in
 * seconds.
 */
export function signedDelivery(event: StandInEvent | object, secret: string, at = Math.floor(Date.now() / 1000)): SignedDelivery {
  const body = JSON.stringify(event, null, 2);
  const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return {
    body,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      "stripe-signature": `t=${at},v1=${signature}`,
    },
  };
}
