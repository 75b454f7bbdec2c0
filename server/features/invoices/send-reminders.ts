import { and, asc, between, eq, gt, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import { orderersOf } from "#server/features/companies/people.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import { type JobWords, nameInMail } from "#server/platform/mail/post.ts";
import { reminderMails, reminders } from "#server/schema/clients.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { invoiceBalances, invoices } from "#server/schema/invoices-and-refunds.ts";
import { quotes } from "#server/schema/quotes.ts";
import { formatPence, type Pence, pence, sumPence } from "#shared/domain/money.ts";
import { addDays, type Day, daysFrom, formatDay, londonDay, londonHour } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { bankInWords } from "#shared/domain/trade/ledger.ts";
import { DUE_WITHIN, REMINDED_FROM_HOUR, type Reminder, reminderOn } from "#shared/domain/trade/reminders.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { bankNow, moneySettingsNow } from "./parties.ts";

type Sender = Pick<AppContext, "db" | "post" | "clock">;

/** An invoice with a reminder due today. */
interface Owed extends JobWords {
  readonly number: number;
  readonly kind: Reminder;
  readonly dueOn: Day;
  readonly owedPence: Pence;
}

/**
 * Matches undisputed debts that are due about now, by the index of owed invoices on their due day.
 */
const mayBeDue = (today: Day): SQL | undefined =>
  and(
    gt(invoiceBalances.owedPence, pence(0)),
    between(invoiceBalances.dueOn, addDays(today, -DUE_WITHIN.daysAgo), addDays(today, DUE_WITHIN.daysAhead)),
    eq(invoiceBalances.isDisputed, false),
    sql`not exists (select from ${reminderMails} where ${and(eq(reminderMails.companyId, invoiceBalances.companyId), eq(reminderMails.sentOn, today))})`,
  );

/**
 * The companies that may be due a reminder today and have not received one. A company that cannot
 * sign in receives none.
 */
async function companiesToRemind(db: Db, today: Day): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: invoiceBalances.companyId })
    .from(invoiceBalances)
    .innerJoin(companies, eq(companies.id, invoiceBalances.companyId))
    .where(and(mayBeDue(today), eq(companies.approvalStatus, "approved")))
    .orderBy(asc(invoiceBalances.companyId));
  return rows.map(({ id }) => id);
}

/** The invoices that a company is reminded of today, the earliest due first. */
async function findDueReminders(tx: Db, companyId: number, today: Day): Promise<Owed[]> {
  const rows = await tx
    .select({
      number: invoiceBalances.number,
      dueOn: invoiceBalances.dueOn,
      owedPence: invoiceBalances.owedPence,
      issuedAt: invoices.issuedAt,
      jobName: quotes.jobName,
      poNumber: quotes.poNumber,
      sent: sql<Reminder[]>`array(select ${reminders.kind}::text from ${reminders} where ${eq(reminders.number, invoiceBalances.number)})`,
    })
    .from(invoiceBalances)
    .innerJoin(invoices, eq(invoices.number, invoiceBalances.number))
    .innerJoin(quotes, eq(quotes.id, invoiceBalances.quoteId))
    .where(and(eq(invoiceBalances.companyId, companyId), mayBeDue(today)))
    .orderBy(asc(invoiceBalances.dueOn), asc(invoiceBalances.number));
  return rows.flatMap(({ issuedAt, sent, ...row }) => {
    const kind = reminderOn(today, { dueOn: row.dueOn, issuedOn: londonDay(issuedAt) });
    return kind === null || sent.includes(kind) ? [] : [{ ...row, kind }];
  });
}

/**
 * Reminds one company by one email to each person who may order. The row of the company and the day
 * is inserted first, so that a second process waits for it and then sends nothing. The emails are
 * queued in the same transaction, so that a killed process leaves all of it or nothing.
 */
async function remindCompany({ db, post, clock }: Sender, companyId: number, today: Day): Promise<void> {
  await inTransaction(db, async (tx) => {
    const owed = await findDueReminders(tx, companyId, today);
    const people = await orderersOf(tx, companyId);
    if (owed.length === 0 || people.length === 0) return;
    const mail = { companyId, sentOn: today, sentAt: clock() };
    const begun = await tx.insert(reminderMails).values(mail).onConflictDoNothing().returning();
    if (begun.length === 0) return;
    await tx.insert(reminders).values(owed.map(({ number, kind }) => ({ number, kind, companyId, sentOn: today })));
    const bank = await bankNow(tx);
    const total = formatPence(sumPence(owed.map(({ owedPence }) => owedPence)));
    const isOverdue = owed.some(({ dueOn }) => dueOn < today);
    for (const person of people) {
      await post.send(tx, {
        to: person.email,
        subject: `${isOverdue ? "Overdue" : "Due soon"}: ${total}`,
        greeting: person.contactName,
        paragraphs: [
          isOverdue ? "This is a reminder of invoices that are not paid yet." : "This is a reminder of what is due soon.",
          linesOf(owed, today),
          ...(bank ? [`By bank transfer: ${bankInWords(bank)}, with the invoice's number as reference.`] : []),
          "If you have paid in the meantime, there is nothing to do.",
        ],
        action: { label: `See and pay ${total}`, path: "/invoices" },
      });
    }
  });
}

/** The most invoices that one email lists; the account page lists all. */
const MOST_LINES = 25;

function linesOf(owed: readonly Owed[], today: Day): string {
  const lines = owed.slice(0, MOST_LINES).map(({ number, owedPence, dueOn, jobName, poNumber }) => {
    const job = [jobName, poNumber].filter((word) => word !== null).map(nameInMail);
    const day = formatDay(new Date(dueOn));
    const late = daysFrom(dueOn, today);
    const due = late > 0 ? `was due on ${day}, ${countOf(late, "day")} ago` : `is due on ${day}`;
    return `${invoiceNumber(number)}${job.length > 0 ? ` (${job.join(", ")})` : ""}: ${formatPence(owedPence)} ${due}`;
  });
  const more = owed.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

/**
 * Sends the day's reminders (rule Y20) from nine o'clock in London, if reminders are switched on. A
 * failure for one company does not stop the other reminders, and the next run tries that company
 * again.
 */
export async function sendReminders(sender: Sender): Promise<void> {
  const now = sender.clock();
  if (londonHour(now) < REMINDED_FROM_HOUR || !(await moneySettingsNow(sender.db)).reminders) return;
  const today = londonDay(now);
  const failures: unknown[] = [];
  for (const companyId of await companiesToRemind(sender.db, today))
    await remindCompany(sender, companyId, today).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** The job runs every five minutes and when the portal starts. */
export const reminderTasks = (sender: Sender) => ({
  tasks: { "send-reminders": () => sendReminders(sender) },
  crontab: "*/5 * * * * send-reminders ?fill=5m&max=3&jobKey=send-reminders\n",
});
