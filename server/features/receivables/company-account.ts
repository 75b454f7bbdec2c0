import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { exposureOf } from "#server/features/companies/exposure.ts";
import { BALANCES } from "#server/lists/lists.ts";
import { sumOfPence } from "#server/lists/select-parts.ts";
import { discountOn } from "#server/lists/terms.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { notFound } from "#server/platform/http/errors.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { invoiceBalances } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { type Pence, pence, sumPence } from "#shared/domain/money.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { AGES, type Age } from "#shared/domain/trade/ledger.ts";

/**
 * The sums of a company's account (rule Y19), read from the ledger's rows
 * (docs/decisions/029-ledger.md). Amounts are pence. A debt is positive, a company's credit
 * negative.
 */

interface Ageing {
  readonly owed: Pence;
  readonly overdue: Pence;
  readonly ageing: Readonly<Record<Age, Pence>>;
}

/** The company's debt by age on a London day, and its credit, both read at one moment. */
export async function owedNow(db: Db, companyId: number, today: Day): Promise<Ageing & { readonly credit: Pence }> {
  const credit = db
    .select({ sum: sql`sum(${payments.unallocatedPence})` })
    .from(payments)
    .where(and(eq(payments.companyId, companyId), gt(payments.unallocatedPence, pence(0))));
  const ageOf = (age: Age) => sumOfPence(sql`sum(${invoiceBalances.owedPence}) filter (where ${BALANCES.ofAge(age, today)})`);
  const ages = Object.fromEntries(AGES.map((age) => [age, ageOf(age)])) as Record<Age, SQL<Pence>>;
  const [sums] = await db
    .select({ ...ages, credit: sumOfPence(sql`(${credit})`) })
    .from(invoiceBalances)
    .where(and(eq(invoiceBalances.companyId, companyId), BALANCES.owed));
  if (!sums) throw new Error("A sum has a row");
  const { credit: unallocated, ...ageing } = sums;
  const owed = sumPence(Object.values(ageing));
  return { owed, overdue: pence(owed - ageing.notDue - ageing.disputed), ageing, credit: unallocated };
}

/** Loads a customer company. @throws 404, also for companies that are not customers */
export async function customerCompany(db: Db, companyId: number, now: Date) {
  const [company] = await db
    .select({
      company: { id: companies.id, name: companies.name },
      address: companies.address,
      terms: {
        discountHundredths: discountOn(londonDay(now)),
        paymentDays: companies.paymentDays,
        creditLimitPence: companies.creditLimitPence,
        accountsName: companies.accountsName,
      },
    })
    .from(companies)
    .where(and(eq(companies.id, companyId), eq(companies.kind, "customer")));
  if (!company) throw notFound("Client");
  return company;
}

/** The sums of a company's account, and the available part of its credit limit. @throws 404 */
export async function accountOf(db: Db, companyId: number, now: Date) {
  const { company, terms } = await customerCompany(db, companyId, now);
  const sums = await owedNow(db, companyId, londonDay(now));
  const { notInvoicedPence, availablePence } = await exposureOf(db, companyId);
  return { company, terms, ...sums, balance: pence(sums.owed - sums.credit), notInvoiced: notInvoicedPence, available: availablePence };
}
