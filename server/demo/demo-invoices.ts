import type { Db } from "#server/db/connect.ts";
import { invoiceCounter, invoices, payments } from "#server/db/schema.ts";
import { linesOf } from "#server/features/documents/document-lines.ts";
import { londonDay } from "#shared/domain/period.ts";
import { type People, SELLER } from "./demo-accounts.ts";
import type { Trade } from "./demo-trade.ts";

export type StoredInvoice = typeof invoices.$inferSelect;

/**
 * Each invoice comes with its payment, as in real use: the numbers follow the payments. All are made in one
 * transaction, because two processes may start on one empty database.
 */
export async function storeInvoices(db: Db, people: People, trade: Trade): Promise<StoredInvoice[]> {
  const paid = await db.select().from(payments).orderBy(payments.createdAt, payments.id);
  const rows = paid.map((payment, index): typeof invoices.$inferInsert => {
    const { quote, plan, windows } = found(trade.quotes.find((one) => one.quote.id === payment.quoteId));
    const { companyName, contactName, address } = people[plan.owner];
    const order = trade.orders.find((one) => one.quote.id === quote.id)?.order;
    const deliveredTo = order?.shippingAddress ?? null;
    const { id: quoteId, subtotal, tax, finalTotal } = quote;
    const lines = linesOf(windows);
    return {
      number: index + 1,
      quoteId,
      orderId: order?.id ?? null,
      paymentId: payment.id,
      taxPoint: londonDay(payment.createdAt),
      issuedAt: payment.createdAt,
      snapshot: {
        version: 1,
        seller: SELLER,
        customer: { companyName, contactName, address: address ?? deliveredTo },
        quoteId,
        orderId: order?.id ?? null,
        deliveredTo,
        lines,
        subtotal,
        tax,
        finalTotal,
      },
    };
  });
  await db.update(invoiceCounter).set({ last: rows.length });
  return db.insert(invoices).values(rows).returning();
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A payment of the demo is for none of its quotes");
  return value;
}
