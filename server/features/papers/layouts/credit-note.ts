import type { StoredInvoice } from "#server/features/invoices/issue-invoice.ts";
import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { addressed, jobFacts, letterhead } from "#server/features/papers/engine/letterhead.ts";
import { createPaper, type Paper } from "#server/features/papers/engine/paper.ts";
import { formatPence } from "#shared/domain/money.ts";
import { type Day, formatDay, startOfDay } from "#shared/domain/period.ts";
import { creditNoteNumber, invoiceNumber, orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";
import { sumsPart } from "./priced-table.ts";

/** A credit note, and the day of the invoice that it credits. */
export type CreditNote = StoredInvoice & { readonly invoiceDay: Day };

/** Prints a credit note from its stored values only (rule D12). */
export function creditNote(fonts: Fonts, note: CreditNote): Paper {
  const { seller, customer, orderId, quoteId } = note.snapshot;
  const name = creditNoteNumber(note.number);
  const invoice = invoiceNumber(note.credits ?? 0);
  const paper = createPaper(fonts, {
    title: `Credit note ${name}`,
    author: seller.name,
    subject: `Credit note for ${customer.companyName}`,
    date: note.issuedAt,
  });
  const blocks = [
    ...letterhead(paper, seller, "Credit note", name),
    ...addressed(
      paper,
      "Credit to",
      [customer.companyName, customer.contactName, customer.address ?? "", customer.vatNumber ? `VAT ${customer.vatNumber}` : ""],
      [
        ["Credit note number", name],
        ["Issue date", formatDay(note.issuedAt)],
        ["For invoice", `${invoice} of ${formatDay(startOfDay(note.invoiceDay))}`],
        [orderId === null ? "Quotation" : "Order", orderId === null ? quoteNumber(quoteId) : orderNumber(orderId)],
        ...jobFacts(note.snapshot),
      ],
    ),
    ...sumsPart(paper, {
      subtotalPence: note.netPence,
      taxPence: note.vatPence,
      finalTotalPence: note.grossPence,
      totalLabel: "Total credit with VAT",
      notes: [
        `Reason: ${note.reason ?? ""}`,
        `${formatPence(note.grossPence)} of invoice ${invoice} is credited. All amounts are in pounds sterling.`,
      ],
    }),
  ];
  return paper.print(blocks, `${seller.name}  ·  Credit note ${name}`);
}
