import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { QueuedMail, SealedMail } from "#server/platform/mail/mailer.ts";
import { waitingMails } from "#server/schema/index.ts";

/** Every background job and its payload. */
export interface Jobs {
  "send-mail": QueuedMail;
  /** Looks for an account with this e-mail, and mails it a link for a new password. */
  "mail-reset-link": { readonly email: string; readonly ip: string };
  /**
   * Writes one audit entry for the failed sign-ins of a network in an hour that have no entry of their own. The hour is
   * counted from 1970.
   */
  "count-failed-sign-ins": { readonly ip: string; readonly hour: number };
  /**
   * Closes Checkout sessions that must not be paid any more. It looks for them when it runs; the payload names none.
   */
  "close-checkout-sessions": Readonly<Record<string, never>>;
  /** Emails an issued invoice or credit note. */
  "mail-document": { readonly number: number };
  /** Emails a refund that has no credit note. */
  "mail-refund": { readonly refundId: number };
  /**
   * Emails the customer an order's status and days, if they are not those that the customer knows.
   */
  "tell-of-order": { readonly orderId: number };
  /** Counts the louvres of windows that were stored before they were counted. */
  "count-louvres": Readonly<Record<string, never>>;
  /** Asks Stripe for events that arrived while the portal was down. */
  "reconcile-payments": Readonly<Record<string, never>>;
  /** Mails customers what they owe, where it is their turn today. */
  "send-reminders": Readonly<Record<string, never>>;
}
type JobName = keyof Jobs;

interface When {
  readonly runAt?: Date;
  /** A job that waits with the same key is replaced, its time too. */
  readonly key?: string;
}

/** How often a job is tried. */
export const MOST_TRIES = 10;

/** Writes a job in the caller's transaction, so it exists only if that commits. A worker then does it at least once. */
export async function enqueue<J extends JobName>(db: Db, name: J, payload: Jobs[J], { runAt, key }: When = {}): Promise<void> {
  const at = runAt?.toISOString() ?? null;
  await db.execute(
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => ${MOST_TRIES}, run_at => ${at}::timestamptz,
      job_key => ${key ?? null}::text)`,
  );
}

/** Keeps a mail until it is sent, and its job: both by one statement, since most calls mail. */
export async function enqueueMail(db: Db, { sealed }: SealedMail): Promise<void> {
  await db.execute(sql`with mail as (insert into ${waitingMails} (sealed) values (${sealed}) returning id)
    select graphile_worker.add_job('send-mail', json_build_object('mailId', id), max_attempts => ${MOST_TRIES}) from mail`);
}
