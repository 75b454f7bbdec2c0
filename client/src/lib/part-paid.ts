import { formatMoney } from "./format.ts";

/** The amounts of a quote or an order, in pounds. */
export interface Payable {
  readonly owed?: number | undefined;
  readonly finalTotal?: number | undefined;
}

/** True if the debt was written off, so that nothing is to be paid (rule Y26). */
export const isWrittenOff = ({ paymentStatus, owed, finalTotal = 0 }: Payable & { readonly paymentStatus?: string | undefined }): boolean =>
  paymentStatus === "unpaid" && owed === 0 && finalTotal > 0;

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
