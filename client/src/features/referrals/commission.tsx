import { formatMoney } from "#client/lib/format.ts";
import { COMMISSION_SIGN } from "#shared/domain/money.ts";

/** A commission wears the sign that the specification gives it; every other amount is in pounds. */
export const commissionText = (amount: number): string => formatMoney(amount).replace("£", COMMISSION_SIGN);

export function Commission({ amount }: { amount: number | undefined }) {
  if (amount === undefined) return <span className="text-muted">–</span>;
  return <span className="whitespace-nowrap tabular-nums">{commissionText(amount)}</span>;
}
