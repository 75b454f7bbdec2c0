import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { orderersOf } from "#server/features/companies/people.ts";
import { ORDERS } from "#server/lists/lists.ts";
import { owedFor } from "#server/lists/select-parts.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { type JobWords, nameInMail } from "#server/platform/mail/post.ts";
import { reminderMails } from "#server/schema/clients.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { invoiceBalances } from "#server/schema/invoices-and-refunds.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { formatPence, type Pence, sumPence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

type Sender = Pick<Context, "db" | "post" | "now">;

interface Unpaid extends JobWords {
  readonly id: number;
  readonly companyId: number;
  readonly companyName: string;
  readonly owed: Pence;
}

/**
 * Mails the people who may order the amounts owed on these orders (rule O14): one mail for each
 * company and London day, whether this one or the daily reminder is first. Orders that are paid,
 * disputed or of a company that cannot sign in are left out.
 * @throws 409 if no order is left
 */
export async function remindOfPayment(sender: Sender, ids: readonly number[]) {
  const unpaid = await unpaidOf(sender, ids);
  if (unpaid.length === 0) throw conflict("None of these orders is waiting to be paid");
  const reminded: Unpaid[] = [];
  for (const companyId of new Set(unpaid.map((order) => order.companyId))) {
    const theirs = unpaid.filter((order) => order.companyId === companyId);
    if (await remindCompany(sender, companyId, theirs)) reminded.push(...theirs);
  }
  const remaining = unpaid.filter((order) => !reminded.includes(order));
  return {
    orderIds: reminded.map(({ id }) => id),
    companies: countCompanies(reminded),
    remindedToday: countCompanies(remaining),
  };
}

const countCompanies = (found: readonly Unpaid[]): number => new Set(found.map(({ companyId }) => companyId)).size;

/** The orders that a reminder would name, sorted by company. */
export const unpaidOf = ({ db }: Pick<Sender, "db">, ids: readonly number[]): Promise<Unpaid[]> => {
  const owed = owedFor(orders.quoteId, orders.totalPence);
  return db
    .select({
      id: orders.id,
      companyId: orders.companyId,
      companyName: companies.name,
      jobName: orders.jobName,
      poNumber: orders.poNumber,
      owed,
    })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(
      and(
        inArray(orders.id, [...ids]),
        ORDERS.payable,
        eq(companies.approvalStatus, "approved"),
        sql`${owed} > 0 and not exists (select from ${invoiceBalances} where ${eq(invoiceBalances.quoteId, orders.quoteId)} and ${invoiceBalances.isDisputed})`,
      ),
    )
    .orderBy(asc(orders.companyId), asc(orders.id));
};

/** @returns false if nobody may order there, or the company was reminded today already */
async function remindCompany({ db, post, now }: Sender, companyId: number, unpaid: readonly Unpaid[]): Promise<boolean> {
  const people = await orderersOf(db, companyId);
  if (people.length === 0) return false;
  const mail = { companyId, sentOn: londonDay(now), sentAt: now };
  const begun = await db.insert(reminderMails).values(mail).onConflictDoNothing().returning();
  if (begun.length === 0) return false;
  const total = formatPence(sumPence(unpaid.map(({ owed }) => owed)));
  const [only] = unpaid.length === 1 ? unpaid : [];
  for (const person of people) {
    await post.send(db, {
      to: person.email,
      subject: `Still to be paid: ${total}`,
      greeting: person.contactName,
      paragraphs: [
        only ? "This is a reminder of an order that is not paid yet." : "This is a reminder of orders that are not paid yet.",
        unpaid.map(lineOf).join("\n"),
        "If you have paid in the meantime, there is nothing to do.",
      ],
      action: { label: `See and pay ${total}`, path: only ? `/orders?order=${only.id}` : "/orders?view=unpaid" },
    });
  }
  return true;
}

function lineOf({ id, jobName, poNumber, owed }: Unpaid): string {
  const job = [jobName, poNumber].filter((word) => word !== null).map(nameInMail);
  return `${orderNumber(id)}${job.length > 0 ? ` (${job.join(", ")})` : ""}: ${formatPence(owed)}`;
}
