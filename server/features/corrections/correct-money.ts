import { and, eq, gt, inArray, lt, max } from "drizzle-orm";
import { linesOf } from "#server/features/invoices/invoice-lines.ts";
import { creditable, issueCreditNote } from "#server/features/invoices/issue-credit-note.ts";
import { type Issuer, issueFurtherInvoice } from "#server/features/invoices/issue-invoice.ts";
import { holdOrRelease } from "#server/features/payments/transfers/held-payments.ts";
import type { PricedWindow } from "#server/features/quotes/price-windows.ts";
import { addAllocations, type Balance, balancesOfQuote, updatePaidStates } from "#server/features/receivables/ledger.ts";
import { sumUnallocatedOfQuote } from "#server/features/receivables/unallocated-payments.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { allocations } from "#server/schema/allocations.ts";
import { type InvoiceLine, invoices } from "#server/schema/invoices-and-refunds.ts";
import type { quotes } from "#server/schema/quotes.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { formatPence, type Pence, pence, sumPence } from "#shared/domain/money.ts";
import { priceQuote } from "#shared/domain/trade/pricing.ts";
import { creditNoteNumber, invoiceNumber } from "#shared/domain/trade/status.ts";
import { joinInWords } from "#shared/domain/window/text/making-text.ts";
import { type InvoiceRest, splitReduction } from "./split-reduction.ts";

/** The price of a window before and after a correction, 0 where it was not there. */
export interface PriceChange {
  readonly window: string;
  /** The difference in words, for the documents. */
  readonly words: string;
  readonly netBefore: Pence;
  readonly netAfter: Pence;
  /** The new window; null for a removed one. */
  readonly now: PricedWindow | null;
}

export interface CorrectedMoney {
  /** The printed numbers of the issued documents, credit notes first. */
  readonly documents: readonly string[];
  readonly credited: readonly { readonly window: string; readonly amountPence: Pence }[];
  readonly invoicedPence: Pence;
  /** The amount that is paid beyond what is owed since this correction. */
  readonly creditPence: Pence;
}

interface Correction {
  readonly id: number;
  /** The locked quote, before and after. */
  readonly before: typeof quotes.$inferSelect;
  readonly after: typeof quotes.$inferSelect;
  readonly changes: readonly PriceChange[];
}

const taxOn = (subtotal: number): number => priceQuote([pence(subtotal)]).taxPence;

/**
 * Follows a correction in the ledger (rule Y27). Without an invoice the total alone changes. With
 * one, each reduced line is credited, and the increases are invoiced further; payments that the
 * credits free pay the further invoice first. Each document has the VAT by which it changes the VAT
 * of the order, so that invoices less these notes always equal the order's windows.
 * @throws 409 if the invoices can be credited by less
 */
export async function correctMoney(tx: Db, correction: Correction, issuer: Issuer): Promise<CorrectedMoney> {
  const { before, after } = correction;
  if (before.invoiceNumber === null) {
    await holdOrRelease(tx, before.id, issuer.now);
    const paid = await sumUnallocatedOfQuote(tx, before.id);
    return { documents: [], credited: [], invoicedPence: pence(0), creditPence: pence(Math.max(0, paid - after.finalTotalPence)) };
  }
  const mark = await newestAllocation(tx);
  let subtotal: number = before.subtotalPence;
  const documents: string[] = [];
  const credited: { window: string; amountPence: Pence }[] = [];
  for (const { window, words, netBefore, netAfter } of correction.changes) {
    const net = netBefore - netAfter;
    if (net <= 0) continue;
    const vat = taxOn(subtotal) - taxOn(subtotal - net);
    subtotal -= net;
    const note = { words, grossPence: pence(net + vat), vatPence: pence(vat) };
    documents.push(...(await creditLine(tx, correction, note, issuer)));
    credited.push({ window, amountPence: note.grossPence });
  }
  const freed = await freedSince(tx, before.id, mark);
  const increases = correction.changes.filter(({ netBefore, netAfter }) => netAfter > netBefore);
  const net = sumPence(increases.map(({ netBefore, netAfter }) => pence(netAfter - netBefore)));
  const vat = taxOn(subtotal + net) - taxOn(subtotal);
  const invoicedPence = pence(net + vat);
  let used = 0;
  if (invoicedPence > 0) {
    const free = sumPence([...freed.values()]);
    const paidBefore = pence(Math.min(free, invoicedPence));
    const lines = increases.map(lineOf);
    const amounts = { netPence: net, vatPence: pence(vat), paidBefore };
    const { number } = await issueFurtherInvoice(tx, after, { correctionId: correction.id, lines, ...amounts }, issuer);
    const rows = [...freed].map(([paymentId, amount]) => {
      const amountPence = pence(Math.min(amount, invoicedPence - used));
      used += amountPence;
      return { paymentId, number, kind: "allocated" as const, amountPence, byUserId: issuer.user?.id ?? null };
    });
    await addAllocations(tx, rows, issuer.now);
    documents.push(invoiceNumber(number));
  }
  const balances = await balancesOfQuote(tx, before.id);
  await updatePaidStates(tx, balances.map(({ number }) => number).slice(0, 1), issuer.now);
  return { documents, credited, invoicedPence, creditPence: pence(sumPence([...freed.values()]) - used) };
}

/** A new window is a whole line; the increase of an old one is a line of its own. */
function lineOf({ now, words, netBefore, netAfter }: PriceChange): InvoiceLine {
  if (!now) throw new Error("A window that costs more is there");
  const [line] = linesOf([now]);
  if (!line) throw new Error("A window has a line");
  if (netBefore === 0) return line;
  const { name, quantity, areaM2, pricePerM2, taxPercent } = line;
  return { name, description: words, quantity, areaM2, pricePerM2, taxPercent, net: pence(netAfter - netBefore), isIncrease: true };
}

interface Note {
  readonly words: string;
  readonly grossPence: Pence;
  readonly vatPence: Pence;
}

interface InvoiceOfOrder extends InvoiceRest {
  readonly balance: Balance;
}

async function invoicesOf(tx: Db, quoteId: number): Promise<InvoiceOfOrder[]> {
  const balances = await balancesOfQuote(tx, quoteId);
  const documents = await tx
    .select({ number: invoices.number, credits: invoices.credits, net: invoices.netPence, vat: invoices.vatPence })
    .from(invoices)
    .where(eq(invoices.quoteId, quoteId));
  return balances.map((balance) => {
    const left = (part: "net" | "vat"): number =>
      documents.reduce((sum, one) => {
        if (one.number === balance.number) return sum + one[part];
        return one.credits === balance.number ? sum - one[part] : sum;
      }, 0);
    return { balance, netLeft: left("net"), vatLeft: left("vat"), room: creditable(balance) };
  });
}

/** Credits a reduced line. @throws 409 if the invoices can be credited by less */
async function creditLine(tx: Db, { id, before }: Correction, note: Note, issuer: Issuer): Promise<string[]> {
  const rests = await invoicesOf(tx, before.id);
  const room = pence(rests.reduce((sum, one) => sum + one.room, 0));
  if (note.grossPence > room) {
    const names = joinInWords(rests.map(({ balance }) => invoiceNumber(balance.number)));
    throw conflict(`${names} can be credited by at most ${formatPence(room)}`);
  }
  const numbers: string[] = [];
  for (const [at, { net, vat }] of splitReduction(rests, note).entries()) {
    const balance = rests[at]?.balance;
    if (!balance || net + vat === 0) continue;
    const reason = note.words.slice(0, LONGEST.reason);
    const credit = { grossPence: pence(net + vat), reason, refundId: null, correction: { id, vatPence: pence(vat) } };
    const { number } = await issueCreditNote(tx, balance, credit, issuer);
    numbers.push(creditNoteNumber(number));
  }
  return numbers;
}

async function newestAllocation(tx: Db): Promise<number> {
  const [row] = await tx.select({ id: max(allocations.id) }).from(allocations);
  return row?.id ?? 0;
}

/** The amounts that credits of a locked quote's invoices have freed since, by payment. */
async function freedSince(tx: Db, quoteId: number, since: number): Promise<Map<number, Pence>> {
  const numbers = (await balancesOfQuote(tx, quoteId)).map(({ number }) => number);
  const rows = await tx
    .select({ paymentId: allocations.paymentId, amountPence: allocations.amountPence })
    .from(allocations)
    .where(
      and(
        inArray(allocations.number, numbers),
        eq(allocations.kind, "allocated"),
        gt(allocations.id, since),
        lt(allocations.amountPence, pence(0)),
      ),
    );
  const freed = new Map<number, Pence>();
  for (const { paymentId, amountPence } of rows) freed.set(paymentId, pence((freed.get(paymentId) ?? 0) - amountPence));
  return freed;
}
