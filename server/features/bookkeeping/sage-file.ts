import type { BookkeepingCodes } from "#shared/domain/trade/bookkeeping.ts";
import { descriptionOf, type ExportedDocument, printedNumber } from "./documents-to-export.ts";
import { inert, plainAmount, plainDay, writtenLines } from "./written-lines.ts";

const HEADER = "Type,Account Reference,Nominal A/C Ref,Department Code,Date,Reference,Details,Net Amount,Tax Code,Tax Amount";

/** Sales invoices (SI), or credit notes (SC), as Sage 50 imports its audit trail: our VAT as it is. */
export const sageFile = (documents: readonly ExportedDocument[], codes: BookkeepingCodes, accounts: ReadonlyMap<number, string>): string =>
  writtenLines(
    HEADER,
    documents.map((document) => [
      document.kind === "invoice" ? "SI" : "SC",
      accounts.get(document.companyId) ?? "",
      inert(codes.sageNominal),
      "",
      plainDay(document.taxPoint),
      printedNumber(document),
      inert(descriptionOf(document)),
      plainAmount(document.netPence),
      inert(codes.sageTaxCode),
      plainAmount(document.vatPence),
    ]),
  );
