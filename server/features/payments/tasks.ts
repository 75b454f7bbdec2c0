import type { House } from "#server/house.ts";
import { closeUnwantedTills } from "./close-tills.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { stripeOrNull } from "./stripe-settings.ts";

interface PaymentTasks {
  readonly tasks: Readonly<Record<string, (payload: unknown) => Promise<void>>>;
  readonly crontab: string;
}

/**
 * What payments do by themselves. Checkout sessions are closed as soon as they must not be paid any more. Payments are
 * reconciled every five minutes, and at the start where a run was missed meanwhile; the key keeps one row for that job,
 * whose failures are recorded after three tries and which is simply due again five minutes later.
 */
export const paymentTasks = (house: House): PaymentTasks => ({
  tasks: {
    "close-tills": async () => {
      const stripe = await stripeOrNull(house);
      if (stripe) await closeUnwantedTills(house, stripe);
    },
    "reconcile-payments": async () => {
      const stripe = await stripeOrNull(house);
      if (stripe) await reconcilePayments(house, stripe);
    },
  },
  crontab: "*/5 * * * * reconcile-payments ?fill=5m&max=3&jobKey=reconcile-payments\n",
});
