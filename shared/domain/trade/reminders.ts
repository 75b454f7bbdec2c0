import { addDays, type Day } from "#shared/domain/period.ts";

/** The days on which a customer is reminded of an unpaid invoice (rule Y20). */
export const REMINDERS = ["before", "week_after", "fortnight_after"] as const;
export type Reminder = (typeof REMINDERS)[number];
/** Days after the due day; negative: before it. */
const DAYS_AFTER_DUE = { before: -3, week_after: 7, fortnight_after: 14 } as const satisfies Record<Reminder, number>;
/** A reminder that is late by more days is skipped. */
const MOST_DAYS_LATE = 3;
/** The range of due days, relative to today, of the invoices that may need a reminder today. */
export const DUE_WITHIN = { daysAgo: DAYS_AFTER_DUE.fortnight_after + MOST_DAYS_LATE, daysAhead: -DAYS_AFTER_DUE.before } as const;
/** Reminders are sent from this hour of the London day. */
export const REMINDED_FROM_HOUR = 9;

/**
 * Returns the reminder that is due for an invoice on a London day, or null. A reminder may be up to
 * three days late. A reminder whose day was before the issue of the invoice is skipped. No two
 * reminders are due on one day.
 */
export function reminderOn(today: Day, { dueOn, issuedOn }: { readonly dueOn: Day; readonly issuedOn: Day }): Reminder | null {
  return (
    REMINDERS.find((reminder) => {
      const day = addDays(dueOn, DAYS_AFTER_DUE[reminder]);
      return day <= today && today <= addDays(day, MOST_DAYS_LATE) && day >= issuedOn;
    }) ?? null
  );
}
