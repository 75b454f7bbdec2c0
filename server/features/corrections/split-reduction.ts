import { proportionOf } from "#shared/domain/decimal.ts";

/** The net, VAT and gross of an invoice that are not credited yet, in pence. */
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
 * are then exchanged for net, in the same part or between two. The reduction is at most the sum of all `room`.
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
  const missing = vatPence - parts.reduce((sum, { vat }) => sum + vat, 0);
  if (missing !== 0) exchange(parts, rests, missing > 0 ? ["net", "vat"] : ["vat", "net"], Math.abs(missing));
  return parts;
}

type Amount = keyof Part;

/** Takes pence of `less` from the parts and adds them as `more`, as far as their invoices have it. */
function exchange(
  parts: { net: number; vat: number }[],
  rests: readonly InvoiceRest[],
  [less, more]: [Amount, Amount],
  amount: number,
): void {
  const leftOf = (at: number): number => (rests[at]?.[`${more}Left`] ?? 0) - (parts[at]?.[more] ?? 0);
  const roomOf = (at: number): number => (rests[at]?.room ?? 0) - (parts[at]?.net ?? 0) - (parts[at]?.vat ?? 0);
  let open = amount;
  // A part exchanges within itself before it gives gross to another.
  for (const from of parts.keys())
    for (const to of [from, ...parts.keys()]) {
      const [giver, taker] = [parts[from], parts[to]];
      if (!giver || !taker) continue;
      const pennies = Math.min(open, giver[less], leftOf(to), from === to ? open : roomOf(to));
      giver[less] -= pennies;
      taker[more] += pennies;
      open -= pennies;
    }
}
