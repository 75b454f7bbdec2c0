import { formatMoney } from "./format.ts";

interface Payable {
  readonly owed?: number | undefined;
  readonly finalTotal?: number | undefined;
}

/** What is still to be paid of a quote or an order, in pounds, where something of it was paid or credited; else none. */
export const restOf = ({ owed = 0, finalTotal = 0 }: Payable): number | undefined => (owed > 0 && owed < finalTotal ? owed : undefined);

/** How the sentences about a quote or an order that can be paid say it. */
export function unpaidInWords(payable: Payable, whole = "It is not paid yet."): string {
  const rest = restOf(payable);
  return rest === undefined ? whole : `${formatMoney(rest)} of it is still to be paid.`;
}
