import { addressParts, fitIntoLines } from "#shared/domain/trade/address-parts.ts";
import { type BookkeepingCodes, xeroParts } from "#shared/domain/trade/bookkeeping.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { inert, joinCsvLines, plainAmount, plainDay } from "./csv-cells.ts";
import { descriptionOf, type ExportedDocument, printedNumber } from "./documents-to-export.ts";

const HEADER =
  "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme";

const STREET_LINES = 4;
const NO_VAT = "No VAT";

/** Sales invoices or credit notes in Xero's import format, one or two lines each. */
export const xeroFile = (documents: readonly ExportedDocument[], codes: BookkeepingCodes): string =>
  joinCsvLines(
    HEADER,
    documents.flatMap((document) => linesOf(document, codes)),
  );

function linesOf(document: ExportedDocument, { xeroAccount, xeroTaxType }: BookkeepingCodes): string[][] {
  const { kind, companyName, accountsName, email, address, poNumber, credits, taxPoint, dueOn, netPence, vatPence } = document;
  const before = [
    inert(accountsName ?? companyName),
    inert(email),
    ...xeroAddress(address),
    printedNumber(document),
    inert(kind === "invoice" ? poNumber : invoiceNumber(credits ?? 0)),
    plainDay(taxPoint),
    plainDay(dueOn ?? taxPoint),
    "",
    inert(descriptionOf(document)),
    "1",
  ];
  return xeroParts(netPence, vatPence).map((part) => [
    ...before,
    plainAmount(part.netPence),
    "",
    inert(xeroAccount),
    part.taxed ? inert(xeroTaxType) : NO_VAT,
    ...["", "", "", ""],
    "GBP",
    "",
  ]);
}

/** POAddressLine1 to 4, POCity, PORegion, POPostalCode, POCountry. */
export function xeroAddress(address: string | null): string[] {
  const { street, city, postcode, country } = addressParts(address);
  return [...fitIntoLines(street, STREET_LINES), city, "", postcode, country].map(inert);
}
