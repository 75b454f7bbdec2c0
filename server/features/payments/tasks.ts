import type Stripe from "stripe";
import type { Database } from "#server/db/connect.ts";
import type { Log } from "#server/http/log.ts";
import type { Seal } from "#server/http/seal.ts";

interface TaskDeps {
  readonly db: Database;
  readonly stripeFor: (secretKey: string) => Stripe;
  readonly seal: Seal;
  readonly clock: () => Date;
  readonly log: Log;
}

interface PaymentTasks {
  readonly tasks: Readonly<Record<string, (payload: unknown) => Promise<void>>>;
  readonly crontab: string;
}

export const paymentTasks = (_deps: TaskDeps): PaymentTasks => ({ tasks: {}, crontab: "" });
