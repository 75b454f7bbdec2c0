import { TAX_PERCENT } from "#shared/domain/pricing.ts";
import { Money } from "./money.tsx";

type TotalsListProps = { subtotal?: number; tax?: number; finalTotal?: number };

/** What something comes to, figures under each other. A reader who may not see prices gets no figures, and this list is not drawn. */
export function TotalsList({ subtotal, tax, finalTotal }: TotalsListProps) {
  if (finalTotal === undefined) return null;
  return (
    <dl className="ml-auto grid w-full max-w-80 grid-cols-[1fr_auto] gap-y-1 text-right">
      <dt className="text-left text-muted">Subtotal</dt>
      <dd>
        <Money amount={subtotal} />
      </dd>
      <dt className="text-left text-muted">VAT ({TAX_PERCENT}%)</dt>
      <dd>
        <Money amount={tax} />
      </dd>
      <dt className="mt-1 border-t pt-2 text-left text-base font-semibold">Total</dt>
      <dd className="mt-1 border-t pt-2 pl-6 text-base">
        <Money amount={finalTotal} strong />
      </dd>
    </dl>
  );
}
