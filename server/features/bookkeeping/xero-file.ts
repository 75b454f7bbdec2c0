import type { Pence } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";
import { addressParts, fitIntoLines } from "#shared/domain/trade/address-parts.ts";
import { type BookkeepingCodes, xeroParts } from "#shared/domain/trade/bookkeeping.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { inert, joinCsvLines, plainAmount, plainDay } from "./csv-cells.ts";
import { descriptionOf, type ExportedDocument, printedNumber } from "./documents-to-export.ts";

const HEADER =
  "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme";

const STREET_LINES = 4;
export const NO_VAT = "No VAT";

/** Sales invoices or credit notes in Xero's import format; the lines of write-offs follow. */
export const xeroFile = (documents: readonly ExportedDocument[], codes: BookkeepingCodes, writeOffs: readonly string[][]): string =>
  joinCsvLines(HEADER, [...documents.flatMap((document) => linesOf(document, codes)), ...writeOffs]);

function linesOf(document: ExportedDocument, { xeroAccount, xeroTaxType }: BookkeepingCodes): string[][] {
  const { kind, poNumber, credits, taxPoint, dueOn, netPence, vatPence } = document;
  return xeroParts(netPence, vatPence).map((part) =>
    xeroLine({
      ...document,
      printed: printedNumber(document),
      reference: kind === "invoice" ? poNumber : invoiceNumber(credits ?? 0),
      date: taxPoint,
      dueOn: dueOn ?? taxPoint,
      description: descriptionOf(document),
      unitPence: part.netPence,
      account: xeroAccount,
      taxType: part.taxed ? xeroTaxType : NO_VAT,
    }),
  );
}

interface XeroLine extends Pick<ExportedDocument, "companyName" | "accountsName" | "email" | "address"> {
  readonly printed: string;
  readonly reference: string | null;
  readonly date: Day;
  readonly dueOn: Day;
  readonly description: string;
  readonly unitPence: Pence;
  readonly account: string;
  readonly taxType: string;
}

/** One line of Xero's import, in the order of its columns. */
export const xeroLine = (line: XeroLine): string[] => [
  inert(line.accountsName ?? line.companyName),
  inert(line.email),
  ...xeroAddress(line.address),
  line.printed,
  inert(line.reference),
  plainDay(line.date),
  plainDay(line.dueOn),
  "",
  inert(line.description),
  "1",
  plainAmount(line.unitPence),
  "",
  inert(line.account),
  inert(line.taxType),
  ...["", "", "", ""],
  "GBP",
  "",
];

/** POAddressLine1 to 4, POCity, PORegion, POPostalCode, POCountry. */
export function xeroAddress(address: string | null): string[] {
  const { street, city, postcode, country } = addressParts(address);
  return [...fitIntoLines(street, STREET_LINES), city, "", postcode, country].map(inert);
}
