import { formatPence, type Pence } from "#shared/domain/money.ts";
import { TAX_PERCENT } from "#shared/domain/pricing.ts";
import type { QuotePreview } from "./quote-price.ts";

/** Always in view at the foot of the form. Windows that can't be priced yet are said, so that nobody takes a part for the whole. */
export function QuoteTotals({ preview }: { preview: QuotePreview }) {
  const missing = preview.lines.filter((line) => line === null).length;
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 max-md:justify-between">
      <dl className="flex flex-wrap items-baseline gap-x-6 max-md:w-full max-md:justify-between max-md:gap-x-3">
        <Figure term="Subtotal" amount={preview.subtotal} />
        <Figure term={`VAT (${TAX_PERCENT}%)`} amount={preview.tax} />
        <Figure term="Total" amount={preview.finalTotal} strong />
      </dl>
      {missing > 0 && <p className="text-xs text-muted">{missing === 1 ? "1 window has" : `${missing} windows have`} no price yet</p>}
    </div>
  );
}

const Figure = ({ term, amount, strong }: { term: string; amount: Pence; strong?: boolean }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-xs text-muted">{term}</dt>
    <dd className={strong ? "text-lg font-semibold tabular-nums" : "tabular-nums"}>{formatPence(amount)}</dd>
  </div>
);
