import { divideRounded } from "#shared/domain/decimal.ts";
import { type Pence, pence } from "#shared/domain/money.ts";

/** Exports to the office's bookkeeping program (rule K10). */

export const EXPORT_FORMATS = ["xero", "sage50"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_FORMAT_LABEL = { xero: "Xero", sage50: "Sage 50" } as const satisfies Record<ExportFormat, string>;

/** The limit of documents of one kind in a file: Xero accepts no more; Sage's limit is our own. */
export const MOST_IN_EXPORT = { xero: 500, sage50: 10_000 } as const satisfies Record<ExportFormat, number>;

/** The default codes of sales, their VAT and write-offs, until Settings change them. */
export const USUAL_CODES = {
  xeroAccount: "200",
  xeroTaxType: "20% (VAT on Income)",
  xeroBadDebt: "429",
  sageNominal: "4000",
  sageTaxCode: "T1",
  sageBadDebt: "8100",
} as const;
export type BookkeepingCodes = Readonly<Record<keyof typeof USUAL_CODES, string>>;

/** A net amount on which Xero computes 20 % VAT, or none. */
export interface XeroPart {
  readonly netPence: Pence;
  readonly taxed: boolean;
}

/**
 * Splits an invoice so that Xero, which computes VAT from the net, arrives at our VAT. If our VAT
 * is not exactly 20 % of the net, one line is the largest net whose 20 % is our VAT, and the rest,
 * which may be negative, is a line without VAT.
 */
export function xeroParts(netPence: Pence, vatPence: Pence): readonly XeroPart[] {
  if (divideRounded(netPence, 5) === vatPence) return [{ netPence, taxed: true }];
  // Dividing pence by 5 never leaves a half, so up to two tenths of a penny more are rounded away.
  const taxed = pence(vatPence * 5 + 2);
  return [
    { netPence: taxed, taxed: true },
    { netPence: pence(netPence - taxed), taxed: false },
  ];
}

const LONGEST_REFERENCE = 8;
const REFERENCE = /^[A-Z0-9]{1,8}$/;
export const isSageReference = (name: string): boolean => REFERENCE.test(name);

/**
 * Yields references for a company's account in Sage, derived from its name: letters and digits
 * without accents, in capitals, at most 8. A name without any letter or digit yields `C` and the
 * company's id. The second reference ends in 2, the third in 3, and so on.
 */
export function* sageReferences(name: string, companyId: number): Generator<string> {
  const letters = name
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
  const stem = letters === "" ? `C${companyId}` : letters;
  yield stem.slice(0, LONGEST_REFERENCE);
  for (let number = 2; ; number += 1) yield `${stem.slice(0, LONGEST_REFERENCE - String(number).length)}${number}`;
}
