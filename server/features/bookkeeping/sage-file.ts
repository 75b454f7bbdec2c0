import type { BookkeepingCodes } from "#shared/domain/trade/bookkeeping.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { atMost, inert, joinCsvLines, plainAmount, plainDay } from "./csv-cells.ts";
import { type ExportedDocument, printedNumber } from "./documents-to-export.ts";

export const SAGE_HEADER = "Type,Account Reference,Nominal A/C Ref,Department Code,Date,Reference,Details,Net Amount,Tax Code,Tax Amount";

/**
 * Sales invoices (SI) or credit notes (SC), in the import format of Sage 50's audit trail, with the
 * portal's VAT amounts; the lines of write-offs follow.
 */
export const sageFile = (
  documents: readonly ExportedDocument[],
  codes: BookkeepingCodes,
  accounts: ReadonlyMap<number, string>,
  writeOffs: readonly string[][],
): string =>
  joinCsvLines(SAGE_HEADER, [
    ...documents.map((document) => [
      document.kind === "invoice" ? "SI" : "SC",
      accounts.get(document.companyId) ?? "",
      inert(codes.sageNominal),
      "",
      plainDay(document.taxPoint),
      printedNumber(document),
      detailsOf(document),
      plainAmount(document.netPence),
      inert(codes.sageTaxCode),
      plainAmount(document.vatPence),
    ]),
    ...writeOffs,
  ]);

/** Sage 50's tax code for amounts outside VAT. */
export const OUTSIDE_VAT = "T9";

/** The longest text that Sage 50 accepts in the column Details. */
export const LONGEST_DETAILS = 60;

/** The invoice (for a credit note the credited one), the customer's PO number and the job. */
const detailsOf = ({ kind, number, credits, poNumber, jobName }: ExportedDocument): string =>
  atMost(
    inert([invoiceNumber(kind === "invoice" ? number : (credits ?? 0)), poNumber, jobName].filter(Boolean).join(", ")),
    LONGEST_DETAILS,
  );
