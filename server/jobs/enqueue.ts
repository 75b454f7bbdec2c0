import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Mail, SealedMail } from "./sealed-mail.ts";

/** Every background job and what it takes. */
export interface Jobs {
  "send-mail": SealedMail | Mail;
  /** Looks whether the e-mail is an account's, and mails it a link for a new password then. */
  "mail-reset-link": { readonly email: string; readonly ip: string };
  /** Writes what a network failed in an hour beyond the entries it has; the hour is counted from 1970. */
  "count-failed-sign-ins": { readonly ip: string; readonly hour: number };
  /** Looks for tills at which nobody should pay any more: what it closes is not of its payload's time but of its own. */
  "close-tills": Readonly<Record<string, never>>;
  /** Catches up with Stripe: what it told nobody while the portal was down. */
  "reconcile-payments": Readonly<Record<string, never>>;
}
export type JobName = keyof Jobs;

/** Writes a job in the caller's transaction: it exists exactly when what it belongs to does. A worker then does it at least once. */
export async function enqueue<J extends JobName>(db: Db, name: J, payload: Jobs[J], runAt?: Date): Promise<void> {
  const at = runAt?.toISOString() ?? null;
  await db.execute(
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 10, run_at => ${at}::timestamptz)`,
  );
}
