/**
 * Xero's and Sage 50's imports as their makers describe them, independent of the code that writes
 * the files. Each returns the documents with net, VAT and gross in pence, or throws for a file that
 * the program would refuse.
 */
export interface Imported {
  readonly number: string;
  readonly contact: string;
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
}

/** Parses RFC 4180, character by character. */
export function cellsOf(file: string): string[][] {
  if (file.startsWith("\uFEFF")) throw new Error("There is a byte order mark");
  if (!file.endsWith("\r\n")) throw new Error("The last line does not end");
  const lines: string[][] = [[]];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < file.length; at += 1) {
    const sign = file[at] ?? "";
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (file[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === "") quoted = true;
    else if (sign === ",") {
      lines.at(-1)?.push(cell);
      cell = "";
    } else if (sign === "\r" && file[at + 1] === "\n") {
      lines.at(-1)?.push(cell);
      cell = "";
      lines.push([]);
      at += 1;
    } else if (sign === '"' || sign === "\r" || sign === "\n") throw new Error(`A cell is not quoted as it must be at ${at}`);
    else cell += sign;
  }
  return lines.slice(0, -1);
}

function rowsOf(file: string, columns: readonly string[]): ReadonlyMap<string, string>[] {
  const [header = [], ...lines] = cellsOf(file);
  if (header.join() !== columns.join()) throw new Error(`The columns are ${header.join()}`);
  return lines.map((cells) => {
    if (cells.some((text) => /[\r\n\u2028\u2029]/.test(text))) throw new Error("A cell has two lines");
    if (cells.length !== columns.length) throw new Error(`A line has ${cells.length} cells`);
    return new Map(columns.map((column, index) => [column, cells[index] ?? ""]));
  });
}

const AMOUNT = /^-?\d+\.\d\d$/;
function penceIn(text: string): number {
  if (!AMOUNT.test(text)) throw new Error(`${text} is no amount`);
  return Number(text.replace(".", ""));
}
function requireDay(text: string): void {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) throw new Error(`${text} is no day`);
}

const XERO = (
  "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode," +
  "POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount," +
  "*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme"
).split(",");
const XERO_RATES: Readonly<Record<string, number>> = { "20% (VAT on Income)": 20, "No VAT": 0 };

/**
 * Consecutive lines with one number are one document; Xero calculates VAT for each line, rounding
 * away from zero.
 */
export function importToXero(file: string): Imported[] {
  const documents: Imported[] = [];
  for (const row of rowsOf(file, XERO)) {
    const cell = (name: string) => row.get(name) ?? "";
    for (const name of XERO.filter((column) => column.startsWith("*"))) if (cell(name) === "") throw new Error(`${name} is required`);
    requireDay(cell("*InvoiceDate"));
    requireDay(cell("*DueDate"));
    const rate = XERO_RATES[cell("*TaxType")];
    if (rate === undefined) throw new Error(`There is no tax type ${cell("*TaxType")}`);
    const net = penceIn(cell("*UnitAmount")) * Number(cell("*Quantity"));
    const vat = Math.sign(net) * Math.round((Math.abs(net) * rate) / 100);
    const number = cell("*InvoiceNumber");
    const last = documents.at(-1);
    if (last?.number === number) documents[documents.length - 1] = added(last, net, vat);
    else if (documents.some((document) => document.number === number)) throw new Error(`The lines of ${number} are apart`);
    else documents.push({ number, contact: cell("*ContactName"), net, vat, gross: net + vat });
  }
  if (documents.length > 500) throw new Error("Xero takes 500 documents at once");
  return documents;
}
const added = (document: Imported, net: number, vat: number): Imported => ({
  ...document,
  net: document.net + net,
  vat: document.vat + vat,
  gross: document.gross + net + vat,
});

const SAGE = [
  "Type",
  "Account Reference",
  "Nominal A/C Ref",
  "Department Code",
  "Date",
  "Reference",
  "Details",
  "Net Amount",
  "Tax Code",
  "Tax Amount",
];

/** An audit trail of sales invoices (SI) and credits (SC), whose amounts are positive. */
export function importToSage(file: string, type: "SI" | "SC"): Imported[] {
  return rowsOf(file, SAGE).map((row) => {
    const cell = (name: string) => row.get(name) ?? "";
    if (cell("Type") !== type) throw new Error(`${cell("Type")} is not ${type}`);
    if (!/^[A-Z0-9]{1,8}$/.test(cell("Account Reference"))) throw new Error(`${cell("Account Reference")} is no account`);
    if (!/^\d{1,8}$/.test(cell("Nominal A/C Ref"))) throw new Error(`${cell("Nominal A/C Ref")} is no nominal account`);
    if (!/^T\d{1,2}$/.test(cell("Tax Code"))) throw new Error(`${cell("Tax Code")} is no tax code`);
    if ([...cell("Details")].length > 60) throw new Error("Details have at most 60 signs");
    if (cell("Reference").length > 30) throw new Error("A reference has at most 30 signs");
    requireDay(cell("Date"));
    const [net, vat] = [penceIn(cell("Net Amount")), penceIn(cell("Tax Amount"))];
    if (Math.min(net, vat) < 0) throw new Error("Amounts are positive");
    return { number: cell("Reference"), contact: cell("Account Reference"), net, vat, gross: net + vat };
  });
}

export interface ImportedReceipt {
  readonly contact: string;
  readonly reference: string;
  /** Positive: money received. */
  readonly pence: number;
}

const XERO_STATEMENT = "*Date,*Amount,Payee,Description,Reference,Check Number".split(",");

/** A bank statement. */
export const importStatementToXero = (file: string): ImportedReceipt[] =>
  rowsOf(file, XERO_STATEMENT).map((row) => {
    requireDay(row.get("*Date") ?? "");
    return { contact: row.get("Payee") ?? "", reference: row.get("Reference") ?? "", pence: penceIn(row.get("*Amount") ?? "") };
  });

/** Receipts on account (SA) and refunds (SP) of an audit trail: no VAT, positive amounts. */
export const importReceiptsToSage = (file: string): ImportedReceipt[] =>
  rowsOf(file, SAGE).map((row) => {
    const cell = (name: string) => row.get(name) ?? "";
    if (!["SA", "SP"].includes(cell("Type"))) throw new Error(`${cell("Type")} is no receipt`);
    if (cell("Tax Code") !== "T9" || cell("Tax Amount") !== "0.00") throw new Error("A receipt has no VAT");
    if ([...cell("Details")].length > 60 || cell("Reference").length > 30) throw new Error("A text is too long");
    requireDay(cell("Date"));
    const pence = penceIn(cell("Net Amount"));
    if (pence <= 0) throw new Error("Amounts are positive");
    return { contact: cell("Account Reference"), reference: cell("Reference"), pence: cell("Type") === "SA" ? pence : -pence };
  });

const SAGE_CUSTOMERS = ["Account Reference", "Account Name", "Street 1", "Street 2", "Town", "County", "Postcode"];

/** Customer records: account, name, address lines. */
export const importCustomersToSage = (file: string): string[][] =>
  rowsOf(file, SAGE_CUSTOMERS).map((row) => {
    const cells = SAGE_CUSTOMERS.map((column) => row.get(column) ?? "");
    if (!/^[A-Z0-9]{1,8}$/.test(cells[0] ?? "")) throw new Error(`${cells[0]} is no account`);
    if (cells.some((text) => [...text].length > 60)) throw new Error("A text is too long");
    return cells;
  });
