import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { changeRequests, corrections, orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { retailLinks } from "#server/schema/retail.ts";
import { orderMeasures, orderPieces } from "#server/schema/workshop.ts";

/** Every record of a company that somebody accepted, read or cut from, as text by its name. */
export type Snapshots = ReadonlyMap<string, string>;

export async function readSnapshots(db: Db, companyId: number): Promise<Snapshots> {
  const theirs = db.select({ id: orders.id }).from(orders).where(eq(orders.companyId, companyId));
  const { id, snapshot, acceptedExtras, acceptedTotalPence, acceptedSentence } = retailLinks;
  const [papers, acceptances, taken, corrected, answered] = await Promise.all([
    db.select().from(invoices).where(eq(invoices.companyId, companyId)),
    db
      .select({ id, snapshot, acceptedExtras, acceptedTotalPence, acceptedSentence })
      .from(retailLinks)
      .innerJoin(quotes, eq(quotes.id, retailLinks.quoteId))
      .where(and(eq(quotes.companyId, companyId), isNotNull(retailLinks.acceptedAt))),
    db.select().from(orderMeasures).where(inArray(orderMeasures.orderId, theirs)),
    db.select().from(corrections).where(inArray(corrections.orderId, theirs)),
    db
      .select()
      .from(changeRequests)
      .where(and(inArray(changeRequests.orderId, theirs), ne(changeRequests.status, "open"))),
  ]);
  return new Map<string, string>([
    ...papers.map(({ number, snapshot: paper, netPence, vatPence, grossPence, taxPoint, kind }) => {
      return [`document ${number}`, JSON.stringify({ paper, netPence, vatPence, grossPence, taxPoint, kind })] as const;
    }),
    ...acceptances.map((acceptance) => [`acceptance ${acceptance.id}`, JSON.stringify(acceptance)] as const),
    ...taken.map((measures) => [`measures of order ${measures.orderId}`, JSON.stringify(measures)] as const),
    ...corrected.map(({ printedAt: _, ...correction }) => [`correction ${correction.id}`, JSON.stringify(correction)] as const),
    ...answered.map((request) => [`request ${request.id}`, JSON.stringify(request)] as const),
  ]);
}

/**
 * An order releases its measures when nothing of it is cut any more. Nothing else may be missing.
 */
export async function faultsOfSnapshots(db: Db, before: Snapshots, after: Snapshots): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, text] of before) {
    const now = after.get(name);
    if (now !== undefined && now !== text) faults.push(`${name} changed: ${text} to ${now}`);
    if (now !== undefined) continue;
    const orderId = Number(/^measures of order (\d+)$/.exec(name)?.[1] ?? 0);
    const cut = await db.$count(orderPieces, and(eq(orderPieces.orderId, orderId), isNotNull(orderPieces.cutAt)));
    if (orderId === 0 || cut > 0) faults.push(`${name} is gone`);
  }
  return faults;
}

/** Every quote and order whose totals are not those of its windows. */
export async function faultsOfTotals(db: Db, companyId: number): Promise<string[]> {
  const quoted = await db.select().from(quotes).where(eq(quotes.companyId, companyId));
  const ordered = await db.select().from(orders).where(eq(orders.companyId, companyId));
  const ids = quoted.map(({ id }) => id);
  const { quoteId, quantity, itemTotalPence } = quoteItems;
  const items = await db.select({ quoteId, quantity, itemTotalPence }).from(quoteItems).where(inArray(quoteId, ids));
  return quoted.flatMap((quote) => {
    const windows = items.filter((item) => item.quoteId === quote.id);
    const net = windows.reduce((sum, item) => sum + item.itemTotalPence, 0);
    const shutters = windows.reduce((sum, item) => sum + item.quantity, 0);
    const name = `quote ${quote.id}`;
    return [
      ...(quote.subtotalPence === net ? [] : [`the subtotal of ${name}: ${quote.subtotalPence} is not ${net}`]),
      ...(quote.taxPence === Math.round(net / 5) ? [] : [`the VAT of ${name}: ${quote.taxPence} of ${net}`]),
      ...(quote.finalTotalPence === net + quote.taxPence ? [] : [`the total of ${name}: ${quote.finalTotalPence}`]),
      ...(quote.itemCount === windows.length ? [] : [`the windows of ${name}: ${quote.itemCount} are not ${windows.length}`]),
      ...ordered
        .filter((order) => order.quoteId === quote.id)
        .filter((order) => order.totalPence !== quote.finalTotalPence || order.windows !== windows.length || order.shutters !== shutters)
        .map((order) => `the totals of order ${order.id} are not those of its windows`),
    ];
  });
}
