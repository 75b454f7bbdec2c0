import { formatMoney } from "#client/lib/format.ts";

/** An amount in pounds. A missing one is a dash, never £0.00. */
export function Money({ amount, strong }: { amount: number | null | undefined; strong?: boolean }) {
  if (amount === null || amount === undefined || Number.isNaN(amount)) return <span className="text-muted">–</span>;
  return (
    <span className={strong ? "font-semibold whitespace-nowrap tabular-nums" : "whitespace-nowrap tabular-nums"}>
      {formatMoney(amount)}
    </span>
  );
}
