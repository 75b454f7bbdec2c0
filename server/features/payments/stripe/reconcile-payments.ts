import { eq, inArray, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { AppContext } from "#server/context.ts";
import {
  closeSession,
  closeUnwantedSessions,
  type SettlingContext,
  sessionsToClose,
} from "#server/features/payments/checkout/open-sessions.ts";
import { resumeRefunds } from "#server/features/payments/refunds/refund-payment.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { stripeSettings } from "#server/schema/checkouts.ts";
import { payments } from "#server/schema/payments.ts";
import { handleEvent } from "./handle-event.ts";
import { storedSettings, stripeOrNull } from "./stripe-settings.ts";
import { EVENT_TYPES } from "./webhook.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/**
 * Stripe lists an event a moment after its timestamp, and the clocks differ, so the last minutes
 * are read again.
 */
const OVERLAP = 10 * MINUTE;
/** Stripe stores events for thirty days. */
const KEPT = 30 * DAY;
/** The most events of a day, far more than a wholesale portal has. Beyond it the run fails. */
const MOST_EVENTS = 10_000;

type Work = () => Promise<unknown>;

/**
 * Finds payments that were not reported, after a downtime, a failed webhook or a customer who never
 * returned. It reads one day of events at a time, oldest first. It stores its position only up to
 * the first failure, so that nothing is skipped. It tries all other events, and then throws.
 */
export async function reconcilePayments(context: SettlingContext, stripe: Stripe): Promise<void> {
  const { db, clock } = context;
  const failures: unknown[] = [];
  const attempt = async (work: Work) => {
    await work().catch((error: unknown) => failures.push(error));
  };
  const now = clock();
  for (const { from, to } of daysToRead((await storedSettings(db))?.eventsSeenUntil ?? null, now)) {
    await attempt(async () => {
      for (const event of await unknownEvents(db, stripe, from, to)) await attempt(() => handleEvent(context, stripe, event));
    });
    if (failures.length === 0) await storeReadPosition(db, to);
  }
  for (const checkout of await sessionsToClose(db, now)) await attempt(() => closeSession(context, stripe, checkout));
  await attempt(() => resumeRefunds(context, stripe));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be checked: ${String(failures[0])}`);
}

/** @internal Exported for its test. */
export function daysToRead(seenUntil: Date | null, now: Date): { from: Date; to: Date }[] {
  const oldest = now.getTime() - KEPT;
  const start = Math.max(oldest, Math.min(now.getTime(), seenUntil?.getTime() ?? oldest) - OVERLAP);
  const days: { from: Date; to: Date }[] = [];
  for (let from = start; from < now.getTime(); from += DAY) {
    days.push({ from: new Date(from), to: new Date(Math.min(from + DAY, now.getTime())) });
  }
  return days;
}

/**
 * The day's events, oldest first, without payments that are already stored. It reads a little past
 * the day's end, because Stripe's clock may be ahead.
 */
async function unknownEvents(db: Db, stripe: Stripe, from: Date, to: Date): Promise<Stripe.Event[]> {
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
  const events = await stripe.events
    .list({ types: [...EVENT_TYPES], created: { gte: seconds(from), lte: seconds(to) + OVERLAP / 1000 }, limit: 100 })
    .autoPagingToArray({ limit: MOST_EVENTS });
  if (events.length === MOST_EVENTS) throw new Error(`More than ${MOST_EVENTS} events in a day`);
  const ids = events.map(({ data }) => (data.object as { id?: string }).id ?? "");
  const known = await db.select({ id: payments.stripeSessionId }).from(payments).where(inArray(payments.stripeSessionId, ids));
  const paid = new Set(known.map(({ id }) => id));
  return events.filter((_, index) => !paid.has(ids[index] ?? "")).reverse();
}

const storeReadPosition = (db: Db, until: Date) =>
  db
    .update(stripeSettings)
    .set({ eventsSeenUntil: sql`greatest(${stripeSettings.eventsSeenUntil}, ${until.toISOString()}::timestamptz)` })
    .where(eq(stripeSettings.id, 1));

interface PaymentTasks {
  readonly tasks: Readonly<Record<string, (payload: unknown) => Promise<void>>>;
  readonly crontab: string;
}

/**
 * The jobs of payments. One closes Checkout sessions as soon as their payment is forbidden. The
 * other reconciles payments every five minutes, and at the start where a run was missed. The job
 * key limits that job to one row: after three attempts its failure is recorded, and it is due again
 * five minutes later.
 */
export function paymentTasks(appContext: AppContext): PaymentTasks {
  const closeCheckoutSessions = async () => {
    const stripe = await stripeOrNull(appContext);
    if (stripe) await closeUnwantedSessions(appContext, stripe);
  };
  return {
    tasks: {
      "close-checkout-sessions": closeCheckoutSessions,
      // The job's name in an earlier version; a job may still be queued during the upgrade.
      "close-tills": closeCheckoutSessions,
      "reconcile-payments": async () => {
        const stripe = await stripeOrNull(appContext);
        if (stripe) await reconcilePayments(appContext, stripe);
      },
    },
    crontab: "*/5 * * * * reconcile-payments ?fill=5m&max=3&jobKey=reconcile-payments\n",
  };
}
