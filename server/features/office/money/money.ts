import { and, eq, gt, gte, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Handlers } from "#server/context.ts";
import { BALANCES, ORDERS } from "#server/lists/lists.ts";
import { sumOfPence } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { invoiceBalances, invoices, refunds, writeOffs } from "#server/schema/invoices-and-refunds.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { disputeMovements, disputes, payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { money as contract } from "#shared/contract/office/money.ts";
import { pence } from "#shared/domain/money.ts";
import { type Day, endOfDay, londonDay, startOfDay } from "#shared/domain/period.ts";
import { AGES, type Age, type InvoiceKind } from "#shared/domain/trade/ledger.ts";
import { type Days, moneyDays } from "#shared/domain/trade/money-periods.ts";
import { cashIn } from "./cash.ts";
import { isBetween } from "./days.ts";
import { marginIn, marginsIn, ordersOfMargin } from "./margins.ts";
import { payoutsAtStripe } from "./payouts.ts";

/** Each figure is one plain sum, and its list finds the same rows (rule K11). */
export const moneyHandlers: Handlers<typeof contract> = {
  read: async ({ db, query, now }) => {
    const today = londonDay(now);
    const { period, from = today, to = today } = query;
    const days = period === "custom" ? { from, to } : moneyDays(period, today);
    const [sold, margin, invoiced, credited, received, refunded, withdrawn, writtenOff, owed, credit, notInvoiced] = await Promise.all([
      soldIn(db, days),
      marginIn(db, days),
      issuedIn(db, "invoice", days),
      issuedIn(db, "credit_note", days),
      receivedIn(db, days),
      sumWhere(
        db,
        refunds,
        refunds.amountPence,
        and(eq(refunds.status, "succeeded"), isBetween(refunds.paidOn, days), isInPounds(refunds.paymentId)),
      ),
      sumWhere(db, disputeMovements, disputeMovements.amountPence, and(isBetween(disputeMovements.on, days), isInPounds(disputePayment))),
      sumWhere(
        db,
        writeOffs,
        sql`case when ${writeOffs.reverses} is null then ${writeOffs.amountPence} else -${writeOffs.amountPence} end`,
        isBetween(writeOffs.on, days),
      ),
      owedNow(db, today),
      sumWhere(db, payments, payments.unallocatedPence, and(isNotNull(payments.companyId), gt(payments.unallocatedPence, pence(0)))),
      sumWhere(db, orders, orders.totalPence, and(ORDERS.live, ORDERS.notInvoiced)),
    ]);
    return { ...days, sold, ...margin, invoiced, credited, received, refunded, withdrawn, writtenOff, owed, credit, notInvoiced };
  },
  vat: async ({ db, query: days }) => {
    const [invoices, creditNotes] = await Promise.all([issuedIn(db, "invoice", days), issuedIn(db, "credit_note", days)]);
    return {
      ...days,
      invoices,
      creditNotes,
      net: pence(invoices.net - creditNotes.net),
      vat: pence(invoices.vat - creditNotes.vat),
    };
  },
  margin: ({ db, query: { by, ...days } }) => marginsIn(db, by, days),
  marginOrders: ({ db, query, page }) => ordersOfMargin(db, query, page),
  payouts: (call) => payoutsAtStripe(call, call.query.after),
  cash: ({ db, query: days }) => cashIn(db, days),
};

/** Sums are in pounds, so payments in another currency are left out. */
const isInPounds = (paymentId: PgColumn | SQL): SQL =>
  sql`exists (select from ${payments} where ${payments.id} = ${paymentId} and ${payments.currency} = 'gbp')`;
const disputePayment = sql`(select ${disputes.paymentId} from ${disputes} where ${eq(disputes.id, disputeMovements.disputeId)})`;

type Summed = typeof writeOffs | typeof refunds | typeof disputeMovements | typeof payments | typeof orders;
async function sumWhere(db: Db, table: Summed, amount: PgColumn | SQL, where: SQL | undefined) {
  const [row] = await db
    .select({ sum: sumOfPence(sql`sum(${amount})`) })
    .from(table)
    .where(where);
  return row?.sum ?? pence(0);
}

const NOTHING = { count: 0, net: pence(0), vat: pence(0), gross: pence(0) };
const amountsOf = (net: PgColumn, vat: PgColumn, gross: PgColumn) => ({
  count: sql<number>`count(*)::int`,
  net: sumOfPence(sql`sum(${net})`),
  vat: sumOfPence(sql`sum(${vat})`),
  gross: sumOfPence(sql`sum(${gross})`),
});

/** Orders that were made in these days, without the free orders of remakes. */
async function soldIn(db: Db, { from, to }: Days) {
  const [sums = NOTHING] = await db
    .select(amountsOf(quotes.subtotalPence, quotes.taxPence, quotes.finalTotalPence))
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .where(
      and(
        ORDERS.live,
        ORDERS.standing,
        gt(orders.totalPence, pence(0)),
        gte(orders.createdAt, startOfDay(from)),
        lte(orders.createdAt, endOfDay(to)),
      ),
    );
  return sums;
}

/** Selects by tax point, which for a credit note is its day of issue. */
async function issuedIn(db: Db, kind: InvoiceKind, days: Days) {
  const [sums = NOTHING] = await db
    .select(amountsOf(invoices.netPence, invoices.vatPence, invoices.grossPence))
    .from(invoices)
    .where(and(eq(invoices.kind, kind), isBetween(invoices.taxPoint, days)));
  return sums;
}

/** Payments in another currency are on no account (docs/decisions/029-ledger.md). */
async function receivedIn(db: Db, days: Days) {
  const byMethod = (method: "card" | "bank_transfer") =>
    sumOfPence(sql`sum(${payments.amount}) filter (where ${eq(payments.method, method)})`);
  const [sums] = await db
    .select({ card: byMethod("card"), bankTransfer: byMethod("bank_transfer"), total: sumOfPence(sql`sum(${payments.amount})`) })
    .from(payments)
    .where(and(isNull(payments.voidedAt), isNotNull(payments.companyId), isBetween(payments.receivedOn, days)));
  return sums ?? { card: pence(0), bankTransfer: pence(0), total: pence(0) };
}

async function owedNow(db: Db, today: Day) {
  const owedOfAge = (age: Age) => sumOfPence(sql`sum(${invoiceBalances.owedPence}) filter (where ${BALANCES.ofAge(age, today)})`);
  const [sums] = await db
    .select({
      total: sumOfPence(sql`sum(${invoiceBalances.owedPence})`),
      ...(Object.fromEntries(AGES.map((age) => [age, owedOfAge(age)])) as Record<Age, ReturnType<typeof owedOfAge>>),
    })
    .from(invoiceBalances)
    .where(BALANCES.owed);
  if (!sums) throw new Error("One row is always there");
  const { total, ...ageing } = sums;
  return { total, ageing };
}
