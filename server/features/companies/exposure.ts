import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { invoiceBalances } from "#server/schema/invoices-and-refunds.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { ORDER_STATUSES } from "#shared/domain/trade/status.ts";

export interface Exposure {
  /** The sum that its invoices owe. */
  readonly owedPence: Pence;
  /** The unallocated part of its payments, including money held for a future invoice. */
  readonly creditPence: Pence;
  /** The sum of its orders that are neither invoiced nor paid. */
  readonly notInvoicedPence: Pence;
  readonly exposurePence: Pence;
  /** Null: no limit. */
  readonly limitPence: Pence | null;
  /** The unused part of the limit, negative if the exposure exceeds it; null: no limit. */
  readonly availablePence: Pence | null;
}

const COUNTED_ORDERS = ORDER_STATUSES.filter((status) => status !== "draft" && status !== "cancelled");

/**
 * The amount that a company would owe if all its orders were invoiced now (rule P11), in pence.
 * Held money is no credit here, because the order that it paid does not count either. A caller that
 * decides by the result must lock the company first (`lockCompany`); otherwise two orders at once
 * could exceed the limit.
 */
export async function exposureOf(db: Db, companyId: number): Promise<Exposure> {
  const owed = db
    .select({ sum: sql`sum(${invoiceBalances.owedPence})` })
    .from(invoiceBalances)
    .where(and(eq(invoiceBalances.companyId, companies.id), gt(invoiceBalances.owedPence, pence(0))));
  const unallocated = and(eq(payments.companyId, companies.id), gt(payments.unallocatedPence, pence(0)));
  const credit = db
    .select({ sum: sql`sum(${payments.unallocatedPence})` })
    .from(payments)
    .where(unallocated);
  const heldSum = db
    .select({ sum: sql`sum(${payments.unallocatedPence})` })
    .from(payments)
    .where(and(unallocated, payments.isHeld));
  const notInvoiced = db
    .select({ sum: sql`sum(${orders.totalPence})` })
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .where(
      and(
        eq(orders.companyId, companies.id),
        isNull(orders.deletedAt),
        eq(orders.isPaid, false),
        inArray(orders.status, COUNTED_ORDERS),
        isNull(quotes.invoiceNumber),
      ),
    );
  const amount = (query: unknown) => sql<Pence>`coalesce((${query}), 0)`.mapWith((sum) => pence(Number(sum)));
  const [row] = await db
    .select({
      limitPence: companies.creditLimitPence,
      owedPence: amount(owed),
      creditPence: amount(credit),
      heldPence: amount(heldSum),
      notInvoicedPence: amount(notInvoiced),
    })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!row) throw new Error("There is no such company");
  const { heldPence, limitPence, ...parts } = row;
  const exposurePence = pence(parts.owedPence - (parts.creditPence - heldPence) + parts.notInvoicedPence);
  return { ...parts, exposurePence, limitPence, availablePence: limitPence === null ? null : pence(limitPence - exposurePence) };
}
