import type Stripe from "stripe";
import type { Handlers } from "#server/http/call.ts";
import { conflict } from "#server/http/errors.ts";
import type { Log } from "#server/http/log.ts";
import type { Seal } from "#server/http/seal.ts";
import type { Post } from "#server/jobs/post.ts";
import type { payments as contract } from "#shared/contract/payments.ts";

/** What payments need of the outside. */
export interface PaymentDeps {
  readonly stripeFor: (secretKey: string) => Stripe;
  readonly seal: Seal;
  readonly publicUrl: URL;
  readonly post: Post;
  readonly clock: () => Date;
  readonly log: Log;
}

export const paymentHandlers = (_deps: PaymentDeps): Handlers<typeof contract> => ({
  pay: async () => {
    throw conflict("Card payments are not set up yet");
  },
  confirm: async () => {
    throw conflict("Card payments are not set up yet");
  },
  config: async () => ({ publicKey: null, configured: false }),
  configure: async () => {
    throw conflict("Card payments are not set up yet");
  },
});
