import { addDays, type Day } from "#shared/domain/period.ts";

/** When a customer is reminded of an invoice that owes (rule Y20). */
export const REMINDERS = ["before", "week_after", "fortnight_after"] as const;
export type Reminder = (typeof REMINDERS)[number];
/** How many days after the invoice is due. */
const DAYS_AFTER_DUE = { before: -3, week_after: 7, fortnight_after: 14 } as const satisfies Record<Reminder, number>;
/** A reminder whose day is over by more days than these is left out. */
const MOST_DAYS_LATE = 3;
/** Around a day, the days on which an invoice is due that may have a reminder then. */
export const DUE_WITHIN = { daysAgo: DAYS_AFTER_DUE.fortnight_after + MOST_DAYS_LATE, daysAhead: -DAYS_AFTER_DUE.before } as const;
/** From this hour of London a day's reminders are sent. */
export const REMINDED_FROM_HOUR = 9;

/**
 * The reminder whose turn it is for an invoice on a London day; null: none. Its own day has come,
 * and it is over by three days at most. One whose day came before the invoice was issued is left
 * out. No two are due on one day.
 */
export function reminderOn(today: Day, { dueOn, issuedOn }: { readonly dueOn: Day; readonly issuedOn: Day }): Reminder | null {
  return (
    REMINDERS.find((reminder) => {
      const day = addDays(dueOn, DAYS_AFTER_DUE[reminder]);
      return day <= today && today <= addDays(day, MOST_DAYS_LATE) && day >= issuedOn;
    }) ?? null
  );
}
