import { Area, Money } from "#client/components/facts/values.tsx";
import { milliM2ToM2 } from "#shared/domain/length.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import type { ItemPrice } from "#shared/domain/pricing.ts";
import type { Product } from "./window-form.ts";

type WindowPriceProps = { line: ItemPrice | null; product: Product | undefined; quantity: number };

/** How the window's price comes about, as one types. */
export function WindowPrice({ line, product, quantity }: WindowPriceProps) {
  return (
    <p className="mt-5 flex min-h-control flex-wrap items-center justify-between gap-x-4 rounded bg-raised px-3 py-2">
      <span className="text-muted">
        {line && product ? (
          <>
            <Area squareMetres={milliM2ToM2(line.area)} /> × <Money amount={product.basePricePerM2} /> per m²
            {quantity > 1 && ` × ${quantity}`}
          </>
        ) : (
          "Type, width and height give the price"
        )}
      </span>
      <Money amount={line ? penceToPounds(line.total) : null} strong />
    </p>
  );
}
