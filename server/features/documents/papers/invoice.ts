import type { InvoiceSnapshot } from "#server/db/schema.ts";
import type { Fonts } from "#server/features/documents/engine/fonts.ts";
import { addressed, jobFacts, letterhead } from "#server/features/documents/engine/letterhead.ts";
import { createPaper, type Paper } from "#server/features/documents/engine/paper.ts";
import { formatPence } from "#shared/domain/money.ts";
import { formatDay } from "#shared/domain/period.ts";
import { invoiceNumber, orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";
import { pricedPart } from "./priced-table.ts";

interface Invoice {
  readonly number: number;
  readonly issuedAt: Date;
  /** The day of the payment, `YYYY-MM-DD`. */
  readonly taxPoint: string;
  readonly snapshot: InvoiceSnapshot;
}

/** An address as one line: its lines, without the blank ones. */
const onOneLine = (address: string): string =>
  address
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(", ");

/** The VAT invoice, from what it was issued with and from nothing else (rule D2). */
export function invoice(fonts: Fonts, { number, issuedAt, taxPoint, snapshot }: Invoice): Paper {
  const { seller, customer } = snapshot;
  const name = invoiceNumber(number);
  const paper = createPaper(fonts, {
    title: `VAT invoice ${name}`,
    author: seller.name,
    subject: `VAT invoice for ${customer.companyName}`,
    date: issuedAt,
  });
  const paidOn = formatDay(new Date(`${taxPoint}T12:00:00Z`));
  const reference =
    snapshot.orderId === null ? quoteNumber(snapshot.quoteId) : `${orderNumber(snapshot.orderId)} (${quoteNumber(snapshot.quoteId)})`;
  const blocks = [
    ...letterhead(paper, seller, "VAT invoice", name),
    ...addressed(
      paper,
      "Invoice to",
      [customer.companyName, customer.contactName, customer.address ?? ""],
      [
        ["Invoice number", name],
        ["Issue date", formatDay(issuedAt)],
        ["Tax point", paidOn],
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
      notes: [`Paid in full on ${paidOn}: ${formatPence(snapshot.finalTotal)}. Nothing is due. All amounts are in pounds sterling.`],
    }),
  ];
  return paper.print(blocks, `${seller.name}  ·  VAT invoice ${name}`);
}
