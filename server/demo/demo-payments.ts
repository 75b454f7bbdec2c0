import { eq } from "drizzle-orm";
import { linesOf } from "#server/features/invoices/invoice-lines.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { allocations } from "#server/schema/allocations.ts";
import { referrals } from "#server/schema/companies-and-users.ts";
import { invoiceBalances, invoiceCounter, invoices } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { pence } from "#shared/domain/money.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";
import { commissionOn } from "#shared/domain/trade/pricing.ts";
import { wasShipped } from "#shared/domain/trade/status.ts";
import { type AccountKey, BANK, type People, paymentDaysOf, SELLER } from "./demo-accounts.ts";
import type { Timeline } from "./demo-timeline.ts";
import type { Quoted, Trade } from "./demo-trade.ts";

/** The stand-in for Stripe accepts refunds of these ids (stripe-stand-in/payments.ts). */
export const stripeIdsOf = ({ id, finalTotalPence }: Pick<Quoted["quote"], "id" | "finalTotalPence">) => ({
  stripeSessionId: `cs_test_demo_${id}`,
  stripePaymentIntentId: `pi_demo_${id}_${finalTotalPence}`,
});

export async function storePayments(db: Db, { quotes }: Trade): Promise<void> {
  const rows = quotes.flatMap(({ quote }) =>
    quote.paidAt
      ? [
          {
            quoteId: quote.id,
            companyId: quote.companyId,
            receivedOn: londonDay(quote.paidAt),
            appliedPence: quote.finalTotalPence,
            ...stripeIdsOf(quote),
            amount: quote.finalTotalPence,
            currency: "gbp",
            live: false,
            settles: true,
            createdAt: quote.paidAt,
          },
        ]
      : [],
  );
  await db.insert(payments).values(rows.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt)));
}

export type StoredInvoice = typeof invoices.$inferSelect;

/** The time of a quote's invoice: its payment, or the shipping of its order if that is earlier. */
function invoicedAt({ plan, quote }: Quoted): Date | null {
  const sent = plan.steps.find(({ to }) => wasShipped(to))?.at ?? null;
  if (!quote.paidAt || !sent) return quote.paidAt ?? sent;
  return quote.paidAt < sent ? quote.paidAt : sent;
}

/**
 * Each invoice is issued with its payment or shipping, as in real use, so the numbers follow these
 * times. One transaction stores them all, because two processes may start on one empty database.
 */
export async function storeInvoices(db: Db, people: People, trade: Trade): Promise<StoredInvoice[]> {
  const paid = await db.select().from(payments).orderBy(payments.createdAt, payments.id);
  const due = trade.quotes
    .flatMap((quoted) => {
      const issuedAt = invoicedAt(quoted);
      return issuedAt && quoted.quote.finalTotalPence > 0 ? [{ ...quoted, issuedAt }] : [];
    })
    .toSorted((one, other) => Number(one.issuedAt) - Number(other.issuedAt) || one.quote.id - other.quote.id);
  const rows = due.map(({ quote, plan, windows, issuedAt }, index): typeof invoices.$inferInsert => {
    const { companyName, contactName, address } = people[plan.owner];
    const order = trade.orders.find((one) => one.quote.id === quote.id)?.order;
    const payment = paid.find(({ quoteId }) => quoteId === quote.id);
    const isPaidWith = payment !== undefined && payment.createdAt <= issuedAt;
    const deliveredTo = order?.shippingAddress ?? null;
    const { id: quoteId, companyId, jobName, poNumber, subtotalPence, taxPence, finalTotalPence } = quote;
    const taxPoint = londonDay(issuedAt);
    return {
      number: index + 1,
      quoteId,
      companyId,
      orderId: order?.id ?? null,
      paymentId: isPaidWith ? payment.id : null,
      taxPoint,
      dueOn: addDays(taxPoint, paymentDaysOf(plan.owner)),
      issuedAt,
      netPence: subtotalPence,
      vatPence: taxPence,
      grossPence: finalTotalPence,
      snapshot: {
        version: 1,
        seller: SELLER,
        customer: { companyName, contactName, address },
        quoteId,
        orderId: order?.id ?? null,
        jobName,
        poNumber,
        deliveredTo,
        paidOn: isPaidWith ? taxPoint : null,
        ...(!isPaidWith && { bank: BANK }),
        lines: linesOf(windows),
        subtotal: subtotalPence,
        tax: taxPence,
        finalTotal: finalTotalPence,
      },
    };
  });
  await db.update(invoiceCounter).set({ last: rows.length });
  const stored = await db.insert(invoices).values(rows).returning();
  await db
    .update(quotes)
    .set({ invoiceNumber: invoices.number, taxPoint: invoices.taxPoint, dueOn: invoices.dueOn })
    .from(invoices)
    .where(eq(invoices.quoteId, quotes.id));
  await storeBalances(db, stored, paid);
  return stored;
}

async function storeBalances(db: Db, stored: readonly StoredInvoice[], paid: readonly (typeof payments.$inferSelect)[]): Promise<void> {
  const paying = new Map(paid.map((payment) => [payment.quoteId, payment]));
  await db.insert(invoiceBalances).values(
    stored.map(({ number, quoteId, companyId, grossPence, dueOn, taxPoint }) => ({
      number,
      quoteId,
      companyId,
      grossPence,
      dueOn: dueOn ?? taxPoint,
      paidPence: paying.has(quoteId) ? grossPence : pence(0),
    })),
  );
  await db.insert(allocations).values(
    stored.flatMap(({ number, quoteId, grossPence }) => {
      const payment = paying.get(quoteId);
      return payment
        ? [{ paymentId: payment.id, number, kind: "allocated" as const, amountPence: grossPence, createdAt: payment.createdAt }]
        : [];
    }),
  );
}

const REFERRALS: readonly { readonly by: AccountKey; readonly referred: AccountKey; readonly paidOut: boolean }[] = [
  { by: "customer", referred: "fenetre", paidOut: true },
  { by: "customer", referred: "kestrel", paidOut: false },
  { by: "customer", referred: "waiting", paidOut: false },
  { by: "shropshire", referred: "harbour", paidOut: false },
];

/** Stores the referrals. A company's first paid quote earns the commission (rule P9). */
export async function storeReferrals(db: Db, people: People, trade: Trade, time: Timeline): Promise<void> {
  const rows = REFERRALS.map(({ by, referred: brought, paidOut }) => {
    const company = people[brought];
    const first = firstPaid(trade, company.id);
    return {
      referrerId: people[by].companyId,
      referredId: company.companyId,
      commission: first ? commissionOn(first.subtotalPence) : pence(0),
      earnedByQuoteId: first?.id ?? null,
      paidOutAt: paidOut && first?.paidAt ? time.later(first.paidAt, 200) : null,
      createdAt: company.createdAt,
    };
  });
  await db.insert(referrals).values(rows.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt)));
}

const firstPaid = ({ quotes }: Trade, userId: number) =>
  quotes
    .map(({ quote }) => quote)
    .filter((quote) => quote.userId === userId && quote.paidAt !== null)
    .toSorted((one, other) => Number(one.paidAt) - Number(other.paidAt))[0];
