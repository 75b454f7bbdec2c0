import { clsx } from "clsx";
import { use } from "react";
import { formatPence, type Pence, sumPence } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { type LeadTime, leadTimeInWords, readyInWords } from "#shared/domain/trade/lead-time.ts";
import { TAX_PERCENT } from "#shared/domain/trade/pricing.ts";
import type { QuotePreview } from "../form/quote-price.ts";
import { ShownPrices } from "../survey/shown-prices.ts";

/** On a phone with an open keyboard there is room for the total alone. */
const ROOMY = "max-sm:in-data-cramped:hidden";

interface TotalsProps {
  preview: QuotePreview;
  filled: number;
  leadTime: LeadTime | null;
  /** The day on which the windows are ready if they are ordered today. */
  readyOn?: Day | undefined;
}
/**
 * The totals at the form's foot, always in view, with the number of windows that have no price yet.
 */
export function QuoteTotals({ preview, filled, leadTime, readyOn }: TotalsProps) {
  const ready = readyOn ? `${readyInWords(readyOn)}, if you order today` : leadTime && leadTimeInWords(leadTime);
  const surcharges = sumPence(preview.lines.flatMap((line) => line?.surcharges.map(({ amountPence }) => amountPence) ?? []));
  const missing = preview.lines.slice(0, filled).filter((line) => line === null).length;
  const prices = use(ShownPrices);
  if (prices === "hidden") {
    return (
      <p className="text-sm text-muted">
        {countOf(filled, "window")}
        {ready && ` · ${ready}`}
      </p>
    );
  }
  if (prices !== "mine") {
    return (
      <div>
        <dl className="flex flex-wrap items-baseline gap-x-6">
          <Figure term="Homeowner pays" amount={prices.totalPence} strong />
          {prices.fittingPence > 0 && <Figure term="including fitting" amount={prices.fittingPence} className={ROOMY} />}
        </dl>
        <p className={clsx("text-xs text-muted", ROOMY)}>{[countOf(filled, "window"), ready].filter(Boolean).join(" · ")}</p>
      </div>
    );
  }
  return (
    <div>
      <dl className="flex flex-wrap items-baseline gap-x-6 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)]">
        <Figure term="Subtotal" amount={preview.subtotalPence} className={ROOMY} />
        {surcharges > 0 && <Figure term="of it surcharges" amount={surcharges} className="max-sm:hidden" />}
        <Figure term={`VAT (${TAX_PERCENT}%)`} amount={preview.taxPence} className={clsx("max-sm:row-start-2", ROOMY)} />
        <Figure term="Total" amount={preview.finalTotalPence} strong className="max-sm:row-span-2 max-sm:justify-end max-sm:self-center" />
      </dl>
      {ready && <p className={clsx("text-xs text-muted", ROOMY)}>{ready}</p>}
      {missing > 0 && <p className={clsx("text-xs text-muted", ROOMY)}>{countOf(missing, "window has", "windows have")} no price yet</p>}
    </div>
  );
}

type FigureProps = { term: string; amount: Pence; strong?: boolean; className?: string };

const Figure = ({ term, amount, strong, className }: FigureProps) => (
  <div className={clsx("flex items-baseline justify-between gap-2", className)}>
    <dt className="text-xs text-muted">{term}</dt>
    <dd className={strong ? "text-lg font-semibold tabular-nums" : "tabular-nums"}>{formatPence(amount)}</dd>
  </div>
);
