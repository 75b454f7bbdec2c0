import type { Database } from "#server/db/connect.ts";
import type { Log } from "#server/http/log.ts";
import type { Seal } from "#server/http/seal.ts";
import type { Post } from "#server/jobs/post.ts";
import type { StripeFor } from "./stripe-client.ts";

/** What payments need of the rest of the house, in a request and in a job alike. */
export interface PaymentDeps {
  readonly db: Database;
  readonly stripeFor: StripeFor;
  readonly seal: Seal;
  readonly publicUrl: URL;
  readonly post: Post;
  readonly clock: () => Date;
  readonly log: Log;
}
