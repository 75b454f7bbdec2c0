import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { QueuedMail, SealedMail } from "#server/platform/mail/mailer.ts";
import { waitingMails } from "#server/schema/notifications.ts";

/** Every background job and its payload. */
export interface Jobs {
  "send-mail": QueuedMail;
  /** Looks for an account with this e-mail, and mails it a link for a new password. */
  "mail-reset-link": { readonly email: string; readonly ip: string };
  /** Notifies the staff of a founder who registered. */
  "notify-of-registration": { readonly userId: number };
  /**
   * Writes one audit entry for the failed sign-ins of a network in an hour that have no entry of
   * their own. The hour is counted from 1970.
   */
  "count-failed-sign-ins": { readonly ip: string; readonly hour: number };
  /**
   * Expires Checkout sessions that must not be paid any more. The job finds them when it runs; the
   * payload names none.
   */
  "close-checkout-sessions": Readonly<Record<string, never>>;
  /** Emails an issued invoice or credit note. */
  "mail-document": { readonly number: number };
  /** Emails a refund that has no credit note. */
  "mail-refund": { readonly refundId: number };
  /**
   * Emails the customer an order's status and days, if they differ from those of the last email.
   */
  "tell-of-order": { readonly orderId: number };
  /** Counts the louvres of windows from before the column existed. */
  "count-louvres": Readonly<Record<string, never>>;
  /** Fetches Stripe's events that arrived while the portal was down. */
  "reconcile-payments": Readonly<Record<string, never>>;
  /** Mails customers the amounts that they owe, if their reminder is due today. */
  "send-reminders": Readonly<Record<string, never>>;
  /** Delivers the due events of one webhook. */
  "deliver-webhook": { readonly webhookId: number };
}
type JobName = keyof Jobs;

interface When {
  readonly runAt?: Date;
  /** A waiting job with the same key is replaced, its time included. */
  readonly key?: string;
}

/** The number of attempts of a job. */
export const MOST_TRIES = 10;

/**
 * Stores a job in the caller's transaction, so that it exists only after a commit. A worker then
 * runs it at least once.
 */
export async function enqueue<J extends JobName>(db: Db, name: J, payload: Jobs[J], { runAt, key }: When = {}): Promise<void> {
  const at = runAt?.toISOString() ?? null;
  await db.execute(
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => ${MOST_TRIES}, run_at => ${at}::timestamptz,
      job_key => ${key ?? null}::text)`,
  );
}

/**
 * Stores a mail until it is sent, and its job. One statement does both, because most calls mail.
 */
export async function enqueueMail(db: Db, { sealed }: SealedMail): Promise<void> {
  await db.execute(sql`with mail as (insert into ${waitingMails} (sealed) values (${sealed}) returning id)
    select graphile_worker.add_job('send-mail', json_build_object('mailId', id), max_attempts => ${MOST_TRIES}) from mail`);
}
