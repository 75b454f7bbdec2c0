import { proportionOf } from "#shared/domain/decimal.ts";

/** What of an invoice is not credited yet, in pence. */
export interface InvoiceRest {
  readonly netLeft: number;
  readonly vatLeft: number;
  /**
   * The gross that may be credited: less than net and VAT together where refunds with a credit note
   * are pending, or a rest is written off.
   */
  readonly room: number;
}

interface Reduction {
  readonly grossPence: number;
  /** The VAT by which the order's VAT falls. */
  readonly vatPence: number;
}

interface Part {
  readonly net: number;
  readonly vat: number;
}

/**
 * Splits the reduction of an order over its invoices (rule Y27): all on the oldest one that can take
 * it, otherwise as much as each can take, the oldest first. Each part has VAT in the proportion that
 * its invoice has left, so that no later reduction lacks VAT; the rounded pennies that are missing
 * then follow wherever there is room. The reduction is at most the sum of all `room`.
 *
 * @returns a part for each invoice, in their order; both amounts are 0 where it gets nothing
 */
export function splitReduction(rests: readonly InvoiceRest[], { grossPence, vatPence }: Reduction): Part[] {
  const net = grossPence - vatPence;
  const whole = rests.findIndex((one) => one.room >= grossPence && one.netLeft >= net && one.vatLeft >= vatPence);
  if (whole >= 0) return rests.map((_, at) => (at === whole ? { net, vat: vatPence } : { net: 0, vat: 0 }));
  let left = grossPence;
  const parts = rests.map(({ netLeft, vatLeft, room }) => {
    const gross = Math.min(left, room);
    left -= gross;
    const vat = gross === 0 ? 0 : proportionOf(gross, vatLeft, netLeft + vatLeft);
    return { net: gross - vat, vat };
  });
  let missing = vatPence - parts.reduce((sum, { vat }) => sum + vat, 0);
  return parts.map((part, at) => {
    const { netLeft = 0, vatLeft = 0 } = rests[at] ?? {};
    const more = Math.max(-part.vat, part.net - netLeft, Math.min(missing, part.net, vatLeft - part.vat));
    missing -= more;
    return { net: part.net - more, vat: part.vat + more };
  });
}
