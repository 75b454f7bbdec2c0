import { formatMoney } from "./format.ts";

interface Payable {
  readonly owed?: number | undefined;
  readonly finalTotal?: number | undefined;
}

/**
 * Returns the unpaid amount of a quote or an order in pounds, if a part of it was paid or credited.
 */
export const findUnpaidRest = ({ owed = 0, finalTotal = 0 }: Payable): number | undefined =>
  owed > 0 && owed < finalTotal ? owed : undefined;

/** Returns the sentence about the unpaid amount of a quote or an order. */
export function describeUnpaid(payable: Payable, whole = "It is not paid yet."): string {
  const rest = findUnpaidRest(payable);
  return rest === undefined ? whole : `${formatMoney(rest)} of it is still to be paid.`;
}
