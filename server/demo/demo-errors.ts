import type { Db } from "#server/db/connect.ts";
import { errorRecords } from "#server/db/schema.ts";
import type { ErrorSeverity, ErrorStatus } from "#shared/domain/status.ts";
import type { People } from "./demo-accounts.ts";
import type { Timeline } from "./demo-timeline.ts";

type Row = readonly [
  severity: ErrorSeverity,
  status: ErrorStatus,
  daysAgo: number,
  count: number,
  type: string,
  path: string,
  message: string,
];

/** Each severity in each status, as a portal gathers them. */
const RECORDS: readonly Row[] = [
  ["critical", "resolved", 61, 3, "DatabaseError", "GET /api/orders", "could not extend file: No space left on device"],
  ["critical", "investigating", 4, 2, "JobFailed", "job send-mail", "send-mail: connect ETIMEDOUT, the mail server does not answer"],
  ["critical", "new", 0, 1, "PaymentWithoutQuote", "POST /api/stripe/webhook", "A payment came for a quote that was already paid"],
  ["error", "resolved", 47, 12, "StripeConnectionError", "POST /api/quotes/31/pay", "An error occurred with our connection to Stripe"],
  ["error", "investigating", 9, 4, "TypeError", "GET /api/quotes/44/pdf", "Cannot read properties of undefined (reading 'width')"],
  ["error", "new", 1, 1, "DatabaseError", "PATCH /api/orders/18/dates", "canceling statement due to statement timeout"],
  ["warning", "resolved", 33, 6, "SlowQuery", "GET /api/stats", "The figures took 2,140 ms"],
  ["warning", "investigating", 14, 8, "WebhookLate", "POST /api/stripe/webhook", "An event arrived 41 minutes after it happened"],
  ["warning", "new", 2, 3, "ClientError", "client /orders", "In a browser: ResizeObserver loop completed with undelivered notifications"],
  ["info", "resolved", 70, 1, "Restart", "server", "The database was restarted for an update; three requests were answered 503"],
  ["info", "investigating", 21, 2, "ClockDrift", "server", "The database's clock is 1.2 s ahead of this machine's"],
  ["info", "new", 6, 5, "Restart", "server", "The portal was restarted for an update; no request was lost"],
];

export async function storeErrorRecords(db: Db, people: People, time: Timeline): Promise<void> {
  const rows = RECORDS.map(([severity, status, daysAgo, count, errorType, requestPath, errorMessage]) => {
    const createdAt = time.momentOn(daysAgo);
    const lastSeenAt = count === 1 ? createdAt : time.later(createdAt, 3 * count);
    const userId = requestPath.startsWith("client") ? people.customer.id : null;
    // Not a digest of the record: a real fault of this kind must not be added to an invented one.
    const fingerprint = `demo:${severity}:${status}`;
    return { fingerprint, severity, status, errorType, requestPath, errorMessage, count, userId, createdAt, lastSeenAt };
  });
  await db.insert(errorRecords).values(rows.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt)));
}
