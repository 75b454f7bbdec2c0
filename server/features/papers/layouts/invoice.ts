import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { addressed, jobFacts, letterhead } from "#server/features/papers/engine/letterhead.ts";
import { createPaper, type Paper } from "#server/features/papers/engine/paper.ts";
import type { InvoiceSnapshot } from "#server/schema/invoices-and-refunds.ts";
import { formatPence, pence } from "#shared/domain/money.ts";
import { formatDay } from "#shared/domain/period.ts";
import { bankInWords } from "#shared/domain/trade/ledger.ts";
import { invoiceNumber, orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";
import { pricedPart } from "./priced-table.ts";

interface Invoice {
  readonly number: number;
  readonly issuedAt: Date;
  /** The tax point, `YYYY-MM-DD`. */
  readonly taxPoint: string;
  readonly dueOn: string | null;
  readonly snapshot: InvoiceSnapshot;
}

/** Joins an address into one line without blank lines. */
const onOneLine = (address: string): string =>
  address
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(", ");

const dayInWords = (day: string): string => formatDay(new Date(`${day}T12:00:00Z`));
const STERLING = "All amounts are in pounds sterling.";

const paidInWords = ({ finalTotal, paidOn }: InvoiceSnapshot, taxPoint: string): string =>
  `Paid in full on ${dayInWords(paidOn ?? taxPoint)}: ${formatPence(finalTotal)}. Nothing is due. ${STERLING}`;

function payWords({ finalTotal, paidBefore = pence(0), bank }: InvoiceSnapshot, name: string, dueOn: string): string[] {
  const before = paidBefore > 0 ? `${formatPence(paidBefore)} of it is paid already. ` : "";
  const due = `${before}Please pay ${formatPence(pence(finalTotal - paidBefore))} by ${dayInWords(dueOn)}, by card in the portal${bank ? " or by bank transfer" : ""}. ${STERLING}`;
  return bank ? [due, `${bankInWords(bank)}, reference ${name}`] : [due];
}

/** Prints the VAT invoice from its stored values only (rule D2). */
export function invoice(fonts: Fonts, { number, issuedAt, taxPoint, dueOn, snapshot }: Invoice): Paper {
  const { seller, customer } = snapshot;
  const name = invoiceNumber(number);
  const paper = createPaper(fonts, {
    title: `VAT invoice ${name}`,
    author: seller.name,
    subject: `VAT invoice for ${customer.companyName}`,
    date: issuedAt,
  });
  const isPaid = snapshot.paidOn !== null;
  const reference =
    snapshot.orderId === null ? quoteNumber(snapshot.quoteId) : `${orderNumber(snapshot.orderId)} (${quoteNumber(snapshot.quoteId)})`;
  const blocks = [
    ...letterhead(paper, seller, "VAT invoice", name),
    ...addressed(
      paper,
      "Invoice to",
      [customer.companyName, customer.contactName, customer.address ?? "", customer.vatNumber ? `VAT ${customer.vatNumber}` : ""],
      [
        ["Invoice number", name],
        ["Issue date", formatDay(issuedAt)],
        ["Tax point", dayInWords(taxPoint)],
        ...(isPaid ? [] : ([["Due", dayInWords(dueOn ?? taxPoint)]] as const)),
        [snapshot.orderId === null ? "Quotation" : "Order", reference],
        ...jobFacts(snapshot),
        ...(snapshot.deliveredTo ? ([["Delivered to", onOneLine(snapshot.deliveredTo)]] as const) : []),
      ],
    ),
    ...pricedPart(paper, {
      lines: snapshot.lines,
      subtotalPence: snapshot.subtotal,
      taxPence: snapshot.tax,
      finalTotalPence: snapshot.finalTotal,
      totalLabel: "Total with VAT",
      notes: isPaid ? [paidInWords(snapshot, taxPoint)] : payWords(snapshot, name, dueOn ?? taxPoint),
    }),
  ];
  return paper.print(blocks, `${seller.name}  ·  VAT invoice ${name}`);
}
