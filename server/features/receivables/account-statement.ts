import { and, eq, gt, sql } from "drizzle-orm";
import { BALANCES } from "#server/lists/lists.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { invoiceBalances, invoices } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { pence } from "#shared/domain/money.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { balanceBefore, type Days, entriesOf } from "./account-entries.ts";
import { customerCompany, owedNow } from "./company-account.ts";

/** The most lines of one statement. */
const MOST_LINES = 2000;

/**
 * Builds a company's statement of some days (rule D14), by default from its first open document to
 * today. The ages of debts are always those of today.
 * @throws 400 if there are too many lines, 404
 */
export async function statementOf(db: Db, companyId: number, asked: Days, now: Date) {
  const today = londonDay(now);
  const { company, address } = await customerCompany(db, companyId, now);
  const to = asked.to ?? today;
  const begins = asked.from ?? (await firstOpenDay(db, companyId)) ?? to;
  const from = begins > to ? to : begins;
  const entries = await entriesOf(db, companyId, { from, to }, { limit: MOST_LINES, after: null });
  if (entries.length > MOST_LINES)
    throw badRequest(`At most ${MOST_LINES.toLocaleString("en-GB")} lines in one statement: choose a shorter time`);
  const [first, last] = [entries[0], entries.at(-1)];
  const opening = first ? pence(first.balance - first.amount) : await balanceBefore(db, companyId, from);
  const lines = entries.map(({ on, number, text, amount, balance }) => ({ on, number, text, amount, balance }));
  const { owed, credit, ageing } = await owedNow(db, companyId, today);
  const customer = { companyName: company.name, address };
  return { customer, from, to, opening, closing: last?.balance ?? opening, lines, today, owed, credit, ageing };
}

/**
 * The day of the first open document: the oldest owed invoice, or the oldest payment with an
 * unallocated amount.
 */
async function firstOpenDay(db: Db, companyId: number): Promise<Day | null> {
  const [found] = await db
    .select({
      day: sql<Day | null>`least(
        (select min(${invoices.taxPoint}) from ${invoiceBalances} join ${invoices} on ${eq(invoices.number, invoiceBalances.number)}
          where ${and(eq(invoiceBalances.companyId, companyId), BALANCES.owed)}),
        (select min(${payments.receivedOn}) from ${payments}
          where ${and(eq(payments.companyId, companyId), gt(payments.unallocatedPence, pence(0)))}))`,
    })
    .from(sql`(values (1)) one`);
  return found?.day ?? null;
}
