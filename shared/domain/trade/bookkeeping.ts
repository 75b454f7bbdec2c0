import { divideRounded } from "#shared/domain/decimal.ts";
import { type Pence, pence } from "#shared/domain/money.ts";

/** What goes to the office's bookkeeping (rule K10). */

export const EXPORT_FORMATS = ["xero", "sage50"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_FORMAT_LABEL = { xero: "Xero", sage50: "Sage 50" } as const satisfies Record<ExportFormat, string>;

/** Documents of a kind in one file: Xero takes no more; of Sage's it is our own bound. */
export const MOST_IN_EXPORT = { xero: 500, sage50: 10_000 } as const satisfies Record<ExportFormat, number>;

/** How the bookkeeping's programs call our sales and their VAT, until Settings say otherwise. */
export const USUAL_CODES = { xeroAccount: "200", xeroTaxType: "20% (VAT on Income)", sageNominal: "4000", sageTaxCode: "T1" } as const;
export type BookkeepingCodes = Readonly<Record<keyof typeof USUAL_CODES, string>>;

/** An amount on which Xero works out 20 % of VAT, or none. */
export interface XeroPart {
  readonly netPence: Pence;
  readonly taxed: boolean;
}

/**
 * Xero works VAT out again from the net. Where ours is not 20 % of it to the penny, the largest net
 * whose 20 % is our VAT is one line, and the rest, which may be negative, another without VAT.
 */
export function xeroParts(netPence: Pence, vatPence: Pence): readonly XeroPart[] {
  if (divideRounded(netPence, 5) === vatPence) return [{ netPence, taxed: true }];
  // A fifth of pence never ends in a half: up to two tenths of a penny more are rounded away.
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
 * A company's account in Sage, by its name: letters and digits without accents, in capitals, at
 * most 8; without any `C` and the company's id. The second of a name ends in 2, and so on.
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
