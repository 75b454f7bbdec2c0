import { linesOf } from "#server/features/invoices/invoice-lines.ts";
import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { addressed, jobFacts, letterhead } from "#server/features/papers/engine/letterhead.ts";
import { createPaper, type Paper } from "#server/features/papers/engine/paper.ts";
import type { QuoteItem } from "#server/lists/select-parts.ts";
import type { Parties } from "#server/schema/company-settings.ts";
import type { InvoiceLine, JobWords } from "#server/schema/invoices-and-refunds.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { formatDay } from "#shared/domain/period.ts";
import { type LeadTime, leadTimeInWords } from "#shared/domain/trade/lead-time.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { pricedPart } from "./priced-table.ts";

interface Quotation extends Parties, JobWords {
  readonly id: number;
  readonly createdAt: Date;
  readonly validUntil: Date;
  readonly items: readonly QuoteItem[];
  readonly subtotalPence: Pence;
  readonly taxPence: Pence;
  readonly finalTotalPence: Pence;
  /** The current lead time of its product types; null if it is not stated. */
  readonly leadTime: LeadTime | null;
}

/** The note to the maker is printed on the quotation, but not on the invoice. */
const withNote = (line: InvoiceLine, note: string | null | undefined): InvoiceLine =>
  note ? { ...line, description: `${line.description}\nNote: ${note}` } : line;

/** Prints the prices of a quote's windows and their validity (rule D1). */
export function quotation(fonts: Fonts, quote: Quotation): Paper {
  const { seller, customer } = quote;
  const number = quoteNumber(quote.id);
  const paper = createPaper(fonts, {
    title: `Quotation ${number}`,
    author: seller.name,
    subject: `Quotation for ${customer.companyName}, not a VAT invoice`,
    date: quote.createdAt,
  });
  const validUntil = formatDay(quote.validUntil);
  const blocks = [
    ...letterhead(paper, seller, "Quotation", "This is not a VAT invoice"),
    ...addressed(
      paper,
      "Prepared for",
      [customer.companyName, customer.contactName, customer.address ?? ""],
      [
        ["Quotation", number],
        ["Date", formatDay(quote.createdAt)],
        ["Valid until", validUntil],
        ["Total", formatPence(quote.finalTotalPence)],
        ...(quote.leadTime ? [["Lead time", leadTimeInWords(quote.leadTime)] as const] : []),
        ...jobFacts(quote),
      ],
    ),
    ...pricedPart(paper, {
      ...quote,
      lines: linesOf(quote.items).map((line, index) => withNote(line, quote.items[index]?.note)),
      windows: quote.items.map(toDraw),
      totalLabel: "Total",
      notes: [
        `These prices hold until the end of ${validUntil}. Every shutter is made to the measures above: please check them before you accept.`,
        "This is a quotation and not a VAT invoice. A VAT invoice follows once the order is paid.",
      ],
    }),
  ];
  return paper.print(blocks, `${seller.name}  ·  Quotation ${number}`);
}
